"""Clocks that run on, whatever happens beside them: others give up, others have moved, somebody is away."""

from __future__ import annotations

import pytest

from bot.match.clock import DAY, HOUR, SECOND
from bot.match.model import Match, UserId
from tests.bot.table import ANA, BEN, EVE, Club


async def of_three(club: Club, time: str) -> Match:
    """Ana, who moves first, plays Ben and Eve."""
    match = await club.invited(BEN, EVE, game="cyberzul", time=time)
    await club.service.accept(match.id, BEN)
    return await club.service.accept(match.id, EVE)


@pytest.mark.parametrize("time", ["3d", "12s", "none"])
async def test_a_turn_does_not_begin_anew_when_somebody_else_gives_up(sqlite_club: Club, time: str) -> None:
    match = await of_three(sqlite_club, time)
    sqlite_club.clock.pass_by(10 * SECOND)
    after = await sqlite_club.service.resign(match.id, EVE.user)
    assert after.players[2].ai == "medium"
    assert (after.deadline, after.turn_began) == (match.deadline, match.turn_began)


async def test_who_is_away_stays_so_when_somebody_else_deletes_their_data(sqlite_club: Club) -> None:
    back = sqlite_club.clock.now + 10 * DAY

    async def absent(user: UserId) -> int | None:
        return back if user == ANA.user else None

    sqlite_club.service.absent = absent
    match = await of_three(sqlite_club, "3d")
    assert match.deadline == back + 3 * DAY
    await sqlite_club.service.withdraw(EVE.user)
    assert (await sqlite_club.service.get(match.id)).deadline == back + 3 * DAY


async def test_who_has_left_the_server_gets_no_new_days_when_somebody_else_gives_up(sqlite_club: Club) -> None:
    match = await of_three(sqlite_club, "none")
    await sqlite_club.service.left(match.id, ANA.user)
    due = sqlite_club.clock.now + 72 * HOUR
    sqlite_club.clock.pass_by(DAY)
    assert (await sqlite_club.service.resign(match.id, EVE.user)).deadline == due
