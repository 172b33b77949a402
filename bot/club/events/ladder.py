"""Ladder: everybody has a place, and may challenge those up to three places above. Pure functions.

The places are computed from who joined, who left and the results of all challenges in the order in which they were
made. A result that is corrected later therefore corrects all places. The challenged player begins. A player who does
not show up loses the match and the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.club.events.model import WIN, Entrant, Format, Notice, Pairing, Tournament, TournamentChange, TournamentStage
from bot.club.events.standings import Standing
from bot.match.challenges import Person
from bot.match.errors import Refused
from games.core.i18n import gettext

REACH: Final = 3
"""How many places up an entrant may challenge."""


def rungs(tournament: Tournament, last: int | None = None) -> list[int]:
    """Return the entrants from top to bottom after the challenges up to number `last` (None: all)."""
    order: list[int] = []
    made = {pairing.round: pairing for pairing in tournament.pairings}
    final = tournament.round + 1
    for number in range(1, (final if last is None else last) + 1):
        order = [one for one in order if tournament.by_number(one).left != number]
        order += [
            one.number
            for one in sorted(tournament.entrants, key=lambda entrant: entrant.number)
            if one.joined == number and one.left != number
        ]
        if number in made:
            order = _after(order, made[number])
    return order


def _after(order: Sequence[int], pairing: Pairing) -> list[int]:
    """Return the order after a challenge: a winning challenger takes the place, those between move down by one."""
    challenged, challenger = pairing.entrants
    if pairing.scores is None or challenged not in order or challenger not in order:
        return list(order)
    place, below = order.index(challenged), order.index(challenger)
    if pairing.scores[1] <= pairing.scores[0] or below < place:
        return list(order)
    return [*order[:place], challenger, *order[place:below], *order[below + 1 :]]


def within_reach(tournament: Tournament, person: Person) -> list[Entrant]:
    """Return whom the person may challenge now, nearest first. Raises Refused, saying what is possible."""
    own = _must_be_free(tournament, person)
    order = rungs(tournament)
    place = order.index(own.number)
    if place == 0:
        raise Refused(gettext("You are at the top. Wait until somebody challenges you."))
    above = [tournament.by_number(number) for number in reversed(order[max(0, place - REACH) : place])]
    free = [one for one in above if not _playing(tournament, one) and not _just_met(tournament, own, one)]
    free = [one for one in free if frozenset({one.number, own.number}) not in tournament.apart]
    if not free:
        raise Refused(gettext("Nobody you can challenge is free right now. Try again later."))
    return free


def challenge(tournament: Tournament, person: Person, number: int) -> TournamentChange:
    """Challenge an entrant for their place; the match begins at once. Raises Refused."""
    found = next((one for one in within_reach(tournament, person) if one.number == number), None)
    if found is None:
        raise Refused(gettext("You can't challenge them now. Press **Challenge** again to see who is free."))
    own = tournament.entrant(person.user)
    assert own is not None  # noqa: S101 - within_reach has looked
    place = rungs(tournament).index(number) + 1
    made = Pairing(tournament.round + 1, 1, (number, own.number))
    after = replace(
        tournament, round=made.round, pairings=(*tournament.pairings, made), revision=tournament.revision + 1
    )
    told = gettext("{name} challenges {others} for place {n}.", name=own.name, others=found.name, n=place)
    return TournamentChange(after, (Notice(told),))


def climbs(before: Tournament, after: Tournament) -> list[Notice]:
    """Return notices about places that were won between `before` and `after`."""
    known = {pairing.key: pairing.scores for pairing in before.pairings}
    old, new = rungs(before), rungs(after)
    notices = []
    for pairing in after.pairings:
        challenger = pairing.entrants[1]
        if pairing.scores == known.get(pairing.key) or challenger not in new or challenger not in old:
            continue
        if new.index(challenger) < old.index(challenger):
            place, name = new.index(challenger) + 1, after.by_number(challenger).name
            notices.append(Notice(gettext("{name} climbs to place {n}.", name=name, n=place)))
    return notices


def ladder_standings(tournament: Tournament) -> list[Standing]:
    """Return the ladder from top to bottom; `points` are those of all challenges, in twelfths of a win."""
    lines = []
    for place, number in enumerate(rungs(tournament), 1):
        own = [one for one in tournament.pairings if number in one.entrants and one.scores is not None]
        scores = [(one.scores or ())[one.entrants.index(number)] for one in own]
        wins = sum(score == WIN for score in scores)
        lines.append(Standing(tournament.by_number(number), place, sum(scores), 0, 0, 0, wins, len(scores)))
    return lines


def count_climbs(tournament: Tournament) -> dict[int, int]:
    """Return how many places each entrant climbed (or fell) through the last decided challenge."""
    decided = [pairing.round for pairing in tournament.pairings if pairing.scores is not None]
    if not decided:
        return {}
    last = max(decided)
    earlier = replace(tournament, pairings=tuple(pairing for pairing in tournament.pairings if pairing.round < last))
    before, now = rungs(earlier, last), rungs(tournament, last)
    return {number: before.index(number) - now.index(number) for number in now if number in before}


def _must_be_free(tournament: Tournament, person: Person) -> Entrant:
    entrant = tournament.entrant(person.user)
    if tournament.terms.format is not Format.LADDER:
        raise Refused(gettext("Only on a ladder is somebody challenged for a place."))
    if tournament.stage is not TournamentStage.RUNNING:
        raise Refused(gettext("This ladder has ended. /tournament list shows the others."))
    if entrant is None or entrant.left is not None:
        raise Refused(gettext("You are not on this ladder. Press **Join** first."))
    if _playing(tournament, entrant):
        raise Refused(gettext("You are playing a match of this ladder. Finish it first: /games lists it."))
    return entrant


def _playing(tournament: Tournament, entrant: Entrant) -> bool:
    return any(entrant.number in pairing.entrants for pairing in tournament.unfinished)


def _just_met(tournament: Tournament, one: Entrant, other: Entrant) -> bool:
    """Whether both entrants' last match was against each other; never true on a ladder of two."""
    if sum(entrant.left is None for entrant in tournament.entrants) <= 2:
        return False
    ordered = sorted(tournament.pairings, key=lambda pairing: pairing.key)
    latest = {number: pairing.key for pairing in ordered for number in pairing.entrants}
    return one.number in latest and latest[one.number] == latest.get(other.number)
