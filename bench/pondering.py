"""How often a pondered answer can be used: `python -m bench.pondering [--smoke] [--matches 6] [--ms 100]`.

At each turn of one side, the positions after the replies that `master` expects are those that the bot ponders about. It
counts how often the reply of the level that really plays is the first of them, or any.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time

import games
from games.core.budget import Budget
from games.core.game import AnyGame
from games.core.status import CHANCE, Outcome

LONGEST = 80
OPENING = 4
EXPECTS = "master"


def replies(game: AnyGame, level: str, seed: int, seconds: float) -> Sequence[int]:
    """Return, for each turn of the level's seat in one match, the place of its move among the expected, or -1."""
    rng, state = Random(seed), game.rules.start(2, game.info.check_options({}))
    places: list[int] = []
    ply = 0
    while not isinstance(status := game.rules.status(state), Outcome) and ply < LONGEST:
        seat = min(status.seats)
        if seat == CHANCE:
            move = game.rules.deal(state, rng)
        elif ply < OPENING:
            move = game.rules.legal(state, seat).sample(rng)
        else:
            view = game.rules.view(state, seat)
            move = game.player.think(view, seat, level, Budget(seconds, clock=process_time), rng).move
            if seat == 0:
                expected = game.player.think(view, seat, EXPECTS, Budget(seconds, clock=process_time), rng)
                moves = list(dict.fromkeys((expected.move, *(other.move for other in expected.alternatives))))
                places.append(moves.index(move) if move in moves else -1)
        state = game.rules.play(state, seat, move)
        ply += 1
    return places


def main() -> None:
    """Play the matches and print one row for each game and level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--ms", type=int, default=100, help="processor time of each thought")
    parser.add_argument("--smoke", action="store_true", help="a quick run: one match, thoughts of 2 ms")
    given = parser.parse_args()
    matches, ms = (1, 2) if given.smoke else (given.matches, given.ms)
    print("| game | level that replies | turns | the first that was expected | one of those that were |")
    print("|---|---|---|---|---|")
    for game in games.every():
        if game.info.multi_step:
            continue
        game.player.prepare()
        for level in ("medium", "hard"):
            places = [place for seed in range(matches) for place in replies(game, level, seed, ms / 1000)]
            first, any_of = places.count(0) / len(places), 1 - places.count(-1) / len(places)
            print(f"| {game.info.key} | {level} | {len(places)} | {first:.0%} | {any_of:.0%} |", flush=True)


if __name__ == "__main__":
    main()
