"""Joining, leaving, starting and cancelling a tournament. Pure functions."""

from __future__ import annotations

from dataclasses import replace

import games
from bot.club.events import arena, league
from bot.club.events.model import (
    Entrant,
    Format,
    Notice,
    Terms,
    Tournament,
    TournamentChange,
    TournamentStage,
)
from bot.club.events.progress import begin, most_rounds, role_notices
from bot.match.challenges import Person
from bot.match.clock import Instant, read_time
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Place
from bot.match.showing import must_be_permitted
from games.core.i18n import Message, gettext, ngettext

FEWEST = 3
MOST_IN_CUP = 8
MOST = 256


def check_terms(terms: Terms) -> Terms:
    """Return the terms if they fit together. Raises Refused, saying what is possible."""
    info = games.find(terms.game).info
    time = read_time(terms.time)
    if not info.min_seats <= terms.seats <= info.max_seats:
        raise Refused(
            gettext(
                "{game} is for {least} to {most}: choose that many seats.",
                game=info.title,
                least=info.min_seats,
                most=info.max_seats,
            )
        )
    if terms.seats > 2 and terms.format is not Format.SWISS:
        raise Refused(gettext("Tables of more than two are played in Swiss rounds only. Choose Swiss, or 2 seats."))
    if terms.format is Format.ARENA and not time.live:
        raise Refused(gettext("An arena needs a fast time. Choose minutes for the match, or bullet."))
    if terms.format is Format.ARENA and not arena.SHORTEST <= (terms.minutes or 0) <= arena.LONGEST:
        raise Refused(gettext("An arena lasts {least} to {most} minutes.", least=arena.SHORTEST, most=arena.LONGEST))
    if terms.format is Format.LADDER and time.kind == "none":
        raise Refused(gettext("A ladder needs a time per move: whoever does not answer loses their place. Choose one."))
    if terms.format is Format.SWISS and not 5 <= terms.rounds <= 7:
        raise Refused(gettext("Swiss is played in 5 to 7 rounds."))
    if terms.format is Format.LADDER and terms.starts is not None:
        raise Refused(gettext("A ladder is open from the beginning. Leave the start empty."))
    most = MOST_IN_CUP if terms.format is Format.MINI_CUP else MOST
    if not FEWEST <= terms.size <= most:
        raise Refused(gettext("That many can't take part here: choose {least} to {most}.", least=FEWEST, most=most))
    if terms.format is Format.LEAGUE and terms.round_hours is None:
        return replace(terms, round_hours=league.WEEK_HOURS)
    return terms


def must_have_room(place: Place, *, text_channel: bool, absent: Message) -> None:
    """Raise Refused if no tournament can be held here: no `text_channel`, or permissions are `absent`."""
    if not text_channel:
        raise Refused(gettext("A tournament needs a text channel, where each match gets its thread."))
    must_be_permitted(place, absent)


def join(tournament: Tournament, person: Person, rating: int, now: Instant) -> TournamentChange:
    """Add the person; a mini cup that is full begins. Raises Refused."""
    must_not_have_ended(tournament)
    entrant = tournament.entrant(person.user)
    if entrant is not None and entrant.left is None:
        raise Refused(gettext("You are already taking part. Press **Leave** if you don't want to."))
    if entrant is None or tournament.terms.format not in {Format.MINI_CUP, Format.LEAGUE}:
        _must_take_more(tournament)
    number = tournament.round + 1
    if entrant is not None and tournament.terms.format is not Format.LADDER:
        joined = number if tournament.terms.format is Format.ARENA else _again(entrant, number)
        back = tournament.with_entrant(replace(entrant, name=person.name, left=None, joined=joined))
        return _late(back, person)
    last = max((one.number for one in tournament.entrants), default=0)
    fresh = Entrant(last + 1, person.user, person.name, rating, number)
    grown = replace(tournament, entrants=(*tournament.entrants, fresh), revision=tournament.revision + 1)
    if tournament.stage is TournamentStage.RUNNING:
        return _late(replace(grown, revision=tournament.revision), person)
    starts_when_full = grown.terms.format is Format.MINI_CUP and grown.terms.starts is None
    if starts_when_full and len(grown.entrants) == grown.terms.size:
        return begin(replace(_with_rounds(grown), revision=tournament.revision), now)
    return TournamentChange(grown)


def open_for_all(tournament: Tournament) -> Tournament:
    """Return a new tournament; a ladder is running from the start."""
    if tournament.terms.format is Format.LADDER:
        return replace(tournament, stage=TournamentStage.RUNNING)
    return tournament


def leave(tournament: Tournament, person: Person) -> TournamentChange:
    """Withdraw the person: removed before the start, no longer paired after it. Raises Refused."""
    must_not_have_ended(tournament)
    entrant = tournament.entrant(person.user)
    if entrant is None or entrant.left is not None:
        raise Refused(gettext("You aren't taking part in this tournament."))
    revision = tournament.revision + 1
    if tournament.stage is TournamentStage.OPEN:
        rest = tuple(one for one in tournament.entrants if one.number != entrant.number)
        return TournamentChange(replace(tournament, entrants=rest, revision=revision))
    gone = tournament.with_entrant(replace(entrant, left=tournament.round + 1))
    told = Notice(gettext("{name} drops out and is not paired again.", name=person.name))
    return TournamentChange(replace(gone, revision=revision), () if comes_and_goes(tournament) else (told,))


def start(tournament: Tournament, now: Instant) -> TournamentChange:
    """Start the tournament with the people who have joined. Raises Refused."""
    must_be_open(tournament)
    least = league.LEAST if tournament.terms.format is Format.LEAGUE else FEWEST
    if len(tournament.entrants) < least:
        raise Refused(
            ngettext(
                "Only {n} player so far: {least} are needed. Wait for more, or call it off.",
                "Only {n} players so far: {least} are needed. Wait for more, or call it off.",
                len(tournament.entrants),
                least=least,
            )
        )
    return begin(_with_rounds(tournament), now)


def cancel(tournament: Tournament, person: Person, now: Instant) -> TournamentChange:
    """Cancel the tournament; matches that have begun continue as ordinary ones. Raises Refused."""
    must_not_have_ended(tournament)
    ends = tournament.terms.format in {Format.LADDER, Format.LEAGUE} and bool(tournament.pairings)
    off = replace(
        tournament,
        stage=TournamentStage.OVER if ends else TournamentStage.CANCELLED,
        ended=now,
        deadline=None,
        remind_at=None,
        revision=tournament.revision + 1,
    )
    if ends:
        told = Notice(gettext("{name} ends it here. The standings are final.", name=person.name))
        return TournamentChange(off, (told, *role_notices(off)))
    return TournamentChange(off, (Notice(gettext("{name} has called the tournament off.", name=person.name)),))


def organises(tournament: Tournament, person: Person, *, moderates: bool) -> bool:
    """Whether the person created the tournament or moderates the server."""
    return person.user == tournament.host or moderates


def may_organise(tournament: Tournament, person: Person, *, moderates: bool) -> None:
    """Raise NotAllowed unless the person created the tournament or moderates the server."""
    if not organises(tournament, person, moderates=moderates):
        raise NotAllowed(
            gettext(
                "Only {name} and the server's moderators can do that.", name=tournament.host_name or gettext("its host")
            )
        )


def _late(tournament: Tournament, person: Person) -> TournamentChange:
    told = Notice(gettext("{name} joins from round {n} on.", name=person.name, n=tournament.round + 1))
    if tournament.terms.format is Format.LEAGUE and not tournament.entrants[-1].division:
        told = Notice(gettext("{name} plays from the next season on.", name=person.name))
    after = replace(tournament, revision=tournament.revision + 1)
    return TournamentChange(after, () if comes_and_goes(tournament) else (told,))


def comes_and_goes(tournament: Tournament) -> bool:
    """Whether people join and leave all the time, so that it is not announced."""
    return tournament.terms.format in {Format.ARENA, Format.LADDER}


def _again(entrant: Entrant, number: int) -> int:
    """Return the round from which a returning entrant is paired: at once if they left in this round."""
    return entrant.joined if entrant.left == number else number


def _with_rounds(tournament: Tournament) -> Tournament:
    terms = tournament.terms
    rounds = most_rounds(terms.format, len(tournament.entrants), terms.rounds, terms.seats)
    return replace(tournament, terms=replace(terms, rounds=rounds))


def _must_take_more(tournament: Tournament) -> None:
    terms = tournament.terms
    if sum(one.left is None for one in tournament.entrants) >= terms.size:
        raise Refused(gettext("The tournament is full. Join when somebody leaves."))
    if tournament.stage is not TournamentStage.RUNNING:
        return
    if comes_and_goes(tournament) or terms.format is Format.LEAGUE:
        return
    if terms.format is not Format.SWISS:
        raise Refused(gettext("It has begun, and only Swiss tournaments can be joined late. Ask for the next one."))
    if tournament.round >= terms.rounds:
        raise Refused(gettext("The last round is being played. Ask for the next tournament."))


def must_be_open(tournament: Tournament) -> None:
    """Raise Refused if the tournament has begun or is over."""
    must_not_have_ended(tournament)
    if tournament.stage is not TournamentStage.OPEN:
        raise Refused(gettext("The tournament has already begun."))


def must_not_have_ended(tournament: Tournament) -> None:
    """Raise Refused if the tournament is over."""
    if tournament.stage is TournamentStage.CANCELLED:
        raise Refused(gettext("This tournament was called off. /tournament list shows the others."))
    if tournament.stage is TournamentStage.OVER:
        raise Refused(gettext("This tournament is over. /tournament list shows the others."))
