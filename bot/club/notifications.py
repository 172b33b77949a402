"""Whether and how a person is notified. Every ping and every direct message is decided here.

Pure functions of the person's settings, the sender and the time. `ui/delivery/pings` sends the messages.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.club.preferences import Preferences
from bot.match.clock import Instant

DIGEST_MINUTE: Final = 9 * 60
"""The minute of the day at which a daily digest goes out to those who have set no quiet hours."""


class Kind(StrEnum):
    """Everything that the bot pings people for, or writes to them."""

    TURN = "turn"
    REMINDER = "reminder"
    CHALLENGE = "challenge"
    REQUEST = "request"
    PAIRED = "paired"
    END = "end"
    ACT = "act"
    REPORT = "report"
    TOURNAMENT = "tournament"
    DIGEST = "digest"


FROM_PERSONS: Final = frozenset({Kind.CHALLENGE, Kind.REQUEST, Kind.PAIRED})
"""What comes from another person, whom one may have blocked. All else is about one's own matches."""
HELD_BACK: Final = frozenset(
    {Kind.TURN, Kind.REMINDER, Kind.CHALLENGE, Kind.REQUEST, Kind.PAIRED, Kind.TOURNAMENT, Kind.REPORT}
)
"""What waits for the person, and is told after the quiet hours: by a digest, the answer to a report by itself."""
DIRECT: Final = frozenset({Kind.TURN, Kind.REMINDER})
"""What goes to a direct message where the person wants that."""


class Delivery(StrEnum):
    """What becomes of a notification: a ping where the match is played, a direct message, a digest, nothing."""

    PING = "ping"
    DIRECT = "direct"
    DIGEST = "digest"
    NOTHING = "nothing"


def deliver(
    kind: Kind,
    person: Preferences,
    now: Instant,
    *,
    subject: str = "",
    blocked: bool = False,
    at_table: bool = False,
    pingable: bool = True,
) -> Delivery:
    """How the person hears of something of this kind.

    `subject` names what it is about, so that the same thing that is posted again counts as one. `blocked`: it comes
    from somebody whom the person has blocked, or who has blocked them. `at_table`: the match is a live one, or the
    person has used the bot a moment ago, so that they are pinged where it is played. `pingable`: a message can be sent
    there; else what would be a ping is written to them directly.
    """
    if not person.pings or (blocked and kind in FROM_PERSONS):
        return Delivery.NOTHING
    if is_quiet(person, now):
        return Delivery.DIGEST if kind in HELD_BACK or kind is Kind.DIGEST else Delivery.NOTHING
    if kind is Kind.DIGEST:
        return Delivery.DIRECT
    if at_table and pingable:
        return Delivery.PING
    if kind is Kind.TURN and person.turn_pings == "digest":
        return Delivery.DIGEST
    if kind is Kind.TURN and person.turn_pings == "once" and person.pinged_for not in {"", subject}:
        return Delivery.NOTHING
    direct = not pingable or (kind in DIRECT and person.ping_by == "direct")
    return Delivery.DIRECT if direct else Delivery.PING


def after(person: Preferences, kind: Kind, delivery: Delivery, subject: str, now: Instant) -> Preferences:
    """The person's settings once something has been delivered: what is remembered until they look, or the digest."""
    if delivery is Delivery.DIGEST and person.digest_at is None:
        return replace(person, digest_at=next_digest(person, now))
    if kind is Kind.TURN and person.turn_pings == "once" and delivery in {Delivery.PING, Delivery.DIRECT}:
        return replace(person, pinged_for=person.pinged_for or subject)
    return person


def is_quiet(person: Preferences, now: Instant) -> bool:
    """Whether these are quiet hours where the person is."""
    start, end = person.quiet_from, person.quiet_to
    if start is None or end is None:
        return False
    there = _local(person, now)
    minute = there.hour * 60 + there.minute
    return start <= minute < end if start < end else minute >= start or minute < end


def next_digest(person: Preferences, now: Instant) -> Instant:
    """When the next digest goes out: as the quiet hours end, or once a day."""
    there = _local(person, now)
    end = person.quiet_to if person.quiet_to is not None else DIGEST_MINUTE
    at = there.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0)
    if at.timestamp() * 1000 <= now:
        at += timedelta(days=1)
    return int(at.timestamp() * 1000)


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of this name; None where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _local(person: Preferences, now: Instant) -> datetime:
    """The time where the person is; UTC where the zone they have set is not known here."""
    return datetime.fromtimestamp(now / 1000, zone_of(person.time_zone) or UTC)
