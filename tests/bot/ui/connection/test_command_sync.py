"""The commands are sent to Discord where its list is another than ours, and at no other time."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.ui.connection.command_sync import sync


class Listed:
    """Discord's list of commands: whoever writes it gives each command a new version."""

    def __init__(self) -> None:
        self.commands: list[dict[str, str]] = []
        self.sent: list[Sequence[dict[str, Any]]] = []

    async def get_global_commands(self, _application: int) -> list[dict[str, str]]:
        return list(reversed(self.commands))  # in any order

    async def bulk_upsert_global_commands(
        self, _application: int, *, payload: Sequence[dict[str, Any]]
    ) -> list[dict[str, str]]:
        self.sent.append(payload)
        version = str(len(self.sent))
        self.commands = [{"id": str(n), "version": version} for n in range(len(payload))]
        return self.commands


class Bot:
    """A bot with two commands, which people may install for themselves."""

    def __init__(self, listed: Listed) -> None:
        self.application_id = 1
        self.application = SimpleNamespace(user_integration_config=object())
        self.http = listed
        self.tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
        for name in ("choccer", "onyx"):
            self.add(name)

    def add(self, name: str) -> None:
        async def callback(interaction: discord.Interaction[Any]) -> None:
            """Play."""

        self.tree.add_command(app_commands.Command(name=name, description="Play", callback=callback))

    async def sync(self, known: str | None) -> str:
        return await sync(cast("commands.Bot", self), known)


@pytest.fixture
def bot() -> Bot:
    return Bot(Listed())


async def test_what_discord_knows_is_not_sent_again(bot: Bot) -> None:
    known = await bot.sync(None)
    assert [one["name"] for one in bot.http.sent[0]] == ["choccer", "onyx"]
    assert await bot.sync(known) == known
    assert len(bot.http.sent) == 1


async def test_it_is_sent_in_any_case_where_that_is_asked(bot: Bot) -> None:
    await bot.sync(None)
    await bot.sync(None)
    assert len(bot.http.sent) == 2


async def test_another_command_is_sent(bot: Bot) -> None:
    known = await bot.sync(None)
    bot.add("piously")
    assert await bot.sync(known) != known
    assert [one["name"] for one in bot.http.sent[1]] == ["choccer", "onyx", "piously"]


async def test_a_list_that_another_bot_with_the_token_has_written_over_is_sent_again(bot: Bot) -> None:
    known = await bot.sync(None)
    bot.http.commands[0]["version"] = "another"
    assert await bot.sync(known) != known
    assert len(bot.http.sent) == 2


async def test_where_people_cannot_install_the_app_commands_are_for_servers_alone(bot: Bot) -> None:
    known = await bot.sync(None)
    bot.application.user_integration_config = None
    assert await bot.sync(known) != known
    assert [one["integration_types"] for one in bot.http.sent[1]] == [[0], [0]]
