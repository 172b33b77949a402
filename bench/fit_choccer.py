"""Fit the weights of Choccer's evaluation to matches that its search plays against itself.

    python -m bench.fit_choccer play --matches 1000 --seed 1 --file choccer-fit.jsonl
    python -m bench.fit_choccer fit --file choccer-fit.jsonl

`play` plays quick matches with a few thousand nodes per move, after some random plies. It writes each position with the
share of the points that Black got in the end, one per line. `fit` is a logistic regression with a penalty on the
weights of single squares. It prints the weights in hundredths of a point, and how well the values are calibrated.
"""

from __future__ import annotations

from random import Random

import numpy as np

from bench._fitting import Numbers, expected_share, fit_logistic, new_parser, play_or_fit
from games.choccer import RULES
from games.choccer.evaluate import moves_to_zone
from games.choccer.kernel.alpha_beta import AlphaBeta
from games.choccer.kernel.memory import KERNEL
from games.choccer.legal import legal_moves
from games.choccer.position import BIT, GRID, NOBODY, State, kind, parse_position
from games.choccer.reasons import gains
from games.core.boards.grid import bits
from games.core.budget import Budget
from games.core.status import Seat

KINDS = b"CTLS"
MOST_STEPS = 6
CELLS = GRID.columns * (GRID.rows // 2 + 1)
PIECES, HELD, LEAD, TEMPO, SQUARES = 0, 4, 16, 17, 18
SIZE = SQUARES + 4 * CELLS
Row = tuple[str, float, float]


def features(state: State) -> Numbers:
    """Return what the evaluation sums for Black: pieces, gems held by moves to the zone, lead, turn, squares."""
    found = np.zeros(SIZE)
    for square in bits(state.black | state.white):
        piece = state.board[square]
        number, sign = KINDS.index(kind(piece)), 1 if state.black & BIT[square] else -1
        found[PIECES + number] += sign
        found[SQUARES + number * CELLS + cell(square, sign)] += sign
    for square in bits(state.holders):
        owner = 0 if state.black & BIT[square] else 1
        steps = min(moves_to_zone(state.board[square], square, owner), MOST_STEPS - 1)
        found[HELD + bool(state.red & BIT[square]) * MOST_STEPS + steps] += -1 if owner else 1
    found[LEAD] = state.points[0] - state.points[1]
    found[TEMPO] = -1 if state.seat else 1
    return found


def cell(square: int, sign: int) -> int:
    """Return a square from its owner's view: columns from the own side, rows from the middle."""
    column, row = square % GRID.columns, square // GRID.columns
    return (column if sign > 0 else GRID.columns - 1 - column) * (GRID.rows // 2 + 1) + abs(row - GRID.rows // 2)


def play(seed: int, nodes: int) -> list[Row]:
    """Play one match; return its positions with the value found by the search and the final points, both for Black."""
    rng, state, seen = Random(seed), RULES.start(2, {}), []
    random_plies = rng.randrange(4, 16)
    for ply in range(200):
        if state.seat == NOBODY:
            break
        moves = legal_moves(state, state.seat)
        rng.shuffle(moves)
        if ply < random_plies or rng.random() < 0.03:
            move = moves[0]
        else:
            best = AlphaBeta(state, moves, Budget(nodes=nodes).start()).best()
            seen.append((RULES.dump(state), -best.value if state.seat else best.value))
            move = best.move
        state = RULES.play(state, Seat(state.seat), move)
    black, white = state.points
    share = 1.0 if black > white else 0.0 if white > black else 0.5
    return [(position, value, share) for position, value in seen]


def fit(rows: list[Row], penalty: float) -> Numbers:
    """Fit the weights, as logits of the share of the points, by Newton's method with a penalty on squares."""
    states = [(parse_position(position), share) for position, _, share in rows]
    quiet = [(state, share) for state, share in states if not gains(state, state.seat)]
    x = np.array([features(state) for state, _ in quiet])
    y = np.array([share for _, share in quiet])
    ridge = np.full(SIZE, 1.0)
    ridge[SQUARES:] = penalty
    weights = fit_logistic(x, y, ridge, rounds=12)
    expected = expected_share(x, weights)
    print(f"{len(quiet)} positions, log loss {-np.mean(y * np.log(expected) + (1 - y) * np.log(1 - expected)):.4f}")
    return weights


def report(weights: Numbers) -> None:
    """Print the weights in hundredths of a point."""
    scale = 100 / weights[LEAD]
    print(f"a point is {weights[LEAD]:.4f} in logits; to move {weights[TEMPO] * scale:.0f}")
    print("beyond its points:", dict(zip("CTLS", (weights[PIECES : PIECES + 4] * scale).round().tolist(), strict=True)))
    print("held by moves to the zone, blue:", (weights[HELD : HELD + 6] * scale).round().tolist())
    print("held by moves to the zone, red:", (weights[HELD + 6 : HELD + 12] * scale).round().tolist())
    for number, name in enumerate("CTLS"):
        cells = weights[SQUARES + number * CELLS : SQUARES + (number + 1) * CELLS] * scale
        print(name, cells.round().astype(int).reshape(GRID.columns, -1).tolist())


def main() -> None:
    """Play or fit."""
    parser = new_parser(__doc__, matches=1000, nodes=2000, file="choccer-fit.jsonl")
    parser.add_argument("--penalty", type=float, default=30)
    given = parser.parse_args()
    play_or_fit(given, KERNEL.prepare, play, 20, lambda rows: report(fit(rows, given.penalty)))


if __name__ == "__main__":
    main()
