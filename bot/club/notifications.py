"""How a person is notified: every ping and every direct message is decided here.

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
"""The minute of the day at which the daily digest is sent to people without quiet hours."""


class Kind(StrEnum):
    """Everything that the bot notifies people about."""

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
"""Notifications caused by another person, who may be blocked. All others are about one's own matches."""
HELD_BACK: Final = frozenset(
    {Kind.TURN, Kind.REMINDER, Kind.CHALLENGE, Kind.REQUEST, Kind.PAIRED, Kind.TOURNAMENT, Kind.REPORT}
)
"""Notifications that are held back in quiet hours and then told by a digest (answers to reports on their own)."""
DIRECT: Final = frozenset({Kind.TURN, Kind.REMINDER})
"""Notifications that are sent as direct messages if the person prefers that."""


class Delivery(StrEnum):
    """How a notification is delivered: a ping in the thread, a direct message, in a digest, or not at all."""

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
    """Decide how the person is notified.

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
    """Return the person's settings after a delivery, with what has to be remembered for later ones."""
    if delivery is Delivery.DIGEST and person.digest_at is None:
        return replace(person, digest_at=next_digest(person, now))
    if kind is Kind.TURN and person.turn_pings == "once" and delivery in {Delivery.PING, Delivery.DIRECT}:
        return replace(person, pinged_for=person.pinged_for or subject)
    return person


def is_quiet(person: Preferences, now: Instant) -> bool:
    """Whether it is quiet hours in the person's time zone."""
    start, end = person.quiet_from, person.quiet_to
    if start is None or end is None:
        return False
    there = _local(person, now)
    minute = there.hour * 60 + there.minute
    return start <= minute < end if start < end else minute >= start or minute < end


def next_digest(person: Preferences, now: Instant) -> Instant:
    """Return when the next digest is due: at the end of quiet hours, or once a day."""
    there = _local(person, now)
    end = person.quiet_to if person.quiet_to is not None else DIGEST_MINUTE
    at = there.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0)
    if at.timestamp() * 1000 <= now:
        at += timedelta(days=1)
    return int(at.timestamp() * 1000)


def zone_of(name: str) -> ZoneInfo | None:
    """Return the time zone with this name; None if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _local(person: Preferences, now: Instant) -> datetime:
    """Return the person's local time; UTC if their time zone is unknown here."""
    return datetime.fromtimestamp(now / 1000, zone_of(person.time_zone) or UTC)
