"""Moves as text (RULES 2.2, 1.9)."""

from __future__ import annotations

import pytest

from games.core.errors import BadNotation
from games.cyberzul import GAME


@pytest.mark.parametrize(
    "written, canonical",
    [
        ("3 blue 2", "3 blue 2"),
        ("  3   BLUE  2 ", "3 blue 2"),
        ("blue 3 2", "3 blue 2"),
        ("3 2 blue", "3 blue 2"),
        ("3b2", "3 blue 2"),
        ("c red f", "c red f"),
        ("Centre Red Floor", "c red f"),
        ("center k f", "c black f"),
        ("9 w 5", "9 white 5"),
        ("deal bbkr - oork", "deal BBKR - OORK"),
        ("DEAL BBKR", "deal BBKR"),
    ],
)
def test_a_move_is_read_in_many_ways_and_written_in_one(written: str, canonical: str) -> None:
    assert GAME.rules.text(GAME.rules.parse(written)) == canonical


@pytest.mark.parametrize(
    "written, sentence",
    [
        ("", "e.g. 3 blue 2"),
        ("3 blue", "e.g. 3 blue 2"),
        ("3 blue 2 2", "e.g. 3 blue 2"),
        ("3 blue red 2", "e.g. 3 blue 2"),
        ("3 green 2", "e.g. 3 blue 2"),
        ("0 blue 2", "'0' is not a source"),
        ("10 blue 2", "'10' is not a source"),
        ("f blue 2", "'f' is not a source"),
        ("3 blue 6", "'6' is not a pattern line"),
        ("3 blue c", "'c' is not a pattern line"),
        ("3 blue -2", "e.g. 3 blue 2"),
        ("³ blue 2", "'³' is not a source"),
        ("deal BBKRR", "'bbkrr' is not a factory"),
        ("deal BBXR", "'bbxr' is not a factory"),
        ("3 blue 2" + " x" * 100, "no move is that long"),
    ],
)
def test_what_is_no_move_is_refused_with_an_example(written: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        GAME.rules.parse(written)


def test_blanks_do_not_make_a_move_too_long() -> None:
    assert GAME.rules.text(GAME.rules.parse("3" + " " * 500 + "blue 2")) == "3 blue 2"
