"""Fit what Piously's plans promise to matches that its levels play against themselves.

    python -m bench.fit_piously play hard --nodes 4000 --matches 60 --seed 1 --file piously-fit.jsonl
    python -m bench.fit_piously fit --file piously-fit.jsonl

`play` plays matches after some random steps. It appends to the file, one per line, each plan whose value is not
certain: the value before scaling to -1 to 1, the most auras of a side after it, whether its answer was searched, and
whether its side won. `fit` prints the curve of `games/piously/calibration.py` for plans with an answer and for others.
`bench.calibration` then shows how well new matches agree with them.
"""

from __future__ import annotations

import argparse
import json
from math import atanh
from pathlib import Path
from random import Random

import numpy as np

from games.core.budget import Budget, Meter
from games.core.status import Outcome, Seat
from games.piously import GAME
from games.piously.position import State
from games.piously.search import HARD, MASTER, Plan, best_plan, medium_plan

OPENING, LONGEST = 6, 400
ROUNDS = 80
CERTAIN = 0.999
Row = tuple[float, int, bool, bool]
"""The value of a plan, the most auras of a side after it, whether its answer was searched, and whether its side won."""


def find_plan(state: State, level: str, meter: Meter, rng: Random) -> Plan:
    """Return the plan of a level."""
    if level == "medium":
        return medium_plan(state, meter, rng)
    return best_plan(state, meter, rng, HARD if level == "hard" else MASTER)


def play(level: str, nodes: int, seed: int) -> list[Row]:
    """Play one match; a match that is too long or tied counts for nothing."""
    rng, state = Random(seed), GAME.rules.start(2, {"board": "built"})
    said: list[tuple[Plan, int]] = []
    for ply in range(LONGEST):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            winner = status.winner
            return [_row(plan, seat == winner) for plan, seat in said] if winner is not None else []
        if ply < OPENING:
            state = GAME.rules.play(state, Seat(state.mover), GAME.rules.legal(state, Seat(state.mover)).sample(rng))
            continue
        plan = find_plan(state, level, Budget(nodes=nodes).start(), rng)
        if abs(plan.value) < 1:
            said.append((plan, state.mover))
        state = plan.state
    return []


def _row(plan: Plan, won: bool) -> Row:  # noqa: FBT001 - a fact to be stored
    value = atanh(max(-CERTAIN, min(CERTAIN, plan.value)))
    return value, max(auras.bit_count() for auras in plan.state.auras), plan.answered, won


def fit(rows: list[Row]) -> tuple[float, float, float]:
    """Return the slope without auras, what each aura adds to it, and the optimism, of the likeliest logistic curve."""
    values, auras, _, won = (np.array(column, float) for column in zip(*rows, strict=True))

    def loss(curve: tuple[float, float, float]) -> float:
        least, more, optimism = curve
        logits = (least + more * auras) * (values - optimism)
        return float(np.mean(np.logaddexp(0, logits) - won * logits))

    best, steps = (0.3, 0.03, 0.0), [0.1, 0.02, 0.3]
    lowest = loss(best)
    for _ in range(ROUNDS):
        for place in range(len(best)):
            for sign in (1, -1):
                tried = tuple(old + sign * steps[place] * (i == place) for i, old in enumerate(best))
                if (found := loss((tried[0], tried[1], tried[2]))) < lowest:
                    best, lowest = (tried[0], tried[1], tried[2]), found
                    break
            else:
                steps[place] *= 0.7
    return best


def main() -> None:
    """Play matches, or fit the curves to them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing, fitting = commands.add_parser("play"), commands.add_parser("fit")
    playing.add_argument("level", choices=("medium", "hard", "master"))
    playing.add_argument("--nodes", type=int, default=4000)
    playing.add_argument("--matches", type=int, default=60)
    playing.add_argument("--seed", type=int, default=1)
    for each in (playing, fitting):
        each.add_argument("--file", type=Path, default=Path("piously-fit.jsonl"))
    given = parser.parse_args()
    if given.command == "play":
        with given.file.open("a", encoding="utf-8") as file:
            for seed in range(given.seed, given.seed + given.matches):
                file.writelines(json.dumps(row) + "\n" for row in play(given.level, given.nodes, seed))
        return
    rows: list[Row] = [tuple(json.loads(line)) for line in given.file.read_text(encoding="utf-8").splitlines()]
    for title, answered in ("not answered", False), ("answered", True):
        if part := [row for row in rows if row[2] == answered]:
            print("{}, {} plans: least {:.3f}, more {:.4f}, optimism {:.2f}".format(title, len(part), *fit(part)))


if __name__ == "__main__":
    main()
