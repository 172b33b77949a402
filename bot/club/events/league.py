"""League: divisions of four to eight play round robins; after each season some players go up and some go down.

Pure functions. A season begins by itself when the last one ends. Newcomers are placed below all others in the next
season. Those who have left are taken out, and the divisions are filled from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from bot.club.events import round_robin
from bot.club.events.model import Entrant, Notice, Pairing, Tournament, order_by_rating
from bot.club.events.scores import bye
from bot.club.events.standings import Standing, first_of, rank
from games.core.i18n import gettext, join_list

LEAST: Final = 4
"""The fewest people in a division, and in a league."""
_USUAL: Final = 6
_TWO_MOVE_FROM: Final = 6
"""If both divisions have at least this size, two people are promoted and relegated instead of one."""
WEEK_HOURS: Final = 7 * 24


@dataclass(frozen=True, slots=True)
class Moves:
    """Promotions and relegations after a season, highest division first."""

    up: tuple[int, ...]
    down: tuple[int, ...]


def sizes(people: int) -> list[int]:
    """Return the division sizes: four to eight, as even as possible, larger ones on top."""
    count = max(1, (people + _USUAL // 2) // _USUAL)
    size, more = divmod(people, count)
    return [size + (index < more) for index in range(count)]


def divisions(tournament: Tournament) -> list[list[Entrant]]:
    """Return the entrants of each division, highest first."""
    last = max((entrant.division for entrant in tournament.entrants), default=0)
    return [[one for one in tournament.entrants if one.division == number] for number in range(1, last + 1)]


def first_season(tournament: Tournament) -> Tournament:
    """Return the league in its first season, with the strongest on top."""
    return _with_divisions(tournament, [entrant.number for entrant in order_by_rating(tournament.entrants)])


def next_season(tournament: Tournament) -> Tournament | None:
    """Return the league in its next season; None if it ends.

    It ends if too few are left, and if a season has gone by in which nobody has played.
    """
    order = _order_after(tournament)
    if len(order) < LEAST or not _has_been_played(tournament):
        return None
    return _with_divisions(tournament, order)


def season_winners(tournament: Tournament) -> tuple[int, ...]:
    """Return the entrants in first place of the first division; none if nobody there has a point."""
    tables = division_tables(tournament)
    return first_of(tables[0], _of_season(tournament)) if tables else ()


def season_notices(tournament: Tournament) -> list[Notice]:
    """Return the notices at the end of a season: its winners and, if another follows, who goes up or down."""
    first = join_list([tournament.by_number(number).name for number in season_winners(tournament)])
    if first:
        told = [Notice(gettext("Season {n} is over. First place: {players}.", n=tournament.season, players=first))]
    else:
        told = [
            Notice(gettext("Season {n} is over. Nobody has earned a point, so nobody is first.", n=tournament.season))
        ]
    told += _pass_role_on(tournament)
    moves = moves_after(tournament)
    if moves.up and next_season(tournament) is not None:
        up, down = (join_list([tournament.by_number(n).name for n in some]) for some in (moves.up, moves.down))
        told.append(Notice(gettext("Up: {players}. Down: {others}.", players=up, others=down)))
    return told


def _pass_role_on(tournament: Tournament) -> list[Notice]:
    """Give the winner's role to the season's winners, until others win it."""
    first = season_winners(tournament)
    if tournament.terms.winner_role is None or not first or not _has_been_played(tournament):
        return []
    others = [one.number for one in divisions(tournament)[0] if one.number not in first]
    return [Notice(kind="role", gets=first, loses=tuple(others))]


def season_pairings(tournament: Tournament, number: int) -> list[Pairing]:
    """Return the pairings of a round by each division's Berger table; empty if the season is over."""
    turn = number - tournament.season_start - 1
    played: list[tuple[int, ...]] = []
    for division in divisions(tournament):
        rounds = round_robin.schedule([entrant.number for entrant in order_by_rating(division)])
        played += rounds[turn] if turn < len(rounds) else []
    made = []
    for table, pair in enumerate(sorted(played, key=len, reverse=True), 1):
        # If the number is odd, one player rests in each round, without points.
        made.append(
            replace(bye(number, table, pair[0]), scores=(0,)) if len(pair) == 1 else Pairing(number, table, pair)
        )
    return made


def division_tables(tournament: Tournament) -> list[list[Standing]]:
    """Return each division's standings in this season, highest first."""
    season = _of_season(tournament)
    tables = []
    for division in divisions(tournament):
        numbers = {entrant.number for entrant in division}
        tables.append(rank(division, [pairing for pairing in season if pairing.entrants[0] in numbers]))
    return tables


def moves_after(tournament: Tournament) -> Moves:
    """Return who would go up and down if the season ended now, not counting those who have left."""
    tables = _staying(tournament)
    up: list[int] = []
    down: list[int] = []
    for higher, lower in pairwise(tables):
        count = min(2 if min(len(higher), len(lower)) >= _TWO_MOVE_FROM else 1, len(higher) // 2, len(lower) // 2)
        up += lower[:count]
        down += higher[len(higher) - count :]
    return Moves(tuple(up), tuple(down))


def _order_after(tournament: Tournament) -> list[int]:
    """Return everybody who stays, from the first of the highest division down, new entrants last."""
    moves = moves_after(tournament)
    tables = _staying(tournament)
    order: list[int] = []
    for index, table in enumerate(tables):
        above = tables[index - 1] if index else []
        below = tables[index + 1] if index + 1 < len(tables) else []
        order += [one for one in above if one in moves.down]
        order += [one for one in table if one not in (*moves.up, *moves.down)]
        order += [one for one in below if one in moves.up]
    new = [one.number for one in order_by_rating(tournament.entrants) if not one.division and one.left is None]
    return [*order, *new]


def _staying(tournament: Tournament) -> list[list[int]]:
    """Return the remaining entrants of each division, in the order of the table."""
    tables = division_tables(tournament)
    return [[line.entrant.number for line in table if line.entrant.left is None] for table in tables]


def _with_divisions(tournament: Tournament, order: Sequence[int]) -> Tournament:
    places, start = dict[int, int](), 0
    for division, size in enumerate(sizes(len(order)), 1):
        places |= dict.fromkeys(order[start : start + size], division)
        start += size
    people = tuple(replace(one, division=places.get(one.number, 0)) for one in tournament.entrants)
    largest = max(sizes(len(order)))
    terms = replace(tournament.terms, rounds=largest - 1 + largest % 2)
    return replace(
        tournament, terms=terms, entrants=people, season=tournament.season + 1, season_start=tournament.round
    )


def _has_been_played(tournament: Tournament) -> bool:
    return any(one.how == "match" for one in _of_season(tournament))


def _of_season(tournament: Tournament) -> list[Pairing]:
    return [pairing for pairing in tournament.pairings if pairing.round > tournament.season_start]
