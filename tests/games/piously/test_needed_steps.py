"""A planned turn keeps the steps that it needs, and no others."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from games.core.budget import Budget
from games.core.errors import IllegalMove, NotYourTurn
from games.core.status import Seat
from games.piously import GAME
from games.piously.boards import CLASSIC
from games.piously.needed_steps import needed_steps
from games.piously.notation import board_text
from games.piously.position import State
from games.piously.turns import play_steps
from tests.games.piously.positions import random_line

AURAS = ".w../w.../..../..w./..../..../..../-"


def position(objects: str, owners: str, actions: int) -> State:
    return GAME.rules.load(f"{board_text(CLASSIC)}/X- {AURAS} {objects} {owners} - w{actions} 9", {})


def shorten(state: State, turn: str) -> str:
    steps = tuple(map(GAME.rules.parse, turn.split()))
    return " ".join(map(GAME.rules.text, needed_steps(state, steps)))


@pytest.mark.parametrize(
    "turn, kept",
    [
        ("Ov m:U4 b end", "m:U4 b end"),  # the action that it adds is not used
        ("m:U4 b Ov end", "m:U4 b end"),
        ("Ov m:U4 b m:U3 m:I1 end", "Ov m:U4 b m:U3 m:I1 end"),
        ("m:U4 m:U3 end", "end"),  # there and back
        ("Ov end", "end"),
    ],
)
def test_what_changes_nothing_is_left_out(turn: str, kept: str) -> None:
    assert shorten(position("W=U3,B=U2", "--b----", 3), turn) == kept


def test_what_is_not_needed_for_a_win_is_left_out() -> None:
    line = "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X- .w../w.../..w./w.w./ww../w.../..w./- W=U3,B=U2,L=O3"
    state = GAME.rules.load(f"{line} -----w- - w3 9", {})
    assert shorten(state, "m:U4 m:U3 Lo:W>P1 b") == "Lo:W>P1 b"


@pytest.mark.parametrize("level", GAME.info.levels)
def test_no_level_plans_a_step_that_changes_nothing(level: str) -> None:
    dice = Random(11)
    planned = 0
    for number in range(40):
        state = GAME.rules.load(random_line(dice), {})
        if state.phase != "play":
            continue
        thought = GAME.player.think(state, Seat(state.mover), level, Budget(nodes=400), Random(number))
        steps = (thought.move, *thought.line)
        end = play_steps(state, steps)
        for place in range(len(steps)):
            fewer = steps[:place] + steps[place + 1 :]
            with suppress(IllegalMove, NotYourTurn):  # it cannot be left out
                assert play_steps(state, fewer) != end, GAME.rules.text(steps[place])
        planned += len(steps) > 1
    assert planned > 10
