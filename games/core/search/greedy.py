"""Players without a search: a random move, or the move with the best immediate evaluation."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from games.core.legal import sample_moves
from games.core.player import Player
from games.core.rules import Rules
from games.core.status import CHANCE, Outcome, Seat

S = TypeVar("S")
M = TypeVar("M")

CANDIDATES = 200
"""The most moves a greedy player looks at; if there are more, they are drawn at random."""


def state_value(player: Player[S, M], state: S, seat: Seat) -> float:
    """Return `Player.evaluate`, or the value of the outcome: 1 for a win, 0 for a tie for first place, -1 otherwise."""
    status = player.rules.status(state)
    if not isinstance(status, Outcome):
        return player.evaluate(state, seat)
    if status.places[seat] > 1:
        return -1.0
    return 1.0 if status.places.count(1) == 1 else 0.0


def random_move(rules: Rules[S, M], state: S, seat: Seat, rng: Random) -> M:
    """Return a random legal move, or a deal if chance is to act."""
    return rules.deal(state, rng) if seat == CHANCE else rules.legal(state, seat).sample(rng)


def greedy_move(player: Player[S, M], state: S, seat: Seat, rng: Random) -> M:
    """Return the move with the best evaluation for the seat after it; ties are decided by `rng`."""
    rules = player.rules
    moves = sample_moves(rules.legal(state, seat), rng, CANDIDATES)
    rng.shuffle(moves)
    return max(moves, key=lambda move: state_value(player, rules.play(state, seat, move), seat))


def shortlist(player: Player[S, M], view: S, seat: Seat, rng: Random) -> list[M]:
    """Return the proposed moves, ordered by the evaluation for the seat after them, the best first."""
    rules = player.rules
    moves = list(player.propose(view, seat, rng))
    return sorted(moves, key=lambda move: -state_value(player, rules.play(view, seat, move), seat))
