"""What moderators can do with a match that is running."""

from __future__ import annotations

from bot.match import ending, play
from bot.match.clock import Instant
from bot.match.errors import Refused, Stale
from bot.match.model import Change, Match, MatchId, Stage
from bot.match.service import MatchService
from games.core.say import say
from games.core.status import Seat


class Moderation:
    """Acts of moderators, each a change like any other.

    `seen` is the revision of the match that the moderator saw, None to take it as it is: what is done to the last
    move, or to who is to move, is not meant for another one.
    """

    def __init__(self, service: MatchService) -> None:
        self._service = service

    async def void(self, match_id: MatchId) -> Match:
        """The match ends without a result. Raises Refused."""
        return await self._service.change(
            match_id, lambda match, now: ending.abort(_running(match), say("a moderator has voided the match"), now)
        )

    async def award(self, match_id: MatchId, seat: Seat) -> Match:
        """The seat wins, unrated while not everybody has made enough moves. Raises Refused."""

        async def decide(match: Match, now: Instant) -> Change:
            return await self._service.counted(ending.award(_running(match), seat, now))

        return await self._service.change(match_id, decide)

    async def undo(self, match_id: MatchId, seen: int | None = None) -> Match:
        """The last move is taken back, with what chance did after it. Raises Refused, Stale."""

        async def decide(match: Match, now: Instant) -> Change:
            _as_seen(match, seen)
            log = await self._service.store.entries(_running(match).id, max(0, match.ply - 20))
            made = [entry.ply for entry in log if entry.by != "chance"]
            if not made:
                raise Refused(say("There is no move to take back."))
            return play.rewound(match, made[-1], log, now)

        return await self._service.change(match_id, decide)

    async def replace_by_ai(self, match_id: MatchId, seen: int | None = None) -> Match:
        """An AI takes the seat of the one who is to move. Raises Refused, Stale."""

        def decide(match: Match, now: Instant) -> Change:
            _as_seen(match, seen)
            waiting = [player for player in _running(match).to_act if player.user is not None]
            if not waiting:
                raise Refused(say("No person is to move."))
            return ending.handed_over(match, waiting[0].seat, now)

        return await self._service.change(match_id, decide)


def _running(match: Match) -> Match:
    """The match itself. Raises Refused when it isn't running."""
    if match.stage not in {Stage.LIVE, Stage.PAUSED}:
        raise Refused(say("Match #{code} isn't running.", code=match.code))
    return match


def _as_seen(match: Match, seen: int | None) -> None:
    if seen not in {None, match.revision}:
        raise Stale(say("The match has changed since you opened this menu. Press ⋯ on the board again."))
