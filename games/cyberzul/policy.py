"""What moves gain at a glance for the player to move, whatever they mean for the others.

Playouts follow it, too: `kernel.playout` has the same gains.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.cyberzul.evaluate import expected_points
from games.cyberzul.legal import destinations
from games.cyberzul.moves import Take
from games.cyberzul.position import CENTRE, Board, State
from games.cyberzul.rules import place, take_marker
from games.cyberzul.scoring import score_round
from games.cyberzul.tiles import colours_in
from games.cyberzul.weights import DRAFT_WEIGHTS

_AMPLE_SCORE = 100
"""A score that no floor line reduces to zero."""


def takes_with_gains(state: State) -> list[tuple[float, Take]]:
    """Return all moves with their gains."""
    return [(gain, Take(source, colour, line)) for source, colour, gains in _gains(state) for gain, line in gains]


def misjudged_take(state: State, rng: Random, noise: float) -> Take:
    """Return the move with the highest gain after up to `noise` random points are added for each heap and colour.

    Of factories with the same tiles, the first is enough, as in the searches.
    """
    known = {0, *(1 + state.factories.index(heap) for heap in state.factories)}
    best = ((max(gains), source, colour) for source, colour, gains in _gains(state) if source in known)
    (_, line), source, colour = max(best, key=lambda each: each[0][0] + noise * rng.random())
    return Take(source, colour, line)


def supply(state: State) -> Iterator[tuple[int, int, int, int]]:
    """Yield what can be taken: source, colour, number of tiles, and 1 if the marker comes with them."""
    for source, heap in enumerate(state.factories, 1):
        if heap:
            for colour in colours_in(heap):
                yield source, colour, heap >> (colour << 3) & 255, 0
    marker = int(state.marker == CENTRE)
    for colour in colours_in(state.centre):
        yield 0, colour, state.centre >> (colour << 3) & 255, marker


def _gains(state: State) -> Iterator[tuple[int, int, list[tuple[float, int]]]]:
    """Yield what can be taken: source, colour, and for each destination the gain and the destination."""
    board = state.boards[state.turn]
    before = _value_now(board)
    for source, colour, number, marker in supply(state):
        mine = take_marker(board) if marker else board
        less = before - DRAFT_WEIGHTS.start * marker
        lines = destinations(board, colour)
        yield source, colour, [(_value_now(place(mine, line, colour, number)[0]) - less, line) for line in lines]


def _value_now(board: Board) -> float:
    """Return the value of a mat if the round ended now."""
    after, _ = score_round(Board(_AMPLE_SCORE, board.lines, board.wall, board.floor))
    return after.score + expected_points(after.lines, after.wall, DRAFT_WEIGHTS)
