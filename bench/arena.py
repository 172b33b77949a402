"""How strong the AIs are: matches between two players, with alternating seats and paired seeds.

    python -m bench.arena choccer hard medium --matches 100 --ms 300
    python -m bench.arena cyberzul hard greedy --seats 4          # one hard against three greedy
    python -m bench.arena choccer hard hard@../before --fast  # against another version, in that folder
    python -m bench.arena onyx hard:2000 yardstick:200 --fast    # each with its own milliseconds per move
    python -m bench.arena piously hard:500 rollout:5000
    python -m bench.arena --table --file arena.jsonl              # the table of all results so far

Players:

- the levels; master has three times the time, as in a match, unless its milliseconds are given
- random
- greedy: one ply, by the game's evaluation
- rollout: for Cyberzul and Piously, random turns and random answers, see bench/rollouts; 4 ms unless given
- tree: the common search, which knows only the `evaluate` of a game
- yardstick: an alpha-beta search in C with its own evaluation, see bench/yardsticks

`--fast` compiles the searches, also those of another version. Every result is appended to a file at once, so an
interrupted run can be continued. Each match begins with two random plies, the same for all seatings of a seed. Time is
processor time, so that a busy machine does not weaken a player.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import log10, sqrt
from pathlib import Path
from random import Random
from time import process_time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

import games
from bench.rollouts import ROLLOUTS
from bench.versions import Request, think_elsewhere
from bench.yardsticks import SOURCES, yardstick
from games.core.budget import Budget
from games.core.levels import LEVELS, MASTER_TIME
from games.core.protocol.session import Session
from games.core.search.greedy import greedy_move, random_move
from games.core.search.tree import TreeSearch
from games.core.status import CHANCE, Outcome, Seat

LONGEST = 2000
OPENING = 2
ROLLOUT_SECONDS = 0.004
FAST = "/fast"
PLAYERS = ("random", "greedy", *LEVELS, "rollout", "tree", "yardstick")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to play: `first` on seat `seat`, `second` on all others."""

    game: str
    first: str
    second: str
    seats: int
    options: str
    ms: int
    seed: int
    seat: int
    longest: int = LONGEST

    @property
    def key(self) -> str:
        """What is measured, without the individual match."""
        return f"{self.game} {self.options} {self.seats} {self.first} {self.second} {self.ms}"


@dataclass(frozen=True, slots=True)
class Result:
    """The result: 1, 0.5 or 0 for `first`; the plies; and the longest thought in seconds of processor time."""

    pairing: Pairing
    score: float
    plies: int
    slowest: float


def play(pairing: Pairing) -> Result:
    """Play one match; one that has no end after its longest number of plies counts as tied."""
    game = games.find(pairing.game)
    options = dict(word.split("=", 1) for word in pairing.options.split(",") if word)
    if pairing.first.endswith(FAST):
        game.player.prepare()
    session = Session.new(game, pairing.seats, options)
    opening, rng = Random(pairing.seed), Random(pairing.seed * 2 + pairing.seat)
    slowest = 0.0
    planned: Sequence[object] = ()
    while not isinstance(status := session.status(), Outcome) and len(session.entries) < pairing.longest:
        seat = min(status.seats)
        if seat == CHANCE:
            move = game.rules.deal(session.state, opening)
        elif len([entry for entry in session.entries if entry.seat != CHANCE]) < OPENING:
            move = game.rules.legal(session.state, seat).sample(opening)
        elif planned:
            move, *planned = planned
        else:
            began = process_time()
            player = pairing.first if seat == pairing.seat else pairing.second
            move, *planned = choose(session, seat, player, pairing.ms / 1000, rng)
            slowest = max(slowest, process_time() - began)
        session.play(seat, game.rules.text(move))
    status = session.status()
    return Result(
        pairing, points(status, pairing.seat) if isinstance(status, Outcome) else 0.5, len(session.entries), slowest
    )


def points(outcome: Outcome, seat: int) -> float:
    """Return 1 for the only winner, a share for one of several, 0 otherwise."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0


def choose(session: Session, seat: Seat, player: str, seconds: float, rng: Random) -> Sequence[object]:
    """Return the player's move; if a turn has several steps, include the planned steps after it."""
    game = session.game
    view = game.rules.view(session.state, seat)
    fast = player.endswith(FAST)
    player, _, folder = player.removesuffix(FAST).partition("@")
    player, _, own_time = player.partition(":")
    if own_time:
        seconds = int(own_time) / 1000
    elif player == "master":
        seconds *= MASTER_TIME
    if folder:
        position, *earlier = map(game.rules.dump, (view, *session.history))
        key, options = game.info.key, dict(session.options)
        request = Request(key, options, position, earlier, seat, player, seconds, fast)
        return [game.rules.parse(move) for move in think_elsewhere(Path(folder), request)]
    if player == "yardstick":
        return [game.rules.parse(yardstick(game.info.key).think(game.rules.dump(view), seconds))]
    if player == "random":
        return [random_move(game.rules, view, seat, rng)]
    if player == "greedy":
        return [greedy_move(game.player, view, seat, rng)]
    if player == "rollout":
        return ROLLOUTS[game.info.key](view, seconds if own_time else ROLLOUT_SECONDS, rng)
    if player == "tree":
        return [TreeSearch(game.player, view, seat, Budget(seconds, clock=process_time).start(), rng).best()]
    thought = game.player.think(view, seat, player, Budget(seconds, clock=process_time), rng, session.history)
    return game.turn_of(thought)


def pairings(given: argparse.Namespace) -> list[Pairing]:
    """Return the matches of a run: each seed is played from every seat in turn."""
    seats = given.seats or games.find(given.game).info.min_seats
    first = given.first + FAST if given.fast else given.first
    second = given.second + FAST if given.fast and "@" in given.second else given.second
    return [
        Pairing(
            given.game, first, second, seats, given.options, given.ms, given.seed + n // seats, n % seats, given.longest
        )
        for n in range(given.matches)
    ]


def load(file: Path) -> dict[Pairing, Result]:
    """Return the results that already exist."""
    lines = file.read_text().splitlines() if file.exists() else []
    rows = (json.loads(line) for line in lines)
    results = (Result(Pairing(**row["pairing"]), row["score"], row["plies"], row["slowest"]) for row in rows)
    return {result.pairing: result for result in results}


def run(wanted: list[Pairing], file: Path, jobs: int) -> dict[Pairing, Result]:
    """Play what is missing, with a progress bar; every result is written at once."""
    done = load(file)
    missing = [pairing for pairing in wanted if pairing not in done]
    with Progress() as progress, ProcessPoolExecutor(jobs) as pool, file.open("a") as log:
        bar = progress.add_task(wanted[0].key, total=len(wanted), completed=len(wanted) - len(missing))
        for future in as_completed([pool.submit(play, pairing) for pairing in missing]):
            result = future.result()
            done[result.pairing] = result
            log.write(json.dumps(asdict(result)) + "\n")
            log.flush()
            progress.advance(bar)
    return {pairing: done[pairing] for pairing in wanted}


COLUMNS = ("game", "seats", "players", "ms", "seeds", "won", "tied", "lost", "share (95 %)", "Elo (95 %)", "slowest ms")


def rows(results: Iterable[Result]) -> list[tuple[str, ...]]:
    """Return wins, ties, losses, share and Elo with their 95 % intervals (Wilson); one row for each pairing."""
    grouped: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        grouped[result.pairing.key].append(result)
    shown: list[tuple[str, ...]] = []
    for found in grouped.values():
        one, n = found[0].pairing, len(found)
        won, lost = sum(r.score == 1 for r in found), sum(r.score == 0 for r in found)
        share = sum(r.score for r in found) / n
        low, high = wilson(share, n)
        seeds = [r.pairing.seed for r in found]
        shown.append((
            f"{one.game} {one.options}".strip(), str(one.seats), f"{one.first} – {one.second}", str(one.ms),
            f"{min(seeds)}–{max(seeds)}", str(won), str(n - won - lost), str(lost),
            f"{share:.1%} ({low:.0%}–{high:.0%})", f"{elo(share):+.0f} ({elo(low):+.0f}…{elo(high):+.0f})",
            f"{1000 * max(r.slowest for r in found):.0f}",
        ))  # fmt: skip
    return shown


def table(results: Iterable[Result]) -> RichTable:
    """Return the results as a table for the terminal."""
    shown = RichTable(*COLUMNS)
    for row in rows(results):
        shown.add_row(*row)
    return shown


def markdown(results: Iterable[Result]) -> str:
    """Return the results as a sorted table for docs/ai.md."""
    lines = [COLUMNS, ("---",) * len(COLUMNS), *sorted(rows(results), key=lambda row: (*row[:3], int(row[3])))]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share of n."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(share: float) -> float:
    """Return the difference in Elo for a share of the points, at most 999."""
    return 999.0 if share >= 0.997 else -999.0 if share <= 0.003 else -400 * log10(1 / share - 1)


def smoke() -> list[Result]:
    """Play two short matches of each game."""
    keys = games.keys()
    few = [
        Pairing(key, "medium", "random", games.find(key).info.min_seats, "", 20, 1, seat)
        for key in keys
        for seat in (0, 1)
    ]
    return [play(pairing) for pairing in few]


def player(text: str) -> str:
    """Check a player named on the command line, with milliseconds after `:` and the folder of its version after `@`."""
    name, _, own_time = text.partition("@")[0].partition(":")
    if name not in PLAYERS or (own_time and not own_time.isdecimal()):
        raise argparse.ArgumentTypeError(
            f"players are {', '.join(PLAYERS)}, with milliseconds of their own as hard:2000"
        )
    return text


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=games.keys())
    parser.add_argument("first", nargs="?", type=player)
    parser.add_argument("second", nargs="?", type=player)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--ms", type=int, default=300, help="processor time per move, in milliseconds")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--fast", action="store_true", help="compile the searches")
    parser.add_argument("--options", default="", help="the game's options, as key=value,key=value")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=LONGEST, help="how many plies until a match counts as tied")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path, default=Path("arena.jsonl"))
    parser.add_argument("--table", action="store_true", help="only print the results in the file")
    parser.add_argument("--markdown", action="store_true", help="only print the results, as a Markdown table")
    parser.add_argument("--smoke", action="store_true", help="a quick run for CI")
    given = parser.parse_args()
    if given.markdown:
        sys.stdout.write(markdown(load(given.file).values()) + "\n")
        return
    if given.smoke:
        results: Iterable[Result] = smoke()
    elif given.table:
        results = load(given.file).values()
    elif given.game and given.first and given.second:
        if "yardstick" in given.first + given.second and given.game not in SOURCES:
            parser.error(f"there are yardsticks for {', '.join(SOURCES)}")
        if "rollout" in given.first + given.second and given.game not in ROLLOUTS:
            parser.error(f"there are rollouts for {', '.join(ROLLOUTS)}")
        results = run(pairings(given), given.file, given.jobs).values()
    else:
        parser.error("name a game and two players")
    Console(width=160).print(table(results))


if __name__ == "__main__":
    main()
