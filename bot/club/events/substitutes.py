"""Substitutes, who take over a place in a running tournament with its points. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.club.events.entries import comes_and_goes, must_not_have_ended
from bot.club.events.model import Entrant, Notice, Tournament, TournamentChange, TournamentStage
from bot.match.challenges import Person
from bot.match.errors import NotAllowed, Refused, Stale
from bot.match.model import UserId
from games.core.i18n import gettext


def place_of(tournament: Tournament, number: int, substitute: Person) -> Entrant:
    """Return the entrant whom the substitute may replace. Raises Refused, saying what is possible."""
    must_not_have_ended(tournament)
    if tournament.stage is TournamentStage.OPEN:
        raise Refused(gettext("The tournament hasn't begun: one player presses **Leave**, the other **Join**."))
    if comes_and_goes(tournament):
        raise Refused(gettext("People come and go here. Whoever wants to play presses **Join**."))
    entrant = next((one for one in tournament.entrants if one.number == number), None)
    if entrant is None:
        raise Refused(gettext("I don't know this player. Choose one that I suggest."))
    if tournament.entrant(substitute.user) is not None:
        raise Refused(gettext("{name} is taking part, or has done before. Choose somebody else.", name=substitute.name))
    return entrant


@dataclass(frozen=True, slots=True)
class PlaceOffer:
    """An offer of a place: its number, who is asked to take it, and a mark of who had it then."""

    number: int
    asked: UserId
    mark: int


def mark_of(entrant: Entrant) -> int:
    """Return a few digits that identify the current holder of a place."""
    return (entrant.user or 0) % 1_000_003


def must_be_replaceable(tournament: Tournament, number: int, substitute: Person, *, bot: bool) -> Entrant:
    """Return the entrant to be replaced; the substitute must not be a `bot`. Raises Refused."""
    if bot:
        raise Refused(gettext("AIs and bots don't take part. Choose a person."))
    return place_of(tournament, number, substitute)


def offered_place(tournament: Tournament, offer: PlaceOffer, substitute: Person) -> Entrant:
    """Return the entrant whose place is accepted. Raises NotAllowed unless this person was asked, Refused, Stale."""
    if substitute.user != offer.asked:
        raise NotAllowed(gettext("Only the person who is asked can answer."))
    entrant = place_of(tournament, offer.number, substitute)
    if mark_of(entrant) != offer.mark:
        raise _taken_meanwhile()
    return entrant


def take_place(tournament: Tournament, number: int, before: UserId | None, substitute: Person) -> TournamentChange:
    """Let the substitute replace an entrant from the next match on; `before` is who was to be replaced.

    A match that has begun is finished by whoever began it, and counts for the place. Raises Refused, Stale.
    """
    entrant = place_of(tournament, number, substitute)
    if entrant.user != before:
        raise _taken_meanwhile()
    # Keep the rating: it is the seed by which rounds and brackets were drawn.
    fresh = replace(entrant, user=substitute.user, name=substitute.name, left=None)
    told = gettext("{name} takes the place of {former}, with their points.", name=substitute.name, former=entrant.name)
    after = replace(tournament.with_entrant(fresh), revision=tournament.revision + 1)
    return TournamentChange(after, (Notice(told),))


def _taken_meanwhile() -> Stale:
    return Stale(gettext("Somebody else has taken this place meanwhile."))
