"""A tournament and its parts, as frozen values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, NewType

from bot.match.clock import Instant
from bot.match.model import MatchId, Place, UserId
from games.core.i18n import Message

TournamentId = NewType("TournamentId", int)
Apart = frozenset[frozenset[int]]
"""Pairs of entrants, by number."""
WIN: Final = 12
"""The score of first place. Scores are counted in twelfths of a win, so that all of them are whole numbers."""


class Format(StrEnum):
    """The formats of tournaments."""

    MINI_CUP = "mini_cup"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    LADDER = "ladder"
    LEAGUE = "league"


class TournamentStage(StrEnum):
    """The stages of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


NoticeKind = Literal["words", "round", "reminder", "role"]
How = Literal["", "match", "bye", "walkover", "time", "void"]
"""How a pairing got its scores: not yet, by its match, a bye, a walkover, the end of the round, a voided match."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played, and how: the terms of a tournament.

    `rounds` counts for Swiss, `seats` are those of each match, `size` is how many may take part, `round_hours` how
    long a round takes at most (None: as long as its matches), `minutes` how long an arena lasts, `winner_role` what
    the winners are given at the end, `starts` when it begins by itself (None: when its host says so).
    """

    format: Format
    game: str
    time: str
    name: str = ""
    rounds: int = 5
    seats: int = 2
    size: int = 64
    round_hours: int | None = None
    rated: bool = True
    winner_role: int | None = None
    minutes: int | None = None
    starts: Instant | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part, called by `number` in pairings. `user` is None if they have deleted their data.

    They are paired from round `joined` on, in a ladder from that challenge on; `left` is the round from which on they
    are not (None: they stay). `division` is that of a league, 1 the highest, 0 until the next season begins.
    """

    number: int
    user: UserId | None
    name: str
    rating: int = 1500
    joined: int = 1
    left: int | None = None
    division: int = 0

    def plays_in(self, number: int) -> bool:
        """Whether the entrant can be paired in this round."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The entrants of a table in the order of their seats, one alone for a bye.

    `game` counts the matches that the same entrants play in one round. `scores` are in twelfths of a win, in the order
    of the entrants; None until the match has ended. `match_revision` is the one that the scores were read from.
    """

    round: int
    table: int
    entrants: tuple[int, ...]
    game: int = 1
    scores: tuple[int, ...] | None = None
    how: How = ""
    match: MatchId | None = None
    match_revision: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """A key that is unique within the tournament."""
        return self.round, self.table, self.game

    @property
    def brings_points(self) -> bool:
        """Whether somebody has earned points in it; a bye's points are not earned."""
        return self.how != "bye" and any(self.scores or ())


@dataclass(frozen=True, slots=True)
class Tournament:
    """The complete state of a tournament.

    `revision` counts its changes, `round` the rounds that have begun. `deadline` is when the round ends at the latest,
    `remind_at` when those who are still playing are reminded of it (None: they have been, or there is no deadline).
    `event` is the server's scheduled event, which shows what `event_shows` says of it.
    `season` counts those of a league; `season_start` is how many rounds there were before it. `apart` are pairs of
    entrants of whom one has blocked the other: read with the tournament, not stored with it.
    """

    id: TournamentId
    terms: Terms
    place: Place
    host: UserId
    host_name: str
    stage: TournamentStage = TournamentStage.OPEN
    revision: int = 1
    round: int = 0
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    created: Instant = 0
    ended: Instant | None = None
    deadline: Instant | None = None
    remind_at: Instant | None = None
    season: int = 0
    season_start: int = 0
    message: int | None = None
    posted_revision: int = 0
    event: int | None = None
    event_shows: str = ""
    apart: Apart = frozenset()

    def entrant(self, user: UserId) -> Entrant | None:
        """Return this person's entry; the last one if they have come back to a ladder."""
        return next((entrant for entrant in reversed(self.entrants) if entrant.user == user), None)

    def by_number(self, number: int) -> Entrant:
        """Return the entrant with this number. Raises KeyError."""
        for entrant in self.entrants:
            if entrant.number == number:
                return entrant
        raise KeyError(number)

    def of_round(self, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of a round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    @property
    def unfinished(self) -> tuple[Pairing, ...]:
        """The pairings without scores."""
        return tuple(pairing for pairing in self.pairings if pairing.scores is None)

    def with_pairing(self, changed: Pairing) -> Tournament:
        """Return the tournament with one pairing replaced."""
        return replace(self, pairings=tuple(changed if one.key == changed.key else one for one in self.pairings))

    def with_entrant(self, changed: Entrant) -> Tournament:
        """Return the tournament with one entrant replaced."""
        return replace(self, entrants=tuple(changed if one.number == changed.number else one for one in self.entrants))


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that is posted once in the tournament's channel.

    `kind` says what: a sentence (`words`), that round `round` begins, that it ends soon, or that the winners are given
    their role: the entrants who get it (`gets`), and those who had it before if it passes on (`loses`).
    `id` and `revision`, that of the tournament, are given by the store; an id alone may be given again.
    """

    words: Message | None = None
    round: int = 0
    kind: NoticeKind = "words"
    id: int = 0
    revision: int = 0
    gets: tuple[int, ...] = ()
    loses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """The effect of one accepted request: the tournament as it will be, and notices for its channel."""

    tournament: Tournament
    notices: tuple[Notice, ...] = ()


def order_by_rating(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants by rating, strongest first, independent of the order in which they joined."""
    return sorted(entrants, key=lambda entrant: (-entrant.rating, entrant.user or 0, entrant.number))
