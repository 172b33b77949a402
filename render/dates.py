"""Dates as they are written in pictures."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.core.i18n import Message, gettext

_MONTHS = (
    gettext("Jan"), gettext("Feb"), gettext("Mar"), gettext("Apr"), gettext("May"), gettext("Jun"),
    gettext("Jul"), gettext("Aug"), gettext("Sep"), gettext("Oct"), gettext("Nov"), gettext("Dec"),
)  # fmt: skip


def date_words(moment: datetime, span: timedelta) -> Message:
    """Return the day and month, or the month and year if the picture shows a span of more than 500 days."""
    month = _MONTHS[moment.month - 1]
    if span > timedelta(days=500):
        return gettext("{month} {year}", month=month, year=moment.year)
    return gettext("{day} {month}", day=moment.day, month=month)
