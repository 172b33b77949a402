"""Private notes that people write on matches."""

from __future__ import annotations

from typing import Final, Protocol

from bot.match.clock import Instant
from bot.match.model import MatchId, UserId

MOST_LETTERS: Final = 1000
"""The longest note, in characters."""


class MatchNotes(Protocol):
    """The store of notes: one per person and match, readable by its author only."""

    async def note(self, user: UserId, match: MatchId) -> str:
        """Return the person's note on the match; empty if there is none."""
        ...

    async def keep_note(self, user: UserId, match: MatchId, text: str, now: Instant) -> None:
        """Store a note, replacing an older one; an empty one deletes it."""
        ...


def tidy(text: str) -> str:
    """Return the typed text as it is stored: stripped, and truncated to the longest note."""
    return text.strip()[:MOST_LETTERS].rstrip()
