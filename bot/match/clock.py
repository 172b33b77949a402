"""Time controls and instants. An instant is a whole number of milliseconds since 1970 (UTC)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bot.match.errors import Refused
from games.core.i18n import Message, gettext, ngettext

Instant = int
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

BULLET_GRACE = 1500
"""Milliseconds added to each bullet move to make up for network delay."""

_FORM = re.compile(r"(?:(?P<days>[1-9]\d?)d|(?P<seconds>[1-9]\d{0,2})s|(?P<base>[1-9]\d{0,2})m\+(?P<step>\d{1,3})s)")

Kind = Literal["none", "days", "bullet", "blitz"]

IDLE = 30 * DAY
"""A match without a clock is abandoned after this long without a move."""
LEAST_CREDIT_LIVE = 10 * SECOND
"""The shortest downtime credit that a board mentions, in bullet and blitz."""
LEAST_CREDIT_SLOW = 2 * MINUTE
"""The same in correspondence."""
REMIND_AT = 0.8
"""The share of a correspondence move's time after which its player gets one reminder."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control.

    `none`: no clock. `days` and `bullet`: `base` milliseconds for each move. `blitz`: `base` milliseconds for the
    whole match and `step` more after each move.
    """

    kind: Kind
    base: int = 0
    step: int = 0

    @property
    def live(self) -> bool:
        """Whether players are expected to be at the board together (bullet, blitz)."""
        return self.kind in {"bullet", "blitz"}

    def tells_of(self, credited: int) -> bool:
        """Whether a credit of this many milliseconds is long enough to mention."""
        return credited >= (LEAST_CREDIT_LIVE if self.live else LEAST_CREDIT_SLOW)

    def __str__(self) -> str:
        if self.kind == "days":
            return f"{self.base // DAY}d"
        if self.kind == "bullet":
            return f"{self.base // SECOND}s"
        return f"{self.base // MINUTE}m+{self.step // SECOND}s" if self.kind == "blitz" else "none"

    def words(self) -> Message:
        """Return the time control in words, as players see it."""
        if self.kind == "days":
            return ngettext("{n} day a move", "{n} days a move", self.base // DAY)
        if self.kind == "bullet":
            return gettext("bullet, {seconds} s a move", seconds=self.base // SECOND)
        if self.kind == "blitz":
            return gettext("{minutes} min + {seconds} s", minutes=self.base // MINUTE, seconds=self.step // SECOND)
        return gettext("no clock")


NO_CLOCK = TimeControl("none")
OFFERED = ("3d", "1d", "7d", "5m+5s", "12s", "none")
"""The time controls of the command menus; the first is the default."""


def in_words(span: int) -> Message:
    """Say in words when something is due in `span` milliseconds, rounded up to minutes, hours or days."""
    if span > DAY:
        return ngettext("in {n} day", "in {n} days", -(-span // DAY))
    if span > HOUR:
        return ngettext("in {n} hour", "in {n} hours", -(-span // HOUR))
    return ngettext("in {n} minute", "in {n} minutes", max(1, -(-span // MINUTE)))


def time_back(span: int) -> Message:
    """Say in words that a downtime of `span` milliseconds was credited, in a natural unit."""
    seconds, minutes, hours, days = (round(span / unit) for unit in (SECOND, MINUTE, HOUR, DAY))
    if seconds < 90:
        return ngettext(
            "I was offline. Every clock got {n} second back.",
            "I was offline. Every clock got {n} seconds back.",
            seconds,
        )
    if minutes < 90:
        return ngettext(
            "I was offline. Every clock got {n} minute back.",
            "I was offline. Every clock got {n} minutes back.",
            minutes,
        )
    if hours < 36:
        return ngettext(
            "I was offline. Every clock got {n} hour back.", "I was offline. Every clock got {n} hours back.", hours
        )
    return ngettext(
        "I was offline. Every clock got {n} day back.", "I was offline. Every clock got {n} days back.", days
    )


def read_time(text: str) -> TimeControl:
    """Parse a time control such as 3d, 12s, 5m+5s or none. Raises Refused."""
    if text == "none":
        return NO_CLOCK
    match = _FORM.fullmatch(text.strip().lower())
    if match is None:
        raise Refused(gettext("I don't know the time '{text}'. Use e.g. 3d, 12s, 5m+5s or none.", text=text[:20]))
    if match["days"]:
        return TimeControl("days", int(match["days"]) * DAY)
    if match["seconds"]:
        return TimeControl("bullet", int(match["seconds"]) * SECOND)
    return TimeControl("blitz", int(match["base"]) * MINUTE, int(match["step"]) * SECOND)
