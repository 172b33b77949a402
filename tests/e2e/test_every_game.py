"""A match of every game by clicks alone, and one by typed moves alone."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.core.session import Session
from games.core.status import CHANCE, Outcome, Seat
from sandbox.client import Member
from tests.e2e.clicking import Clicker, ended
from tests.e2e.playing import CHANNEL, accepted, board

pytestmark = pytest.mark.asyncio(loop_scope="session")
SMALL: dict[str, dict[str, object]] = {
    "onyx": {"board": "king-3"},
    "conquid": {"size": "small"},
    "piously": {"board": "classic"},
}


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_a_match_by_clicks_only(ana: Member, ben: Member, game: str) -> None:
    first = await accepted(ana, ben, game, **SMALL.get(game, {}))
    clicker = Clicker([ana, ben], first.channel_id, 5)
    shown = await clicker.play(12)
    assert clicker.clicks >= 12 or ended(shown)


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_a_match_by_typed_moves_only(ana: Member, ben: Member, game: str) -> None:
    """Random legal moves by /move; our own session of the engine follows along, with the bot's deals."""
    first = await accepted(ana, ben, game, **SMALL.get(game, {}))
    rng, engine = Random(3), games.find(game)
    session = Session.new(engine, 2, {key: str(value) for key, value in SMALL.get(game, {}).items()})
    shown, played = first, 0
    while played < 14:
        status = session.status()
        if isinstance(status, Outcome) or status.seats == {CHANCE}:
            break
        seat = min(status.seats)
        move = engine.text(engine.legal(session.state, seat).sample(rng))
        result = await (ana, ben)[seat].settle(
            await (ana, ben)[seat].command("move", {"move": move}, channel=first.channel_id)
        )
        assert "Played" in result.text, (move, result.text)
        session.play(Seat(seat), move)
        played += 1
    if game != "cyberzul":
        assert played >= 4
        shown = await ana.wait_for(lambda one: f"Move {played} " in one.text, first.channel_id)
    assert shown.images


async def test_an_ai_answers(ana: Member) -> None:
    result = await ana.command("choccer", {"ai": "easy", "first": "me"}, channel=CHANNEL)
    first = await board(ana, result.message)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    answered = await ana.wait_for(lambda one: "Move 2 " in one.text, first.channel_id, patience=60)
    assert "AI (easy)" in answered.text
    assert answered.pinged == {ana.id}
