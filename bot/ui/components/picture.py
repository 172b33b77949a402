"""A drawn table, as a message shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.ui.components import items
from bot.ui.components.markdown import block

MOST_TEXT = 3000
"""The longest text board, in characters, which leaves room in a message for other text."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn table: the PNG (None if drawing failed or is not wanted), its alt text, and the text board."""

    png: bytes | None
    alt: str
    words: Callable[[], str]

    @property
    def text(self) -> str:
        """Return the text board, for readers and for messages without a picture."""
        return self.words()

    def file(self, name: str) -> discord.File | None:
        """Return the picture as a file to attach."""
        return None if self.png is None else discord.File(BytesIO(self.png), filename=name)

    def item(self, name: str, length: int = MOST_TEXT) -> items.Item:
        """Return the item for a message: the file with this name and its alt text, or the text board."""
        return items.text(block(self.text, length)) if self.png is None else items.picture(name, self.alt)
