"""What a board tells of time that was given back, as a person says it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.clock import HOUR, MINUTE, SECOND, time_back
from bot.ui.i18n.language import Language
from bot.ui.pages.board import header
from tests.bot.table import Club


@pytest.mark.parametrize(
    "span, english, german",
    [
        (SECOND, "1 second", "1 Sekunde"),
        (45 * SECOND, "45 seconds", "45 Sekunden"),
        (2 * MINUTE, "2 minutes", "2 Minuten"),
        (HOUR, "60 minutes", "60 Minuten"),
        (5 * HOUR, "5 hours", "5 Stunden"),
        (24 * HOUR, "24 hours", "24 Stunden"),
        (1440 * HOUR, "60 days", "60 Tage"),
    ],
)
def test_time_is_told_in_units_that_people_use(span: int, english: str, german: str) -> None:
    assert Language("en")(time_back(span)) == f"I was offline. Every clock got {english} back."
    assert Language("de")(time_back(span)) == f"Ich war offline. Jede Uhr bekommt {german} zurück."


@pytest.mark.parametrize(
    "time, credited, told",
    [("5m+5s", 3 * SECOND, False), ("5m+5s", 45 * SECOND, True), ("3d", 45 * SECOND, False), ("3d", HOUR, True)],
)
async def test_a_board_does_not_speak_of_a_few_seconds(
    sqlite_club: Club, time: str, credited: int, *, told: bool
) -> None:
    match = replace(await sqlite_club.begin(time), credited=credited)
    assert ("I was offline" in header(match, None, Language("en"))) is told
