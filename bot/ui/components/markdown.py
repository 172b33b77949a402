"""Make names harmless: no mention, no link, no formatting."""

from __future__ import annotations

import re
import unicodedata

from bot.ui.limits import clip
from games.core.i18n import Message

_SPECIAL = re.compile(r"([\\*_`~|>#\[\]<]|^[-+])")
_NUMBERED = re.compile(r"^(\d+)\.(?= )")
"""Matches what would begin a numbered list."""
_ZERO_WIDTH = "\u200b"
_DIRECTING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that change the direction of the text after them."""
_NAMES = {"name", "former", "players", "others", "last"}
"""The placeholders for people's names in refusals."""
_ISOLATE, _END = "\u2068", "\u2069"


def bare(name: str) -> str:
    """Return a name on one line, for places without Markdown."""
    return _DIRECTING.sub("", " ".join(name.split()))


def plain(name: str, length: int = 40) -> str:
    """Return a name as escaped Markdown, of at most `length` characters before escaping."""
    shown = bare(name)
    shown = shown if len(shown) <= length else shown[: length - 1] + "…"
    shown = _NUMBERED.sub(r"\1\\.", _SPECIAL.sub(r"\\\1", shown))
    shown = shown.replace("@", "@" + _ZERO_WIDTH).replace("://", ":" + _ZERO_WIDTH + "//")
    leftward = any(unicodedata.bidirectional(one) in {"R", "AL"} for one in shown)
    return f"{_ISOLATE}{shown}{_END}" if leftward else shown


def block(text: str, length: int = 3000) -> str:
    """Return text in a code block that its content can't close."""
    inside = _DIRECTING.sub("", clip(text, length)).replace("`", "`" + _ZERO_WIDTH)
    return f"```\n{inside}\n```"


def harmless(sentence: str) -> str:
    """Return a sentence with all people's names escaped."""
    if not isinstance(sentence, Message):
        return sentence
    return sentence.with_values({key: _harmless_value(key, value) for key, value in sentence.values.items()})


def _harmless_value(key: str, value: object) -> object:
    if isinstance(value, Message):
        return harmless(value)
    named = key in _NAMES or key.startswith("_")  # `_…`: the parts of a list
    return plain(value, 200) if named and isinstance(value, str) else value


def mention(user: int) -> str:
    """Return a mention of a person."""
    return f"<@{user}>"


def moment(instant: int) -> str:
    """Return a Discord timestamp, shown in the reader's time zone: "24 December 2026 20:00"."""
    return f"<t:{instant // 1000}:f>"


def relative(instant: int) -> str:
    """Return a relative Discord timestamp: "in 2 days"."""
    return f"<t:{instant // 1000}:R>"
