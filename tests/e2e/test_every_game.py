"""A match of every game by clicks alone, and one by typed moves alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import select

import games
from bot.store.schema import match
from games.core.budget import Budget
from games.core.game import AnyGame
from games.core.status import Outcome, Seat, Turn
from sandbox.client import Member, Message
from tests.e2e.clicking import Clicker, is_over
from tests.e2e.playing import CHANNEL, accept, board, code_of, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]
SMALL: dict[str, dict[str, object]] = {
    "onyx": {"board": "king-3"},
    "conquid": {"size": "small"},
    "piously": {"board": "classic"},
}


@pytest.mark.parametrize(
    "game",
    [
        "choccer",
        "onyx",
        "conquid",
        "cyberzul",
        pytest.param("piously", marks=[pytest.mark.slow, pytest.mark.timeout(600)]),
    ],
)
async def test_a_whole_match_by_clicks_only(ana: Member, ben: Member, game: str) -> None:
    first = await accept(ana, ben, game, **SMALL.get(game, {}))
    shown = await Clicker([ana, ben], first.channel_id, 5).play(2000)
    assert is_over(shown)
    assert "wins" in shown.text or " draw" in shown.text
    assert shown.images


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_a_whole_match_by_typed_moves_only(ana: Member, ben: Member, bot: Bot, game: str) -> None:
    """Moves that a thinker finds at a glance, by /move, from the positions that the bot has stored."""
    first = await accept(ana, ben, game, **SMALL.get(game, {}))
    await play_typed((ana, ben), first, bot, game)
    last = await ana.wait_for(is_over, first.channel_id, patience=30)
    assert "wins" in last.text or " draw" in last.text


async def play_typed(players: tuple[Member, Member], first: Message, bot: Bot, game: str) -> None:
    """A match to its end by /move, with moves that a thinker finds at a glance, from the positions that are stored."""
    channel, engine, rng = first.channel_id, games.find(game), Random(3)
    stored = select(match.c.position).where(match.c.code == code_of(first))
    options = engine.info.check_options({key: str(value) for key, value in SMALL.get(game, {}).items()})
    for _ in range(1000):
        state = engine.rules.load(await bot.database.value(stored), options)
        status = engine.rules.status(state)
        if isinstance(status, Outcome):
            break
        seat = min(status.seats)
        move = {"move": whole_turn(engine, state, seat, rng)}
        result = await players[seat].settle(await players[seat].command("move", move, channel=channel))
        assert "Played" in result.text, (move, result.text)
        if "The match is over" in result.text:
            break


def whole_turn(engine: AnyGame, state: Any, seat: Seat, rng: Random) -> str:  # noqa: ANN401 - the state of any game
    """The move of a seat, or all steps of its turn."""
    steps = []
    while isinstance(status := engine.rules.status(state), Turn) and seat in status.seats:
        thought = engine.player.think(engine.rules.view(state, seat), seat, "easy", Budget(nodes=30), rng)
        steps.append(engine.rules.text(thought.move))
        if not engine.info.multi_step:
            break
        state = engine.rules.play(state, seat, thought.move)
    return " ".join(steps)


async def test_an_ai_answers(ana: Member) -> None:
    card = await find_card(ana, await ana.command("choccer", {"ai": "easy", "first": "me"}, channel=CHANNEL))
    first = await board(ana, card)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    answered = await ana.wait_for(lambda one: "Turn 2 " in one.text, first.channel_id, patience=60)
    assert "AI (easy)" in answered.text
    assert answered.pinged == {ana.id}
