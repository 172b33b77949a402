"""Boards and headquarters (RULES 1), turns (RULES 2)."""

from __future__ import annotations

from random import Random

import pytest

from games.conquid import GAME
from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.status import Outcome, Seat, Turn
from tests.games.conquid.drawing import SIZES, after, drawing, read_drawing, rows, start

HEADQUARTERS = {
    "small": (("e4",), ("j4",)),
    "medium": (("e7", "f7", "e8", "f8"), ("w7", "x7", "w8", "x8")),
    "large": (
        ("e10", "f10", "g10", "e11", "f11", "g11", "e12", "f12", "g12"),
        ("aj10", "ak10", "al10", "aj11", "ak11", "al11", "aj12", "ak12", "al12"),
    ),
}
SHAPES = {"small": (14, 7), "medium": (28, 14), "large": (42, 21)}


@pytest.mark.parametrize("size", SIZES)
def test_headquarters(size: str) -> None:
    """1: the headquarters lie where the rules put them, each four columns from its wall."""
    field = start(size).field
    assert tuple(field.names(board) for board in field.hq) == HEADQUARTERS[size]
    assert (field.grid.columns, field.grid.rows) == SHAPES[size]


def test_small_board() -> None:
    """1: everything else starts empty."""
    assert drawing(start("small")) == rows("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A . . . . B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)


def test_medium_is_the_default() -> None:
    """1: a match without options is played on the medium board."""
    assert GAME.rules.start(2, {}) == start("medium")


def test_left_moves_first_and_seats_alternate() -> None:
    """2: seat 0 begins; each action passes the turn."""
    state = start()
    for seat, text in enumerate(("A a1 b1 c1", "A a2 b2 c2", "C", "C")):
        assert GAME.rules.status(state) == Turn(frozenset({Seat(seat % 2)}))
        state = after(state, text)


@pytest.mark.parametrize("text", ["A a1 b1 c1", "C", "V a4", "Q"])
def test_nobody_acts_out_of_turn(text: str) -> None:
    """2: the other seat waits, whatever it wants to do."""
    with pytest.raises(NotYourTurn, match="It's West's move"):
        GAME.rules.play(start(), Seat(1), GAME.rules.parse(text))


def test_nobody_acts_when_the_match_is_over() -> None:
    """6: after a declared conquest nothing can be played."""
    over = after(after(start(), "A f4 g4 h4", "C", "A i4 a1 a2", "C"), "Q")
    assert isinstance(GAME.rules.status(over), Outcome)
    for seat in (Seat(0), Seat(1)):
        assert GAME.rules.legal(over, seat).count() == 0
        assert list(GAME.rules.legal(over, seat)) == []
        with pytest.raises(NotYourTurn, match="The match is over"):
            GAME.rules.play(over, seat, GAME.rules.parse("C"))


def test_only_the_seat_to_move_has_legal_moves() -> None:
    """2: the other seat has none."""
    legal = GAME.rules.legal(start(), Seat(1))
    assert legal.count() == 0
    assert GAME.rules.parse("C") not in legal
    with pytest.raises(IndexError):
        legal.sample(Random(1))


def test_a_refused_attempt_leaves_the_turn() -> None:
    """2.3: the state is a value, a refusal changes nothing and the seat tries again."""
    state = start()
    with pytest.raises(IllegalMove):
        GAME.rules.play(state, Seat(0), GAME.rules.parse("Q"))
    assert state == start()
    assert GAME.rules.play(state, Seat(0), GAME.rules.parse("C")).turn == 1


@pytest.mark.parametrize("seats", [1, 3])
def test_two_seats(seats: int) -> None:
    """1: Conquid is for two."""
    with pytest.raises(BadNotation, match="is for 2 players"):
        GAME.rules.start(seats, {})


def test_only_the_three_sizes() -> None:
    """1: another size is refused with the sizes there are."""
    with pytest.raises(BadNotation, match="small, medium or large"):
        GAME.rules.start(2, {"size": "huge"})


@pytest.mark.parametrize(
    "size, texts, count",
    [
        ("small", (), 142_881),
        ("medium", (), 9_363_585),
        ("large", (), 107_122_465),
        ("small", ("A f4 g4 h4",), 129_767),
        ("small", ("A f4 g4 h4", "A a1 a2 a3", "A i4 b1 c1", "A n1 n2 n3"), 95_286),
    ],
)
def test_counts_of_the_digest(size: str, texts: tuple[str, ...], count: int) -> None:
    """2: how many actions are legal."""
    state = after(start(size), *texts)
    assert state.turn is not None
    assert GAME.rules.legal(state, Seat(state.turn)).count() == count


def test_conquer_is_always_possible() -> None:
    """4: on a full board without anything to take, conquer is still there."""
    full = read_drawing("""
        1 1 2 2 1 1 2 2 1 1 2 2 1 1
        1 1 2 2 1 1 2 2 1 1 2 2 1 1
        1 1 2 2 1 1 2 2 1 1 2 2 1 1
        1 1 2 2 A 1 2 2 1 B 2 2 1 1
        1 1 2 2 1 1 2 2 1 1 2 2 1 1
        1 1 2 2 1 1 2 2 1 1 2 2 1 1
        1 1 2 2 1 1 2 2 1 1 2 2 1 1
    """)
    assert [GAME.rules.text(move) for move in GAME.rules.legal(full, Seat(0))] == ["C"]
    assert GAME.rules.legal(full, Seat(0)).count() == 1
