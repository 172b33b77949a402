"""Challenges and open tables, until the match starts. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

import games
from bot.match.clock import HOUR, MINUTE, NO_CLOCK, Instant, TimeControl
from bot.match.errors import NotAllowed, Refused, has_accepted
from bot.match.model import Change, Match, MatchId, Place, Player, Side, Stage, UserId
from bot.match.play import begin, end, revise
from games.core.errors import BadNotation
from games.core.i18n import Message, gettext, pgettext
from games.core.status import Outcome, Seat

EXPIRES_LIVE = 10 * MINUTE
EXPIRES_DAYS = 48 * HOUR
First = Literal["random", "me", "them"]


@dataclass(frozen=True, slots=True)
class Person:
    """A person who wants to play, with their display name."""

    user: UserId
    name: str


@dataclass(frozen=True, slots=True)
class ChallengeRequest:
    """A match that a person wants to start.

    `opponents` are asked by name; `ai` is the level that fills the seats nobody is asked for (None: they stay open
    to all when there are no opponents). `seats` is the number of seats, None for as many as are named (at least the
    game's minimum). `again` is when the match ended of which this is the rematch. Across servers, `other` is where
    those opponents play who are `guests`; people of other servers may sit down at a table that is `open_across`.
    """

    game: str
    host: Person
    place: Place
    opponents: tuple[Person, ...] = ()
    ai: str | None = None
    seats: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    time: TimeControl = NO_CLOCK
    first: First = "random"
    rated: bool = True
    private: bool = False
    again: Instant | None = None
    other: Place | None = None
    guests: frozenset[UserId] = frozenset()
    open_across: bool = False


def new_challenge(challenge: ChallengeRequest, now: Instant, dice: Random) -> Match:
    """Create the match that the request asks for; it has not begun yet. Raises Refused."""
    if challenge.game not in games.keys():
        raise Refused(gettext("I don't know the game '{game}'.", game=challenge.game[:30]))
    info = games.find(challenge.game).info
    players = _seat_players(challenge, info.min_seats, info.max_seats, dice)
    try:
        info.check_seats(len(players))
        options = info.check_options(challenge.options)
        games.find(challenge.game).rules.start(len(players), options)
    except BadNotation as error:
        raise Refused(error.sentence) from None
    people = {player.user for player in players if player.user is not None}
    is_open = any(player.user is None and player.ai is None for player in players)
    rated = challenge.rated and (is_open or len(people) > 1) and all(player.ai is None for player in players)
    return Match(
        MatchId(0),
        "",
        challenge.game,
        info.version,
        options,
        players,
        challenge.host.user,
        challenge.place,
        time=challenge.time,
        rated=rated,
        private=challenge.private,
        open=is_open,
        revision=1,
        created=now,
        deadline=now + (EXPIRES_LIVE if challenge.time.live else EXPIRES_DAYS),
        other=challenge.other,
        open_across=challenge.open_across and is_open,
    )


def ready(match: Match) -> bool:
    """Whether every seat is taken and everybody has accepted."""
    return all(player.ai is not None or (player.user is not None and player.accepted) for player in match.players)


def accept(match: Match, person: Person, now: Instant, dice: Random) -> Change:
    """Accept for this person; the last acceptance starts the match. Raises NotAllowed, Refused."""
    _still_open(match)
    seats = match.seats_of(person.user)
    if not seats:
        raise NotAllowed(gettext("This challenge isn't for you. Start your own with /{game}.", game=match.game))
    if all(player.accepted for player in seats):
        raise has_accepted([player.name for player in match.players if player.user and not player.accepted])
    for player in seats:
        match = match.with_player(player.seat, accepted=True, name=person.name)
    return _begun_if_ready(match, now, dice)


def decline(match: Match, person: Person, now: Instant) -> Change:
    """Decline for a person who was challenged. Raises NotAllowed, Refused."""
    _still_open(match)
    if person.user == match.host:
        raise NotAllowed(gettext("This is your own challenge. Press **Cancel** to take it back."))
    if not match.seats_of(person.user):
        raise NotAllowed(gettext("This challenge isn't for you, so there is nothing to decline."))
    return _call_off(match, Outcome((), gettext("{name} declined", name=person.name)), now)


def cancel(match: Match, person: Person, now: Instant) -> Change:
    """Cancel the challenge for its host. Raises NotAllowed, Refused."""
    _still_open(match)
    if person.user != match.host:
        if not match.seats_of(person.user):
            raise NotAllowed(gettext("Only the challenger can cancel."))
        raise NotAllowed(gettext("Only the challenger can cancel. You can decline instead."))
    return _call_off(match, Outcome((), _cancellation(match, person)), now)


def _cancellation(match: Match, host: Person) -> Message:
    """Return the reason shown when a host cancels a challenge or closes a table."""
    if match.open:
        return pgettext("table", "{name} cancelled it", name=host.name)
    return gettext("{name} cancelled it", name=host.name)


def expire(match: Match, now: Instant) -> Change:
    """End a challenge that was not answered in time, or a table that was not filled."""
    reason = gettext("too few players joined in time") if match.open else gettext("nobody answered in time")
    return _call_off(match, Outcome((), reason), now)


def join(match: Match, person: Person, place: Place | None, now: Instant, dice: Random) -> Change:
    """Seat the person at an open table; the last one to sit down starts the match. Raises Refused.

    They play on the server of the `place` where they sit down (None: where the table was opened). To a table that is
    open across servers the first person of another one brings that place as the second.
    """
    _still_open(match)
    if match.seats_of(person.user):
        if not all(player.accepted for player in match.seats_of(person.user)):
            return accept(match, person, now, dice)
        raise Refused(gettext("You already have a seat at this table."))
    free = next((player for player in match.players if player.user is None and player.ai is None), None)
    if free is None:
        raise Refused(gettext("All seats are taken. Open another table with /{game}.", game=match.game))
    side = Side.HOME
    if match.is_across and place is not None and place.guild not in {None, match.place.guild}:
        match, side = _with_guests_of(match, place), Side.GUEST
    match = match.with_player(free.seat, user=person.user, name=person.name, accepted=True, side=side)
    return _begun_if_ready(match, now, dice)


def _with_guests_of(match: Match, place: Place) -> Match:
    """Return the table with this other server as its second side. Raises Refused if another server is there already."""
    if match.other is None:
        return replace(match, other=place)
    if match.other.guild != place.guild:
        raise Refused(gettext("People of two servers already sit here. Look for another table with /play."))
    return match


def leave(match: Match, person: Person, now: Instant) -> Change:
    """Free the person's seat; when the host leaves, the table is closed. Raises NotAllowed, Refused."""
    _still_open(match)
    seats = match.seats_of(person.user)
    if not seats:
        raise NotAllowed(gettext("You have no seat at this table. Press **Join** to take one."))
    if person.user == match.host:
        return _call_off(match, Outcome((), _cancellation(match, person)), now)
    for player in seats:
        match = match.with_player(player.seat, user=None, name="", accepted=False, side=Side.HOME)
    return revise(match)


def withdraw(match: Match, person: Person, now: Instant) -> Change:
    """Withdraw the person, whichever way fits: leave the table, decline or cancel the challenge."""
    if person.user == match.host:
        return cancel(match, person, now)
    return leave(match, person, now) if match.open else decline(match, person, now)


def take_out(match: Match, user: UserId, now: Instant) -> Change | None:
    """Remove the person on somebody else's decision. Returns None if the match is not waiting for them."""
    seats = match.seats_of(user)
    if match.stage is not Stage.INVITED or not seats:
        return None
    return withdraw(match, Person(user, seats[0].name), now)


def keep_apart(match: Match, user: UserId, other: UserId, now: Instant) -> Change | None:
    """Keep two people from playing each other, as `user` wishes. Returns None if the match is not waiting for both."""
    theirs, others = match.seats_of(user), match.seats_of(other)
    if match.stage is not Stage.INVITED or not (theirs and others):
        return None
    if match.open and match.host == user:
        return leave(match, Person(other, others[0].name), now)
    return withdraw(match, Person(user, theirs[0].name), now)


def fill(match: Match, person: Person, level: str, now: Instant, dice: Random) -> Change:
    """Fill the free seats with AIs of this level; start if everybody has accepted. Raises NotAllowed, Refused."""
    _still_open(match)
    _only_host(match, person)
    free = [player for player in match.players if player.user is None and player.ai is None]
    if not free:
        raise Refused(gettext("There is no free seat to fill."))
    for player in free:
        match = match.with_player(player.seat, ai=level, name="", accepted=True)
    return _begun_if_ready(replace(match, rated=False), now, dice)


def start(match: Match, person: Person, now: Instant, dice: Random) -> Change:
    """Start an open table with the people who have joined. Raises NotAllowed, Refused."""
    _still_open(match)
    _only_host(match, person)
    info = games.find(match.game).info
    seated = [player for player in match.players if player.user is not None or player.ai is not None]
    if len(seated) < info.min_seats:
        raise Refused(
            gettext(
                "{game} needs at least {least} players. Wait for somebody to join, or fill with AI.",
                game=info.title,
                least=info.min_seats,
            )
        )
    if not all(player.accepted or player.ai for player in seated):
        raise Refused(gettext("Somebody who was asked hasn't answered yet."))
    players = tuple(replace(player, seat=Seat(seat)) for seat, player in enumerate(seated))
    return begin(replace(match, players=players), now, dice)


def _seat_players(challenge: ChallengeRequest, least: int, most: int, dice: Random) -> tuple[Player, ...]:
    """Return the players in seat order."""
    hot_seat = bool(challenge.opponents) and all(person.user == challenge.host.user for person in challenge.opponents)
    named = [
        Player(Seat(0), person.user, person.name, accepted=hot_seat, side=Side(person.user in challenge.guests))
        for person in challenge.opponents
    ]
    _check_named_once(named, hot_seat=hot_seat)
    host = Player(Seat(0), challenge.host.user, challenge.host.name, accepted=True)
    open_table = not named and challenge.ai is None
    wanted = challenge.seats or (most if open_table else max(least, len(named) + 1))
    rest = [Player(Seat(0), ai=challenge.ai, accepted=challenge.ai is not None) for _ in range(wanted - 1 - len(named))]
    others = named + rest
    if challenge.first == "me":
        order = [host, *others]
    elif challenge.first == "them":
        order = [*others, host]
    else:
        order = dice.sample([host, *others], len(others) + 1)
    return tuple(replace(player, seat=Seat(seat)) for seat, player in enumerate(order))


def _check_named_once(named: list[Player], *, hot_seat: bool) -> None:
    users = [player.user for player in named]
    if not hot_seat and len(set(users)) < len(users):
        raise Refused(gettext("Name each opponent once."))


def _still_open(match: Match) -> None:
    if match.stage is Stage.INVITED:
        return
    if match.stage is Stage.CANCELLED:
        reason = match.outcome.reason if match.outcome else ""
        if match.open:
            raise Refused(gettext("Table closed: {reason}.", reason=reason))
        raise Refused(gettext("Challenge closed: {reason}.", reason=reason))
    raise Refused(gettext("This match has already begun."))


def _only_host(match: Match, person: Person) -> None:
    if person.user != match.host:
        raise NotAllowed(gettext("Only the player who opened the table can do that."))


def _begun_if_ready(match: Match, now: Instant, dice: Random) -> Change:
    return begin(match, now, dice) if ready(match) else revise(match)


def _call_off(match: Match, outcome: Outcome, now: Instant) -> Change:
    return revise(end(match, outcome, now, Stage.CANCELLED))
