"""Pictures of a tournament: standings, cross table, bracket. Pure functions that run in the drawing threads."""

from __future__ import annotations

from typing import Final

from bot.club.events.arena import ON_FIRE, scores_of
from bot.club.events.knockout import winner
from bot.club.events.ladder import count_climbs
from bot.club.events.league import division_tables, moves_after
from bot.club.events.model import WIN, Format, Pairing, Tournament, TournamentStage
from bot.club.events.progress import table_of
from bot.ui.components.markdown import bare
from bot.ui.i18n.language import Language
from bot.ui.pages.card import join_scores
from bot.ui.pages.tournament_words import people_words, points_words, ranks_by_points, sonneborn_words, title
from render.cards import Entry, Meeting, Rival, Round, Slot, bracket, crosstable, listing
from render.cards import Pairing as Pair
from render.cards.listing import Zone
from render.theme import ThemeName

_ALT: Final = 1000
_MOST: Final = 16
_MOST_IN_LEAGUE: Final = 32


def draw(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    """Draw the picture that fits the format, as a PNG."""
    if tournament.terms.format is Format.MINI_CUP:
        return _crosstable(tournament, theme, language)
    if tournament.terms.format is Format.KNOCKOUT:
        return _bracket(tournament, theme, language)
    if tournament.terms.format is Format.ARENA:
        return _arena(tournament, theme, language)
    if tournament.terms.format is Format.LADDER:
        return _ladder(tournament, theme, language)
    if tournament.terms.format is Format.LEAGUE:
        return _league(tournament, theme, language)
    return _standings(tournament, theme, language)


def describe(tournament: Tournament, language: Language) -> str:
    """Return the picture's alt text."""
    if tournament.terms.format is Format.KNOCKOUT:
        return "\n".join([title(tournament, language), *_describe_bracket(tournament, language)])[:_ALT]
    seats, with_points = tournament.terms.seats, ranks_by_points(tournament)
    lines = [
        f"{line.place}. {bare(language(line.entrant.name))}"
        + (f": {points_words(line.points, seats)}" if with_points else "")
        for line in table_of(tournament)[:_MOST]
    ]
    return "\n".join([title(tournament, language), *lines])[:_ALT]


def _note(tournament: Tournament, language: Language) -> str:
    return language.gettext("Round {n} of {rounds}", n=tournament.round, rounds=tournament.terms.rounds)


def _standings(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    seats = tournament.terms.seats
    columns = ("Buchholz", "Sonneborn", language.gettext("Points"))
    entries = []
    for line in table_of(tournament)[:_MOST]:
        berger = sonneborn_words(line.sonneborn_berger, language)
        cells = (points_words(line.buchholz, seats), berger, points_words(line.points, seats))
        note = "" if line.entrant.left is None else language.gettext("dropped out")
        entries.append(Entry(line.place, language(line.entrant.name), cells, note))
    return listing(title(tournament, language), columns, entries, _note(tournament, language), theme)


def _arena(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    scores = scores_of(tournament)
    columns = (language.gettext("Matches"), language.gettext("Won"), language.gettext("Points"))
    entries = []
    for line in table_of(tournament)[:_MOST]:
        cells = (str(line.played), str(line.wins), points_words(line.points, 2))
        streak = scores[line.entrant.number].streak
        note = language.gettext("on a streak") if streak >= ON_FIRE else ""
        note = language.gettext("paused") if line.entrant.left is not None else note
        entries.append(Entry(line.place, language(line.entrant.name), cells, note))
    return listing(title(tournament, language), columns, entries, people_words(tournament, language), theme)


def _ladder(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    climbed = count_climbs(tournament)
    playing = {number for pairing in tournament.unfinished for number in pairing.entrants}
    columns = (language.gettext("Matches"), language.gettext("Won"))
    entries = []
    for line in table_of(tournament)[:_MOST]:
        number = line.entrant.number
        note = language.gettext("is playing") if number in playing else ""
        cells = (str(line.played), str(line.wins))
        entries.append(Entry(line.place, language(line.entrant.name), cells, note, climbed.get(number, 0)))
    return listing(title(tournament, language), columns, entries, people_words(tournament, language), theme)


def _league(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    """Draw the divisions below each other; those who would go up or down now have a coloured edge."""
    moves = moves_after(tournament)
    columns = (language.gettext("Matches"), "Sonneborn", language.gettext("Points"))
    entries = []
    for table in division_tables(tournament):
        for index, line in enumerate(table):
            number = line.entrant.number
            zone: Zone = "up" if number in moves.up else "down" if number in moves.down else ""
            heading = language.gettext("Division {n}", n=line.entrant.division) if not index else ""
            note = language.gettext("dropped out") if line.entrant.left is not None else ""
            cells = (str(line.played), sonneborn_words(line.sonneborn_berger, language), points_words(line.points, 2))
            entries.append(Entry(line.place, language(line.entrant.name), cells, note, zone=zone, heading=heading))
    season = language.gettext(
        "Season {season}, round {n} of {rounds}",
        season=tournament.season,
        n=tournament.round - tournament.season_start,
        rounds=tournament.terms.rounds,
    )
    return listing(title(tournament, language), columns, entries[:_MOST_IN_LEAGUE], season, theme)


def _crosstable(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    table = table_of(tournament)
    numbers = [line.entrant.number for line in table]
    scored = {}
    for pairing in tournament.pairings:
        if len(pairing.entrants) == 2 and pairing.scores is not None:
            (one, other), (first, second) = pairing.entrants, pairing.scores
            scored[one, other], scored[other, one] = first, second
    rivals = []
    for line in table:
        own = line.entrant.number
        meetings = tuple(None if other == own else _meeting(scored.get((own, other))) for other in numbers)
        rivals.append(Rival(language(line.entrant.name), meetings, points_words(line.points, 2)))
    return crosstable(title(tournament, language), rivals, _note(tournament, language), theme)


def _meeting(score: int | None) -> Meeting:
    if score is None:
        return Meeting("")
    return Meeting(points_words(score, 2), "won" if score == WIN else "tied" if score else "lost")


def _describe_bracket(tournament: Tournament, language: Language) -> list[str]:
    """Describe the rounds of a knockout with their pairs, as far as they are known."""
    lines = []
    for round_ in _rounds(tournament, language):
        pairs = [_describe_pair(pair, language) for pair in round_.pairings if pair.first.name]
        if pairs:
            lines.append(
                language.gettext("{round}: {pairs}", round=round_.title, pairs=language.join_list(pairs, "unit"))
            )
    return lines


def _describe_pair(pair: Pair, language: Language) -> str:
    one, other = bare(pair.first.name), bare(pair.second.name)
    if not other:
        return language.gettext("{player} has a bye", player=one)
    if not pair.first.score:
        return language.gettext("{one} against {other}", one=one, other=other)
    score = join_scores((pair.first.score, pair.second.score), language)
    return language.gettext("{one} against {other} {score}", one=one, other=other, score=score)


def _bracket(tournament: Tournament, theme: ThemeName, language: Language) -> bytes:
    return bracket(title(tournament, language), _rounds(tournament, language), _note(tournament, language), theme)


def _rounds(tournament: Tournament, language: Language) -> list[Round]:
    rounds = []
    tables = max(pairing.table for pairing in tournament.of_round(1))
    for number in range(1, tables.bit_length() + 1):
        count = tables >> (number - 1)
        pairs = tuple(_pair(tournament, number, table, language) for table in range(1, count + 1))
        rounds.append(Round(_round_title(count, language), pairs))
    return rounds


def _round_title(pairings: int, language: Language) -> str:
    if pairings == 1:
        return language.gettext("Final")
    return language.gettext("Semifinals") if pairings == 2 else language.gettext("Last {n}", n=2 * pairings)


def _pair(tournament: Tournament, number: int, table: int, language: Language) -> Pair:
    games = [pairing for pairing in tournament.of_round(number) if pairing.table == table]
    if not games:
        return Pair(Slot(""), Slot(""))
    people = list(games[0].entrants)
    decided = number < tournament.round or tournament.stage is TournamentStage.OVER
    through = winner(tournament, number, table) if decided else None
    slots = [Slot(language(tournament.by_number(one).name), _total(games, one), won=one == through) for one in people]
    return Pair(slots[0], slots[1] if len(slots) > 1 else Slot(""))


def _total(games: list[Pairing], number: int) -> str:
    scores = [(p.scores or ())[p.entrants.index(number)] for p in games if p.scores is not None]
    return points_words(sum(scores), 2) if scores and len(games[0].entrants) > 1 else ""
