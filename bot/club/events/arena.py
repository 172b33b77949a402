"""Arena: free players are paired again and again for a fixed time. Pure functions.

A win is two points, a draw one. After two wins in a row everything counts double until the player does not win. A
player who misses a match is not paired again until they press Join.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.club.events.contestants import Contestant, contestants
from bot.club.events.model import (
    WIN,
    Notice,
    Pairing,
    Tournament,
    TournamentChange,
    TournamentStage,
)
from bot.club.events.standings import Standing
from bot.club.events.swiss import choose_sides
from bot.match.clock import MINUTE, Instant
from games.core.i18n import ngettext

SHORTEST, LONGEST = 10, 240
"""The shortest and longest arena, in minutes."""
ON_FIRE: Final = 2
"""The number of consecutive wins after which points count double."""
_AGAIN = 1000
"""The cost of pairing two people again, in places of the standings."""


@dataclass(frozen=True, slots=True)
class Score:
    """An entrant's score so far. Points are in twelfths of a point; `streak` counts consecutive wins."""

    points: int = 0
    wins: int = 0
    played: int = 0
    streak: int = 0

    def after(self, score: int) -> Score:
        """Return the score after one more match, which gave `score` twelfths of a win."""
        worth = 2 * score * (2 if self.streak >= ON_FIRE else 1)
        won = score == WIN
        return Score(self.points + worth, self.wins + won, self.played + 1, self.streak + 1 if won else 0)


def begin(tournament: Tournament, now: Instant) -> TournamentChange:
    """Start the arena and pair everybody who takes part."""
    minutes = tournament.terms.minutes or SHORTEST
    running = replace(tournament, stage=TournamentStage.RUNNING, deadline=now + minutes * MINUTE)
    told = ngettext(
        "The arena begins and lasts {n} minute. Whoever is free is paired at once.",
        "The arena begins and lasts {n} minutes. Whoever is free is paired at once.",
        minutes,
    )
    return TournamentChange(_revise(_with_pairings(running)), (Notice(told),))


def proceed(tournament: Tournament, now: Instant) -> Tournament | None:
    """End an arena whose time is over, or pair the people who are free; None if there is nothing to do."""
    if tournament.deadline is not None and tournament.deadline <= now:
        for pairing in tournament.unfinished:  # goes on as an ordinary match
            nothing = replace(pairing, scores=(0,) * len(pairing.entrants), how="time")
            tournament = tournament.with_pairing(nothing)
        return _revise(replace(tournament, stage=TournamentStage.OVER, ended=now, deadline=None))
    after = _with_pairings(_without_absent(tournament))
    return None if after == tournament else _revise(after)


def arena_standings(tournament: Tournament) -> list[Standing]:
    """Rank by points, then wins; entrants level in both share a place."""
    scores = scores_of(tournament)
    order = sorted(
        tournament.entrants,
        key=lambda one: (-scores[one.number].points, -scores[one.number].wins, -one.rating, one.number),
    )
    keys = [(scores[one.number].points, scores[one.number].wins) for one in order]
    lines = []
    for entrant, key in zip(order, keys, strict=True):
        score = scores[entrant.number]
        lines.append(Standing(entrant, 1 + keys.index(key), score.points, 0, 0, 0, score.wins, score.played))
    return lines


def scores_of(tournament: Tournament) -> dict[int, Score]:
    """Return each entrant's score, counting matches in the order in which they began."""
    scores = {entrant.number: Score() for entrant in tournament.entrants}
    for pairing in sorted(tournament.pairings, key=lambda pairing: pairing.key):
        if pairing.scores is not None and pairing.how in {"match", "walkover"}:
            for number, score in zip(pairing.entrants, pairing.scores, strict=True):
                scores[number] = scores[number].after(score)
    return scores


def _without_absent(tournament: Tournament) -> Tournament:
    """Drop those who did not show up for their last match; they are paired again once they rejoin."""
    for entrant in tournament.entrants:
        own = [one for one in tournament.pairings if entrant.number in one.entrants and one.round >= entrant.joined]
        last = max(own, key=lambda pairing: pairing.round, default=None)
        if last is None or last.how != "walkover" or last.scores is None or entrant.left is not None:
            continue
        if not last.scores[last.entrants.index(entrant.number)]:
            tournament = tournament.with_entrant(replace(entrant, left=tournament.round + 1))
    return tournament


def _with_pairings(tournament: Tournament) -> Tournament:
    number = tournament.round + 1
    made = pair_free(tournament, number)
    if not made:
        return tournament
    return replace(tournament, round=number, pairings=(*tournament.pairings, *made))


def pair_free(tournament: Tournament, number: int) -> list[Pairing]:
    """Pair the people who are free: similar scores, fewest meetings, never the same opponent twice running.

    Whoever is left over waits. Two who have just met meet again only if there is nobody else; two of whom one has
    blocked the other never meet.
    """
    import networkx as nx  # noqa: PLC0415 - 15 MB, which a bot without tournaments does not need

    busy = {one for pairing in tournament.unfinished for one in pairing.entrants}
    present = contestants(tournament.entrants, tournament.pairings, number, tournament.apart)
    free = [one for one in present if one.number not in busy]
    ordered = sorted(tournament.pairings, key=lambda pairing: pairing.key)
    latest = {number: pairing for pairing in ordered for number in pairing.entrants}
    graph: nx.Graph[int] = nx.Graph()
    for i, one in enumerate(free):
        for j in range(i + 1, len(free)):
            other = free[j]
            just_met = latest.get(one.number) is not None and latest.get(one.number) == latest.get(other.number)
            if other.number not in one.avoids and (not just_met or len(present) == 2):
                graph.add_edge(i, j, weight=-(_AGAIN * one.met.get(other.number, 0) + (j - i) ** 2))
    pairs = sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    return _pairings(free, pairs, number)


def _pairings(free: Sequence[Contestant], pairs: Sequence[tuple[int, int]], number: int) -> list[Pairing]:
    made = []
    for table, (i, j) in enumerate(pairs, 1):
        first, second = choose_sides(free[i], free[j], table)
        made.append(Pairing(number, table, (first.number, second.number)))
    return made


def _revise(tournament: Tournament) -> Tournament:
    return replace(tournament, revision=tournament.revision + 1)
