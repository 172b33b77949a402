"""How fast the engines are: plies per CPU second, medians over rounds, in one process.

    python -m bench.engines            # all games
    python -m bench.engines onyx --profile
    python -m bench.engines --growth   # how time grows with the board and with the match

(a) play: validate and apply given moves through the public contract, with and without reading their text.
(b) playout: sample a legal move, play it, ask for the status.
(c) list: list all legal moves, if the game can list them.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import games
from games.core.game import Game
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome, Seat, Turn

AnyGame = Game[Any, Any]
Walk = list[tuple[Any, Seat, Any]]
"""States with the seat to move and the move played in them."""

AIM = {"onyx": 65_000, "conquid": 75_000, "choccer": 75_000, "piously": 370_000, "cyberzul": 100_000}
"""The plies per CPU second required of (a): twice those of a plain oracle written from the rules."""
LONGEST = 2000
"""The number of plies after which a random match is abandoned."""


def walk(game: AnyGame, options: dict[str, str], plies: int, seed: int, seats: int | None = None) -> Walk:
    """Play at random, starting again whenever a match ends."""
    rng = Random(seed)
    found: Walk = []
    seats = seats or game.info.min_seats
    state = game.rules.start(seats, options)
    while len(found) < plies:
        status = game.rules.status(state)
        if isinstance(status, Outcome):
            state = game.rules.start(seats, options)
            continue
        seat = min(status.seats)
        move = random_move(game.rules, state, seat, rng)
        found.append((state, seat, move))
        state = game.rules.play(state, seat, move)
    return found


def measure_speed(work: Callable[[], int], rounds: int) -> float:
    """Return the units of work per CPU second, as the median of several rounds."""
    rates = []
    for _ in range(rounds):
        began = process_time()
        done = work()
        rates.append(done / max(1e-9, process_time() - began))
    return median(rates)


def play_parsed(game: AnyGame, steps: Walk) -> int:
    """Do (a) with moves that are already parsed."""
    play = game.rules.play
    for state, seat, move in steps:
        play(state, seat, move)
    return len(steps)


def play_text(game: AnyGame, steps: Walk, texts: list[str]) -> int:
    """Do (a) from the texts of the moves."""
    play, parse = game.rules.play, game.rules.parse
    for (state, seat, _), text in zip(steps, texts, strict=True):
        play(state, seat, parse(text))
    return len(steps)


def playout(game: AnyGame, options: dict[str, str], plies: int, seed: int) -> int:
    """Do (b)."""
    return len(walk(game, options, plies, seed))


def listing(game: AnyGame, steps: Walk, most: int) -> int:
    """Do (c); return the number of positions whose moves were listed."""
    count = 0
    for state, seat, _ in steps:
        legal = game.rules.legal(state, seat)
        number = legal.count()
        if number is None or number > most:
            continue
        for _ in legal:
            pass
        count += 1
    return count


def measure(game: AnyGame, options: dict[str, str], plies: int, rounds: int) -> dict[str, float]:
    """Return the figures of one game."""
    steps = walk(game, options, plies, 1)
    own = [step for step in steps if step[1] != CHANCE]
    texts = [game.rules.text(move) for _, _, move in own]
    return {
        "play": measure_speed(lambda: play_parsed(game, own), rounds),
        "text": measure_speed(lambda: play_text(game, own, texts), rounds),
        "playout": measure_speed(lambda: playout(game, options, plies, 2), rounds),
        "list": measure_speed(lambda: listing(game, own[:: max(1, len(own) // 60)], 20_000), max(1, rounds // 2)),
    }


def growth(plies: int, rounds: int) -> Iterator[str]:
    """Yield how the cost of a ply grows with the board, and that it does not grow with the length of the match."""
    boards = (
        ("onyx", "board", ("king-5", "king-8", "king-12", "king-19")),
        ("conquid", "size", ("small", "medium", "large")),
    )
    for key, option, values in boards:
        game = games.find(key)
        walks = {value: walk(game, game.info.check_options({option: value}), plies, 1) for value in values}
        rates = {value: measure_speed(partial(play_parsed, game, steps), rounds) for value, steps in walks.items()}
        first = rates[values[0]]
        shown = ", ".join(f"{value} {rate:,.0f}/s ({first / rate:.1f}×)" for value, rate in rates.items())
        yield f"{key}: {shown}"
    for game in games.every():
        length, parts = quarters(game, plies)
        times = [1 / measure_speed(partial(play_parsed, game, steps), rounds) for steps in parts]
        shown = " ".join(f"{time / times[0]:.2f}" for time in times)
        yield f"{game.info.key}: time of a ply in the quarters of a match ({length:.0f} plies): {shown}"


def quarters(game: AnyGame, plies: int) -> tuple[float, list[Walk]]:
    """Return the average length of random matches, and steps from each quarter of them."""
    parts: list[Walk] = [[], [], [], []]
    lengths = []
    options = game.info.check_options({})
    for seed in range(200):
        rng = Random(seed)
        steps: Walk = []
        state = game.rules.start(game.info.min_seats, options)
        while isinstance(status := game.rules.status(state), Turn) and len(steps) < LONGEST:
            seat = min(status.seats)
            move = random_move(game.rules, state, seat, rng)
            steps.append((state, seat, move))
            state = game.rules.play(state, seat, move)
        lengths.append(len(steps))
        for number in range(4):
            parts[number] += steps[number * len(steps) // 4 : (number + 1) * len(steps) // 4]
        if len(parts[0]) >= plies:
            break
    return sum(lengths) / len(lengths), parts


def import_time() -> float:
    """Return the least milliseconds of several imports of `games` and the contract in a fresh interpreter."""
    code = (
        "import time; t = time.perf_counter(); import games, games.core.game; print((time.perf_counter() - t) * 1000)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(games.keys()))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--plies", type=int, default=4000)
    parser.add_argument("--profile", action="store_true", help="show where the time of a playout is spent")
    parser.add_argument("--growth", action="store_true", help="measure the growth with board size and match length")
    parser.add_argument("--smoke", action="store_true", help="a quick run for CI")
    given = parser.parse_args()
    rounds, plies = (3, 400) if given.smoke else (given.rounds, given.plies)
    began = perf_counter()
    head = f"{'(a) play':>12}{'from text':>12}{'(b) playout':>13}{'(c) lists':>11}{'aim (a)':>10}"
    print(f"{'plies per CPU second':22}{head}")
    for key in given.games:
        game = games.find(key)
        rates = measure(game, game.info.check_options({}), plies, rounds)
        aim = AIM.get(key, 0)
        print(
            f"{key:22}{rates['play']:12,.0f}{rates['text']:12,.0f}{rates['playout']:13,.0f}{rates['list']:11,.0f}{aim:10,}"
        )
        if given.profile:
            profile = cProfile.Profile()
            profile.runcall(playout, game, game.info.check_options({}), plies, 3)
            pstats.Stats(profile).sort_stats("tottime").print_stats(12)
    if given.growth or given.smoke:
        for line in growth(plies // 2, rounds):
            print(line)
    print(f"import games: {import_time():.0f} ms")
    print(f"{perf_counter() - began:.0f} s, medians of {rounds} rounds")


if __name__ == "__main__":
    main()
