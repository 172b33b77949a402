"""Perft: the number of lines of play of a given length, the classic test of a move generator."""

from __future__ import annotations

from typing import TypeVar

from games.core.game import Game
from games.core.status import Outcome, Seat

S = TypeVar("S")
M = TypeVar("M")


def perft(game: Game[S, M], state: S, depth: int, last: Seat | None = None) -> int:
    """Return the number of sequences of `depth` moves from `state`; a finished match adds nothing.

    If several seats act at once, they move one after the other, with the one that moved `last` as the last of them.
    Repetition is not counted. Raises ValueError if the moves cannot be counted.
    """
    if depth == 0:
        return 1
    status = game.rules.status(state)
    if isinstance(status, Outcome):
        return 0
    seat = min(status.seats, key=lambda s: (s == last, s))
    legal = game.rules.legal(state, seat)
    count = legal.count()
    if count is None:
        raise ValueError(f"{game.info.title}: the moves of phase {status.phase} cannot be counted")
    if depth == 1:
        return count
    return sum(perft(game, game.rules.play(state, seat, move), depth - 1, seat) for move in legal)
