"""Which match, and which turn of it, one of our messages shows; for the context menus of messages."""

from __future__ import annotations

import re

import discord

from bot.cogs.context import Context
from bot.match.errors import Refused
from bot.match.model import Match
from bot.match.play import must_have_begun
from bot.match.visibility import must_be_visible
from bot.ui.components.request import Request
from bot.ui.pages.turn_lines import turn_in
from games.core.i18n import gettext

_CODE = r"#([2-9A-HJ-NP-Z]{5})\b"
_AT_THE_END = re.compile(rf" · {_CODE}\**$", re.MULTILINE)
"""The code at the end of a card's or board's title; names before it may look like codes themselves."""


async def match_of_message(context: Context, request: Request, message: discord.Message) -> Match:
    """Return the match whose board the bot's message shows. Raises Refused, NotAllowed, NotFound."""
    text = _text_of(message) if message.author == request.client.user else ""
    found = _AT_THE_END.search(text) or re.search(_CODE, text)
    if found is None and turn_in(text) is not None:  # an older board, in a thread that has the match's code in its name
        found = _AT_THE_END.search(getattr(message.channel, "name", ""))
    if found is None:
        raise Refused(gettext("That message shows no match. Use this on a board message of mine."))
    match = await context.find_match(request, found[1])
    must_be_visible(match, request.viewer)
    must_have_begun(match)
    return match


def turn_of_message(message: discord.Message) -> int:
    """Return the number of the turn that the message shows; 0 if it names none."""
    return turn_in(_text_of(message)) or 0


def _text_of(message: discord.Message) -> str:
    texts = [one.content for one in message.components if isinstance(one, discord.TextDisplay)]
    return "\n".join(texts)
