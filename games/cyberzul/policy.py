"""The default policy of rollouts: the move that gains most for the player to move, whatever it means for the others."""

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

Gains = tuple[tuple[float, int], ...]
"""The gain of each destination of some tiles, with the destination; best first."""

_AMPLE_SCORE = 100
"""A score that no floor line reduces to zero."""


class Policy:
    """The gains of moves, cached during one search, in which the same mats occur again and again."""

    def __init__(self) -> None:
        self._mats: dict[tuple[int, int, int], dict[int, Gains]] = {}

    def gains(self, board: Board, colour: int, number: int, marker: int) -> Gains:
        """Return what this many tiles gain on this mat; `marker` is 1 if it comes with them."""
        known = self._mats.setdefault((board.lines, board.wall, len(board.floor)), {})
        key = colour << 9 | number << 1 | marker
        found = known.get(key)
        if found is None:
            found = known[key] = _gains(board, colour, number, marker)
        return found

    def legal_takes(self, state: State) -> list[tuple[float, Take]]:
        """Return all moves with their gains."""
        board = state.boards[state.turn]
        return [
            (gain, Take(source, colour, line))
            for source, colour, number, marker in supply(state)
            for gain, line in self.gains(board, colour, number, marker)
        ]

    def best(self, state: State, rng: Random, noise: float) -> Take:
        """Return the move with the highest gain after up to `noise` random points are added to each."""
        board = state.boards[state.turn]
        known = self._mats.setdefault((board.lines, board.wall, len(board.floor)), {})
        best, choice = -1e9, (0, 0, 0)
        for source, colour, number, marker in supply(state):
            gains = known.get(colour << 9 | number << 1 | marker) or self.gains(board, colour, number, marker)
            gain = gains[0][0] + noise * rng.random()
            if gain > best:
                best, choice = gain, (source, colour, gains[0][1])
        return Take(*choice)


def supply(state: State) -> Iterator[tuple[int, int, int, int]]:
    """Yield what can be taken: source, colour, number of tiles, and 1 if the marker comes with them."""
    for source, heap in enumerate(state.factories, 1):
        if heap:
            for colour in colours_in(heap):
                yield source, colour, heap >> (colour << 3) & 255, 0
    marker = int(state.marker == CENTRE)
    for colour in colours_in(state.centre):
        yield 0, colour, state.centre >> (colour << 3) & 255, marker


def _gains(board: Board, colour: int, number: int, marker: int) -> Gains:
    before = _value_now(board)
    mine = take_marker(board) if marker else board
    start = DRAFT_WEIGHTS.start * marker
    gains = (
        (_value_now(place(mine, line, colour, number)[0]) - before + start, line)
        for line in destinations(board, colour)
    )
    return tuple(sorted(gains, reverse=True))


def _value_now(board: Board) -> float:
    """Return the value of a mat if the round ended now."""
    after, _ = score_round(Board(_AMPLE_SCORE, board.lines, board.wall, board.floor))
    return after.score + expected_points(after.lines, after.wall, DRAFT_WEIGHTS)
