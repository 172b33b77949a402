"""How many taps a turn takes, counted in whole matches that are played by clicks alone (UX 4)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bench.taps import LIMITS, PIOUSLY, TYPED, Limit, Tapper, begin, bless_move_bless_end, count_typed_taps
from bot.store.schema import match
from sandbox.client import Member
from tests.e2e.running import Bot
from tests.e2e.test_profiles import switch

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]
MOST = 400
SMALL = {"conquid": {"size": "small"}}
TWO_ANSWERS = [limit for limit in LIMITS if limit.game in ("choccer", "cyberzul")]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.game)
async def test_no_turn_of_a_whole_match_takes_more_taps(ana: Member, ben: Member, bot: Bot, limit: Limit) -> None:
    thread = await begin(ana, ben, limit.game, **SMALL.get(limit.game, {}))
    turns = await Tapper((ana, ben), thread, 1).play(MOST)
    counted = [turn for turn in turns if limit.counts(turn.text)]
    assert len(counted) >= 4
    assert max(turn.taps for turn in counted) <= limit.most, counted
    stages = select(match.c.stage).order_by(match.c.id.desc()).limit(1)
    assert len(turns) == MOST or await bot.database.value(stages) == "over", "the match was played to its end"


@pytest.mark.parametrize("limit", TWO_ANSWERS, ids=lambda limit: limit.game)
async def test_without_confirm_it_is_a_tap_less(ana: Member, ben: Member, limit: Limit) -> None:
    for member in (ana, ben):
        await switch(member, "Confirm moves", "off")
    turns = await Tapper((ana, ben), await begin(ana, ben, limit.game), 2).play(16)
    assert len(turns) == 16
    assert max(turn.taps for turn in turns) <= limit.most - 1


async def test_a_turn_of_piously(ana: Member, ben: Member) -> None:
    """Bless, move, bless, end."""
    assert await bless_move_bless_end(ana, ben) <= PIOUSLY


async def test_turns_of_piously_are_played_by_clicks_alone(ana: Member, ben: Member) -> None:
    """Whatever spells they cast: nobody ever stands before a question that no click answers."""
    turns = await Tapper((ana, ben), await begin(ana, ben, "piously", board="classic"), 3).play(24)
    assert len(turns) == 24
    assert min(turn.taps for turn in turns) <= PIOUSLY


async def test_a_typed_move(ana: Member, ben: Member) -> None:
    assert await count_typed_taps(ana, ben) <= TYPED
