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
"""Milliseconds given on top of a bullet move, for the way over the network."""

_FORM = re.compile(r"(?:(?P<days>[1-9]\d?)d|(?P<seconds>[1-9]\d{0,2})s|(?P<base>[1-9]\d{0,2})m\+(?P<step>\d{1,3})s)")

Kind = Literal["none", "days", "bullet", "blitz"]

IDLE = 30 * DAY
"""A match without a clock is given up when nobody has moved for so long."""
TOLD_LIVE = 10 * SECOND
TOLD_SLOW = 2 * MINUTE
"""A board tells of time that was given back when it is as long: of a clock that is played live, and of others."""
REMIND_AT = 0.8
"""The part of a move's days after which its player is reminded, once."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that the players have.

    `none`: no clock. `days` and `bullet`: `base` milliseconds for each move. `blitz`: `base` milliseconds for the
    whole match and `step` more after each move.
    """

    kind: Kind
    base: int = 0
    step: int = 0

    @property
    def live(self) -> bool:
        """True when the players sit at the board together."""
        return self.kind in {"bullet", "blitz"}

    def tells_of(self, credited: int) -> bool:
        """True when so many milliseconds, which a clock was given back, are worth a word."""
        return credited >= (TOLD_LIVE if self.live else TOLD_SLOW)

    def __str__(self) -> str:
        if self.kind == "days":
            return f"{self.base // DAY}d"
        if self.kind == "bullet":
            return f"{self.base // SECOND}s"
        return f"{self.base // MINUTE}m+{self.step // SECOND}s" if self.kind == "blitz" else "none"

    def words(self) -> Message:
        """The time control as it is shown to players."""
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
    """When something is due, so many milliseconds from now: rounded up to minutes, hours or days."""
    if span > DAY:
        return ngettext("in {n} day", "in {n} days", -(-span // DAY))
    if span > HOUR:
        return ngettext("in {n} hour", "in {n} hours", -(-span // HOUR))
    return ngettext("in {n} minute", "in {n} minutes", max(1, -(-span // MINUTE)))


def time_back(span: int) -> Message:
    """That a downtime of `span` milliseconds has been given back, in a unit in which a person would say it."""
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
    """The time control that `text` names: 3d, 12s, 5m+5s, none. Raises Refused."""
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
