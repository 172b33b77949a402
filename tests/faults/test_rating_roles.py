"""Roles by rating as members get them: given and taken as ratings change, and nothing breaks where they can't be."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio
from sqlalchemy import insert

from bot.club.rating_roles import RatingRole
from bot.club.ratings import Rating
from bot.match.model import Match, MatchId, Player
from bot.match.model import Stage as MatchStage
from bot.store import schema
from bot.store.rating_updates import rating_row
from games.core.status import Seat
from tests.e2e.places import new_server
from tests.faults.situations import add_rule, role_to_give
from tests.faults.stage import Spot, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def spot(stage: Stage) -> Spot:
    """A server that gives the role Strong from 1600 on."""
    made = await stage.spot(await new_server(stage.sandbox), "roles")
    await add_rule(made)
    return made


async def rate(spot: Spot, mu: float) -> None:
    """Whoever acts has this rating on the server now, and a rated match has just ended."""
    row = rating_row(Rating(spot.host.user, "onyx", spot.server.id, mu=mu, sigma=2.0, won=20))
    async with spot.stage.app.database.write() as connection:
        await connection.execute(schema.rating.delete().where(schema.rating.c.user_id == spot.host.user))
        await connection.execute(insert(schema.rating).values(row))
    players = tuple(Player(Seat(seat), one.user, one.name) for seat, one in enumerate((spot.host, spot.guest)))
    ended = Match(
        MatchId(1), "CODE", "onyx", 1, {}, players, spot.host.user, spot.place, MatchStage.OVER, rated=True, started=1
    )
    await spot.stage.app.background.rating_roles.notice_change(ended)
    await spot.stage.idle()


async def has_role(spot: Spot) -> bool:
    return spot.host.user in await spot.server.members_with(role_to_give(spot))


async def test_a_role_is_given_when_it_is_earned_and_taken_when_it_is_not(spot: Spot) -> None:
    await rate(spot, 30)
    assert await has_role(spot)
    await rate(spot, 20)
    assert not await has_role(spot)


async def test_a_new_rule_is_for_those_who_have_a_rating_already(spot: Spot) -> None:
    await rate(spot, 26)
    assert not await has_role(spot)
    rule = RatingRole(role_to_give(spot), "onyx", least=1500)
    await spot.stage.app.context.people.change_guild_settings(
        spot.server.id, lambda before: replace(before, rating_roles=(rule,))
    )
    await spot.stage.app.background.rating_roles.rules_changed(spot.server.id)
    await spot.stage.idle()
    assert await has_role(spot)


async def test_without_the_permission_nothing_is_given_and_nothing_breaks(spot: Spot) -> None:
    await spot.server.allow_the_bot()
    await rate(spot, 30)
    assert not await has_role(spot)
    assert [one for one in spot.stage.log if one["event"] == "incident"] == []
