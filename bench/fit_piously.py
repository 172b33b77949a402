"""Fit what Piously's plans promise, and the order of its search for a win, to matches of its levels.

    python -m bench.fit_piously play hard --nodes 4000 --matches 60 --seed 1 --file piously-fit.jsonl
    python -m bench.fit_piously fit --file piously-fit.jsonl
    python -m bench.fit_piously steps --matches 40 --seed 1

`play` plays matches after some random steps. It appends to the file, one per line, each plan whose value is not
certain: the value before scaling to -1 to 1, the most auras of a side after it, whether its answer was searched, and
whether its side won. `fit` prints the curve of `games/piously/calibration.py` for plans with an answer and for others.
`bench.calibration` then shows how well new matches agree with them.

`steps` looks for a win within the turn wherever a turn begins in matches of easy, and prints for each kind of step how
many ways there were in the positions on the way to a win, how many were taken, and the negative logarithm of the share:
the rarities of `games/piously/defence.py`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import atanh, log
from pathlib import Path
from random import Random

import numpy as np

from bench._exercises import positions
from bench._fitting import likeliest
from games.core.budget import Budget, Meter
from games.core.status import Outcome, Seat
from games.piously import GAME, legal
from games.piously.actions import ACTIONS
from games.piously.defence import WAYS, winning_steps
from games.piously.planner import HARD, MASTER, best_plan, medium_plan
from games.piously.position import State
from games.piously.search import Plan
from games.piously.spells import SPELL_OF, SPELLS, ready_spells

OPENING, LONGEST = 6, 400
SOUGHT = 8000
CERTAIN = 0.999
Row = tuple[float, int, bool, bool]
"""The value of a plan, the most auras of a side after it, whether its answer was searched, and whether its side won."""


def find_plan(state: State, level: str, meter: Meter, rng: Random) -> Plan:
    """Return the plan of a level."""
    if level == "medium":
        return medium_plan(state, meter, rng)
    return best_plan(state, meter, rng, HARD if level == "hard" else MASTER)


def turns_of_match(
    seed: int, find: Callable[[State, Random], Plan], longest: int = LONGEST
) -> tuple[list[tuple[State, Plan]], int | None]:
    """Play one match; return the turns after the opening, and the winner, None if it is too long or tied."""
    rng, state = Random(seed), GAME.rules.start(2, {"board": "built"})
    turns: list[tuple[State, Plan]] = []
    for ply in range(longest):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            return turns, status.winner
        if ply < OPENING:
            state = GAME.rules.play(state, Seat(state.mover), GAME.rules.legal(state, Seat(state.mover)).sample(rng))
            continue
        turns.append((state, find(state, rng)))
        state = turns[-1][1].state
    return turns, None


def play(level: str, nodes: int, seed: int) -> list[Row]:
    """Play one match; a match that is too long or tied counts for nothing."""
    turns, winner = turns_of_match(seed, lambda state, rng: find_plan(state, level, Budget(nodes=nodes).start(), rng))
    if winner is None:
        return []
    return [_row(plan, state.mover == winner) for state, plan in turns if abs(plan.value) < 1]


def _row(plan: Plan, won: bool) -> Row:  # noqa: FBT001 - a fact to be stored
    value = atanh(max(-CERTAIN, min(CERTAIN, plan.value)))
    return value, max(auras.bit_count() for auras in plan.state.auras), plan.answered, won


def fit(rows: list[Row]) -> tuple[float, float, float]:
    """Return the slope without auras, what each aura adds to it, and the optimism, of the likeliest logistic curve."""
    values, auras, _, won = (np.array(column, float) for column in zip(*rows, strict=True))

    def loss(curve: tuple[float, ...]) -> float:
        least, more, optimism = curve
        logits = (least + more * auras) * (values - optimism)
        return float(np.mean(np.logaddexp(0, logits) - won * logits))

    least, more, optimism = likeliest(loss, (0.3, 0.03, 0.0), (0.1, 0.02, 0.3))
    return least, more, optimism


def count_steps(seed: int, ways: Counter[str], taken: Counter[str]) -> None:
    """Count the ways of each kind of step, and those taken, on the way to wins within a turn in a match of easy."""
    names = [kind.__name__ for kind in legal.ACTIONS[:-1]]
    for state, _ in positions("piously", seed):
        if state.phase != "play" or state.actions < ACTIONS or state.spent:
            continue
        here: State = state
        for move in winning_steps(here, Budget().start(), SOUGHT) or ():
            for name, action in zip(names, legal.ACTIONS[:-1], strict=True):
                found = list(action(here))
                ways[name] += len(found)
                taken[name] += move in found
            for spell in ready_spells(here):
                ways[spell.code] += sum(1 for _ in islice(spell.casts(here), WAYS))
            if (cast := SPELL_OF.get(type(move))) is not None:
                taken[cast.code] += 1
            here = GAME.rules.play(here, Seat(here.mover), move)


def print_steps(seeds: range) -> None:
    """Print a row of Markdown for each kind of step."""
    ways: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for seed in seeds:
        count_steps(seed, ways, taken)
    print("| kind | ways | taken | rarity |\n| --- | --- | --- | --- |")
    for name in (*(kind.__name__ for kind in legal.ACTIONS[:-1]), *(spell.code for spell in SPELLS)):
        print(f"| {name} | {ways[name]} | {taken[name]} | {log((ways[name] + 1) / (taken[name] + 1)):.1f} |")


def main() -> None:
    """Play matches, fit the curves to them, or count steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing, fitting, counting = (commands.add_parser(name) for name in ("play", "fit", "steps"))
    playing.add_argument("level", choices=("medium", "hard", "master"))
    playing.add_argument("--nodes", type=int, default=4000)
    for each in (playing, counting):
        each.add_argument("--matches", type=int, default=60)
        each.add_argument("--seed", type=int, default=1)
    for each in (playing, fitting):
        each.add_argument("--file", type=Path, default=Path("piously-fit.jsonl"))
    given = parser.parse_args()
    if given.command == "steps":
        print_steps(range(given.seed, given.seed + given.matches))
        return
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
