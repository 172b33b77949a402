"""A drawn table, as a message shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.ui.components import items
from bot.ui.components.markdown import block

MOST_TEXT = 3000
"""Letters of a board as text, which leave room in a message for what is said about it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn table: the PNG (None when drawing failed or is not wanted), its description, and the board as text."""

    png: bytes | None
    alt: str
    words: Callable[[], str]

    @property
    def text(self) -> str:
        """The board as text: for readers, and for where there is no picture."""
        return self.words()

    def file(self, name: str) -> discord.File | None:
        """The picture as a file to attach."""
        return None if self.png is None else discord.File(BytesIO(self.png), filename=name)

    def item(self, name: str, length: int = MOST_TEXT) -> items.Item:
        """What a message shows: the file of this name with its description, or the board as text."""
        return items.text(block(self.text, length)) if self.png is None else items.picture(name, self.alt)
