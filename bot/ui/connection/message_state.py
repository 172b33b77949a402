"""What discord.py keeps of the gateway, without taking messages apart; docs/adr/0012 has the figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord.state import AutoShardedConnectionState

ClientT = TypeVar("ClientT", bound=discord.Client)


class MessageState(AutoShardedConnectionState[ClientT]):
    """What discord.py hears and knows. Messages are not taken apart: who has written where is all that counts here.

    `heard` is called with the channel and the author of each new message.
    """

    def __init__(self, *, heard: Callable[[int, int], None], **options: object) -> None:
        super().__init__(**options)
        self._heard = heard

    def parse_message_create(self, data: Any) -> None:  # noqa: ANN401 - discord.py's
        self._heard(int(data["channel_id"]), int(data["author"]["id"]))

    def parse_message_update(self, data: object) -> None:
        """Whoever has edited a message: nothing depends on it."""
