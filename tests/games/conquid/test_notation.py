"""Moves and positions as text (RULES 8, 9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conquid import GAME
from games.conquid.position import State
from games.core.errors import BadNotation
from tests.games.conquid.drawing import SIZES, start


@pytest.mark.parametrize(
    "typed, canonical",
    [
        ("A c5 d6 e7", "A c5 d6 e7"),
        ("A e7 d6 c5", "A c5 d6 e7"),
        ("  a  E7,d6  , C5 ", "A c5 d6 e7"),
        ("acquire aa1 z1 b2", "A z1 aa1 b2"),
        ("A i4 b1 c1", "A b1 c1 i4"),
        ("c", "C"),
        ("Conquer", "C"),
        ("v C5", "V c5"),
        ("VANQUISH c5", "V c5"),
        ("q", "Q"),
        ("conquest", "Q"),
    ],
)
def test_moves_are_understood(typed: str, canonical: str) -> None:
    """8: any case, extra blanks and commas; cells in any order, shown by row and then column."""
    assert GAME.rules.text(GAME.rules.parse(typed)) == canonical


@pytest.mark.parametrize(
    "typed, sentence",
    [
        ("", "I couldn't read ''"),
        ("hello", "I couldn't read 'hello'"),
        ("c5 d6 e7", "Type e.g. A c5 d6 e7"),
        ("A", "you named 0"),
        ("A c5 d6", "you named 2"),
        ("A c5 d6 e7 f8", "you named 4"),
        ("A c5 d6 e0", "I couldn't read 'e0'"),
        ("A c5 d6 c55x", "I couldn't read 'c55x'"),
        ("A c5 d6 ccc5", "I couldn't read 'ccc5'"),
        ("A c5 d6 ٣5", "I couldn't read"),
        ("C c5", "C takes no cells: type just C"),
        ("Q c5", "Q takes no cells: type just Q"),
        ("V", "top left one"),
        ("V c5 d5", "top left one"),
    ],
)
def test_moves_that_cannot_be_read(typed: str, sentence: str) -> None:
    """8: the refusal names what is wrong and how to write it."""
    with pytest.raises(BadNotation) as refusal:
        GAME.rules.parse(typed)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("size", SIZES)
def test_the_start_as_a_position_line(size: str) -> None:
    """9: empty cells, headquarters, the turn."""
    line = GAME.rules.dump(start(size))
    assert line.endswith(" t=0")
    side = {"small": 1, "medium": 4, "large": 9}[size]
    assert line.count("A") == line.count("B") == side
    assert GAME.rules.load(line, {"size": size}) == start(size)


def small(row4: str = "....A....B....", end: str = "t=0") -> str:
    """A position line of the small board with something in its middle row."""
    empty = "." * 14
    return f"b={'/'.join([empty] * 3 + [row4] + [empty] * 3)} {end}"


def test_a_finished_match() -> None:
    """9: t=- and the winner; the board may be any, also one without a chain."""
    for winner in (0, 1):
        line = small("....A1111B....", f"t=- win={winner}")
        state = GAME.rules.load(line, {"size": "small"})
        assert state.winner == winner
        assert GAME.rules.dump(state) == line
    assert GAME.presenter.table(GAME.rules.load(small(end="t=- win=0"), {"size": "small"}), None).marks == ()


def test_fields_in_any_order() -> None:
    """9: the order of the fields means nothing."""
    board, turn = small().split()
    assert GAME.rules.load(f"  {turn}   {board} ", {"size": "small"}) == start()


@pytest.mark.parametrize(
    "line, sentence",
    [
        ("", "must say b=... for the board"),
        ("t=0", "must say b=... for the board"),
        (small(end=""), "must say b=... for the board"),
        (small(end="t=2"), "t=0 or t=1"),
        (small(end="t=-"), "t=0 or t=1"),
        (small(end="t=0 win=0"), "t=0 or t=1"),
        (small(end="t=- win=2"), "t=0 or t=1"),
        (small(end="t=- win=-"), "t=0 or t=1"),
        (small(end="t=0 t=0"), "couldn't read 't=0'"),
        (small(end="t=0 x=1"), "couldn't read 'x=1'"),
        (small(end="t=0 x"), "couldn't read 'x'"),
        (small("....A....B..."), "7 rows of 14"),
        (small("....A....B....") + "/", "t=0 or t=1"),
        (small("....A....B...3"), "'3' means nothing"),
        (small("....A....B..x."), "'x' means nothing"),
        (small("...A.....B...."), "A at e4 and B at j4"),
        (small("....B....A...."), "A at e4 and B at j4"),
        (small("....1....B...."), "A at e4 and B at j4"),
        (small("....A...AB...."), "A at e4 and B at j4"),
        (GAME.rules.dump(start("medium")), "7 rows of 14"),
    ],
)
def test_positions_that_cannot_be_read(line: str, sentence: str) -> None:
    """9: whatever is not a position of this board is refused."""
    with pytest.raises(BadNotation) as refusal:
        GAME.rules.load(line, {"size": "small"})
    assert sentence in str(refusal.value)


@given(st.text(max_size=40) | st.from_regex(r"[ACVQacvq]?( ?[a-z]{0,3}[0-9]{0,3}){0,5}", fullmatch=True))
def test_parse_reads_or_refuses(text: str) -> None:
    """8: no text does anything else, and what is read is written the same way ever after."""
    try:
        move = GAME.rules.parse(text)
    except BadNotation:
        return
    assert GAME.rules.parse(GAME.rules.text(move)) == move


@given(st.text(max_size=200) | st.text("12.AB/= t0-win", max_size=150).map(lambda text: small(end=text)))
def test_load_reads_or_refuses(text: str) -> None:
    """9: no text does anything else."""
    try:
        state = GAME.rules.load(text, {"size": "small"})
    except BadNotation:
        return
    assert GAME.rules.load(GAME.rules.dump(state), {"size": "small"}) == state


@given(st.sampled_from(SIZES), st.data())
def test_every_writable_position_is_read(size: str, data: st.DataObject) -> None:
    """9: any owners of the cells, either turn."""
    field = start(size).field
    one = data.draw(st.integers(0, field.ground)) & field.ground
    two = data.draw(st.integers(0, field.ground)) & field.ground & ~one
    state = State(size, (one, two), *data.draw(st.sampled_from([(0, None), (1, None), (None, 0), (None, 1)])))
    assert GAME.rules.load(GAME.rules.dump(state), {"size": size}) == state
