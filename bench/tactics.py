"""What the levels miss that can be seen one move ahead: wins, threats, and leads to keep.

    python -m bench.tactics                     # all kinds of exercises, at medium, hard and master
    python -m bench.tactics conquid --levels hard --ms 300 --count 300

The positions come from matches of easy against itself, at most four of a kind from each match, the same ones every time
(`bench/_exercises.py`). Times are processor time. Ctrl-C ends a kind early and prints what has been found.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import process_time
from typing import Any

import games
from bench._exercises import FINDERS, Exercise, positions
from bench.arena import wilson
from games.core.budget import Budget
from games.core.game import AnyGame
from games.core.levels import LEVELS
from games.core.status import Outcome, Seat

_FROM_EACH_MATCH = 4


def exercises(what: str, count: int, seconds: float) -> Iterator[tuple[Exercise[Any], Seat]]:
    """Yield exercises of a kind until there are enough or the time to look for them, in seconds, is over.

    A match without any is looked through to its end.
    """
    key, find = FINDERS[what]
    seed = number = 0
    spent = 0.0
    while number < count and spent < seconds:
        seed += 1
        rng, began = Random(seed), process_time()
        found = []
        for state, seat in positions(key, seed):
            exercise = find(state, seat, rng)
            if exercise is not None:
                found.append((exercise, seat))
            if found and spent + process_time() - began > seconds:
                break
        spent += process_time() - began
        chosen = rng.sample(found, min(_FROM_EACH_MATCH, len(found), count - number))
        number += len(chosen)
        yield from chosen


def is_missed(game: AnyGame, exercise: Exercise[Any], seat: Seat, level: str, ms: int, rng: Random) -> bool:
    """Whether the level's turn, with all its steps, fails to solve the exercise."""
    state = exercise.state
    while True:
        budget = Budget(ms / 1000, clock=process_time)
        for move in game.turn_of(game.player.think(state, seat, level, budget, rng)):
            state = game.rules.play(state, seat, move)
        status = game.rules.status(state)
        if isinstance(status, Outcome) or seat not in status.seats:
            return not exercise.is_solved(state)


def measure(what: str, given: argparse.Namespace) -> None:
    """Print a row of Markdown for each level."""
    game = games.find(FINDERS[what][0])
    missed: Counter[str] = Counter()
    number = 0
    with suppress(KeyboardInterrupt):
        for exercise, seat in exercises(what, given.count, given.seconds):
            number += 1
            rngs = {level: Random(number) for level in given.levels}
            missed.update(
                [level for level, rng in rngs.items() if is_missed(game, exercise, seat, level, given.ms, rng)]
            )
    for level in given.levels:
        low, high = wilson(missed[level] / max(1, number), max(1, number))
        share = f"{missed[level] / max(1, number):.1%} ({low:.1%}–{high:.1%})"
        print(
            f"| {game.info.title} | {what} | {level} | {given.ms} | {number} | {missed[level]} | {share} |", flush=True
        )


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=sorted({key for key, _ in FINDERS.values()}))
    parser.add_argument("--what", choices=FINDERS)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=["medium", "hard", "master"])
    parser.add_argument("--ms", type=int, default=300, help="processor time per move, in milliseconds")
    parser.add_argument("--count", type=int, default=300, help="the number of exercises of each kind")
    parser.add_argument("--seconds", type=float, default=600, help="processor time for finding exercises")
    parser.add_argument("--slow", action="store_true", help="without compiled searches")
    parser.add_argument("--smoke", action="store_true", help="a quick run for CI")
    given = parser.parse_args()
    if given.smoke:
        given.count, given.ms, given.seconds, given.slow, given.levels = 1, 20, 2.0, True, ["hard"]
    print("| game | what is to be seen | level | ms | positions | missed | share (95 %) |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for what, (key, _) in FINDERS.items():
        if given.game in {None, key} and given.what in {None, what}:
            if not given.slow:
                games.find(key).player.prepare()
            measure(what, given)


if __name__ == "__main__":
    main()
