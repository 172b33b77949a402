"""What stands along the axes of a chart: round numbers, round moments."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from games.core.i18n import Message, gettext

_STEPS = (1, 2, 5)
_MONTHS = (
    gettext("Jan"), gettext("Feb"), gettext("Mar"), gettext("Apr"), gettext("May"), gettext("Jun"),
    gettext("Jul"), gettext("Aug"), gettext("Sep"), gettext("Oct"), gettext("Nov"), gettext("Dec"),
)  # fmt: skip


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest, four to seven of them."""
    span = max(high - low, 1e-6 + abs(high) * 0.02, 4.0)
    middle = (low + high) / 2
    low, high = min(low, middle - span / 2), max(high, middle + span / 2)
    for power in range(-2, 9):
        for step in _STEPS:
            size = step * 10.0**power
            first, last = math.floor(low / size), math.ceil(high / size)
            if last - first <= 6:
                return [tick * size for tick in range(first, last + 1)]
    raise ValueError("The ratings are too far apart for a chart.")


_HOURS = (1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 720, 1440, 2160, 4320, 8760, 17520, 43800)


def moments(begin: datetime, end: datetime) -> list[datetime]:
    """Round moments, whole hours or days, at most eight."""
    hours = (end - begin) / timedelta(hours=1)
    step = next((step for step in _HOURS if hours / step <= 7), _HOURS[-1])
    start = begin.replace(minute=0, second=0, microsecond=0)
    start = start.replace(hour=start.hour // step * step if step < 24 else 0)
    moments = (start + timedelta(hours=step * i) for i in range(10))
    return [moment for moment in moments if begin <= moment <= end]


def date_words(moment: datetime, span: timedelta) -> Message | str:
    """A moment as it is written below an axis that shows so much time."""
    month = _MONTHS[moment.month - 1]
    if span > timedelta(days=500):
        return gettext("{month} {year}", month=month, year=moment.year)
    if span > timedelta(days=7) or not moment.hour:
        return gettext("{day} {month}", day=moment.day, month=month)
    return f"{moment:%H:%M}"
