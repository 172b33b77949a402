"""Answers: what has to be sent once more is sent whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord import ui

from bot.ui.components import answers, items

Answer = Callable[[answers.Interaction, ui.LayoutView, discord.File], Awaitable[object]]


class Line:
    """The response of an interaction, over a line that breaks once after everything has been read."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def is_done(self) -> bool:
        return False

    async def send_message(self, *, files: list[discord.File], **_: object) -> SimpleNamespace:
        return self._take(files)

    async def edit_message(self, *, attachments: list[discord.File], **_: object) -> SimpleNamespace:
        return self._take(attachments)

    def _take(self, files: list[discord.File]) -> SimpleNamespace:
        self.received += [file.fp.read() for file in files]
        if len(self.received) == 1:
            raise aiohttp.ServerDisconnectedError
        return SimpleNamespace(message_id=1)


ANSWERS: dict[str, Answer] = {
    "tell": answers.tell,
    "tell_all": answers.tell_all,
    "update": answers.update,
    "post": lambda interaction, view, file: answers.post(interaction, view, answers.NOBODY, file),
}


@pytest.mark.parametrize("way", ANSWERS)
async def test_a_first_answer_that_is_sent_again_has_its_picture_once_more(way: str) -> None:
    line = Line()
    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=True))
    interaction = cast("Any", SimpleNamespace(response=line, extras={}, message=message))
    view = items.layout(items.text("Here it is."))
    await ANSWERS[way](interaction, view, discord.File(BytesIO(b"picture"), "p.png"))
    assert line.received == [b"picture", b"picture"]


@pytest.mark.parametrize(
    "by_person, by_server, external", [(True, False, True), (True, True, False), (False, False, False)]
)
def test_only_who_is_told_so_is_taken_for_a_guest(*, by_person: bool, by_server: bool, external: bool) -> None:
    """An interaction that tells nothing of who has installed the app comes from a server that the bot is on."""
    interaction = Mock(guild_id=1)
    interaction.is_user_integration.return_value, interaction.is_guild_integration.return_value = by_person, by_server
    assert answers.is_external(interaction) is external
