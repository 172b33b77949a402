"""The tables of the version before acts of moderators had reasons: what is in them stays, and can be acted on."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select, text

from bot.match.acts import Order
from bot.match.errors import Refused
from bot.match.model import Stage, UserId
from bot.match.moderation import Moderation
from bot.store import schema
from bot.store.audit import SqlAudit
from bot.store.migrate import migrate
from tests.bot.match.test_moderation import MOVES, Referee, lose, play, standings
from tests.bot.store.downgrading import downgrade
from tests.bot.table import ANA, BEN, EVE, Club

BEFORE = "0006"


async def changes(club: Club) -> list[dict[str, Any]]:
    table = schema.rating_change
    query = select(table).order_by(table.c.match, table.c.user_id, table.c.scope)
    async with club.database.read() as connection:
        return [dict(row) for row in (await connection.execute(query)).mappings()]


async def test_live_matches_acts_and_ratings_of_the_version_before_stay(club: Club) -> None:
    mira = Referee(club)
    first = await lose(club, ANA, BEN)
    await lose(club, EVE, ANA)
    await lose(club, BEN, ANA)
    live, void = await play(club, moves=MOVES[:2]), await play(club, moves=())
    await mira.does("void", void)
    ratings, exact = await standings(club), await changes(club)
    await downgrade(club, BEFORE)
    async with club.database.read() as connection:
        acts = (await connection.execute(text("SELECT * FROM audit"))).mappings().all()
    assert [(set(dict(act)), act["act"]) for act in acts] == [
        ({"id", "guild", "match", "user_id", "act", "at"}, "mod-void")
    ]
    await migrate(club.database)
    club.database.clear_caches()
    assert await standings(club) == ratings
    for old, new in zip(exact, await changes(club), strict=True):
        assert new == {key: pytest.approx(value) if isinstance(value, float) else value for key, value in old.items()}
    (act,) = await mira.acts(void)
    assert (act.kind, act.moderator, act.reason, act.told, act.logged) == ("void", mira.user, "", True, True)
    with pytest.raises(Refused, match="I have no copy"):
        await mira.undoes(void)
    assert (await club.service.submit(live.id, ANA.user, MOVES[2])).ply == 3
    assert await mira.audit.untold() == []
    await mira.does("void", first)
    without = await standings(club)
    assert without[BEN.user, 0][2:5] == (0, 0, 1)
    await mira.undoes(first)
    assert await standings(club) == {
        key: tuple(pytest.approx(value, abs=1e-6) for value in values) for key, values in ratings.items()
    }


async def test_changes_of_ratings_are_told_exactly_where_somebody_has_left(club: Club) -> None:
    """Also of matches in which not everybody is known any more."""
    for opponent in (BEN, EVE):
        await lose(club, ANA, opponent)
    async with club.database.write() as connection:
        gone = schema.seat.update().where(schema.seat.c.user_id == BEN.user)
        await connection.execute(gone.values(user_id=None, name="Somebody"))
        for table in (schema.rating, schema.rating_change):
            await connection.execute(table.delete().where(table.c.user_id == BEN.user))
    exact = await changes(club)
    await downgrade(club, BEFORE)
    await migrate(club.database)
    assert [one["players"] for one in await changes(club)] == [2] * len(exact)
    for old, new in zip(exact, await changes(club), strict=True):
        assert new["mu_after"] == pytest.approx(old["mu_after"])


async def test_a_paused_match_of_the_version_before_is_moderated(club: Club) -> None:
    match = await play(club)
    await club.service.suspend(match.id)
    await downgrade(club, BEFORE)
    await migrate(club.database)
    club.database.clear_caches()
    moderation = Moderation(club.service, SqlAudit(club.database))
    voided = await moderation.carry_out(match.id, Order("void", UserId(77), "a test"))
    assert voided.stage is Stage.ABORTED
    async with club.database.read() as connection:
        assert (await connection.execute(select(func.count()).select_from(schema.audit))).scalar_one() == 1
