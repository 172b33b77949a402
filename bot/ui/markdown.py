"""Names made harmless: no mention, no link, no formatting."""

from __future__ import annotations

import re
import unicodedata

_SPECIAL = re.compile(r"([\\*_`~|>#\[\]<]|^[-+]|(?<=\d)\.(?= ))")
_ZERO_WIDTH = "\u200b"
_DIRECTING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that turn the direction of all that follows."""
_ISOLATE, _END = "\u2068", "\u2069"


def plain(name: str, length: int = 40) -> str:
    """A name as plain Markdown text of at most `length` characters before escaping."""
    shown = _DIRECTING.sub("", " ".join(name.split()))
    shown = shown if len(shown) <= length else shown[: length - 1] + "…"
    shown = _SPECIAL.sub(r"\\\1", shown).replace("@", "@" + _ZERO_WIDTH).replace("://", ":" + _ZERO_WIDTH + "//")
    leftward = any(unicodedata.bidirectional(one) in {"R", "AL"} for one in shown)
    return f"{_ISOLATE}{shown}{_END}" if leftward else shown


def mention(user: int) -> str:
    """A mention of a person."""
    return f"<@{user}>"


def relative(instant: int) -> str:
    """A moment as Discord shows it: "in 2 days"."""
    return f"<t:{instant // 1000}:R>"
