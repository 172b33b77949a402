"""The time that the arena gives to each player."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from bench.arena import choose
from games.choccer import GAME
from games.choccer.describe import describe
from games.choccer.moves import Move
from games.choccer.player import ChoccerPlayer
from games.choccer.position import State
from games.core.budget import Budget
from games.core.player import Thought
from games.core.protocol.session import Session
from games.core.status import Seat


@pytest.mark.parametrize("player, seconds", [("hard", 0.3), ("master", 0.9), ("hard:50", 0.05), ("master:90", 0.09)])
def test_own_milliseconds_are_exact_and_else_master_has_three_times_the_time(
    player: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def think(
        self: ChoccerPlayer,
        view: State,
        seat: Seat,
        level: str,
        budget: Budget,
        rng: Random,
        history: Collection[State],
    ) -> Thought[Move]:
        given.append(budget.seconds)
        move = GAME.rules.legal(view, seat).sample(rng)
        return Thought(move, describe(view, move))

    monkeypatch.setattr(ChoccerPlayer, "think", think)
    choose(Session.new(GAME, 2, {}), Seat(0), player, 0.3, Random(1))
    assert given == [pytest.approx(seconds)]
