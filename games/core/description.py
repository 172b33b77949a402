"""A move, or the idea behind it, in words."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.table import Mark


@dataclass(frozen=True, slots=True)
class MoveDescription:
    """Words, and where on the table to look. `words` has no full stop and names no player."""

    words: str
    marks: tuple[Mark, ...] = ()
