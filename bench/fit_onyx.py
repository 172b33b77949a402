"""Fit the weights of Onyx's evaluation to matches that its search plays against itself.

    python -m bench.fit_onyx play --matches 400 --file onyx-fit.jsonl
    python -m bench.fit_onyx fit --file onyx-fit.jsonl

`play` plays quick matches with a few thousand nodes per turn, after some random turns. It writes each position with the
final lead of the player who had just moved, one per line. `fit` is a logistic regression on that lead, mapped to a
value between 0 and 1. Each weight is fitted for an open and for a closed board, and interpolated in between.
"""

from __future__ import annotations

from random import Random

import numpy as np

from bench._fitting import Numbers, fit_logistic, new_parser, play_or_fit
from games.core.budget import Budget
from games.core.status import Outcome, Seat
from games.onyx import RULES
from games.onyx.evaluate import features
from games.onyx.kernel.alpha_beta import AlphaBeta
from games.onyx.kernel.memory import KERNEL
from games.onyx.legal import Placements
from games.onyx.removal import best_removal
from games.onyx.scoring import lead

NAMES = ("piece", "weaker", "stack", "exclusive", "nearer", *(f"attacked {n}" for n in (3, 2, 1)),
         *(f"exposed {n}" for n in (3, 2, 1)), "moved", "second side")  # fmt: skip
NEARLY_SHUT = 0.25
POINTS = 8
"""The lead in points that counts as 73 % of a win."""
RIDGE, ROUNDS = 3.0, 30
Row = tuple[str, int]


def play(seed: int, nodes: int) -> list[Row]:
    """Play one match; return its positions with the final lead of the player who had just moved."""
    rng, state = Random(seed), RULES.start(2, {})
    seen: list[tuple[str, int]] = []
    random_turns, ply = rng.choice((2, 4, 6, 10)), 0
    while not isinstance(RULES.status(state), Outcome):
        if state.phase == "remove":
            seat = Seat(0 if not state.removed else 1)
            state = RULES.play(state, seat, best_removal(state, seat).move)
            continue
        if ply < random_turns or rng.random() < 0.04:
            turn = Placements(state, state.turn).sample(rng)
            if not turn.pieces:
                continue
        else:
            turn = AlphaBeta(state, Budget(nodes=nodes).start()).best()[0].move
        mover, state, ply = state.turn, RULES.play(state, Seat(state.turn), turn), ply + 1
        if state.phase == "play" and ply >= random_turns:
            seen.append((RULES.dump(state), mover))
    return [(position, lead(state, mover)) for position, mover in seen]


def fit(rows: list[Row]) -> Numbers:
    """Fit the weights as logits: those of an open board, those of a shut one, and that of a lead of one point."""
    x = []
    for position, _ in rows:
        state = RULES.load(position, {})
        numbers, shut = features(state, 1 - state.turn)
        part = shut / len(state.board.bit)
        ahead = part * lead(state, 1 - state.turn) if part > NEARLY_SHUT else 0
        x.append([*(number * (1 - part) for number in numbers), *(number * part for number in numbers), ahead])
    matrix = np.array(x)
    scale = matrix.std(0) + 1e-9
    matrix /= scale
    y = 1 / (1 + np.exp(-np.array([points for _, points in rows]) / POINTS))
    found: Numbers = fit_logistic(matrix, y, RIDGE, ROUNDS) / scale
    return found


def report(weights: Numbers) -> None:
    """Print the weights in hundredths of a point, on an open and on a shut board."""
    rounded = (weights * 100 * POINTS).round().astype(int)
    for at, name in enumerate(NAMES):
        print(f"{name:12} {rounded[at]:6} {rounded[at + len(NAMES)]:6}")
    print(f"{'lead':12} {'':6} {rounded[-1]:6}")


def main() -> None:
    """Play or fit."""
    given = new_parser(__doc__, matches=400, nodes=2500, file="onyx-fit.jsonl").parse_args()
    play_or_fit(given, KERNEL.prepare, play, 6, lambda rows: report(fit(rows)))


if __name__ == "__main__":
    main()
