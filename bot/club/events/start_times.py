"""Planned starts of tournaments, as organisers type them. Pure functions."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.club.events import entries
from bot.club.events.model import Notice, Tournament, TournamentChange, TournamentStage
from bot.match.challenges import Person
from bot.match.clock import DAY, HOUR, MINUTE, Instant
from bot.match.errors import Refused
from games.core.i18n import gettext

LATEST: Final = 90 * DAY
"""How far ahead a start may be planned."""
_TIME = r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:\s*(?:h|Uhr))?"
_MOMENT = (
    re.compile(_TIME, re.IGNORECASE),
    re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}})[ T]+{_TIME}", re.IGNORECASE),
    re.compile(rf"(?P<day>\d{{1,2}})\.\s*(?P<month>\d{{1,2}})\.\s*(?P<year>\d{{4}})?,?\s+{_TIME}", re.IGNORECASE),
)
_SPAN = re.compile(r"(?:in\s+)?(?P<number>\d{1,4})\s*(?P<unit>m|min|h|d)", re.IGNORECASE)
_UNITS: Final = {"m": MINUTE, "min": MINUTE, "h": HOUR, "d": DAY}


def read_start(text: str, zone: str, now: Instant) -> Instant | None:
    """Parse a start time in this time zone: `20:00`, `2026-12-24 20:00`, `24.12. 20:00`, `2h`.

    None for an empty text. A time without a day is the next one, and so is a day without a year. Raises Refused.
    """
    wanted = text.strip()
    if not wanted:
        return None
    span = _SPAN.fullmatch(wanted)
    if span is not None:
        start = now + int(span["number"]) * _UNITS[span["unit"].lower()]
    else:
        moment = next((found for form in _MOMENT if (found := form.fullmatch(wanted)) is not None), None)
        if moment is None:
            raise _unreadable(wanted)
        start = _instant_of(moment, wanted, zone, now)
    if not now < start <= now + LATEST:
        raise Refused(gettext("A tournament must start in the future, within 90 days. Choose another time."))
    return start


def move_start(tournament: Tournament, person: Person, starts: Instant | None) -> TournamentChange:
    """Move the start of the tournament; None means when its host starts it. Raises Refused."""
    entries.must_be_open(tournament)
    if starts == tournament.terms.starts:
        raise Refused(gettext("The tournament already starts then. Choose another time."))
    moved = replace(tournament, terms=replace(tournament.terms, starts=starts), revision=tournament.revision + 1)
    if starts is None:
        told = gettext("{name} has cancelled the planned start: it begins when **Start** is pressed.", name=person.name)
    else:
        told = gettext("{name} has moved the start to {when}.", name=person.name, when=f"<t:{starts // 1000}:f>")
    return TournamentChange(moved, (Notice(told),))


def _instant_of(moment: re.Match[str], text: str, zone: str, now: Instant) -> Instant:
    given = {name: int(value) for name, value in moment.groupdict().items() if value is not None}
    here = datetime.fromtimestamp(now / 1000, ZoneInfo(zone))
    try:
        named = here.replace(**given, second=0, microsecond=0)  # type: ignore[arg-type]
        if named <= here and "day" not in given:
            named += timedelta(days=1)
        elif named <= here and "year" not in given:
            named = named.replace(year=named.year + 1)
    except ValueError:
        raise _unreadable(text) from None
    return int(named.timestamp() * 1000)


def _unreadable(text: str) -> Refused:
    return Refused(
        gettext("I couldn't read '{text}'. Write the start as 20:00, 2026-12-24 20:00 or 2h.", text=text[:40])
    )


def start_when_due(tournament: Tournament, now: Instant) -> TournamentChange | None:
    """Start a tournament whose time has come; with too few entrants it waits for Start. None if nothing is due."""
    starts = tournament.terms.starts
    if tournament.stage is not TournamentStage.OPEN or starts is None or starts > now:
        return None
    try:
        return entries.start(tournament, now)
    except Refused:
        waits = replace(tournament, terms=replace(tournament.terms, starts=None), revision=tournament.revision + 1)
        told = Notice(gettext("Too few players to start now. Press **Start** again when there are enough."))
        return TournamentChange(waits, (told,))
