"""Matches across servers of the version that told the sides by the host: each player stays on their own."""

from __future__ import annotations

from sqlalchemy import insert, text

from bot.match.challenges import ChallengeRequest
from bot.match.model import MatchSide, Place, Side
from bot.match.sides import side_of
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.open_tables import SqlOpenTables
from bot.store.schema_seeks import table_call
from tests.bot.store.downgrading import downgrade
from tests.bot.table import ANA, BEN, HERE, Club


async def test_sides_and_calls_of_the_version_before_stay(club: Club) -> None:
    across = ChallengeRequest("choccer", ANA, HERE, (BEN,), other=Place(30, 40), guests=frozenset({BEN.user}))
    begun = await club.service.accept((await club.service.challenge(across)).id, BEN)
    seat = begun.seats_of(BEN.user)[0].seat
    taken_over = await club.store.add(begun.with_player(seat, user=None, ai="medium", former=BEN.user))
    here = await club.begin()
    table = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE))
    async with club.database.write() as connection:
        await connection.execute(insert(table_call).values(match=table.id, side=Side.HOME.value))
    await downgrade(club, "0033")
    async with club.database.read() as connection:
        seats = (await connection.execute(text("SELECT * FROM seat"))).mappings().all()
    assert {"side", "open_across"}.isdisjoint(seats[0])
    await migrate(club.database)
    club.database.clear_caches()
    store = SqlMatches(club.database)
    for match in (begun, taken_over):
        fresh = await store.get(match.id)
        assert fresh is not None
        assert (side_of(fresh, ANA.user), side_of(fresh, BEN.user)) == (Side.HOME, Side.GUEST)
        assert fresh == match
    plain = await store.get(here.id)
    assert plain is not None
    assert {player.side for player in plain.players} == {Side.HOME}
    assert [one.shown_id for one in await SqlOpenTables(club.database, store).find_uncalled()] == [MatchSide(table.id)]
