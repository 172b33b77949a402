"""Promising turns: every piece and stack is tried, then the best pieces of both colours together."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from random import Random

from games.core.budget import Budget, Meter
from games.core.search.alpha_beta import Branch
from games.onyx.board import members
from games.onyx.evaluate import evaluate_after_move
from games.onyx.legal import legal_spaces
from games.onyx.moves import PASS, Pieces, Place
from games.onyx.position import State
from games.onyx.turns import play

SPACES = 72
"""The most spaces that are considered for each colour."""


_PAIRED = 8


def propose_turns(state: State, seat: int, meter: Meter, rng: Random, pairs: int) -> Iterator[Branch[State, Place]]:
    """Yield a pass, pieces and stacks, and pairs of the best `pairs` pieces of each colour, while the meter allows."""
    yield evaluate_turn(state, seat, PASS)
    best: list[list[tuple[int, Pieces]]] = []
    for colour, legal in enumerate(legal_spaces(state, seat), 2 * seat):
        singles, stacks = state.board.pieces[colour]
        found = []
        for space in _candidate_spaces(state, legal, rng):
            one = evaluate_turn(state, seat, Place((singles[space],)))
            found.append((one.value, singles[space]))
            yield one
            yield evaluate_turn(state, seat, Place((stacks[space],)))
            if not meter.spend(2):
                break
        found.sort(key=lambda pair: -pair[0])
        best.append(found[:pairs])
    for _, first in best[0]:
        for _, second in best[1]:
            if first.space != second.space:
                yield evaluate_turn(state, seat, Place((first, second)))
                if not meter.spend():
                    return


def evaluate_turn(state: State, seat: int, turn: Place) -> Branch[State, Place]:
    """Return the turn with the position after it and its value at a glance. Raises IllegalMove or NotYourTurn."""
    after = play(state, seat, turn)
    return Branch(evaluate_after_move(after, seat), turn, after)


def _candidate_spaces(state: State, legal: int, rng: Random) -> list[int]:
    """Return the legal spaces in random order; of more than SPACES, only so many of those near other pieces."""
    if legal.bit_count() > SPACES:
        board = state.board
        near = board.neighbours_of(state.taken)
        legal = legal & (near | board.neighbours_of(near)) or legal
    spaces = list(members(legal))
    rng.shuffle(spaces)
    return spaces[:SPACES]


def propose(state: State, seat: int, rng: Random) -> list[Place]:
    """Return promising turns, best first."""
    found = propose_turns(state, seat, Budget().start(), rng, _PAIRED)
    return [proposal.move for proposal in sorted(found, key=attrgetter("value"), reverse=True)]
