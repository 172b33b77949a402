"""Cyberzul: all legal moves, each played out to the end of the round with greedy play."""

from __future__ import annotations

from random import Random
from time import process_time

from games.core.search.greedy import state_value
from games.core.status import CHANCE, Outcome, Seat
from games.cyberzul import GAME
from games.cyberzul.moves import Move
from games.cyberzul.position import State

_TRIED = 4
"""The number of random moves of which a playout plays the best one."""


def think(state: State, seconds: float, rng: Random) -> list[Move]:
    """Return the move with the best mean after this much processor time."""
    seat = _mover(state)
    moves = list(GAME.rules.legal(state, seat))
    total, visits = dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0)
    deadline = process_time() + seconds
    while True:
        for move in moves:
            total[move] += _play_out(GAME.rules.play(state, seat, move), seat, rng)
            visits[move] += 1
        if process_time() > deadline:
            return [max(moves, key=lambda move: total[move] / visits[move])]


def _mover(state: State) -> Seat:
    status = GAME.rules.status(state)
    assert not isinstance(status, Outcome)
    return min(status.seats)


def _play_out(state: State, seat: Seat, rng: Random) -> float:
    while not isinstance(status := GAME.rules.status(state), Outcome) and CHANCE not in status.seats:
        mover = min(status.seats)
        moves = list(GAME.rules.legal(state, mover))
        tried = rng.sample(moves, min(_TRIED, len(moves)))
        state = max(
            (GAME.rules.play(state, mover, move) for move in tried),
            key=lambda after: state_value(GAME.player, after, mover),
        )
    return state_value(GAME.player, state, seat)
