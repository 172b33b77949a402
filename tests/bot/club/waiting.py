"""Matches that wait for a move, as lists of them are given."""

from __future__ import annotations

from bot.match.clock import Instant
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from games.core.status import Seat

PEOPLE = (Player(Seat(0), UserId(1), "Ana", to_act=True), Player(Seat(1), UserId(2), "*Ben*"))


def running_match(number: int, deadline: Instant | None = None) -> Match:
    """A public match that runs, in which Ana is to move."""
    return Match(
        MatchId(number),
        f"CODE{number}",
        "choccer",
        1,
        {},
        PEOPLE,
        UserId(1),
        Place(10, 20),
        Stage.LIVE,
        deadline=deadline,
    )
