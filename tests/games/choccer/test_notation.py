"""RULES 8: notation and position lines."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.choccer.moves import Move
from games.choccer.position import GRID
from games.core.errors import BadNotation, IllegalMove
from tests.games.choccer.drawing import play_all

START = (
    "b=...t.+.T.../..st...TS../..lc...CL../...c.*.C.../..lc...CL../..st...TS../...t.+.T... held=- pts=0,0 turn=1 t=0"
)
C3, C6, D4 = (GRID.index_of[name] for name in ("c3", "c6", "d4"))


def test_move_and_handing_on_are_read_and_written() -> None:
    assert GAME.rules.parse("c3-c6") == Move("-", C3, C6)
    assert GAME.rules.parse("c3>d4") == Move(">", C3, D4)
    assert GAME.rules.text(Move("-", C3, C6)) == "c3-c6"
    assert GAME.rules.text(Move(">", C3, D4)) == "c3>d4"


@pytest.mark.parametrize("text", ["C3-C6", " c3 - c6 ", "c3 -c6", "C 3-c6", "\tc3-c6\n"])
def test_case_and_blanks_mean_nothing(text: str) -> None:
    assert GAME.rules.parse(text) == Move("-", C3, C6)


@pytest.mark.parametrize(
    "text", ["", "c3", "c3c6", "c3=c6", "c3-c6-c7", "c3--c6", "33-c6", "c٣-c6", "pass", "c3>", "-c6"]
)
def test_other_text_is_not_read(text: str) -> None:
    with pytest.raises(BadNotation, match=r"c3-c6 to move, c3>d4 to hand a gem on"):
        GAME.rules.parse(text)


@pytest.mark.parametrize("text", ["c3-c8", "c3-l3", "aa1-c3"])
def test_square_off_the_board_is_named(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"isn't on the board, which goes from a1 to k7"):
        GAME.rules.parse(text)


def test_start_is_written_on_one_line() -> None:
    assert GAME.rules.dump(GAME.rules.start(2, {})) == START


def test_held_gems_and_points_are_written() -> None:
    state = play_all(GAME.rules.start(2, {}), "h4-g4", "d4-e4", "g4-f4", "e4-f4")
    assert GAME.rules.dump(state).endswith(" held=f4:red pts=0,1 turn=5 t=0")


def test_holders_are_written_from_the_bottom_row_up_and_read_in_any_order() -> None:
    line = START.replace("held=-", "held=c2:blue,h2:red,c3:blue")
    mixed = START.replace("held=-", "held=c3:blue,h2:red,c2:blue")
    assert GAME.rules.dump(GAME.rules.load(line, {})) == line
    assert GAME.rules.load(mixed, {}) == GAME.rules.load(line, {})


def test_fields_are_read_in_any_order() -> None:
    assert GAME.rules.load(" ".join(reversed(START.split())), {}) == GAME.rules.start(2, {})


def test_side_that_cannot_act_is_skipped_when_a_position_is_loaded() -> None:
    """2.3: White has no pieces."""
    line = f"b={'/'.join(['.' * 11] * 6)}/C.......... held=- pts=0,0 turn=6 t=1"
    assert GAME.rules.dump(GAME.rules.load(line, {})).endswith("turn=7 t=0")


@pytest.mark.parametrize(
    "line",
    [
        START.replace("...c.*.C...", "..*c.*.C+**"),
        START.replace("pts=0,0", "pts=999,10000"),
        START.replace("turn=1 t=0", "turn=1 t=1"),
        START.replace("turn=1 t=0", "turn=17 t=-"),
        START.replace("turn=1 t=0", "turn=101 t=-"),
        START.replace("*", ".").replace("+", "."),
        START.replace("held=-", "held=h1:red,c2:red,i2:red"),
    ],
)
def test_position_that_cannot_arise_is_read_all_the_same(line: str) -> None:
    assert GAME.rules.dump(GAME.rules.load(line, {})) == line


@pytest.mark.parametrize(
    "line, message",
    [
        ("", "lacks 'b='"),
        ("b=... held=- pts=0,0 turn=1 t=0", "7 rows of 11"),
        (START.replace("*", "x"), "'x' means nothing"),
        (START.replace(" t=0", ""), "lacks 't='"),
        (START + " t=0", "couldn't read 't=0'"),
        (START + " x=0", "couldn't read 'x=0'"),
        (START.replace("held=-", "held="), "in held="),
        (START.replace("held=-", "held=c2"), "in held="),
        (START.replace("held=-", "held=c2:green"), "in held="),
        (START.replace("held=-", "held=c9:red"), "in held="),
        (START.replace("held=-", "held=a1:red"), "a1 has none left"),
        (START.replace("held=-", "held=f4:red"), "f4 has none left"),
        (START.replace("held=-", "held=c2:red,c2:blue"), "c2 has none left"),
        (START.replace("pts=0,0", "pts=0"), "both sides' points"),
        (START.replace("pts=0,0", "pts=0,0,0"), "both sides' points"),
        (START.replace("pts=0,0", "pts=-1,0"), "both sides' points"),
        (START.replace("pts=0,0", "pts=0,²"), "both sides' points"),
        (START.replace("turn=1", "turn=0"), "Turns go from 1 to 100"),
        (START.replace("turn=1", "turn=102"), "Turns go from 1 to 100"),
        (START.replace("turn=1", "turn=" + "9" * 5000), "Turns go from 1 to 100"),
        (START.replace("turn=1", "turn=x"), "Turns go from 1 to 100"),
        (START.replace("turn=1", "turn=101"), "- at the end"),
        (START.replace("t=0", "t=2"), "- at the end"),
        (START.replace("t=0", "t="), "- at the end"),
    ],
)
def test_position_that_cannot_be_written_is_refused(line: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        GAME.rules.load(line, {})
