"""How the listeners hear of a change."""

from __future__ import annotations

from structlog.testing import capture_logs

from bot.match.model import Match
from tests.bot.table import ANA, Club


async def test_a_listener_that_fails_is_logged_and_neither_the_change_nor_the_others_notice(sqlite_club: Club) -> None:
    match, heard = await sqlite_club.begin(), list[Match]()

    async def fail(_match: Match) -> None:
        raise ZeroDivisionError

    async def hear(match: Match) -> None:
        heard.append(match)

    sqlite_club.service.listeners[:] = [fail, hear]
    with capture_logs() as lines:
        resigned = await sqlite_club.service.resign(match.id, ANA.user)
    assert heard == [resigned]
    assert [line["event"] for line in lines] == ["a listener to changes failed"]
