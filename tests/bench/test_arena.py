"""The time that the arena gives to each player."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

import games
from bench import arena
from bench.arena import choose
from bench.versions import Request, think_elsewhere
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


def test_another_version_knows_the_match_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the positions before, it would not know which move repeats one."""
    game, asked = games.find("onyx"), list[Request]()

    def think(folder: Path, request: Request) -> list[str]:
        asked.append(request)
        return think_elsewhere(folder, request)

    monkeypatch.setattr(arena, "think_elsewhere", think)
    session = Session.new(game, 2, {"board": "king-4"})
    positions = [game.rules.dump(session.state)]
    for seat, played in enumerate(("b@a1", "w@d4")):
        session.play(Seat(seat), played)
        positions.append(game.rules.dump(session.state))
    (move,) = choose(session, Seat(0), f"easy@{Path(__file__).parents[2]}", 0.05, Random(1))
    assert move in game.rules.legal(session.state, Seat(0))
    assert (asked[0].position, asked[0].earlier, asked[0].fast) == (positions[-1], positions, False)
