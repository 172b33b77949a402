"""Occupied spaces, land, and the points for them (RULES 7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.onyx.position import State

SECOND_PLAYER = 5
"""The points that seat 1 gets for moving second."""


def territory(state: State, colour: int) -> int:
    """Return the set of empty spaces that the colour controls: all of each empty region that touches it."""
    neighbours_of, free = state.board.neighbours_of, state.board.all & ~state.taken
    reached = 0
    edge = neighbours_of(state.held[colour]) & free
    while edge:
        reached |= edge
        edge = neighbours_of(edge) & free & ~reached
    return reached


def colour_scores(state: State) -> list[int]:
    """Return the points of the four colours."""
    return [held.bit_count() + territory(state, colour).bit_count() for colour, held in enumerate(state.held)]


def player_scores(state: State) -> tuple[int, int]:
    """Return the points of both players: the higher colour once, the lower twice, and 5 for seat 1."""
    return add_up(colour_scores(state))


def add_up(points: Sequence[int]) -> tuple[int, int]:
    """Return the points of both players from those of the four colours."""
    black, purple, white, yellow = points
    return (
        black + purple + min(black, purple),
        white + yellow + min(white, yellow) + SECOND_PLAYER,
    )


def sure_lands(state: State) -> tuple[int, ...]:
    """Return, for each colour, the set of empty spaces that it controls and no colour of the other side does.

    Before both sides have pieces, nothing is sure unless the match is over.
    """
    one, other = state.held[0] | state.held[1], state.held[2] | state.held[3]
    if state.phase != "over" and not (one and other):
        return (0, 0, 0, 0)
    lands = [territory(state, colour) for colour in range(4)]
    shared = (lands[0] | lands[1]) & (lands[2] | lands[3])
    return tuple(land & ~shared for land in lands)


def sure_scores(state: State) -> tuple[int, int]:
    """Return the points of both players without the empty spaces that the other side controls too."""
    one, two, three, four = (
        held.bit_count() + land.bit_count() for held, land in zip(state.held, sure_lands(state), strict=True)
    )
    return one + two + min(one, two), three + four + min(three, four) + SECOND_PLAYER


def lead(state: State, seat: int) -> int:
    """Return the lead in points if the match were scored now."""
    first, second = player_scores(state)
    return first - second if seat == 0 else second - first
