"""Scores for places, in twelfths of a win."""

from __future__ import annotations

from collections.abc import Sequence

from bot.club.events.model import WIN, Pairing


def scores_of_places(places: Sequence[int]) -> tuple[int, ...]:
    """Return the scores for the places at one table, evenly spaced from a win for the first to 0 for the last.

    Those who share places share their worth: of two who draw, each gets half a win. Two to four players.
    """
    least = len(places) - 1
    worth = [WIN * (least - index) // least for index in range(len(places))]
    scores = []
    for place in places:
        better = sum(other < place for other in places)
        shared = worth[better : better + list(places).count(place)]
        scores.append(sum(shared) // len(shared))
    return tuple(scores)


def bye(number: int, table: int, entrant: int) -> Pairing:
    """Return a bye, which counts as a win."""
    return Pairing(number, table, (entrant,), scores=(WIN,), how="bye")


def walkover(pairing: Pairing, absent: frozenset[int]) -> Pairing:
    """Return the pairing with absent entrants placed last; if all are absent, nobody scores."""
    if absent.issuperset(pairing.entrants):
        scores: tuple[int, ...] = (0,) * len(pairing.entrants)
    else:
        scores = scores_of_places([2 if entrant in absent else 1 for entrant in pairing.entrants])
    return Pairing(
        pairing.round, pairing.table, pairing.entrants, pairing.game, scores, "walkover", pairing.match,
        pairing.match_revision,
    )  # fmt: skip
