"""Digests: one direct message about everything that is waiting for a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.club.notifications import Delivery, Kind, deliver, next_digest
from bot.club.preferences import Preferences
from bot.match.clock import MINUTE, Instant
from bot.match.model import Match, Stage, UserId
from bot.match.ports import Clock

AT_ONCE: Final = 100
"""The most digests sent in one round; the rest wait for the next."""
CLAIMED: Final = 20
"""How many digests are claimed together. If a process is killed, its unsent ones follow after the lease."""
LEASE: Final = 10 * MINUTE
"""How long a claimed digest belongs to the process that claimed it."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What is waiting for one person: matches in which it is their turn, and challenges to them."""

    person: Preferences
    waiting: Sequence[Match]
    asked: Sequence[Match]
    at: Instant


class DigestStore(Protocol):
    """The store of due times of digests."""

    async def claim_due(self, now: Instant, until: Instant, limit: int) -> Sequence[UserId]:
        """Claim digests that are due, the longest overdue first; they become due again at `until`.

        Of several processes one takes each. It is a single transaction, as moves wait for each that there is.
        """
        ...

    async def move_digest(self, user: UserId, due: Instant, until: Instant | None) -> bool:
        """Move a digest to another time, or remove it; False if it is no longer due at `due`."""
        ...


def digest_of(person: Preferences, matches: Sequence[Match], at: Instant) -> Digest | None:
    """Return the digest of a person with these matches; None if nothing is waiting for them."""
    user = person.user
    waiting = [m for m in matches if m.stage is Stage.LIVE and any(seat.to_act for seat in m.seats_of(user))]
    asked = [m for m in matches if m.stage is Stage.INVITED and any(not seat.accepted for seat in m.seats_of(user))]
    return Digest(person, waiting, asked, at) if waiting or asked else None


async def nothing_goes_first() -> None:
    """Default for `step_aside`: nothing takes precedence."""


@dataclass
class Digests:
    """Sends what is due. `send` writes to a person: true if it came to its end, well or not.

    Nobody waits for a digest: each of its steps calls `step_aside`, which returns when no move is being stored.
    """

    store: DigestStore
    preferences: Callable[[UserId], Awaitable[Preferences]]
    of_user: Callable[[UserId], Awaitable[Sequence[Match]]]
    send: Callable[[Digest], Awaitable[bool]]
    clock: Clock
    step_aside: Callable[[], Awaitable[None]] = nothing_goes_first

    async def send_due(self) -> int:
        """Send the digests that are due and return how many were sent.

        Each goes out once, whichever of several processes sends it; what Discord does not take is tried again.
        """
        sent = 0
        for _ in range(AT_ONCE // CLAIMED):
            until = self.clock() + LEASE
            await self.step_aside()
            claimed = await self.store.claim_due(self.clock(), until, CLAIMED)
            for user in claimed:
                if self.clock() < until:
                    sent += await self._send(user, until)
            if len(claimed) < CLAIMED:
                break
        return sent

    async def _send(self, user: UserId, lease: Instant) -> bool:
        await self.step_aside()
        person, now = await self.preferences(user), self.clock()
        delivery = deliver(Kind.DIGEST, person, now)
        if delivery is Delivery.DIGEST:  # the bot was offline, and quiet hours have begun again
            await self.store.move_digest(user, lease, next_digest(person, now))
            return False
        await self.step_aside()
        digest = digest_of(person, await self.of_user(user), now) if delivery is not Delivery.NOTHING else None
        await self.step_aside()
        if digest is not None and not await self.send(digest):
            return False
        await self.step_aside()
        await self.store.move_digest(user, lease, None)
        return digest is not None
