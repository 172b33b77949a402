"""How well the values of an AI are calibrated: moves that it values at 70 % should get 70 % of the points.

    python -m bench.calibration choccer master --matches 100 --nodes 20000
    python -m bench.calibration                       # a few matches of every game whose AI returns values

A level plays against itself, after some random plies. The slope is the factor by which the logits of its values must be
multiplied to be right, from a logistic regression through the origin; above 1 the AI is too careful. It is also given
for each third of the match. The optimism is subtracted from the logits first, if both are fitted: the best of many
inexact values is usually too high. To update a game's `calibration.py` that has an optimism too, divide its scale by
the slope of this fit, and add the optimism, times the old scale, to the old optimism. Piously's curves are fitted by
`bench.fit_piously`, Conquid's by `bench.fit_conquid_curve`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import exp, log
from random import Random
from time import perf_counter
from typing import Any

import games
from games.core.budget import Budget
from games.core.game import AnyGame
from games.core.protocol.session import Session
from games.core.status import CHANCE, Outcome

LONGEST = 400
OPENING = 6
BINS = 10
Row = tuple[float, float, float]
"""The predicted share of the points, the actual share, and the part of the match that was over, each from 0 to 1."""


def play(game: AnyGame, level: str, nodes: int, seed: int) -> list[Row]:
    """Play one match and return its thoughts whose values are neither certain nor missing."""
    rng, session = Random(seed), Session.new(game, game.info.min_seats, {})
    said: list[tuple[float, int, int]] = []
    planned: Sequence[Any] = ()
    while not isinstance(status := session.status(), Outcome):
        ply = len(session.entries)
        if ply == LONGEST:
            return []
        seat = min(status.seats)
        if seat == CHANCE:
            move = game.rules.deal(session.state, rng)
        elif planned:
            move, *planned = planned
        elif ply < OPENING:
            move = game.rules.legal(session.state, seat).sample(rng)
        else:
            view = game.rules.view(session.state, seat)
            thought = game.player.think(view, seat, level, Budget(nodes=nodes), rng, session.history)
            move, *planned = game.turn_of(thought)
            if thought.value is not None and 0 < thought.value < 1:
                said.append((thought.value, seat, ply))
        session.play(seat, game.rules.text(move))
    first = status.places.count(1)
    return [
        (value, 1 / first if status.places[seat] == 1 else 0.0, at / len(session.entries)) for value, seat, at in said
    ]


def slope(rows: list[Row]) -> float:
    """Return the factor for the logits, by Newton's method."""
    factor = 1.0
    for _ in range(30):
        up = down = 1e-9
        for value, share, _ in rows:
            logit = log(value / (1 - value))
            expected = 1 / (1 + exp(-max(-30.0, min(30.0, factor * logit))))
            up += (share - expected) * logit
            down += expected * (1 - expected) * logit * logit
        factor += max(-1.0, min(1.0, up / down))
    return factor


def slope_and_optimism(rows: list[Row]) -> tuple[float, float]:
    """Return the slope and the optimism, by Newton's method."""
    factor, constant = 1.0, 0.0
    for _ in range(50):
        gradient, hessian = [0.0, 0.0], [1e-9, 0.0, 1e-9]
        for value, share, _ in rows:
            logit = log(value / (1 - value))
            expected = 1 / (1 + exp(-max(-30.0, min(30.0, factor * logit + constant))))
            weight = expected * (1 - expected)
            gradient = [gradient[0] + (share - expected) * logit, gradient[1] + share - expected]
            hessian = [hessian[0] + weight * logit * logit, hessian[1] + weight * logit, hessian[2] + weight]
        determinant = hessian[0] * hessian[2] - hessian[1] ** 2
        step = (hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant
        other = (hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant
        factor, constant = factor + max(-0.5, min(0.5, step)), constant + max(-0.5, min(0.5, other))
    return factor, -constant / factor


def report(title: str, rows: list[Row]) -> None:
    """Print a table in Markdown: the predicted share, the actual share, and the number of positions."""
    print(f"\n{title}: {len(rows)} positions")
    if not rows:
        return
    thirds = [[row for row in rows if third <= 3 * row[2] < third + 1] for third in range(3)]
    print(f"slope {slope(rows):.2f}; by thirds", ", ".join(f"{slope(part):.2f}" for part in thirds if part))
    print("with an optimism of {1:.2f} the slope is {0:.2f}".format(*slope_and_optimism(rows)))
    print("| said | got | positions |\n|---|---|---|")
    for number in range(BINS):
        part = [row for row in rows if number <= BINS * row[0] < number + 1]
        if part:
            print(f"| {mean(part, 0):.0%} | {mean(part, 1):.0%} | {len(part)} |")


def mean(rows: list[Row], column: int) -> float:
    """Return the mean of a column."""
    return sum(row[column] for row in rows) / len(rows)


def main() -> None:
    """Play the matches and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=games.keys())
    parser.add_argument("level", nargs="?", default="master")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600, help="after this time no new match of a game begins")
    given = parser.parse_args()
    for game in [games.find(given.game)] if given.game else games.every():
        game.player.prepare()
        rows: list[Row] = []
        began, matches = perf_counter(), 0
        while matches < given.matches and perf_counter() - began < given.seconds:
            rows += play(game, given.level, given.nodes, given.seed + matches)
            matches += 1
        report(f"{game.info.key}, {given.level}, {matches} matches of {given.nodes} nodes a thought", rows)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
