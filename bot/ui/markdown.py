"""Names made harmless: no mention, no formatting."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\*_`~|>#\[\]<]|^[-+]|(?<=^\d)\.)")
_ZERO_WIDTH = "\u200b"


def plain(name: str, length: int = 40) -> str:
    """A name as plain Markdown text of at most `length` characters before escaping."""
    shown = " ".join(name.split())
    shown = shown if len(shown) <= length else shown[: length - 1] + "…"
    return _SPECIAL.sub(r"\\\1", shown).replace("@", "@" + _ZERO_WIDTH)


def mention(user: int) -> str:
    """A mention of a person."""
    return f"<@{user}>"


def relative(instant: int) -> str:
    """A moment as Discord shows it: "in 2 days"."""
    return f"<t:{instant // 1000}:R>"
