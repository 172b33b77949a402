"""Hints say why."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.choccer.reasons import explain
from games.core.table import Mark
from tests.games.choccer.drawing import drawn

BOARD = """
    . . . . . . . . . . +
    . . . . . . . . T . .
    . . . . . . . . . . .
    . . L . . . . . s . .
    . C . . . . . . C . .
    . . t . . . . . S . .
    . . . . * . . . . . .
"""


@pytest.mark.parametrize(
    "text, held, words",
    [
        ("c4-d4", "-", "clover c4-d4"),
        ("b3-b2", "c4:red", "circle b3-b2 and threatens the triangle on c2"),
        ("c4-c2", "c2:red", "clover c4-c2 takes a triangle and its red gem and threatens to score the red gem"),
        ("b3-b4", "-", "circle b3-b4 and brings the circle to safety"),
        ("c4-c3", "-", "clover c4-c3 and guards the circle on b3"),
        ("c4-c2", "-", "clover c4-c2 takes a triangle and shields the circle on b3"),
        ("i3-i4", "i4:blue", "circle i3-i4 takes a star and its blue gem and keeps the blue gem out of the zone"),
        ("i2-h3", "i2:blue,c2:red", "star i2-h3 and is 2 moves from the zone"),
        ("i6-j7", "-", "triangle i6-j7 and comes nearer to the blue gem on k7"),
        ("c4-b4", "c4:red", "clover c4-b4 and scores the red gem: 10 points and wins the match"),
    ],
)
def test_idea_is_named(text: str, held: str, words: str) -> None:
    assert explain(drawn(BOARD, held=held), GAME.rules.parse(text)).words == words


def test_gem_is_brought_to_safety() -> None:
    state = drawn(BOARD, held="i4:blue", seat=1, turn=2)
    assert explain(state, GAME.rules.parse("i4-g6")).words == "star i4-g6 and brings the blue gem to safety"


def test_threatened_piece_is_marked() -> None:
    told = explain(drawn(BOARD, held="c4:red"), GAME.rules.parse("b3-b2"))
    assert told.marks == (Mark("hint", ("b3", "b2")), Mark("danger", ("c2",)))


def test_what_the_search_expects_is_the_last_resort() -> None:
    state = drawn(BOARD)
    reply, back, on = (GAME.rules.parse(text) for text in ("c2-d1", "d4-c4", "d4-d1"))
    assert explain(state, GAME.rules.parse("c4-d4"), [reply, on]).words == "clover c4-d4 and prepares d4-d1"
    assert (
        explain(state, GAME.rules.parse("c4-d4"), [reply, back]).words == "clover c4-d4 and waits for a better moment"
    )


def test_win_by_force_is_counted_in_own_moves() -> None:
    state = drawn(BOARD, turn=11)
    assert explain(state, GAME.rules.parse("c4-d4"), won_by=14).words == "clover c4-d4 and wins within 2 moves"
