"""Thinkers over any game: random, greedy, flat Monte Carlo."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TypeVar

from games.core.game import Game
from games.core.legal import LegalMoves
from games.core.status import CHANCE, Outcome, Seat, Turn
from games.core.thought import Budget, Thought

S = TypeVar("S")
M = TypeVar("M")

CANDIDATES = 200
"""A thinker without knowledge looks at this many moves at most, drawn at random where there are more."""
PLIES = 40
"""A rollout is broken off after so many plies and judged by `evaluate`."""
_GREEDY_ROLL = 0.3


def think(game: Game[S, M], view: S, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[M]:
    """Easy: greedy, every third move at random. Medium: greedy. Hard: flat Monte Carlo."""
    if level == "easy" and rng.random() < _GREEDY_ROLL:
        return told(game, view, seat, random_move(game, view, seat, rng))
    if level != "hard":
        return told(game, view, seat, greedy(game, view, seat, rng))
    return told(game, view, seat, monte_carlo(game, view, seat, budget, rng))


def told(game: Game[S, M], state: S, seat: Seat, move: M) -> Thought[M]:
    """The move with its own description as the reason."""
    return Thought(move, game.tell(state, seat, move))


def random_move(game: Game[S, M], state: S, seat: Seat, rng: Random) -> M:
    """Any legal move."""
    return game.legal(state, seat).sample(rng)


def candidates(legal: LegalMoves[M], rng: Random, most: int = CANDIDATES) -> list[M]:
    """All legal moves where there are at most `most`, else as many drawn at random, each once."""
    count = legal.count()
    if count is not None and count <= most:
        return list(islice(legal, most))
    return list(dict.fromkeys(legal.sample(rng) for _ in range(most)))


def worth(game: Game[S, M], state: S, seat: Seat) -> float:
    """`evaluate`, or what the outcome is worth: 1 for a win, 0 for a tie for the first place, -1 otherwise."""
    status = game.status(state)
    if isinstance(status, Turn):
        return game.evaluate(state, seat)
    if status.places[seat] > 1:
        return -1.0
    return 1.0 if status.places.count(1) == 1 else 0.0


def greedy(game: Game[S, M], state: S, seat: Seat, rng: Random) -> M:
    """The move after which the seat stands best at a glance; chance decides between equals."""
    moves = candidates(game.legal(state, seat), rng)
    rng.shuffle(moves)
    return max(moves, key=lambda move: worth(game, game.play(state, seat, move), seat))


def monte_carlo(game: Game[S, M], state: S, seat: Seat, budget: Budget, rng: Random) -> M:
    """The move with the best mean over random continuations, more of them for the better half (sequential halving)."""
    moves = candidates(game.legal(state, seat), rng)
    meter = budget.start()
    total = dict.fromkeys(moves, 0.0)
    visits = dict.fromkeys(moves, 0)
    while len(moves) > 1 and meter.open:
        for _ in range(4):
            for move in moves:
                total[move] += rollout(game, game.play(state, seat, move), seat, rng)
                visits[move] += 1
                if not meter.spend(PLIES):
                    break
        moves.sort(key=lambda move: total[move] / max(1, visits[move]), reverse=True)
        moves = moves[: max(1, len(moves) // 2)]
    return moves[0]


def rollout(game: Game[S, M], state: S, seat: Seat, rng: Random, plies: int = PLIES) -> float:
    """What a random continuation of at most `plies` plies is worth for the seat."""
    for _ in range(plies):
        status = game.status(state)
        if isinstance(status, Outcome):
            break
        mover = min(status.seats)
        move = game.deal(state, rng) if mover == CHANCE else game.legal(state, mover).sample(rng)
        state = game.play(state, mover, move)
    return worth(game, state, seat)
