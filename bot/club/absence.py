"""Days on which somebody is away, while their correspondence clocks stand still."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.club.preferences import Preferences, PreferenceStore
from bot.match.clock import DAY, Instant
from bot.match.errors import Refused
from bot.match.model import UserId
from bot.match.service import MatchService
from games.core.i18n import gettext, ngettext

AWAY_DAYS = 14
"""Days a year that a person may be away while correspondence clocks stand still."""


async def begin_absence(service: MatchService, persons: PreferenceStore, user: UserId, days: int) -> None:
    """The person is away for `days` from now on. Raises Refused, and nothing changes then."""
    now = service.clock()
    extended = await persons.begin_absence(user, lambda before: go_away(before, days, now), days * DAY, now)
    for match in extended:
        await service.announce(match)


def read_days(text: str) -> int:
    """The number of days for which somebody who types this wants to be away. Raises Refused."""
    typed = text.strip()
    if not typed.isdecimal() or len(typed) > 2 or not 1 <= int(typed) <= AWAY_DAYS:
        raise Refused(gettext("Give a whole number of days from 1 to {most}.", most=AWAY_DAYS))
    return int(typed)


def go_away(preferences: Preferences, days: int, now: Instant) -> Preferences:
    """The settings of somebody who is away for `days` from `now` on. Raises Refused when away already, or too long."""
    if preferences.away_until is not None and preferences.away_until > now:
        raise Refused(gettext("You have days off already. Wait until they are over."))
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
    return replace(preferences, away_until=now + days * DAY, away_used=AWAY_DAYS - left + days, away_year=year_of(now))


def days_left(preferences: Preferences, now: Instant) -> int:
    """The number of days for which the person may still be away this year."""
    return AWAY_DAYS - (preferences.away_used if preferences.away_year == year_of(now) else 0)


def year_of(now: Instant) -> int:
    """The year in which an instant lies (UTC), for which days of absence are counted."""
    return datetime.fromtimestamp(now / 1000, UTC).year
