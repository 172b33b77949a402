"""The single sentences of which a hint is made, with what they name."""

from __future__ import annotations

from typing import Any

from games.core.i18n import Message


def claims(words: str) -> dict[str, dict[str, Any]]:
    """The values of each sentence by its template, in the singular where it counts something."""
    if not isinstance(words, Message):
        return {}
    first, second = (words.values.get(name) for name in ("first", "second"))
    if isinstance(first, str) and isinstance(second, str):
        return {**claims(first), **claims(second)}
    return {words.template: words.values}
