"""Fit what a level's values in Conquid promise to matches that it plays against itself.

    python -m bench.fit_conquid_curve play --level master --nodes 8000 --matches 60 --seed 1 --file conquid-curve.jsonl
    python -m bench.fit_conquid_curve fit --file conquid-curve.jsonl

`play` plays matches after some random moves. It appends to the file, one per line, each thought that saw no win or
loss: its value in cells, the fraction of the cells that was owned, and whether its side won. `fit` prints the curve of
`games/conquid/calibration.py`. `bench.calibration` then shows how well new matches agree with it.
"""

from __future__ import annotations

from functools import partial
from math import log

import numpy as np

from bench._fitting import likeliest, new_parser, play_or_fit
from bench.fit_conquid import turns_of_match
from games.conquid import GAME
from games.conquid.calibration import CURVES, SEEN, WAR

OPENING, LONGEST = 6, 400
FEW = 4
DECIDED = {*SEEN, *(1 - share for share in SEEN)}
"""What is promised where a win or a loss is seen, whatever the curve."""
LEAST = 0.1
"""The least scale that is tried."""
Row = tuple[float, float, bool]
"""The value of a thought, the fraction of the cells that is owned, and whether its side won."""


def play(seed: int, nodes: int, level: str) -> list[Row]:
    """Play one match; a match that is too long counts for nothing."""
    turns, winner = turns_of_match(seed, level, nodes, OPENING, LONGEST)
    if winner is None:
        return []
    curve = CURVES[level]
    return [
        (log(share / (1 - share)) * curve.scale(state.fullness) + curve.optimism, state.fullness, winner == seat)
        for state, seat, thought in turns
        if (share := thought.value) is not None and share not in DECIDED
    ]


def fit(rows: list[Row]) -> None:
    """Print the likeliest curve."""
    values, fullness, won = (np.array(column, float) for column in zip(*rows, strict=True))

    def loss(curve: tuple[float, ...]) -> float:
        early, late, optimism = curve
        logits = (values - optimism) / np.maximum(np.interp(fullness, WAR, (early, late)), LEAST)
        return float(np.mean(np.logaddexp(0, logits) - won * logits))

    found = likeliest(loss, (10.0, 15.0, 0.0), (2.0, 3.0, 1.0))
    print("{} positions: early {:.1f}, late {:.1f}, optimism {:.1f}".format(len(rows), *found))


def main() -> None:
    """Play matches, or fit the curve to them."""
    parser = new_parser(__doc__, matches=60, nodes=4000, file="conquid-curve.jsonl")
    parser.add_argument("--level", choices=("medium", "hard", "master"), default="master")
    given = parser.parse_args()
    play_or_fit(given, GAME.player.prepare, partial(play, level=given.level), FEW, fit)


if __name__ == "__main__":
    main()
