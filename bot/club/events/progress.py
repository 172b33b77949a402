"""The automatic progress of a tournament: ending rounds, starting rounds, finishing. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.club.events import arena, knockout, ladder, league, round_robin, swiss, tables
from bot.club.events.contestants import contestants
from bot.club.events.model import (
    Format,
    Notice,
    Pairing,
    Tournament,
    TournamentChange,
    TournamentStage,
    order_by_rating,
)
from bot.club.events.results import stop
from bot.club.events.scores import bye, walkover
from bot.club.events.standings import Standing, first_of, rank
from bot.match.clock import HOUR, REMIND_AT, Instant
from bot.match.model import MatchId, UserId
from games.core.i18n import gettext

Silent = Mapping[MatchId, frozenset[UserId]]
"""For each match, the people who have not made a single move in it."""


def proceed(tournament: Tournament, now: Instant, silent: Silent) -> TournamentChange | None:
    """End a round whose time is over, begin the next, or finish the tournament; None if there is nothing to do."""
    if tournament.stage is not TournamentStage.RUNNING:
        return None
    if tournament.terms.format is Format.LADDER:
        return None
    if tournament.terms.format is Format.ARENA:
        after = arena.proceed(tournament, now)
        return None if after is None else TournamentChange(after, _ending(after))
    notices: list[Notice] = []
    if tournament.unfinished:
        if tournament.deadline is None or tournament.deadline > now:
            return _remind(tournament, now)
        tournament = _end_round(tournament, silent)
        notices.append(Notice(gettext("The time for round {n} is over.", n=tournament.round)))
    following = next_pairings(tournament)
    if not following and tournament.terms.format is Format.LEAGUE:
        season = league.next_season(tournament)
        notices += league.season_notices(tournament)
        tournament = season or tournament
        following = next_pairings(season) if season is not None else []
    if following:
        return _begin(tournament, following, now, notices)
    over = replace(tournament, stage=TournamentStage.OVER, ended=now, deadline=None, remind_at=None)
    return TournamentChange(_revise(over), (*notices, *_ending(over)))


def _ending(tournament: Tournament) -> tuple[Notice, ...]:
    """Return the notices at the end of the tournament."""
    if tournament.stage is not TournamentStage.OVER:
        return ()
    return (Notice(gettext("The tournament is over.")), *role_notices(tournament))


def role_notices(tournament: Tournament) -> list[Notice]:
    """Return the notices that give the winners their role; in a league that happened at the end of the season."""
    if tournament.terms.winner_role is None or tournament.terms.format is Format.LEAGUE:
        return []
    first = winners(tournament)
    return [Notice(kind="role", gets=first)] if first else []


def winners(tournament: Tournament) -> tuple[int, ...]:
    """Return the entrants in first place; in a league those of the first division in this season.

    None if nobody has earned a point.
    """
    if tournament.terms.format is Format.LEAGUE:
        return league.season_winners(tournament)
    return first_of(table_of(tournament), tournament.pairings)


def _remind(tournament: Tournament, now: Instant) -> TournamentChange | None:
    """Remind those who are still playing, once, that the round is about to end."""
    if tournament.remind_at is None or tournament.remind_at > now:
        return None
    reminded = replace(tournament, remind_at=None)
    return TournamentChange(_revise(reminded), (Notice(round=tournament.round, kind="reminder"),))


def begin(tournament: Tournament, now: Instant) -> TournamentChange:
    """Return the tournament with its first round."""
    if tournament.terms.format is Format.ARENA:
        return arena.begin(tournament, now)
    running = replace(tournament, stage=TournamentStage.RUNNING)
    if tournament.terms.format is Format.LEAGUE:
        running = league.first_season(running)
    return _begin(running, next_pairings(running), now, [])


def next_pairings(tournament: Tournament) -> list[Pairing]:
    """Return the next pairings after all matches have ended; empty if the tournament is over."""
    number, terms = tournament.round + 1, tournament.terms
    if terms.format is Format.KNOCKOUT:
        if tournament.round == 0:
            return knockout.first_round(tournament.entrants)
        return knockout.deciders(tournament) or _without_absent(tournament, knockout.next_round(tournament))
    if terms.format is Format.MINI_CUP:
        return _cup_round(tournament, number)
    if terms.format is Format.LEAGUE:
        return _without_absent(tournament, league.season_pairings(tournament, number))
    ready = contestants(tournament.entrants, tournament.pairings, number, tournament.apart)
    if number > terms.rounds or len(ready) < 2:
        return []
    if terms.seats > 2:
        return tables.seat_round(ready, number, terms.seats)
    return swiss.pair_round(ready, number, terms.rounds - number)


def table_of(tournament: Tournament) -> list[Standing]:
    """Return the standings in the way of the tournament's format."""
    if tournament.terms.format is Format.KNOCKOUT:
        return knockout.bracket_standings(tournament)
    if tournament.terms.format is Format.ARENA:
        return arena.arena_standings(tournament)
    if tournament.terms.format is Format.LADDER:
        return ladder.ladder_standings(tournament)
    if tournament.terms.format is Format.LEAGUE:
        return [line for table in league.division_tables(tournament) for line in table]
    return rank(tournament.entrants, tournament.pairings)


def most_rounds(format_: Format, entrants: int, wanted: int, seats: int = 2) -> int:
    """Return the number of rounds; in Swiss never more than there are new opponents for everybody."""
    if format_ is Format.KNOCKOUT:
        return max(1, (entrants - 1).bit_length())
    if format_ in {Format.ARENA, Format.LADDER, Format.LEAGUE}:
        return 0
    everybody = entrants - 1 + entrants % 2
    return everybody if format_ is Format.MINI_CUP else min(wanted, everybody) if seats == 2 else wanted


def _cup_round(tournament: Tournament, number: int) -> list[Pairing]:
    rounds = round_robin.schedule([entrant.number for entrant in order_by_rating(tournament.entrants)])
    if number > len(rounds):
        return []
    made = []
    for table, pair in enumerate(sorted(rounds[number - 1], key=len, reverse=True), 1):
        if len(pair) == 1:  # if the number is odd, one player rests in each round, without points
            made.append(replace(bye(number, table, pair[0]), scores=(0,)))
        else:
            made.append(Pairing(number, table, pair))
    return _without_absent(tournament, made)


def _without_absent(tournament: Tournament, pairings: Sequence[Pairing]) -> list[Pairing]:
    """Return the pairings with walkovers against those who have left."""
    made = []
    for pairing in pairings:
        gone = frozenset(n for n in pairing.entrants if not tournament.by_number(n).plays_in(pairing.round))
        made.append(walkover(pairing, gone) if gone and len(pairing.entrants) > 1 else pairing)
    return made


def _end_round(tournament: Tournament, silent: Silent) -> Tournament:
    for pairing in tournament.unfinished:
        absent = silent.get(pairing.match, frozenset()) if pairing.match is not None else frozenset()
        tournament = tournament.with_pairing(stop(tournament, pairing, absent))
    return tournament


def _begin(
    tournament: Tournament, pairings: Sequence[Pairing], now: Instant, notices: list[Notice]
) -> TournamentChange:
    hours = tournament.terms.round_hours
    number = pairings[0].round
    length = None if hours is None else hours * HOUR
    begun = replace(
        tournament,
        round=number,
        pairings=(*tournament.pairings, *pairings),
        deadline=None if length is None else now + length,
        remind_at=None if length is None else now + int(length * REMIND_AT),
    )
    return TournamentChange(_revise(begun), (*notices, Notice(round=number, kind="round")))


def _revise(tournament: Tournament) -> Tournament:
    return replace(tournament, revision=tournament.revision + 1)
