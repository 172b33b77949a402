"""RULES 8: moves and positions as text."""

from __future__ import annotations

import pytest

from games.core.errors import BadNotation
from games.core.status import Outcome, Seat, Turn
from games.onyx import GAME
from games.onyx.moves import Pieces, Place, Remove
from tests.games.onyx.drawing import read_drawing

KING_3 = {"board": "king-3"}


@pytest.mark.parametrize(
    "typed, canonical",
    [
        ("b@c3", "b@c3"),
        ("  B@C3 ", "b@c3"),
        ("b @ c3", "b@c3"),
        ("p@d4 b@c3", "b@c3 p@d4"),
        ("b@c3, p@d4", "b@c3 p@d4"),
        ("b@c3,p@d4", "b@c3 p@d4"),
        ("Y@a1 W@aa12", "w@aa12 y@a1"),
        ("2b@c3", "2b@c3"),
        ("2 b@c3", "2b@c3"),
        ("b@c3 b@c3", "2b@c3"),
        ("PASS", "pass"),
        ("remove d4,c3", "remove c3,d4"),
        ("REMOVE D4 , C3", "remove c3,d4"),
        ("remove aa1 z1 b10 a2", "remove z1,aa1,a2,b10"),
        ("remove none", "remove none"),
        ("remove  None", "remove none"),
    ],
)
def test_moves_are_read_whatever_the_order_blanks_and_capitals(typed: str, canonical: str) -> None:
    """8.1."""
    move = GAME.rules.parse(typed)
    assert GAME.rules.text(move) == canonical
    assert GAME.rules.parse(canonical) == move


@pytest.mark.parametrize(
    "typed",
    ["", " ", "c3", "b@", "@c3", "3b@c3", "b@c3 p", "x@c3", "b@c3 p@d4 b@e5", "pass pass", "remove", "remove c3,c3",
     "remove none,c3", "remove c3 none", "remove ,",
     "b@ć3", "b@c33333333", "\uff12b@c3", "b@c3;p@d4", "remove " + "a1," * 2000],
)  # fmt: skip
def test_unreadable_moves_are_refused_with_a_sentence(typed: str) -> None:
    """8.1."""
    with pytest.raises(BadNotation, match=r"\w{3,}"):
        GAME.rules.parse(typed)


def test_moves_are_plain_values() -> None:
    assert GAME.rules.parse("b@c3 p@d4") == Place((Pieces(0, 1, "c3"), Pieces(1, 1, "d4")))
    assert GAME.rules.parse("pass") == Place()
    assert GAME.rules.parse("remove none") == Remove()


@pytest.mark.parametrize(
    "line",
    [
        "b=.yw/.../b.p t=0 ph=play passed=00 removed=00",
        "b=BYW/P../..p t=1 ph=play passed=10 removed=00",
        "b=BYW/P../..p t=0 ph=play passed=11 removed=00",
        "b=BYW/P../..p t=01 ph=remove passed=11 removed=00",
        "b=BYW/P../..p t=1 ph=remove passed=11 removed=10 sealed=a2,a3",
        "b=BYW/P../..p t=1 ph=remove passed=11 removed=10 sealed=none",
        "b=BYW/P../..p t=0 ph=remove passed=11 removed=01 sealed=b3",
        "b=BYW/P../..p t=0 ph=remove passed=11 removed=01 sealed=?",
        "b=BYW/P../..p t=01 ph=remove passed=00 removed=00",
        "b=BYW/P../..p t=- ph=over passed=11 removed=11",
        "b=.../.../... t=- ph=over passed=00 removed=11",
        "b=www/wbw/www t=0 ph=play passed=00 removed=00",
    ],
)
def test_every_position_that_can_be_written_is_taken(line: str) -> None:
    """8.2: also one that cannot arise in play."""
    assert GAME.rules.dump(GAME.rules.load(line, KING_3)) == line


def test_fields_may_stand_in_any_order() -> None:
    """8.2."""
    state = GAME.rules.load("removed=01  sealed=c3,b3 t=0 passed=11 ph=remove b=BYW/P../..p", KING_3)
    assert GAME.rules.dump(state) == "b=BYW/P../..p t=0 ph=remove passed=11 removed=01 sealed=b3,c3"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "b=.../.../...",
        "b=.../... t=0 ph=play passed=00 removed=00",
        "b=..../.../.. t=0 ph=play passed=00 removed=00",
        "b=..x/.../... t=0 ph=play passed=00 removed=00",
        "b=..\u017f/.../... t=0 ph=play passed=00 removed=00",
        "b=.../.../... t=2 ph=play passed=00 removed=00",
        "b=.../.../... t=- ph=play passed=00 removed=00",
        "b=.../.../... t=01 ph=play passed=00 removed=00",
        "b=.../.../... t=0 ph=play passed=0 removed=00",
        "b=.../.../... t=0 ph=play passed=00 removed=10",
        "b=.../.../... t=0 ph=play passed=00 removed=00 sealed=none",
        "b=.../.../... t=0 ph=draw passed=00 removed=00",
        "b=.../.../... t=0 ph=over passed=11 removed=11",
        "b=.../.../... t=- ph=over passed=11 removed=00",
        "b=.../.../... t=01 ph=remove passed=11 removed=10 sealed=none",
        "b=.../.../... t=1 ph=remove passed=11 removed=10",
        "b=.../.../... t=- ph=remove passed=11 removed=11 sealed=none",
        "b=..b/.../... t=1 ph=remove passed=11 removed=10 sealed=c3",
        "b=..W/.../... t=1 ph=remove passed=11 removed=10 sealed=c3",
        "b=..B/.../... t=1 ph=remove passed=11 removed=10 sealed=c3,c3",
        "b=..B/.../... t=1 ph=remove passed=11 removed=10 sealed=",
        "b=.../.../... t=0 ph=play passed=00 removed=00 t=0",
        "b=.../.../... t=0 ph=play passed=00 removed=00 x=1",
        "b=.../.../... t=0 ph=play passed=00 removed=00 junk",
    ],
)
def test_other_lines_are_refused_with_a_sentence(line: str) -> None:
    """8.2."""
    with pytest.raises(BadNotation, match=r"\w{3,}"):
        GAME.rules.load(line, KING_3)


def test_a_loaded_match_goes_on() -> None:
    """8.2: passes made before the position count."""
    state = read_drawing("...\n.b.\n...", turn=1, passed="10")
    assert GAME.rules.status(GAME.rules.play(state, Seat(1), GAME.rules.parse("pass"))) == Turn(
        frozenset({Seat(0), Seat(1)}), "remove"
    )
    assert isinstance(GAME.rules.status(read_drawing("...\n.b.\n...", phase="over", passed="11")), Outcome)


def test_a_hidden_choice_counts_as_none_when_the_view_is_played_on() -> None:
    """6.3: who thinks ahead from a view cannot know better."""
    state = GAME.rules.load("b=B../.../..w t=1 ph=remove passed=11 removed=10 sealed=?", KING_3)
    done = GAME.rules.play(state, Seat(1), GAME.rules.parse("remove none"))
    assert GAME.rules.dump(done) == "b=B../.../..w t=- ph=over passed=11 removed=11"


def test_unknown_options_and_seats_are_refused() -> None:
    with pytest.raises(BadNotation, match="no option 'size'"):
        GAME.rules.start(2, {"size": "8"})
    with pytest.raises(BadNotation, match="for 2 players"):
        GAME.rules.start(3, {})
    assert GAME.rules.dump(GAME.rules.start(2, {})).startswith("b=......../")
