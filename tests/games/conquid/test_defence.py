"""Where the best turn that was found lets the other side win at once, one is played that does not, if there is one."""

from __future__ import annotations

from random import Random

import pytest

from games.conquid import GAME
from games.conquid.completions import unbreakable_acquire
from games.conquid.defence import blocking_acquires, hold_out, holds_out
from games.conquid.evaluate import WIN
from games.conquid.moves import CONQUER, Move
from games.conquid.rules import play
from games.core.budget import Budget
from games.core.kernel.search import Line
from games.core.status import Seat

ROWS = """
.....1......................
.........................2..
...1........................
..........1.................
..........1.................
........11111111............
....AA2111111111.111.1BB....
....AA.22.111111111111BB....
..........1111111...........
.........21..11.............
..............2.............
............................
............................
...........2................
"""
STATE = GAME.rules.load(f"b={'/'.join(ROWS.split())} t=1", {})
"""West needs few cells beside its headquarters, and East is to move."""
LOST = [Line(-WIN, CONQUER)]


def test_an_acquire_that_holds_out_comes_first() -> None:
    """After a conquer West completes a chain that nothing breaks; after the acquire that is found it cannot."""
    assert not holds_out(play(STATE, 1, CONQUER), 1, Budget().start())
    first, *others = hold_out(STATE, 1, LOST, Budget().start())
    after = play(STATE, 1, first.move)
    assert unbreakable_acquire(after.field, after.cells[0], after.cells[1], 0, Budget().start()) is None
    assert others == LOST


def test_blocking_acquires_are_legal_and_take_what_the_other_side_needs() -> None:
    acquires = list(blocking_acquires(STATE, 1))
    assert acquires[0] == Move("A", ("f9", "g9", "h9"))
    assert len(acquires) == len(set(acquires)) == 220
    assert all(move in GAME.rules.legal(STATE, Seat(1)) for move in acquires)


def test_a_turn_that_holds_out_stays_first() -> None:
    safe = Line(0.0, hold_out(STATE, 1, LOST, Budget().start())[0].move)
    assert hold_out(STATE, 1, [safe, *LOST], Budget().start()) == [safe, *LOST]


def test_of_the_turns_that_were_found_the_best_that_holds_out_comes_first() -> None:
    safe = Line(-3.0, hold_out(STATE, 1, LOST, Budget().start())[0].move)
    assert hold_out(STATE, 1, [Line(2.0, CONQUER), safe], Budget().start()) == [safe, Line(2.0, CONQUER)]


def test_without_time_all_stays_as_it_is() -> None:
    assert hold_out(STATE, 1, LOST, Budget(nodes=0).start()) is LOST


@pytest.mark.parametrize("level", ["medium", "master"])
def test_a_threat_is_seen(level: str) -> None:
    """With and without a kernel: this runs as hard does without one."""
    thought = GAME.player.think(STATE, Seat(1), level, Budget(nodes=3000), Random(1))
    assert holds_out(play(STATE, 1, thought.move), 1, Budget().start())
