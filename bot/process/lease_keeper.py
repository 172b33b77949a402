"""The lease on a process's shards: taken before the bot starts, renewed while it runs, returned at its end."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import gethostname
from typing import Any

import structlog

from bot.process.health import HeartbeatWriter
from bot.process.leases import FENCE_SECONDS, RENEW_SECONDS, Lease, Owner, Refuse, ShardRange, Take, Watch
from bot.process.stopping import run_to_the_end
from bot.settings import Settings, SettingsError
from bot.store.engine import Database
from bot.store.leases import SqlLeases
from bot.store.problems import is_problem

LOOK_SECONDS = 2.0
ENDED = 1
"""The exit code of a process that has lost its shards, so that its supervisor restarts it."""

_log = structlog.get_logger(__name__)
Run = Callable[[Settings, Callable[[], bool]], Coroutine[Any, Any, int]]
"""Runs the bot with the settings given; the second argument tells whether it may still answer."""


def always_may_answer() -> bool:
    """Default: a process with a database of its own may always answer."""
    return True


async def serve(settings: Settings, run: Run) -> int:
    """Run the bot on its configured shards, or as a spare on those of a process that has died.

    Waits while they are taken. Returns the bot's exit code, or `ENDED` when the shards have gone to another process.
    Raises SettingsError if another process that is alive serves them, and what `run` raises.
    """
    if settings.sqlite_file is not None:
        return await run(settings, always_may_answer)
    database = Database(settings.database_url)
    leases = SqlLeases(database)
    try:
        lease = await _wait(settings, leases)
        try:
            return await _beside(lease, run(_with_shards(settings, lease.shards), lease.may_answer))
        finally:
            with suppress(Exception):  # if the database is gone, the lease expires by itself
                await run_to_the_end(leases.release(lease.owner))
    finally:
        await database.close()


@dataclass
class HeldLease:
    """The lease held by this process. `renewed_at` is when it was last renewed, in seconds of `clock`."""

    leases: SqlLeases
    owner: Owner
    shards: ShardRange
    spare: bool
    renewed_at: float
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Coroutine[Any, Any, object]] = asyncio.sleep
    awaited: bool = field(init=False)

    def __post_init__(self) -> None:
        """A process with configured shards may be replaced by another one at any time."""
        self.awaited = bool(self.shards.ids)

    def may_answer(self) -> bool:
        """Whether this process may answer; False if another may have taken over because this one was cut off."""
        return not self.awaited or self.clock() - self.renewed_at < FENCE_SECONDS

    async def keep(self) -> str:
        """Renew until the shards are lost, or the process configured for them wants them back; returns which."""
        while True:
            await self.sleep(RENEW_SECONDS)
            began = self.clock()
            try:
                async with asyncio.timeout(FENCE_SECONDS):
                    lease = await self.leases.renew(self.owner)
            except Exception as error:  # noqa: BLE001 - the edge: a database that is away comes back
                _log.warning("lease not renewed", shards=str(self.shards), reason=repr(error))
                continue
            if lease is None:
                return "another process has taken them over"
            self.renewed_at = began
            self.awaited = self.awaited or bool(lease.awaited)
            if self.spare and lease.awaited == "configured":
                return "the process that is configured for them is back"


async def _beside(lease: HeldLease, bot: Coroutine[Any, Any, int]) -> int:
    running, kept = asyncio.ensure_future(bot), asyncio.ensure_future(lease.keep())
    try:
        await asyncio.wait((running, kept), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        _log.error("shards given up", shards=str(lease.shards), reason=kept.result())
        return ENDED
    finally:
        # Nothing new is accepted any more. A successor must not mistake this process for one that stays.
        kept.cancel()
        running.cancel()
        await run_to_the_end(asyncio.wait((running, kept)))


async def _wait(settings: Settings, leases: SqlLeases) -> HeldLease:
    """Wait until this process holds the shards. Raises SettingsError."""
    owner = this_process()
    mine = None if settings.spare else ShardRange(settings.shard_ids or (), settings.shard_count or 0)
    heart = HeartbeatWriter(settings.health_file, always_may_answer, leases.read, settings.gateway_patience)
    beating = asyncio.ensure_future(heart.run())
    watch, told = Watch(), False
    try:
        while True:
            try:
                taken = await _look(watch, leases, mine, owner)
            except Exception as error:
                if not is_problem(error):
                    raise
                _log.warning("leases not read", reason=repr(error))
                watch.forget()
                taken = None
            if taken is not None:
                return taken
            if not told:
                _log.info("waiting as a spare" if mine is None else "waiting for shards", shards=str(mine or "any"))
                told = True
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        beating.cancel()
        await run_to_the_end(asyncio.wait((beating,)))


async def _look(watch: Watch, leases: SqlLeases, mine: ShardRange | None, owner: Owner) -> HeldLease | None:
    """Try once; return the lease if it could be taken. Raises SettingsError."""
    began = time.monotonic()
    found = await leases.read()
    watch.has_ended = set(find_ended(found, owner))
    watch.observe(found, began)
    decision = watch.decide(mine, began)
    if isinstance(decision, Refuse):
        raise SettingsError(decision.sentence)
    if isinstance(decision, Take):
        if not await leases.take(decision, owner, spare=mine is None):
            return None
        _log.info("shards taken", shards=str(decision.shards), count=decision.shards.count, spare=mine is None)
        return HeldLease(leases, owner, decision.shards, mine is None, time.monotonic())
    await leases.await_shards(decision.behind, "spare" if mine is None else "configured")
    return None


def _with_shards(settings: Settings, shards: ShardRange) -> Settings:
    return settings.model_copy(update={"shard_ids": shards.ids or None, "shard_count": shards.count or None})


def this_process() -> Owner:
    """Return this process as an owner, with a unique name."""
    return Owner(secrets.token_hex(16), gethostname()[:255], machine(), os.getpid())


def machine() -> str:
    """Return an id of the scope in which process numbers are unique (boot and container); empty if unknown."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        space = Path("/proc/self/ns/pid").readlink()
    except OSError:
        return ""
    return hashlib.sha256(f"{boot} {space}".encode()).hexdigest()


def find_ended(leases: Iterable[Lease], me: Owner) -> Iterable[str]:
    """Return the owners that ran in the same scope as this process and have ended."""
    for lease in leases:
        if lease.owner is not None and me.machine and lease.owner.machine == me.machine and _is_gone(lease.owner, me):
            yield lease.owner.id


def _is_gone(owner: Owner, me: Owner) -> bool:
    if owner.pid == me.pid:  # the process number has been given to this process
        return owner.id != me.id
    try:
        os.kill(owner.pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it belongs to another user
        return False
    return False
