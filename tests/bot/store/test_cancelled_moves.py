"""A move that is cancelled wherever it waits: it is stored as a whole or not at all, and nothing is stuck after it."""

from __future__ import annotations

import asyncio

from bot.match.model import MatchId
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from tests.bot.store.cancelling import cancel_at
from tests.bot.table import ANA, BEN, Club

MOST_PAUSES = 300


async def test_a_move_cancelled_at_every_pause(club: Club) -> None:
    """What was answered is stored; what was stored without an answer is still to be posted."""
    address = club.database.url
    outcomes = set()
    for number in range(1, MOST_PAUSES):
        match = await club.begin()
        posting = await club.store.posting(match.id)
        assert posting.revision < match.revision
        cancelled, played = await cancel_at(club.service.submit(match.id, ANA.user, "h4-g4", match.turn), number)
        async with asyncio.timeout(10):  # no transaction is left open that others would wait for
            now = await club.service.get(match.id)
            log = await club.store.entries(match.id)
        assert now.ply == len(log) == (now.revision - match.revision)
        assert cancelled or (played is not None and played == now and now.ply == 1)
        other = Database(address)
        assert await SqlMatches(other).get(match.id) == now, "what is remembered is what is stored"
        await other.close()
        assert match.shown_id in await club.store.places.find_unposted(club.clock(), MatchId(match.id - 1))
        mover, move = (BEN, "d4-e4") if now.ply else (ANA, "h4-g4")
        after = await club.service.submit(match.id, mover.user, move, now.turn)
        assert after.ply == now.ply + 1
        if not cancelled:
            break
        outcomes.add(now.ply)
    else:
        raise AssertionError(f"more than {MOST_PAUSES} pauses")
    assert 0 in outcomes, "some moves were cancelled before they were stored"
