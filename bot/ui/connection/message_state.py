"""A connection state for discord.py that does not parse other people's messages (docs/adr/0012)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import discord
from discord.state import AutoShardedConnectionState

ClientT = TypeVar("ClientT", bound=discord.Client)


class MessageState(AutoShardedConnectionState[ClientT]):
    """discord.py's connection state, which does not parse messages: only who has written where matters here.

    `heard` is called with the channel and the author of each new message; `named` with the channel, the id and the
    server (None: direct messages) of one that names the bot and comes from a person.
    """

    def __init__(
        self, *, heard: Callable[[int, int], None], named: Callable[[int, int, int | None], None], **options: object
    ) -> None:
        super().__init__(**options)
        self._heard = heard
        self._named = named

    def parse_message_create(self, data: Any) -> None:  # noqa: ANN401 - discord.py's
        self._heard(int(data["channel_id"]), int(data["author"]["id"]))
        if self.self_id is not None and names(data, self.self_id):
            guild = data.get("guild_id")
            self._named(int(data["channel_id"]), int(data["id"]), None if guild is None else int(guild))

    def parse_message_update(self, data: object) -> None:
        """Ignore edits of messages."""


def names(data: Mapping[str, Any], user: int) -> bool:
    """Whether a person's message mentions this user in its text; the ping of a reply doesn't count."""
    if data["author"].get("bot") or data.get("webhook_id"):
        return False
    content = str(data.get("content", ""))
    return f"<@{user}>" in content or f"<@!{user}>" in content
