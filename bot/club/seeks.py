"""Seeks: who fits whom. Pure functions; `club/matchmaking` applies them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Literal

from bot.club.guild_settings import GuildSettings, shown_place
from bot.club.personal_blocks import find_blocks_with
from bot.match.challenges import Person
from bot.match.clock import DAY, MINUTE, Instant, TimeControl
from bot.match.limits import BlockedPairs
from bot.match.model import MatchId, Place, UserId

STANDING_MOST: Final = 2
"""The number of matches at once for a standing seek."""
WAITS_LIVE, WAITS_DAYS = 15 * MINUTE, 2 * DAY
"""How long a seek waits for a live match and for a correspondence match."""
ROLE_PING_PAUSE: Final = 30 * MINUTE
"""The least time between two pings of a server's role for searches: one who looks again every few minutes, or an
evening on which many look, costs the members of the role two notifications an hour and no more."""
NEWCOMER: Final = 1500
"""The rating assumed for a person without one."""
Rated = Literal["either", "rated", "casual"]


class SeekStage(StrEnum):
    """The stages of a seek."""

    OPEN = "open"
    PAIRED = "paired"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Seek:
    """A search for an opponent in one of these games, in order of preference.

    `reach` is how far the ratings may be apart (None: any). A `standing` seek stays when somebody has been found, and
    counts while its person plays fewer than `STANDING_MOST` matches. One for more than two `seats` never waits by
    itself: it leads to an open table at once (`club/open_tables`). One that goes `across` servers is also found by
    those of other servers, if both servers are open to that.
    """

    person: Person
    place: Place
    games: tuple[str, ...]
    time: TimeControl
    rated: Rated = "either"
    reach: int | None = None
    standing: bool = False
    created: Instant = 0
    expires: Instant | None = None
    id: int = 0
    stage: SeekStage = SeekStage.OPEN
    channel: int | None = None
    message: int | None = None
    match: MatchId | None = None
    seats: int = 2
    across: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about the people with seeks: ratings by person and game, blocks, running matches, who is unavailable.

    `servers` are the others that are open, for a search across servers.
    """

    ratings: Mapping[tuple[UserId, str], int] = field(default_factory=dict)
    blocked: BlockedPairs = frozenset()
    busy: Mapping[UserId, int] = field(default_factory=dict)
    on_days_off: Collection[UserId] = ()
    lately: Collection[UserId] = ()
    servers: Mapping[int, GuildSettings] = field(default_factory=dict)

    def rating(self, user: UserId, game: str) -> int:
        """Return the displayed rating."""
        return self.ratings.get((user, game), NEWCOMER)


@dataclass(frozen=True, slots=True)
class Found:
    """A pairing: the waiting seek, and the game and terms that suit both."""

    seek: Seek
    game: str
    rated: bool


def can_be_answered(place: Place) -> bool:
    """Whether a seek from this place can be answered, which needs a server with the bot."""
    return place.guild is not None and not place.external


def find_opponent(seek: Seek, waiting: Sequence[Seek], facts: Facts, now: Instant) -> Found | None:
    """Return the best opponent for a new seek; None if nobody fits.

    Somebody on the same server comes first, and there whoever has not played them lately, then the nearest rating,
    then who has waited longest.
    """
    found = [one for other in waiting if (one := fit(seek, other, facts, now)) is not None]

    def order(one: Found) -> tuple[bool, bool, int, Instant, int]:
        other = one.seek.person.user
        apart = abs(facts.rating(seek.person.user, one.game) - facts.rating(other, one.game))
        is_elsewhere = one.seek.place.guild != seek.place.guild
        return is_elsewhere, other in facts.lately, apart, one.seek.created, one.seek.id

    return min(found, key=order, default=None)


def fit(seek: Seek, other: Seek, facts: Facts, now: Instant) -> Found | None:
    """Return the game and terms that suit both; None if there are none."""
    one, two = seek.person.user, other.person.user
    is_open = other.stage is SeekStage.OPEN and (other.expires is None or other.expires > now)
    is_free = not other.standing or facts.busy.get(two, 0) < STANDING_MOST
    if (
        one == two
        or not is_open
        or not is_free
        or two in facts.on_days_off
        or two in find_blocks_with(one, facts.blocked)
    ):
        return None
    if seek.time != other.time or {seek.rated, other.rated} == {"rated", "casual"} or not _may_meet(seek, other, facts):
        return None
    there = facts.servers.get(other.place.guild or 0)
    off = there.games_off if there is not None else ()
    near = [game for game in seek.games if game in other.games and game not in off and _near(seek, other, game, facts)]
    is_rated_there = there is None or there.rated_matches
    rated = "casual" not in {seek.rated, other.rated} and seek.time.kind != "bullet" and is_rated_there
    return Found(other, near[0], rated) if near else None


def _may_meet(seek: Seek, other: Seek, facts: Facts) -> bool:
    """Whether both are on one server, or both look across servers that are open to each other."""
    if seek.place.guild == other.place.guild:
        return True
    return seek.across and other.across and other.place.guild in facts.servers


def _near(seek: Seek, other: Seek, game: str, facts: Facts) -> bool:
    """Whether the ratings are as close as both want."""
    apart = abs(facts.rating(seek.person.user, game) - facts.rating(other.person.user, game))
    return all(reach is None or apart <= reach for reach in (seek.reach, other.reach))


def with_server(seek: Seek, settings: GuildSettings) -> Seek:
    """Return the seek within its server's settings: across servers only if open, with its name only if shown."""
    return replace(seek, place=shown_place(seek.place, settings), across=seek.across and settings.across != "closed")


def channel_to_show(seek: Seek, settings: GuildSettings) -> int | None:
    """Return the channel that shows a seek; None if the server has none.

    Where no match may begin in that channel nobody could answer there: the search is shown in its own.
    """
    chosen = settings.seek_channel
    return chosen if chosen is None or settings.allows_channel(chosen) else seek.place.channel


def is_answerable(seek: Seek, settings: GuildSettings, now: Instant) -> bool:
    """Whether members can answer the seek where their server shows it."""
    is_open = seek.stage is SeekStage.OPEN and (seek.expires is None or seek.expires > now)
    return is_open and settings.allows_channel(seek.channel) and not set(seek.games) & set(settings.games_off)


def expiry(time: TimeControl, now: Instant) -> Instant:
    """Return when a seek expires (unless it is a standing one)."""
    return now + (WAITS_LIVE if time.live else WAITS_DAYS)


def answer_to(seek: Seek, person: Person, place: Place, now: Instant) -> Seek:
    """Return the seek of a person who answers this one, on exactly its terms."""
    return Seek(person, place, seek.games, seek.time, seek.rated, created=now)
