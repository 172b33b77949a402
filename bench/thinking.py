"""Many AIs at once: `python -m bench.thinking [--smoke] [--matches 100] [--moves 4] [--processes 2]`.

All matches begin at the same moment, in all games in turn. As soon as an AI has moved, its opponent answers at random.
It measures how long each AI move takes from its request, which level answered, and how late the event loop was: with
medium only, with bullet beside hard, with hard and master, and with matches that end while an AI is thinking. Nothing
is stored or posted.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from collections import Counter
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic, perf_counter

from structlog.testing import capture_logs

import games
from bot.match.clock import BULLET_GRACE, SECOND, read_time
from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.match.play import game_of, state_of
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.thinking_time import allowance
from games.core.search.greedy import random_move
from games.core.status import Outcome, Seat

AI = Seat(0)
BEAT_SECONDS = 0.02


@dataclass
class Figures:
    """Figures of one kind of match: the seconds waited for each move, and the moves too late for the clock."""

    waited: list[float] = field(default_factory=list)
    flagged: int = 0
    dropped: int = 0

    def print(self, name: str) -> None:
        """Print one line of the table."""
        if not self.waited:
            return
        cuts = statistics.quantiles([*self.waited, self.waited[0]], n=100, method="inclusive")
        print(
            f"{name:28} {len(self.waited):6} {cuts[49]:8.2f} {cuts[94]:8.2f} {max(self.waited):8.2f}"
            f" {self.flagged:8} {self.dropped:8}"
        )


@dataclass(frozen=True)
class Kind:
    """Matches of one kind: the AI's level and the clock. Some end in the middle of a thought."""

    level: str
    time: str = "none"
    matches: int = 100
    end_after: float | None = None

    @property
    def name(self) -> str:
        """The name of the kind in the table."""
        return f"{self.level}, {self.time}" + (", ends meanwhile" if self.end_after is not None else "")


def new_match(kind: Kind, number: int) -> Match:
    """Return a match in its first position with the AI to move."""
    game = games.find(games.keys()[number % len(games.keys())])
    options = game.info.check_options({})
    state = game.rules.start(game.info.min_seats, options)
    players = tuple(Player(Seat(seat), ai=kind.level) for seat in range(game.info.min_seats))
    match = Match(
        MatchId(number), f"#{number}", game.info.key, game.info.version, options, players, UserId(1), Place(1, 1),
        Stage.LIVE, read_time(kind.time), position=game.rules.dump(state), delivered=True,
    )  # fmt: skip
    return _to_the_ai(match, Random(number))


def play_on(match: Match, seat: Seat, move: str, rng: Random) -> Match:
    """Return the match after the AI's move and random replies of the others, when it is to move again."""
    game, state = game_of(match), state_of(match)
    after = replace(match, position=game.rules.dump(game.rules.play(state, seat, game.rules.parse(move))))
    return _to_the_ai(after, rng)


def _to_the_ai(match: Match, rng: Random) -> Match:
    game, state = game_of(match), state_of(match)
    while not isinstance(status := game.rules.status(state), Outcome) and AI not in status.seats:
        seat = min(status.seats)
        move = random_move(game.rules, state, seat, rng)
        state = game.rules.play(state, seat, move)
    if isinstance(status, Outcome):
        state = _to_the_ai(new_match(Kind("easy"), match.id), rng)
        return replace(match, position=state.position)
    return replace(match, position=game.rules.dump(state), turn=match.turn + 1)


async def play(thinkers: Thinkers, kind: Kind, match: Match, moves: int, figures: Figures) -> None:
    """Play some moves of one AI."""
    rng = Random(match.id)
    for _ in range(moves):
        now = int(1000 * monotonic())
        if match.time.kind == "bullet":
            match = replace(match, deadline=now + match.time.base + BULLET_GRACE)
        began = perf_counter()
        if kind.end_after is not None:
            asyncio.get_running_loop().call_later(kind.end_after, thinkers.drop, match.id)
        try:
            idea = await thinkers.think(match, AI, kind.level, allowance(match, kind.level, now))
        except NotWanted:
            figures.dropped += 1
            figures.waited.append(perf_counter() - began)
            return
        waited = perf_counter() - began
        figures.waited.append(waited)
        figures.flagged += match.time.kind == "bullet" and waited * SECOND > match.time.base + BULLET_GRACE
        match = play_on(match, AI, idea.move, rng)
        await asyncio.sleep(0)


async def beat(late: list[float]) -> None:
    """Record how late the event loop is, until cancelled."""
    while True:
        began = perf_counter()
        await asyncio.sleep(BEAT_SECONDS)
        late.append(perf_counter() - began - BEAT_SECONDS)


async def run(thinkers: Thinkers, kinds: Sequence[Kind], moves: int) -> Counter[str]:
    """Play all matches of these kinds at once, print their figures, and return which level answered for which."""
    figures = [Figures() for _ in kinds]
    late: list[float] = []
    work: list[Awaitable[None]] = []
    for at, kind in enumerate(kinds):
        matches = [new_match(kind, 1000 * at + number) for number in range(kind.matches)]
        work += [play(thinkers, kind, match, moves, figures[at]) for match in matches]
    beating = asyncio.create_task(beat(late))
    with capture_logs() as lines:
        await asyncio.gather(*work)
    beating.cancel()
    for kind, found in zip(kinds, figures, strict=True):
        found.print(kind.name)
    answered: Counter[str] = Counter()
    for line in lines:
        instead = f"{line['instead']} for {line['level']}" if "instead" in line else str(line["event"])
        answered[instead] += 1
    told = ", ".join(f"{instead} {times} times" for instead, times in answered.items())
    print(f"   event loop late by {1000 * max(late, default=0):.0f} ms at most" + (f"; {told}" if told else ""))
    return answered


def scenes(matches: int) -> Sequence[Sequence[Kind]]:
    """Return the groups of kinds to measure, in order."""
    return (
        [Kind("medium", matches=matches)],
        [Kind("hard", matches=matches)],
        [Kind("hard", "12s", matches), Kind("hard", matches=matches)],
        [Kind("medium", "5s", matches)],
        [Kind("hard", "5m+5s", matches)],
        [Kind("hard", matches=matches, end_after=0.5)],
    )


async def main_async(processes: int, matches: int, moves: int) -> None:
    """Start the processes and measure everything."""
    thinkers = Thinkers(processes)
    try:
        quick = Kind("easy")
        await asyncio.gather(*(play(thinkers, quick, new_match(quick, n), 1, Figures()) for n in range(processes)))
        heads = ("answers", "p50 s", "p95 s", "most s", "flagged", "dropped")
        print(f"{'':28} {heads[0]:>6} " + " ".join(f"{head:>8}" for head in heads[1:]))
        for kinds in scenes(matches):
            await run(thinkers, kinds, moves)
    finally:
        thinkers.close()


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--moves", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--smoke", action="store_true", help="a quick run: five matches, one move")
    given = parser.parse_args()
    matches, moves = (5, 1) if given.smoke else (given.matches, given.moves)
    asyncio.run(main_async(given.processes, matches, moves))


if __name__ == "__main__":
    main()
