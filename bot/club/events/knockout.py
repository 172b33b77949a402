"""Knockout: mini matches of two games with sides swapped; the loser is out.

If two matches end level, a third decides; the lower seed begins. If that is drawn or not finished, the higher seed
goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.club.events.model import Entrant, Pairing, Tournament, order_by_rating
from bot.club.events.scores import bye
from bot.club.events.standings import Standing, rank

GAMES: Final = 2
"""The number of matches that two entrants play in a round, before a deciding one."""


def first_round(entrants: Sequence[Entrant]) -> list[Pairing]:
    """Return the first round of the bracket, in which the best seeds meet last and get the byes."""
    seeds = [entrant.number for entrant in order_by_rating(entrants)]
    order = [1]
    while len(order) < len(seeds):
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size + 1 - one)]
    made: list[Pairing] = []
    for table in range(len(order) // 2):
        pair = [seeds[seed - 1] for seed in order[2 * table : 2 * table + 2] if seed <= len(seeds)]
        made += _mini_match(1, table + 1, pair)
    return made


def next_round(tournament: Tournament) -> list[Pairing]:
    """Return the next round; empty after the final."""
    number = tournament.round
    tables = sorted({pairing.table for pairing in tournament.of_round(number)})
    through = [winner(tournament, number, table) for table in tables]
    if len(through) < 2:
        return []
    made: list[Pairing] = []
    for table in range(len(through) // 2):
        pair = [one for one in through[2 * table : 2 * table + 2] if one is not None]
        made += _mini_match(number + 1, table + 1, pair)
    return made


def deciders(tournament: Tournament) -> list[Pairing]:
    """Return the deciding matches that the current round still needs."""
    seeds = _seeds(tournament)
    needed = []
    for table in sorted({pairing.table for pairing in tournament.of_round(tournament.round)}):
        games = _games(tournament, tournament.round, table)
        is_even = len(set(_totals(games).values())) == 1
        if len(games) == GAMES and is_even and all(game.how == "match" for game in games):
            worse, better = sorted(games[0].entrants, key=lambda number: -seeds[number])
            needed.append(Pairing(tournament.round, table, (worse, better), GAMES + 1))
    return needed


def winner(tournament: Tournament, number: int, table: int) -> int | None:
    """Return the winner of a table whose matches have ended, by points, then seed; None if nobody showed up."""
    games = _games(tournament, number, table)
    if not games:
        return None
    totals, seeds = _totals(games), _seeds(tournament)
    return min(totals, key=lambda one: (-totals[one], seeds[one]))


def bracket_standings(tournament: Tournament) -> list[Standing]:
    """Return the winner, the other finalist, then those knocked out in each earlier round, who share a place."""
    out_in = {entrant.number: 0 for entrant in tournament.entrants}
    for pairing in tournament.pairings:
        for number in pairing.entrants:
            out_in[number] = max(out_in[number], pairing.round)
    champion = _champion(tournament)
    if champion is not None:
        out_in[champion] += 1
    lines = {line.entrant.number: line for line in rank(tournament.entrants, tournament.pairings)}
    order = sorted(order_by_rating(tournament.entrants), key=lambda entrant: -out_in[entrant.number])
    placed = []
    for entrant in order:
        line = lines[entrant.number]
        place = 1 + sum(other > out_in[entrant.number] for other in out_in.values())
        placed.append(Standing(entrant, place, line.points, 0, 0, 0, line.wins, line.played))
    return placed


def _champion(tournament: Tournament) -> int | None:
    final = tournament.of_round(tournament.round)
    if not final or len({pairing.table for pairing in final}) > 1 or any(one.scores is None for one in final):
        return None
    return None if deciders(tournament) else winner(tournament, tournament.round, final[0].table)


def _mini_match(number: int, table: int, pair: Sequence[int]) -> list[Pairing]:
    if len(pair) == 1:
        return [bye(number, table, pair[0])]
    return [Pairing(number, table, tuple(pair if game % 2 else pair[::-1]), game) for game in range(1, GAMES + 1)]


def _games(tournament: Tournament, number: int, table: int) -> list[Pairing]:
    games = [pairing for pairing in tournament.of_round(number) if pairing.table == table]
    return sorted(games, key=lambda pairing: pairing.game)


def _totals(games: Sequence[Pairing]) -> dict[int, int]:
    totals = {number: 0 for game in games for number in game.entrants}
    for game in games:
        for number, score in zip(game.entrants, game.scores or (), strict=False):
            totals[number] += score
    return totals


def _seeds(tournament: Tournament) -> dict[int, int]:
    return {entrant.number: seed for seed, entrant in enumerate(order_by_rating(tournament.entrants))}
