"""How well the values of an AI are calibrated: moves that it values at 70 % should get 70 % of the points.

    python -m bench.calibration choccer master --matches 100 --nodes 20000
    python -m bench.calibration                       # a few matches of every game whose AI returns values

A level plays against itself, after some random plies. The report begins with what was got of moves valued at 65 to 75
%, or in matches of two at 25 to 35 % seen from the other side, with a 95 % interval. Moves of one match share its end,
so the interval counts matches. What is called certain, 0 or 100 %, is counted by itself.

The slope is the factor by which the logits of its values must be multiplied to be right, from a logistic regression
through the origin; above 1 the AI is too careful. It is also given for each third of the match, and with `--by round`
for each value of that field of a game's state, or, if the field is a fraction like Onyx's `fullness`, for 0 and 1. The
optimism is subtracted from the logits first, if both are fitted: the best of many inexact values is usually too high.
To update a game's `calibration.py` that has an optimism too, divide its scale by the slope of this fit, and add the
optimism, times the old scale, to the old optimism. Piously's curves are fitted by `bench.fit_piously`, Conquid's by
`bench.fit_conquid_curve`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

import games
from games.core.budget import Budget
from games.core.calibration import share_of_points
from games.core.game import AnyGame
from games.core.protocol.session import Session
from games.core.status import CHANCE, Outcome

LONGEST = 400
OPENING = 6
BINS = 10


class Row(NamedTuple):
    """What a thought said in the match numbered `match`: `value`, and the `share` of the points that was got.

    `over` is the part of the match that was over, `stage` the field of the state by which slopes are asked for, and
    `seats` how many played.
    """

    value: float
    share: float
    over: float
    stage: object
    seats: int
    match: int

    @property
    def lead(self) -> float:
        """How far the logit of the value is above that of an even share."""
        return log(self.value / (1 - self.value)) + log(self.seats - 1)


def play(game: AnyGame, seats: int, level: str, nodes: int, seed: int, by: str | None = None) -> list[Row]:
    """Play one match and return its thoughts that have a value."""
    rng, session = Random(seed), Session.new(game, seats, {})
    said: list[tuple[float, int, int, object]] = []
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
            if thought.value is not None:
                said.append((thought.value, seat, ply, by and getattr(session.state, by)))
        session.play(seat, game.rules.text(move))
    first = status.places.count(1)
    return [
        Row(value, 1 / first if status.places[seat] == 1 else 0.0, at / len(session.entries), stage, seats, seed)
        for value, seat, at, stage in said
    ]


def rows_at_seventy(rows: list[Row]) -> list[Row]:
    """Return the moves that were valued at about 70 %, those of two players at about 30 % seen from the other side."""
    mirrored = [row._replace(value=1 - row.value, share=1 - row.share) for row in rows if row.seats == 2]
    return [row for row in rows + mirrored if 0.65 <= row.value < 0.75]


def mean_share(rows: list[Row]) -> tuple[float, float]:
    """Return the mean share of the points that was got, and half of its 95 % interval.

    The residuals of a match are added up before they are squared, since its moves share their end.
    """
    mean = fmean(row.share for row in rows)
    residuals: defaultdict[int, float] = defaultdict(float)
    for row in rows:
        residuals[row.match] += row.share - mean
    return mean, 1.96 * sqrt(sum(residual**2 for residual in residuals.values())) / len(rows)


def slope(rows: list[Row]) -> float:
    """Return the factor for the logits, by Newton's method."""
    factor = 1.0
    for _ in range(30):
        up = down = 1e-9
        for row in rows:
            expected = share_of_points(factor * row.lead, 1, row.seats)
            up += (row.share - expected) * row.lead
            down += expected * (1 - expected) * row.lead**2
        factor += max(-1.0, min(1.0, up / down))
    return factor


def two_weights(rows: list[Row], features: Callable[[Row], tuple[float, float]]) -> tuple[float, float]:
    """Return the weights of two features in the logit of the share that is got, by Newton's method."""
    first, second = 1.0, 0.0
    for _ in range(50):
        gradient, hessian = [0.0, 0.0], [1e-9, 0.0, 1e-9]
        for row in rows:
            one, other = features(row)
            expected = share_of_points(first * one + second * other, 1, row.seats)
            weight, residual = expected * (1 - expected), row.share - expected
            gradient = [gradient[0] + residual * one, gradient[1] + residual * other]
            hessian = [hessian[0] + weight * one**2, hessian[1] + weight * one * other, hessian[2] + weight * other**2]
        determinant = hessian[0] * hessian[2] - hessian[1] ** 2
        step = (hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant
        other_step = (hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant
        first, second = first + max(-0.5, min(0.5, step)), second + max(-0.5, min(0.5, other_step))
    return first, second


def slope_and_optimism(rows: list[Row]) -> tuple[float, float]:
    """Return the slope and the optimism."""
    factor, constant = two_weights(rows, lambda row: (row.lead, 1.0))
    return factor, -constant / factor


def slopes_at_ends(rows: list[Row]) -> tuple[float, float]:
    """Return the slopes where the stage is 0 and where it is 1, between which the slope changes evenly."""

    def features(row: Row) -> tuple[float, float]:
        assert isinstance(row.stage, float)
        return row.lead * (1 - row.stage), row.lead * row.stage

    return two_weights(rows, features)


def report(title: str, rows: list[Row]) -> None:
    """Print a table in Markdown: the predicted share, the actual share, and the number of positions."""
    print(f"\n{title}: {len(rows)} positions")
    if certain := [row for row in rows if row.value in (0, 1)]:
        came_about = fmean(row.share if row.value else 1 - row.share for row in certain)
        print(f"certain: {len(certain)} positions, {came_about:.1%} came about")
    rows = [row for row in rows if row.value not in (0, 1)]
    if not rows:
        return
    if part := rows_at_seventy(rows):
        got, margin = mean_share(part)
        print(
            f"said {fmean(row.value for row in part):.0%}, got {got:.1%} ({got - margin:.0%}–{got + margin:.0%}):",
            f"{len(part)} positions of {len({row.match for row in part})} matches",
        )
    thirds = [[row for row in rows if third <= 3 * row.over < third + 1] for third in range(3)]
    print(f"slope {slope(rows):.2f}; by thirds", ", ".join(f"{slope(part):.2f}" for part in thirds if part))
    if isinstance(rows[0].stage, float):
        print("slope at stage 0: {:.2f}, at stage 1: {:.2f}".format(*slopes_at_ends(rows)))
    for stage in sorted({row.stage for row in rows if not isinstance(row.stage, float)} - {None}, key=str):
        part = [row for row in rows if row.stage == stage]
        print(f"{stage}: slope {slope(part):.2f}, {len(part)} positions")
    print("with an optimism of {1:.2f} the slope is {0:.2f}".format(*slope_and_optimism(rows)))
    print("| said | got | positions |\n|---|---|---|")
    for number in range(BINS):
        part = [row for row in rows if number <= BINS * row.value < number + 1]
        if part:
            said, got = fmean(row.value for row in part), fmean(row.share for row in part)
            print(f"| {said:.0%} | {got:.0%} | {len(part)} |")


def main() -> None:
    """Play the matches and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=games.keys())
    parser.add_argument("level", nargs="?", default="master")
    parser.add_argument("--seats", type=int, help="by default as few as the game can be played with")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by", help="a field of the game's state, such as Cyberzul's round")
    parser.add_argument("--seconds", type=float, default=600, help="after this time no new match of a game begins")
    given = parser.parse_args()
    asked = [games.find(given.game)] if given.game else games.every()
    if given.by and not all(hasattr(Session.new(game, game.info.min_seats, {}).state, given.by) for game in asked):
        parser.error(f"no field of the game's state is called {given.by}")
    for game in asked:
        game.player.prepare()
        seats, rows = given.seats or game.info.min_seats, list[Row]()
        began, matches = perf_counter(), 0
        while matches < given.matches and perf_counter() - began < given.seconds:
            rows += play(game, seats, given.level, given.nodes, given.seed + matches, given.by)
            matches += 1
        report(
            f"{game.info.key}, {seats} seats, {given.level}, {matches} matches of {given.nodes} nodes a thought", rows
        )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
