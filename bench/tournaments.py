"""Tournaments to look at: `python -m bench.tournaments [FOLDER]` draws one of each format, by default for the docs.

Results are random: people win as often as their ratings predict. Everything else works as in Discord, so each picture
is that of a possible tournament.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

from bot.club.events import entries, ladder
from bot.club.events.model import Format, Pairing, Terms, Tournament, TournamentId, TournamentStage
from bot.club.events.progress import proceed
from bot.club.events.scores import scores_of_places
from bot.match.challenges import Person
from bot.match.clock import MINUTE
from bot.match.model import MatchId, Place, UserId
from bot.ui.i18n.language import ENGLISH
from bot.ui.pages.tournament_pictures import draw

FOLDER = Path(__file__).parents[1] / "docs" / "pictures" / "tournaments"
NAMES = ("Ana", "Ben", "Chiara", "Dmitri", "Eve", "Femi", "Gül", "Hana", "Ivo", "Jun", "Kai", "Lea")
NOW = 1_800_000_000_000
SEED = 11


def main() -> None:
    """Write the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, play in TOURNAMENTS.items():
        (folder / f"{name}.png").write_bytes(draw(play(Random(SEED)), "dark", ENGLISH))


def person(number: int) -> Person:
    """Return the player with this number, counted from 0."""
    return Person(UserId(number + 1), NAMES[number])


def rating(number: int) -> int:
    """Return the player's rating before the tournament: the first is the strongest."""
    return 1800 - 60 * number


def gather(terms: Terms, people: int) -> Tournament:
    """Return a tournament that this many people have joined."""
    tournament = Tournament(TournamentId(1), terms, Place(1, 2), UserId(1), NAMES[0])
    if terms.format is Format.LADDER:
        tournament = entries.open_for_all(tournament)
    for number in range(people):
        tournament = entries.join(tournament, person(number), rating(number), NOW).tournament
    return tournament


def start(terms: Terms, people: int) -> Tournament:
    """Return a tournament of this many people that has begun; a full mini cup begins by itself."""
    tournament = gather(terms, people)
    return entries.start(tournament, NOW).tournament if tournament.stage is TournamentStage.OPEN else tournament


def decide(tournament: Tournament, pairing: Pairing, dice: Random) -> Tournament:
    """Return the tournament after the match of a pairing: players win as often as ratings say, with some draws."""
    first, second = (tournament.by_number(number).rating for number in pairing.entrants)
    expected = 1 / (1 + 10 ** ((second - first) / 400))
    drawn = dice.random() < 0.15
    places = (1, 1) if drawn else (1, 2) if dice.random() < expected else (2, 1)
    scores = scores_of_places(places)
    return tournament.with_pairing(replace(pairing, scores=scores, how="match", match=MatchId(1)))


def go_on(tournament: Tournament, now: int = NOW) -> Tournament:
    """Return the tournament after whatever follows from its results."""
    change = proceed(tournament, now, {})
    return tournament if change is None else change.tournament


def rounds_of(tournament: Tournament, dice: Random) -> Iterator[Tournament]:
    """Yield the tournament after each round, with the next one paired."""
    while tournament.stage is TournamentStage.RUNNING:
        for pairing in tournament.unfinished:
            tournament = decide(tournament, pairing, dice)
        tournament = go_on(tournament)
        yield tournament


def play_rounds(terms: Terms, people: int, rounds: int, dice: Random) -> Tournament:
    """Return the tournament after this many rounds and half of the matches of the next one."""
    played = rounds_of(start(terms, people), dice)
    *_, tournament = (one for one, _ in zip(played, range(rounds), strict=False))
    half = tournament.unfinished[: len(tournament.unfinished) // 2]
    for pairing in half:
        tournament = decide(tournament, pairing, dice)
    return tournament


def play_arena(dice: Random) -> Tournament:
    """Return an arena in progress in which a match ends every minute."""
    tournament = start(Terms(Format.ARENA, "choccer", "5m+5s", minutes=60), 10)
    for minute in range(1, 31):
        tournament = go_on(tournament, NOW + minute * MINUTE)
        tournament = decide(tournament, dice.choice(tournament.unfinished), dice)
    return tournament


def play_ladder(dice: Random) -> Tournament:
    """Return a ladder on which a dozen challenges have been played, with one more in progress."""
    tournament = gather(Terms(Format.LADDER, "onyx", "3d"), 10)
    for _ in range(13):
        for pairing in tournament.unfinished:
            tournament = decide(tournament, pairing, dice)
        challenger = person(dice.choice(ladder.rungs(tournament)[2:]) - 1)
        above = dice.choice(ladder.within_reach(tournament, challenger))
        tournament = ladder.challenge(tournament, challenger, above.number).tournament
    return tournament


TOURNAMENTS: Mapping[str, Callable[[Random], Tournament]] = {
    "mini-cup": lambda dice: play_rounds(Terms(Format.MINI_CUP, "piously", "1d", size=6), 6, 3, dice),
    "swiss": lambda dice: play_rounds(Terms(Format.SWISS, "onyx", "3d"), 12, 4, dice),
    "knockout": lambda dice: play_rounds(Terms(Format.KNOCKOUT, "choccer", "1d"), 8, 2, dice),
    "arena": play_arena,
    "ladder": play_ladder,
    "league": lambda dice: play_rounds(Terms(Format.LEAGUE, "conquid", "1d", round_hours=168), 10, 3, dice),
}
"""One tournament in progress for each format."""


if __name__ == "__main__":
    main()
