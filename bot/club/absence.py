"""Days off, on which a person's correspondence clocks are paused."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.club.preferences import Preferences, PreferenceStore
from bot.match.clock import DAY, Instant
from bot.match.errors import Refused
from bot.match.model import UserId
from bot.match.service import MatchService
from games.core.i18n import gettext, ngettext

MOST_DAYS_OFF = 14
"""The number of days off that a person may take in a year."""


async def begin_absence(service: MatchService, persons: PreferenceStore, user: UserId, days: int) -> None:
    """Start `days` days off for this person. Raises Refused; then nothing has changed."""
    now = service.clock()
    for match in await persons.change_absence(user, lambda before: take_days_off(before, days, now), now):
        await service.announce(match)


async def end_absence(service: MatchService, persons: PreferenceStore, user: UserId) -> None:
    """End this person's days off now. Raises Refused if they are over."""
    now = service.clock()
    for match in await persons.change_absence(user, lambda before: end_days_off(before, now), now):
        await service.announce(match)


def read_days(text: str) -> int:
    """Parse the number of days off. Raises Refused."""
    typed = text.strip()
    if not typed.isdecimal() or len(typed) > 2 or not 1 <= int(typed) <= MOST_DAYS_OFF:
        raise Refused(gettext("Give a whole number of days from 1 to {most}.", most=MOST_DAYS_OFF))
    return int(typed)


def take_days_off(preferences: Preferences, days: int, now: Instant) -> Preferences:
    """Return the settings with `days` days off from `now` on. Raises Refused during days off and past the limit."""
    if preferences.days_off_until is not None and preferences.days_off_until > now:
        raise Refused(gettext("You already have days off. /settings can end them."))
    left = days_left(preferences, now)
    if days > left:
        raise Refused(
            ngettext(
                "You have {n} day off left this year, not {days}.",
                "You have {n} days off left this year, not {days}.",
                left,
                days=days,
            )
        )
    return replace(
        preferences,
        days_off_until=now + days * DAY,
        days_off_used=MOST_DAYS_OFF - left + days,
        days_off_year=year_of(now),
    )


def end_days_off(preferences: Preferences, now: Instant) -> Preferences:
    """Return the settings with the days off ended; whole days that are left may be taken later. Raises Refused."""
    until = preferences.days_off_until
    if until is None or until <= now:
        raise Refused(gettext("Your days off are already over."))
    unused = (until - now) // DAY if preferences.days_off_year == year_of(now) else 0
    return replace(preferences, days_off_until=now, days_off_used=max(0, preferences.days_off_used - unused))


def days_left(preferences: Preferences, now: Instant) -> int:
    """Return the number of days that the person may still take off this year."""
    return MOST_DAYS_OFF - (preferences.days_off_used if preferences.days_off_year == year_of(now) else 0)


def year_of(now: Instant) -> int:
    """Return the year (UTC) in which days off at this instant are counted."""
    return datetime.fromtimestamp(now / 1000, UTC).year
