"""A match and its parts, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, NewType

from bot.match.clock import IDLE, NO_CLOCK, REMIND_AT, Instant, TimeControl
from games.core.i18n import Message
from games.core.status import Outcome, Seat

if TYPE_CHECKING:
    from bot.match.acts import Act

MatchId = NewType("MatchId", int)
UserId = NewType("UserId", int)


class Side(IntEnum):
    """One of the two servers of a match across servers: its host's, and the other. Any other match has the first."""

    HOME = 0
    GUEST = 1


class MatchSide(NamedTuple):
    """A match as it is shown on one of its sides."""

    match: MatchId
    side: Side = Side.HOME

    def __str__(self) -> str:
        return f"{self.match}" if self.side is Side.HOME else f"{self.match}g"


class Stage(StrEnum):
    """The stages of a match."""

    INVITED = "invited"
    LIVE = "live"
    PAUSED = "paused"
    OVER = "over"
    CANCELLED = "cancelled"
    ABORTED = "aborted"

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        return self in {Stage.OVER, Stage.CANCELLED, Stage.ABORTED}


By = Literal["player", "ai", "timeout", "chance", "moderator"]
"""Who made a log entry."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, taken by a person, an AI, or nobody yet.

    `name` is what was last seen of the person, for pictures; in a seat with a `former` one, of that. `accepted` is
    the answer to the challenge. `clock` is the time left in milliseconds (blitz only). `missed_moves` counts missed
    moves in a row. `to_act` is true while the match waits for this seat.

    `left_at` is when the person was found to have left the server. In a seat that an AI has taken over, `former` is
    the person who sat there; `forfeited_at` is when they gave the seat up or lost it, and None if a moderator replaced
    them. `side` is where that person plays.
    """

    seat: Seat
    user: UserId | None = None
    name: str = ""
    ai: str | None = None
    accepted: bool = False
    clock: int | None = None
    missed_moves: int = 0
    to_act: bool = False
    place: int | None = None
    left_at: Instant | None = None
    former: UserId | None = None
    forfeited_at: Instant | None = None
    side: Side = Side.HOME


OfferKind = Literal["draw", "takeback", "pause"]
PlayerAct = Literal["draw", "takeback", "give-time", "pause"]
"""What a player can request or give besides moving; it may be refused."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that all others must agree to. `agreed` are the seats that have; `keep` is the ply to go back to.

    `made` is the revision that brought it, by which an answer tells which offer it is for.
    """

    kind: OfferKind
    agreed: frozenset[Seat]
    keep: int | None = None
    made: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played: a server (None in a direct message) and the channel where it was started.

    An `external` place is one that the bot is not in: a person has brought the app along, and all that is shown there
    comes as an answer to somebody who uses it. `server` is the name that other servers may be shown, empty for none.
    """

    guild: int | None
    channel: int
    external: bool = False
    server: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """All that decides how a match goes on. The log lies beside it; `position` is the state after its last entry.

    `rated` is what was agreed on, which a rematch takes over; `counts` tells whether the ratings hear of it.
    `revision` counts every change, `ply` the entries of the log; `turn` is the revision at which the position last
    changed, so that a click made for an older position can be told. `deadline` is when a challenge
    expires or a clock runs out. `turn_began` is when the present turn began, `credited` the milliseconds that its
    clock was given for a downtime of the bot, `given` those that opponents gave to it. `reminded` and `delivered` say
    that the player has been reminded, and that the board of this turn has been delivered (bullet).

    A match across servers has two sides, and is seen from one of them, its `side`: `place` is there, and `other` on the
    other server. It is stored as seen from home; `match/sides` has what depends on the side. An open table that is
    `open_across` servers gets the other one with the first person from there who sits down.
    """

    id: MatchId
    code: str
    game: str
    rules: int
    options: Mapping[str, str]
    players: tuple[Player, ...]
    host: UserId
    place: Place
    stage: Stage = Stage.INVITED
    time: TimeControl = NO_CLOCK
    rated: bool = False
    private: bool = False
    open: bool = False
    revision: int = 0
    turn: int = 0
    ply: int = 0
    position: str = ""
    outcome: Outcome | None = None
    offer: Offer | None = None
    created: Instant = 0
    started: Instant | None = None
    ended: Instant | None = None
    turn_began: Instant | None = None
    deadline: Instant | None = None
    reminded: bool = False
    delivered: bool = False
    credited: int = 0
    given: int = 0
    other: Place | None = None
    side: Side = Side.HOME
    open_across: bool = False

    @property
    def is_across(self) -> bool:
        """Whether people of two servers play, or may sit down: each by a name that is not their server's own."""
        return self.open_across or self.other is not None

    @property
    def shown_id(self) -> MatchSide:
        """A key that is unique to the match and the side that shows it."""
        return MatchSide(self.id, self.side)

    @property
    def wake(self) -> Instant | None:
        """When the match next needs attention: a reminder, an expiring challenge, a clock, or an absent player."""
        if self.stage is Stage.LIVE and self.turn_began is not None:
            if self.time.kind == "none":
                idle = self.turn_began + IDLE
                return idle if self.deadline is None else min(idle, self.deadline)
            if self.time.kind == "days" and self.deadline is not None and not self.reminded:
                return self.turn_began + int((self.deadline - self.turn_began) * REMIND_AT)
        return self.deadline

    @property
    def counts(self) -> bool:
        """Whether the match counts for ratings: rated, and not aborted."""
        return self.rated and self.stage is not Stage.ABORTED

    def seats_of(self, user: UserId) -> tuple[Player, ...]:
        """Return this person's seats in order; several in a hot seat match."""
        return tuple(player for player in self.players if player.user == user)

    @property
    def people(self) -> tuple[UserId, ...]:
        """Return the people who play, each once, in seat order."""
        return tuple(dict.fromkeys(player.user for player in self.players if player.user is not None))

    @property
    def to_act(self) -> tuple[Player, ...]:
        """Return the players the match is waiting for."""
        return tuple(player for player in self.players if player.to_act)

    @property
    def hot_seat(self) -> bool:
        """Whether one person plays all seats."""
        return len(self.people) == 1 and all(player.user is not None for player in self.players)

    def with_player(self, seat: Seat, **changes: object) -> Match:
        """Return the match with one player replaced."""
        players = tuple(replace(p, **changes) if p.seat == seat else p for p in self.players)  # type: ignore[arg-type]
        return replace(self, players=players)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log: the move in canonical notation and the position line after it. `ply` counts from 0."""

    ply: int
    seat: Seat
    text: str
    position: str
    at: Instant
    by: By = "player"


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """What is told in a line of its own where the match is played; `id` is given by the store.

    `turn` is the number of a turn that was taken back, and `words` what it did; 0 for any other line
    (`match/thread_lines`). `seat` is whose turn it was, or whom the line concerns.
    """

    turn: int
    seat: Seat
    words: Message | str
    id: int = 0


@dataclass(frozen=True, slots=True)
class RequestAnswer:
    """How the request that was made at the revision `made` was answered, by whoever sits on `seat`.

    `withdrawn`: by somebody who had asked for it. `lapsed`: by nobody before the match went on; on `seat` sits whoever
    had asked. `asker` is the seat of the one person who had asked; None if there were several, or if it isn't known.
    """

    made: int
    kind: OfferKind
    seat: Seat
    accepted: bool
    withdrawn: bool = False
    lapsed: bool = False
    asker: Seat | None = None


@dataclass(frozen=True, slots=True)
class ClosedRequest:
    """The message of a request that waits for nobody any more; `answer` is None if nobody has answered it."""

    message: int
    answer: RequestAnswer | None


@dataclass(frozen=True, slots=True)
class KnownAbsence:
    """These people's correspondence clock begins to run, and none of them was known to be away longer than `until`."""

    users: tuple[UserId, ...]
    until: Instant


@dataclass(frozen=True, slots=True)
class Change:
    """What one accepted request does: the match as it will be, and how the log changes.

    Entries from ply `keep` on are dropped first (None: none), then `entries` are appended. `act` is what a moderator
    did, to be written down with the change; `lines` are told where the match is played; `answer` closes a request.
    The change holds only while nobody is away longer than it was made for, in `absence`.
    """

    match: Match
    entries: tuple[LogEntry, ...] = ()
    keep: int | None = None
    act: Act | None = None
    lines: tuple[ThreadLine, ...] = ()
    answer: RequestAnswer | None = None
    absence: KnownAbsence | None = None


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one side of a match is shown: the channel or thread it is played in, its card and its live board message.

    `revision` is the last one that has been posted (0: nothing yet), `ply` the number of entries the board shows
    (-1: of which some have been taken back), of which the boards before it have told the first `since`. Without
    `board_at` the board is to be posted again.
    `request` is the message of the offer that was made at the revision `asked`, until it has become its answer.
    """

    match: MatchId
    thread: int | None = None
    card: int | None = None
    board: int | None = None
    board_at: Instant | None = None
    ply: int = 0
    revision: int = 0
    lost: bool = False
    request: int | None = None
    asked: int | None = None
    side: Side = Side.HOME
    since: int = 0

    @property
    def entries_told(self) -> int:
        """The number of entries that the boards up to this one have told, of those that have not been taken back."""
        return self.since if self.ply < 0 else self.ply

    @property
    def shown_id(self) -> MatchSide:
        """Of which side of which match this is told."""
        return MatchSide(self.match, self.side)


@dataclass(frozen=True, slots=True)
class OldBoard:
    """A board message that was replaced by another, and its channel or thread."""

    match: MatchId
    channel: int
    message: int
