"""The hexagonal grid that Piously lies on."""

from __future__ import annotations

from games.core.boards.hex import DIRECTIONS, STEPS, add_hexes, border, hex_name, neighbours, rotate


def test_directions_go_clockwise_from_the_east() -> None:
    assert list(DIRECTIONS) == ["E", "SE", "SW", "W", "NW", "NE"]
    assert [rotate((1, 0), turns) for turns in range(6)] == list(STEPS)


def test_six_turns_come_back() -> None:
    assert rotate((3, -2), 6) == rotate((3, -2), 0) == (3, -2)
    assert rotate((3, -2), 3) == (-3, 2)


def test_neighbours_lie_one_step_away() -> None:
    assert neighbours((2, 1)) == tuple(add_hexes((2, 1), step) for step in STEPS)


def test_the_border_of_a_shape_is_around_it() -> None:
    assert len(border([(0, 0)])) == 6
    assert len(border([(0, 0), (1, 0)])) == 8
    assert (1, 0) not in border([(0, 0), (1, 0)])


def test_hexes_are_named_by_their_coordinates() -> None:
    assert hex_name((-3, 1)) == "-3,1"
