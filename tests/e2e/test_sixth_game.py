"""A sixth game needs no edit outside its folder: Nim lies under tests, and is played through the whole bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.client import QUICK, Sandbox
from tests.e2e.playing import CHANNEL, board, find_card
from tests.e2e.running import ROOT, Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def test_a_game_outside_the_project_is_played_to_its_end(tmp_path: Path) -> None:
    async with Sandbox.spawn(QUICK) as sandbox:
        bot = Bot(sandbox, tmp_path, {"QUINTET_GAMES_PATH": str(ROOT / "tests" / "shelf")})
        await bot.start()
        try:
            ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
            card = await find_card(
                ana, await ana.command("nim", {"opponent": ben, "counters": "9", "first": "me"}, channel=CHANNEL)
            )
            await ben.click(card, "Accept")
            for number, (player, take) in enumerate(((ana, 3), (ben, 3)), 1):
                shown = await board(ana, card, None if number == 1 else number - 1)
                chosen = await player.settle(await player.click(shown, f"Take {take} counters"))
                assert "Play it?" in chosen.text
                await player.click(chosen.message, "Confirm")
            shown = await board(ana, card, 2)
            played = await ana.settle(await ana.command("move", {"move": "take 3"}, channel=shown.channel_id))
            assert "over" in played.text
            end = await ben.wait_for(lambda one: "wins" in one.text, shown.channel_id)
            assert "Ana wins: the last counter is taken" in end.text
            assert end.images
        finally:
            await bot.stop()
