"""A board message after a newer one has replaced it: the same words and picture, without controls.

All of it is read from the message itself, so that it says the same as before.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

import discord
from discord import ui

from bot.match.model import MatchId
from bot.ui.components import items
from bot.ui.components.custom_id import Click, read_click
from bot.ui.pages.board import PROMPT
from bot.ui.pages.turn_lines import lines_of_turns

_CODE = re.compile(r"#[A-Z0-9]{3,8}\b")
_TITLE = "### "
_OF_BOARDS = {"menu", "rematch"}
"""Actions that occur on board messages and on no other public message."""


class OwnFile(discord.Attachment):
    """A file that a message has already, named in an edit so that it is kept."""

    def __init__(self, media: discord.UnfurledMediaItem, number: int) -> None:
        self.id = number
        self.size = 0
        self.filename = _file_name(media)
        self.url = media.url
        self.proxy_url = media.proxy_url or media.url
        self.height = media.height
        self.width = media.width
        self.content_type = media.content_type
        self.description = None
        self._flags = 0


def past_layout(message: discord.Message, place_name: str = "") -> ui.LayoutView | None:
    """Return the message without its controls and with its own files; None if it has no controls.

    `place_name` is the name of the thread it stands in, which tells the match already where it ends with the code.
    """
    if not any(isinstance(one, discord.ActionRow) for one in message.components):
        return None
    ended = any(click.action == "rematch" for click in _clicks(message))
    rows: list[items.Item] = []
    for one in message.components:
        if isinstance(one, discord.TextDisplay):
            if rows and one.content.startswith(PROMPT):
                continue
            rows.append(items.text(one.content if rows or ended else past_header(one.content, place_name)))
        elif isinstance(one, discord.MediaGalleryComponent):
            rows.append(items.pictures([(_file_name(item.media), item.description or "") for item in one.items]))
    return items.layout(*rows)


def own_files(message: discord.Message) -> list[discord.Attachment]:
    """Return the files that the message shows, to be kept by an edit."""
    galleries = [one for one in message.components if isinstance(one, discord.MediaGalleryComponent)]
    shown = [item.media for gallery in galleries for item in gallery.items]
    return [OwnFile(media, media.attachment_id) for media in shown if media.attachment_id is not None]


def has_own_files(message: discord.Message) -> bool:
    """Whether every picture of the message is one of its own files."""
    galleries = [one for one in message.components if isinstance(one, discord.MediaGalleryComponent)]
    return all(item.media.attachment_id is not None for gallery in galleries for item in gallery.items)


def past_header(text: str, place_name: str = "") -> str:
    """Return the header of an older board: what was done, and in which match, without whose turn it is.

    The match is not told where the name of the place does.
    """
    title, _, rest = text.partition("\n")
    code = _CODE.search(title)
    if not title.startswith(_TITLE) or not rest or code is None:
        return text
    told = "\n".join(lines_of_turns(rest.split("\n")))
    return told if place_name.endswith(code[0]) else f"{told} · {code[0]}"


def live_click(message: discord.Message, match: MatchId) -> Click | None:
    """Return a click of a board message of this match with controls; None for other messages."""
    mine = [click for click in _clicks(message) if click.match == match]
    if not any(click.action in _OF_BOARDS for click in mine):
        return None
    return next((click for click in mine if click.ply is not None), mine[0])


def _clicks(message: discord.Message) -> list[Click]:
    rows = [one for one in message.components if isinstance(one, discord.ActionRow)]
    named = [str(getattr(child, "custom_id", "")) for row in rows for child in row.children]
    return [click for click in map(read_click, named) if click is not None]


def _file_name(media: discord.UnfurledMediaItem) -> str:
    return unquote(urlsplit(media.url).path.rpartition("/")[2])
