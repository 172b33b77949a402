"""Turns the options of a game's command into a challenge. Contradictory options are refused with a way out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import games
from bot.match.challenges import ChallengeRequest, First, Person, new_challenge
from bot.match.clock import read_time
from bot.match.errors import Refused
from bot.match.model import Place
from games.core.game import AnyGame
from games.core.i18n import Message, gettext

FIRST: dict[str, First] = {"random": "random", "me": "me", "them": "them"}
FIRST_WORDS = {"random": gettext("Random"), "me": gettext("Me"), "them": gettext("My opponent")}
OWN = {"opponent", "opponent2", "opponent3", "seats", "ai", "time", "first", "rated", "private"}
"""The options that every game's command has."""


@dataclass(frozen=True, slots=True)
class UsualTerms:
    """A server's defaults for its matches: the time control, and whether matches can be rated."""

    time: str = "3d"
    rated_matches: bool = True


@dataclass(frozen=True, slots=True)
class Given:
    """The options given to a game's command; None or empty means left out.

    `opponents` are people, the host alone for a hot seat match; `bots` counts how often this bot was named among them.
    `seats` is the number of all seats, the host's among them.
    """

    opponents: tuple[Person, ...] = ()
    bots: int = 0
    ai: str | None = None
    time: str | None = None
    first: str | None = None
    rated: bool | None = None
    private: bool | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int | None = None


def parameter(key: str) -> str:
    """Return the command option's name for a game's own option: its key, unless a common option has it."""
    return f"{key}_seat" if key in OWN else key


def read_request(game: AnyGame, host: Person, where: Place, given: Given, usual: UsualTerms) -> ChallengeRequest:
    """Build the challenge. Raises Refused if options contradict each other or the server's settings."""
    hot_seat = host in given.opponents
    if hot_seat and (len(given.opponents) > 1 or given.bots or given.ai is not None):
        raise Refused(gettext("For hot seat, name only yourself and no AI."))
    _check_seats(game, given, hot_seat=hot_seat)
    _check_rated(given, usual, hot_seat=hot_seat)
    if hot_seat and given.first == "them":
        raise Refused(_contradiction(gettext("first: {who}", who=FIRST_WORDS["them"]), gettext("opponent: yourself")))
    time = read_time(given.time or usual.time)
    others = (given.seats or game.info.min_seats) - 1
    challenge = ChallengeRequest(
        game.info.key,
        host,
        where,
        given.opponents * others if hot_seat else given.opponents,
        given.ai or ("medium" if given.bots else None),
        _seats(game, given, hot_seat=hot_seat),
        options=given.options,
        time=time,
        first=FIRST[given.first or "random"],
        rated=given.rated if given.rated is not None else time.kind != "bullet",
        private=bool(given.private),
    )
    _check_first(game, challenge, given)
    return challenge


def _check_seats(game: AnyGame, given: Given, *, hot_seat: bool) -> None:
    """Check that the seats match the players and AIs that were named. Raises Refused."""
    if hot_seat:
        return
    named = 1 + len(given.opponents) + given.bots
    if given.seats is not None and named > given.seats:
        raise Refused(
            gettext("With you that is {named} players for {n} seats. Leave out seats.", named=named, n=given.seats)
        )
    if given.ai is not None and not given.bots and named >= (given.seats or game.info.max_seats):
        raise Refused(
            gettext(
                "All {n} seats of {game} are taken: none is left for an AI. Leave out ai or an opponent.",
                game=game.info.title,
                n=game.info.max_seats,
            )
            if given.seats is None
            else gettext("All {n} seats are taken: none is left for an AI. Leave out ai or seats.", n=given.seats)
        )
    if given.seats is not None and given.opponents and given.ai is None and not given.bots and named < given.seats:
        raise Refused(
            gettext(
                "With you that is {named} players for {n} seats. Name all opponents, or add ai for the other seats.",
                named=named,
                n=given.seats,
            )
        )


def _check_rated(given: Given, usual: UsualTerms, *, hot_seat: bool) -> None:
    """Raise Refused if the match cannot be rated as asked."""
    if not given.rated:
        return
    if given.ai is not None or given.bots:
        raise Refused(gettext("Matches with AIs are never rated. Leave out rated, or play against people only."))
    if hot_seat:
        raise Refused(gettext("Hot seat matches are never rated. Leave out rated, or name an opponent."))
    if not usual.rated_matches:
        raise Refused(gettext("Ratings are switched off on this server. Leave out rated to play anyway."))


def _seats(game: AnyGame, given: Given, *, hot_seat: bool) -> int | None:
    """Return the number of seats: the given one, else all of them if AIs fill up, else as many as are named."""
    if given.seats is not None and not hot_seat:
        return given.seats
    if not given.opponents or hot_seat:
        return None if given.bots < game.info.min_seats else 1 + given.bots
    if given.bots:
        return 1 + len(given.opponents) + given.bots
    return game.info.max_seats if given.ai is not None else None


def _check_first(game: AnyGame, challenge: ChallengeRequest, given: Given) -> None:
    """Raise Refused if the game's own options and `first` name different first players."""
    for option in game.info.options:
        value = given.options.get(option.key)
        if option.names_first_seat and value in option.values and challenge.first != "random":
            players = new_challenge(challenge, 0, Random(0)).players  # noqa: S311 - nothing is drawn from it
            if (players[int(value)].user == challenge.host.user) != (challenge.first == "me"):
                raise Refused(
                    _contradiction(
                        gettext("first: {who}", who=FIRST_WORDS[challenge.first]),
                        gettext("{option}: {value}", option=parameter(option.key), value=option.label(value)),
                    )
                )


def _contradiction(one: Message, other: Message) -> Message:
    return gettext("'{one}' and '{other}' contradict each other. Leave one of them out.", one=one, other=other)


def game_named(text: str) -> str:
    """Return the key of the game that `text` names, in any spelling or case. Raises Refused."""
    key = games.key_of(text)
    if key is None:
        raise Refused(gettext("I don't know the game '{game}'. Choose one from the list.", game=text.strip()[:30]))
    return key
