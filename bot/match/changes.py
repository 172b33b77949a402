"""How a match is changed: load, decide, commit once, notify the listeners; retry when another change came first.

Commit first, publish second: listeners hear of a change only when it is stored. Clocks are brought up to date before
anything is decided, and a deadline that has passed takes effect before a request that came too late.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from random import Random

import structlog

from bot.jobs.precedence import Precedence
from bot.match import timeouts
from bot.match.acting import Notice
from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.errors import Conflict, NotFound, Refused
from bot.match.limits import Limit
from bot.match.model import Change, KnownAbsence, Match, MatchId, Stage, UserId
from bot.match.ports import Clock, system_clock, system_dice
from bot.match.stores import MatchStore
from bot.match.thread_lines import with_lines
from games.core.i18n import gettext

_log = structlog.get_logger(__name__)
_TRIES = 8

Absent = Callable[[UserId], Awaitable[Instant | None]]
Notices = Callable[[Match, UserId], Awaitable[Notice]]
CatchUp = Callable[[Match], Awaitable[bool]]
Listener = Callable[[Match], Awaitable[None]]
Decide = Callable[[Match, Instant], Change | Awaitable[Change]]
DecideIfDue = Callable[[Match, Instant], Change | Awaitable[Change | None] | None]


async def nobody_away(_user: UserId) -> Instant | None:
    """Default for `Changes.absent`: nobody is away."""
    return None


async def all_pinged(_match: Match, _user: UserId) -> Notice:
    """Default for `Changes.notice`: everybody is pinged."""
    return "ping"


async def nothing_missed(_match: Match) -> bool:
    """Default for `Changes.catch_up`: the bot has never been down."""
    return False


@dataclass
class Changes:
    """Changes matches, one transaction each.

    `absent` tells until when a person is away, `notice` how they learn that it is their move. `catch_up` gives the
    clock of a match the time back in which the bot was away, and is true if it did. What people change has
    `precedence` over what nobody waits for.
    """

    store: MatchStore
    clock: Clock = system_clock
    dice: Random = field(default_factory=system_dice)
    absent: Absent = nobody_away
    notice: Notices = all_pinged
    catch_up: CatchUp = nothing_missed
    listeners: list[Listener] = field(default_factory=list)
    precedence: Precedence = field(default_factory=Precedence)

    async def get(self, match_id: MatchId) -> Match:
        """Return the match with this id. Raises NotFound."""
        match = await self.store.get(match_id)
        if match is None:
            raise NotFound(gettext("This match no longer exists. /games lists yours."))
        return match

    async def change(
        self,
        match_id: MatchId,
        decide: Decide,
        known: Match | None = None,
        limit: Limit | None = None,
        arrived: Instant | None = None,
    ) -> Match:
        """Load (unless it is `known`), decide, commit within the `limit`, tell; again when another change came between.

        Where the time had run out by the instant at which the request `arrived`, that is settled first. Raises what
        `decide` and the limit raise, and Refused when others change the match again and again.
        """
        with self.precedence.first():
            return await self._change(match_id, decide, known, limit, arrived)

    async def _change(
        self, match_id: MatchId, decide: Decide, known: Match | None, limit: Limit | None, arrived: Instant | None
    ) -> Match:
        for _ in range(_TRIES):
            match = await self._up_to_date(match_id, known)
            known = None
            now = self.clock()
            match = timeouts.subtract_lag(match, arrived, now)
            if await self._settle_overdue(match, now):
                continue
            decided = decide(match, now)
            change = await self._extend_for_absence(match, decided if isinstance(decided, Change) else await decided)
            try:
                await self.store.commit(with_lines(match, change), limit)
            except Conflict:
                continue
            await self.announce(change.match)
            return change.match
        raise Refused(gettext("Somebody else acted at the same moment. Try again."))

    async def change_if_due(self, match_id: MatchId, decide: DecideIfDue) -> Match | None:
        """Change the match unless `decide` finds nothing to change any more."""
        for _ in range(_TRIES):
            match = await self._up_to_date(match_id)
            decided = decide(match, self.clock())
            change = await decided if isinstance(decided, Awaitable) else decided
            if change is None:
                return None
            try:
                await self.store.commit(with_lines(match, change))
            except Conflict:
                continue
            await self.announce(change.match)
            return change.match
        return None

    async def _up_to_date(self, match_id: MatchId, known: Match | None = None) -> Match:
        """Load the match, with its clocks credited for any downtime."""
        match = known or await self.get(match_id)
        return await self.get(match_id) if await self.catch_up(match) else match

    async def _settle_overdue(self, match: Match, now: Instant) -> bool:
        """Apply a deadline that has passed; return False if none has. Late bullet moves are left to the AI."""
        bullet = match.stage is Stage.LIVE and match.time.kind == "bullet"
        if bullet or match.deadline is None or match.deadline > now:
            return False
        change = timeouts.time_out(match, now, await self.store.moves_made(match.id))
        if change is None:
            return False
        async with outside_request():
            try:
                await self.store.commit(with_lines(match, change))
            except Conflict:
                return True
            await self.announce(change.match)
        return True

    async def _extend_for_absence(self, before: Match, change: Change) -> Change:
        """Return the change; a correspondence clock that starts for an absent player is paused until they are back."""
        match = change.match
        is_running = match.time.kind == "days" and match.deadline is not None and match.turn_began is not None
        if not is_running or (match.turn, match.turn_began) == (before.turn, before.turn_began):
            return change
        users = tuple(player.user for player in match.to_act if player.user is not None)
        back = max([await self.absent(user) or 0 for user in users], default=0)
        extended = timeouts.extend_for_absence(change, back)
        return replace(extended, absence=KnownAbsence(users, max(back, match.turn_began or 0)))

    async def announce(self, match: Match) -> None:
        """Notify the listeners that a match has changed. One that fails is logged: the change is stored."""
        for listener in self.listeners:
            try:
                await listener(match)
            except Exception:  # noqa: BLE001 - the edge: the others hear of the change
                _log.exception("a listener to changes failed", match=match.code)
