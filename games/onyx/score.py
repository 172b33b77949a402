"""Occupied spaces, empty regions, and the points they give (RULES 7)."""

from __future__ import annotations

from collections.abc import Iterator
from math import tanh
from typing import NamedTuple

from games.onyx.board import WIDTH
from games.onyx.state import State

SECOND_PLAYER = 5
"""Points that seat 1 gets for moving second."""


class Region(NamedTuple):
    """A connected set of empty spaces, and all spaces beside it."""

    spaces: int
    border: int


def regions(state: State) -> Iterator[Region]:
    """The empty regions."""
    near = state.board.near
    free = state.board.all & ~state.taken
    while free:
        frontier = free & -free
        spaces = around = 0
        while frontier:
            low = frontier & -frontier
            spaces |= low
            around |= near[low.bit_length() // WIDTH]
            frontier = around & free & ~spaces
        free ^= spaces
        yield Region(spaces, around & ~spaces)


def territory(state: State) -> tuple[int, int, int, int]:
    """For each colour the set of empty spaces that it controls."""
    owned = [0, 0, 0, 0]
    for spaces, border in regions(state):
        for colour, held in enumerate(state.held):
            if held & border:
                owned[colour] |= spaces
    return owned[0], owned[1], owned[2], owned[3]


def colour_scores(state: State) -> list[int]:
    """The points of the four colours."""
    black, purple, white, yellow = state.held
    points = [black.bit_count(), purple.bit_count(), white.bit_count(), yellow.bit_count()]
    for spaces, border in regions(state):
        size = spaces.bit_count()
        for colour, held in enumerate(state.held):
            if held & border:
                points[colour] += size
    return points


def player_scores(state: State) -> tuple[int, int]:
    """The points of both players: the higher colour once, the lower twice, and 5 for seat 1."""
    black, purple, white, yellow = colour_scores(state)
    return (
        black + purple + min(black, purple),
        white + yellow + min(white, yellow) + SECOND_PLAYER,
    )


def lead(state: State, seat: int) -> int:
    """Points ahead if the match were scored now."""
    first, second = player_scores(state)
    return first - second if seat == 0 else second - first


def standing(state: State, seat: int) -> float:
    """The lead from -1 to 1; points worth a sixth of the board are nearly decisive."""
    return tanh(6 * lead(state, seat) / len(state.board.bit))
