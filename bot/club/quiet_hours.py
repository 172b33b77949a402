"""Quiet hours and time zones, as people type them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.match.errors import Refused
from games.core.i18n import gettext

_TIME = r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:h|Uhr)?"
_HOURS = re.compile(rf"\s*{_TIME}\s*(?:-|–|to|bis)\s*{_TIME}\s*", re.IGNORECASE)
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})", re.IGNORECASE)
_DAY: Final = 24 * 60
_MOST_WEST, _MOST_EAST = 12, 14


def read_quiet_hours(text: str) -> tuple[int, int] | None:
    """Parse quiet hours into start and end, in minutes of the day; None for an empty text. Raises Refused."""
    if not text.strip():
        return None
    found = _HOURS.fullmatch(text)
    if found is None:
        raise Refused(gettext("Write quiet hours as 22:00-08:00, or leave them empty."))
    hours = (int(found[1]), int(found[3]))
    minutes = (int(found[2] or 0), int(found[4] or 0))
    if max(hours) > 24 or max(minutes) > 59 or any(h == 24 and m for h, m in zip(hours, minutes, strict=True)):
        raise Refused(gettext("A day has hours from 0 to 24. Write quiet hours as 22:00-08:00, or leave them empty."))
    start, end = ((60 * hour + minute) % _DAY for hour, minute in zip(hours, minutes, strict=True))
    if start == end:
        raise Refused(gettext("Quiet hours need a start and a different end. To never be pinged, choose 'nothing'."))
    return start, end


def write_quiet_hours(start: int | None, end: int | None) -> str:
    """Return quiet hours as they are typed; empty if there are none."""
    if start is None or end is None:
        return ""
    return f"{start // 60:02}:{start % 60:02}-{end // 60:02}:{end % 60:02}"


def read_time_zone(text: str) -> str:
    """Parse a time zone such as `Europe/Berlin`, `berlin` or `UTC+2` into its name. Raises Refused."""
    wanted = text.strip().replace(" ", "_").lower()
    if not wanted or wanted in {"utc", "gmt"}:
        return "UTC"
    offset = _OFFSET.fullmatch(text.strip())
    if offset is not None:
        return _fixed_zone(offset[1], int(offset[2]))
    zones = _zones()
    if wanted in zones:
        return zones[wanted]
    cities = {name for key, name in zones.items() if key.rpartition("/")[2] == wanted}
    if len(cities) == 1:
        return cities.pop()
    raise Refused(
        gettext(
            "I don't know the time zone '{zone}'. Write it as Europe/Berlin, as a large city, or as UTC+2.",
            zone=text.strip()[:40],
        )
    )


def _fixed_zone(sign: str, hours: int) -> str:
    """Return the fixed-offset zone; the `Etc/GMT` names have the opposite sign."""
    if hours == 0:
        return "UTC"
    if hours > (_MOST_EAST if sign == "+" else _MOST_WEST):
        raise Refused(gettext("There is no such time zone. They go from UTC-12 to UTC+14."))
    return f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"


def write_time_zone(zone: str) -> str:
    """Return a time zone as it is typed."""
    if zone.startswith("Etc/GMT") and zone[7:8] in {"+", "-"}:
        return f"UTC{'-' if zone[7] == '+' else '+'}{zone[8:]}"
    return zone


@cache
def _zones() -> dict[str, str]:
    """Return this machine's time zones by lower-case name."""
    return {name.lower(): name for name in available_timezones()}
