"""The kernel as it is written, positions for it, and what the rules say of their points."""

from __future__ import annotations

from random import Random

from games.core.budget import Budget
from games.core.kernel.run import Kernel, Run
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Seat
from games.cyberzul import GAME
from games.cyberzul.evaluate import expected_points
from games.cyberzul.kernel.memory import MODULES, Memory, fields_of, sizes, tables
from games.cyberzul.position import DRAFT, OVER, Board, State
from games.cyberzul.scoring import ROWS, bonus, count_complete
from games.cyberzul.weights import ROUND_WEIGHTS

ROUNDING = 20
"""The most by which sums of rounded weights differ from the rounded sum, in hundredths of a point."""


def new_kernel(edge_bits: int = 16) -> Kernel:
    """With a small table and a small tree."""
    small = sizes(14, edge_bits)
    return Kernel(MODULES, Memory, small, small)


AS_WRITTEN = new_kernel()


def begin(kernel: Kernel, state: State, **fields: int) -> Run:
    return kernel.begin({**tables(len(state.boards)), **fields_of(state), **fields}, Budget().start())


def is_last(boards: tuple[Board, ...]) -> bool:
    return any(count_complete(board.wall, ROWS) for board in boards)


def points_of(boards: tuple[Board, ...], starter: int) -> list[float]:
    """The points after a round that ended like this, in hundredths, by the functions of the rules."""
    if is_last(boards):
        return [100 * (board.score + bonus(board.wall)) + 10 * count_complete(board.wall, ROWS) for board in boards]
    weights = ROUND_WEIGHTS[len(boards)]
    points = [100 * (board.score + expected_points(board.lines, board.wall, weights)) for board in boards]
    points[starter] += 100 * weights.start
    return points


def boards_without_bonus(state: State) -> tuple[Board, ...]:
    """The mats after a round, before the final points."""
    if state.phase != OVER:
        return state.boards
    return tuple(board._replace(score=board.score - bonus(board.wall)) for board in state.boards)


def draft_positions(seed: int = 5, seats: int = 2) -> list[State]:
    """The positions of a match that is played at random in which somebody is to move."""
    return positions_in(DRAFT, seed, seats)


def positions_in(phase: str, seed: int, seats: int) -> list[State]:
    """The positions in a phase of a match that is played at random."""
    rng, state = Random(seed), GAME.rules.start(seats, GAME.info.check_options({}))
    found = []
    while state.phase != OVER:
        seat = Seat(state.turn) if state.phase == DRAFT else CHANCE
        if state.phase == phase:
            found.append(state)
        state = GAME.rules.play(state, seat, random_move(GAME.rules, state, seat, rng))
    return found
