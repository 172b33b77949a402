"""Standings: points and the usual tie-breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.club.events.model import WIN, Entrant, Pairing, Tournament, order_by_rating


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. Points and Buchholz are in twelfths of a win, Sonneborn-Berger in 144ths.

    `direct` is what was scored against those with whom points, Buchholz and Sonneborn-Berger are shared, 0 unless all
    of them have met. Those who share all of these share the place.
    """

    entrant: Entrant
    place: int
    points: int
    buchholz: int
    sonneborn_berger: int
    direct: int
    wins: int
    played: int


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings of everybody who takes or took part."""
    return rank(tournament.entrants, tournament.pairings)


def rank(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Standing]:
    """Rank by points, Buchholz, Sonneborn-Berger and direct encounter, independent of the order of pairings."""
    ended = [pairing for pairing in pairings if pairing.scores is not None]
    points = points_of(entrants, ended)
    results = _results(ended)
    keys: dict[int, tuple[int, int, int]] = {}
    for entrant in entrants:
        own = results[entrant.number]
        rests = sum(1 for pairing in ended if pairing.entrants == (entrant.number,))
        buchholz = sum(points[other] for other, _ in own) + rests * points[entrant.number]
        berger = sum(points[other] * score for other, score in own)
        keys[entrant.number] = (points[entrant.number], buchholz, berger)
    order = sorted(order_by_rating(entrants), key=lambda entrant: keys[entrant.number], reverse=True)
    table: list[Standing] = []
    for _, tied in groupby(order, key=lambda entrant: keys[entrant.number]):
        table += _break_tie(list(tied), len(table), keys, results, ended)
    return table


def first_of(table: Sequence[Standing], pairings: Sequence[Pairing]) -> tuple[int, ...]:
    """Return the entrants in first place; none if nobody in the table has earned a point in these pairings."""
    there = {line.entrant.number for line in table}
    if not any(pairing.brings_points and not there.isdisjoint(pairing.entrants) for pairing in pairings):
        return ()
    return tuple(line.entrant.number for line in table if line.place == 1)


def points_of(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> Mapping[int, int]:
    """Return the points of each entrant, by number, in twelfths of a win."""
    points = {entrant.number: 0 for entrant in entrants}
    for pairing in pairings:
        for number, score in zip(pairing.entrants, pairing.scores or (), strict=False):
            points[number] += score
    return points


def _results(ended: Sequence[Pairing]) -> Mapping[int, list[tuple[int, int]]]:
    """Return each entrant's opponents and the score against each; larger tables count as duels."""
    results: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for pairing in ended:
        scores = dict(zip(pairing.entrants, pairing.scores or (), strict=True))
        for number, score in scores.items():
            for other, theirs in scores.items():
                if other != number:
                    duel = score if len(scores) == 2 else WIN * ((score > theirs) + (score >= theirs)) // 2
                    results[number].append((other, duel))
    return results


def _break_tie(
    tied: Sequence[Entrant],
    ahead: int,
    keys: Mapping[int, tuple[int, int, int]],
    results: Mapping[int, Sequence[tuple[int, int]]],
    ended: Sequence[Pairing],
) -> list[Standing]:
    """Order entrants level on points, Buchholz and Sonneborn-Berger by their scores against each other."""
    direct = _direct([entrant.number for entrant in tied], results)
    lines = []
    for entrant in sorted(tied, key=lambda entrant: -direct[entrant.number]):
        number = entrant.number
        own = [pairing for pairing in ended if number in pairing.entrants]
        wins = sum(len(p.entrants) > 1 and (p.scores or ())[p.entrants.index(number)] == WIN for p in own)
        played = sum(len(pairing.entrants) > 1 for pairing in own)
        place = ahead + 1 + sum(direct[other.number] > direct[number] for other in tied)
        lines.append(Standing(entrant, place, *keys[number], direct[number], wins, played))
    return lines


def _direct(tied: Sequence[int], results: Mapping[int, Sequence[tuple[int, int]]]) -> Mapping[int, int]:
    """Return each one's score against the others of the group; 0 for all unless all have met."""
    scored = dict.fromkeys(tied, 0)
    for number in tied:
        others = {other for other, _ in results.get(number, ()) if other in scored}
        if len(others) < len(tied) - 1:
            return dict.fromkeys(tied, 0)
        scored[number] = sum(score for other, score in results.get(number, ()) if other in scored)
    return scored
