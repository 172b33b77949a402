"""Tournaments that are played without matches: results are drawn, people come, leave and are absent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.club.events import entries
from bot.club.events.model import (
    Format,
    Pairing,
    Terms,
    Tournament,
    TournamentChange,
    TournamentId,
    TournamentStage,
)
from bot.club.events.progress import proceed
from bot.club.events.scores import scores_of_places
from bot.match.challenges import Person
from bot.match.errors import Refused
from bot.match.model import MatchId, Place, UserId

NOW = 1_000_000


def person(number: int) -> Person:
    return Person(UserId(1000 + number), f"P{number}")


def open_tournament(terms: Terms, ratings: list[int]) -> Tournament:
    """A tournament that all of them have joined, in this order; ratings name people."""
    tournament = Tournament(TournamentId(1), terms, Place(1, 2), UserId(1000), "Host")
    for number, rating in enumerate(ratings):
        tournament = entries.join(tournament, person(number), rating, NOW).tournament
    return tournament


def swiss(size: int, rounds: int = 5, seats: int = 2) -> Terms:
    return Terms(Format.SWISS, "onyx" if seats == 2 else "cyberzul", "1d", rounds=rounds, seats=seats, size=size)


def with_result(tournament: Tournament, pairing: Pairing, places: tuple[int, ...]) -> Tournament:
    """The tournament after the match of a pairing."""
    return tournament.with_pairing(replace(pairing, scores=scores_of_places(places), how="match", match=MatchId(1)))


def play_round(tournament: Tournament, dice: Random) -> Tournament:
    """The tournament after all matches of the round."""
    for pairing in tournament.unfinished:
        places = tuple(dice.randint(1, 2) for _ in pairing.entrants)
        tournament = with_result(tournament, pairing, tuple(1 + sum(o < p for o in places) for p in places))
    return tournament


def rounds_of(tournament: Tournament, dice: Random, *, people_come_and_go: bool = False) -> Iterator[Tournament]:
    """Each round as it has just been paired, and at last the tournament that is over."""
    newcomer = len(tournament.entrants)
    while tournament.stage is TournamentStage.RUNNING:
        yield tournament
        if people_come_and_go:
            tournament, newcomer = _come_and_go(tournament, dice, newcomer)
        tournament = play_round(tournament, dice)
        change = proceed(tournament, NOW, {})
        assert isinstance(change, TournamentChange)
        tournament = change.tournament
    yield tournament


def _come_and_go(tournament: Tournament, dice: Random, newcomer: int) -> tuple[Tournament, int]:
    try:
        if dice.random() < 0.5:
            leaver = dice.randrange(newcomer)
            tournament = entries.leave(tournament, person(leaver)).tournament
        if dice.random() < 0.5:
            tournament = entries.join(tournament, person(newcomer), 1500, NOW).tournament
            newcomer += 1
    except Refused:
        pass
    return tournament, newcomer
