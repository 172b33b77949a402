"""RULES 1 to 3: the board, its validity, and how pieces enter."""

from __future__ import annotations

from random import Random

import pytest

from games.core.errors import BadNotation, IllegalMove, NotYourTurn
from games.core.status import CHANCE, Seat, Turn
from games.piously import GAME
from games.piously.boards import CLASSIC, random_board
from games.piously.layout import find_flaw, layout, overlap
from games.piously.rooms import TILE_NAMES
from tests.games.piously.drawing import CARD, fields, moves, play

REFERENCE = "P-4,2,0/I-3,3,1/O-2,2,0/U-2,4,5/S0,0,0/L2,1,0/Y3,0,1"


def refusal(board: str) -> str:
    state = GAME.rules.start(2, {})
    with pytest.raises(IllegalMove) as refused:
        GAME.rules.play(state, Seat(1), GAME.rules.parse(f"board:{board}"))
    return str(refused.value)


def test_black_builds_first() -> None:
    """2: a match begins with Black's board."""
    state = GAME.rules.start(2, {})
    assert GAME.rules.status(state) == Turn(frozenset({Seat(1)}), "build")
    assert GAME.rules.dump(state) == "- - - ------- - b+ 0"
    assert GAME.rules.legal(state, Seat(1)).count() is None
    with pytest.raises(NotYourTurn, match="Black"):
        GAME.rules.play(state, Seat(0), GAME.rules.parse(f"board:{CARD}"))


def test_the_board_may_be_drawn_by_chance() -> None:
    state = GAME.rules.start(2, {"board": "random"})
    assert GAME.rules.dump(state) == "- - - ------- - ?+ 0"
    assert GAME.rules.status(state) == Turn(frozenset({CHANCE}), "build")
    after = GAME.rules.play(state, CHANCE, GAME.rules.deal(state, Random(1)))
    assert GAME.rules.status(after) == Turn(frozenset({Seat(0)}), "place")


def test_the_board_may_be_the_designers() -> None:
    state = GAME.rules.start(2, {"board": "classic"})
    assert GAME.rules.dump(state) == f"{CARD}/X- ..../..../..../..../..../..../..../- - ------- - w@ 0"


def test_the_designers_and_the_reference_board_are_valid() -> None:
    """2: both known boards pass."""
    for board in (CARD, REFERENCE):
        assert fields(play(GAME.rules.start(2, {}), f"board:{board}"))["rooms"] == f"{board}/X-"


def test_rooms_in_any_order_and_case_are_understood() -> None:
    shuffled = "/".join(reversed(CARD.lower().split("/")))
    assert GAME.rules.text(GAME.rules.parse(f" BOARD: {shuffled} ")) == f"board:{CARD}"
    assert GAME.rules.text(GAME.rules.parse(shuffled)) == f"board:{CARD}"


@pytest.mark.parametrize(
    "change,reason",
    [
        ("Y-3,1,0>Y0,0,0", "Pink and Yellow lie in the same place."),
        ("Y-3,1,0>Y-9,1,0", "Yellow touches no other room; it must touch at least two."),
        ("Y-3,1,0>Y-4,0,0", "Yellow touches only Lime; it must touch at least two rooms."),
    ],
)
def test_an_invalid_board_is_refused_with_the_reason(change: str, reason: str) -> None:
    """2: all hexes differ, every room touches two others."""
    old, _, new = change.partition(">")
    assert refusal(CARD.replace(old, new)) == reason


def test_a_board_in_two_parts_is_refused() -> None:
    """2 [G2]: everybody touches two others, and yet the board falls apart."""
    parts = "P0,0,0/I0,3,0/O1,1,0/U20,0,0/S21,2,0/L18,1,0/Y30,0,0"
    assert "touches" in refusal(parts)
    trio = {"P": "P0,0,0", "O": "O1,1,0", "I": "I0,3,0"}
    quartet = {"U": "U20,0,4", "S": "S19,-2,1", "L": "L20,-3,2", "Y": "Y16,0,0"}
    board = "/".join((trio | quartet)[room] for room in "PIOUSLY")
    assert refusal(board) == ("The board falls apart: Umber, Sapphire, Lime and Yellow must be joined to the others.")


def test_random_boards_are_valid() -> None:
    """2: each of many."""
    rng = Random(5)
    for _ in range(200):
        places = random_board(rng)
        assert overlap(places) is None
        assert find_flaw(layout(places)) is None
        assert places[0][:2] == (0, 0)
        rows = [row for _, row in layout(places).cells]
        slants = ([q for q, _ in layout(places).cells], [q + row for q, row in layout(places).cells])
        assert all(max(rows) - min(rows) <= max(one) - min(one) for one in slants), "a turned board would be lower"
    assert len({random_board(rng) for _ in range(50)}) == 50


def test_white_then_black_enter_on_free_tiles_of_rooms() -> None:
    """3 [T1]: 28 tiles for White, 27 for Black, then White's first turn."""
    state = GAME.rules.start(2, {"board": "classic"})
    assert moves(state, "@") == set(TILE_NAMES[:28])
    state = play(state, "@L2")
    assert fields(state)["mover"] == "b@"
    assert moves(state, "@") == set(TILE_NAMES[:28]) - {"L2"}
    with pytest.raises(IllegalMove, match="L2 is taken: the white piece is there"):
        play(state, "@L2")
    with pytest.raises(IllegalMove, match="not on X"):
        play(state, "@X")
    state = play(state, "@I4")
    assert GAME.rules.dump(state) == f"{CARD}/X- ..../..../..../..../..../..../..../- W=L2,B=I4 ------- - w3 1"


def test_steps_of_another_phase_are_refused() -> None:
    state = GAME.rules.start(2, {})
    with pytest.raises(IllegalMove, match="built first"):
        play(state, "@P1")
    state = play(state, f"board:{CARD}")
    with pytest.raises(IllegalMove, match="enter the board"):
        play(state, "b")
    state = play(state, "@P1", "@P2")
    with pytest.raises(IllegalMove, match="both pieces"):
        play(state, "@P3")


def test_options_are_checked() -> None:
    with pytest.raises(BadNotation):
        GAME.rules.start(2, {"board": "round"})
    with pytest.raises(BadNotation):
        GAME.rules.start(3, {})


def test_a_tile_keeps_its_name_when_a_room_is_turned() -> None:
    """1: clockwise turns about tile 1."""
    bar = layout((*CLASSIC[:1], (3, -1, 1), *CLASSIC[2:]))
    assert [bar.cells[tile] for tile in range(4, 8)] == [(3, -1), (3, 0), (3, 1), (3, 2)]
