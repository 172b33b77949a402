"""Claims of keyed jobs: taken before a round, renewed while it runs, released at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Hashable, Sequence
from typing import Generic, Protocol, TypeVar

import structlog

from bot.jobs.job import Sleep

K = TypeVar("K", bound=Hashable)
_log = structlog.get_logger(__name__)


class KeyClaims(Protocol[K]):
    """Claims ensure that only one of several processes does the job of a key."""

    async def take(self, keys: Sequence[K]) -> set[K]:
        """Claim these keys for a while, or renew the claims; returns those that no other process has."""
        ...

    async def release(self, key: K) -> None:
        """Release a key after its job."""
        ...


class HeldClaims(Generic[K]):
    """The claims held by the jobs called `name`.

    A claim that somebody else has is asked for again after `ask_again` seconds. Claims end after a while, so that
    those of a killed process do; those that are held are renewed every `renew` seconds.
    """

    def __init__(
        self, claims: KeyClaims[K], *, name: str, ask_again: float, renew: float, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._claims = claims
        self._name = name
        self._ask_again = ask_again
        self._renew = renew
        self._sleep = sleep
        self._held: set[K] = set()
        self._renewing: asyncio.Task[None] | None = None

    @property
    def held(self) -> Collection[K]:
        """The keys that this process has claimed or is claiming."""
        return frozenset(self._held)

    async def take(self, key: K) -> bool:
        """Claim this key or renew its claim; False if another process has it."""
        self._hold(key)  # before asking: the call may be cancelled after the claim was granted
        if key in await self._claims.take([key]):
            return True
        self._held.discard(key)
        return False

    async def pause(self) -> None:
        """Wait before asking again."""
        await self._sleep(self._ask_again)

    async def take_free(self, keys: Sequence[K]) -> set[K]:
        """Claim the keys that no other process has."""
        free = await self._claims.take(keys)
        for key in free:
            self._hold(key)
        return free

    async def release(self, key: K) -> None:
        """Release this key if it is held. If that fails, the claim expires by itself."""
        if key not in self._held:
            return
        try:
            await self._claims.release(key)
        except Exception:  # noqa: BLE001 - the edge: the job is done all the same
            _log.warning("claim not released", jobs=self._name, key=key, exc_info=True)
        self._held.discard(key)  # not after a cancellation: then the claim is still held

    def close(self) -> None:
        """Stop renewing."""
        if self._renewing is not None:
            self._renewing.cancel()

    def _hold(self, key: K) -> None:
        self._held.add(key)
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._keep_renewing(), name=f"{self._name}: renew claims")

    async def _keep_renewing(self) -> None:
        """Renew all held claims together, as long as there are any."""
        while True:
            await self._sleep(self._renew)
            if not self._held:
                return
            try:
                await self._renew_all()
            except Exception:  # noqa: BLE001 - the edge: a database that is away comes back
                _log.warning("claims not renewed", jobs=self._name, exc_info=True)

    async def _renew_all(self) -> None:
        before = list(self._held)
        renewed = await self._claims.take(before)
        for key in renewed - self._held:  # released during the renewal: perhaps before it, perhaps after
            await self._claims.release(key)
        if lost := (set(before) - renewed) & self._held:
            _log.warning("claims lost", jobs=self._name, keys=sorted(map(str, lost)))
