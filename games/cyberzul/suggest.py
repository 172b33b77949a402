"""Suggestions: whole moves that continue the typed text."""

from __future__ import annotations

import re
from itertools import islice

from games.core.legal import LegalMoves
from games.cyberzul.moves import Move, Take, line_text, source_text, text
from games.cyberzul.tiles import COLOURS, LETTERS

_WORDS = re.compile(r"[a-z]+|[0-9]+")
_SMALL_WORDS = {"take", "takes", "from", "to", "into", "the", "factory", "line"}


def suggest(legal: LegalMoves[Move], typed: str, limit: int) -> tuple[str, ...]:
    """Return the moves that start as typed, then those that hold the typed words in order.

    Words may be shortened, and a colour may be its letter: `3 bl`, `3k2`, `red`.
    """
    words = [word for word in _WORDS.findall(typed.lower()) if word not in _SMALL_WORDS]
    legal_takes = [move for move in legal if isinstance(move, Take)]
    first = [move for move in legal_takes if _starts_with(move, words)]
    more = [move for move in legal_takes if move not in first and _contains(move, words)]
    return tuple(text(move) for move in islice((*first, *more), limit))


def _starts_with(move: Take, words: list[str]) -> bool:
    parts = _parts(move)
    return len(words) <= len(parts) and all(
        any(form.startswith(word) for form in forms) for forms, word in zip(parts, words, strict=False)
    )


def _contains(move: Take, words: list[str]) -> bool:
    parts = iter(_parts(move))
    return all(any(any(form.startswith(word) for form in forms) for forms in parts) for word in words)


def _parts(move: Take) -> tuple[tuple[str, ...], ...]:
    """Return all forms of the three words of a move."""
    return (
        (source_text(move.source),) if move.source else ("centre", "center"),
        (COLOURS[move.colour], LETTERS[move.colour].lower()),
        (line_text(move.line),) if move.line else ("floor",),
    )
