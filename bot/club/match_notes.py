"""Private notes that people write on matches."""

from __future__ import annotations

from typing import Final, Protocol

from bot.match.clock import Instant
from bot.match.model import MatchId, UserId

MOST_LETTERS: Final = 1000
"""Letters of a note."""


class MatchNotes(Protocol):
    """The store of notes: each person has one on each match, which nobody else reads."""

    async def note(self, user: UserId, match: MatchId) -> str:
        """What the person has noted on the match; empty for nothing."""
        ...

    async def keep_note(self, user: UserId, match: MatchId, text: str, now: Instant) -> None:
        """Store a note in place of an older one; an empty one deletes it."""
        ...


def tidy(text: str) -> str:
    """What was typed, as it is stored: without blanks around it, and cut where it is too long."""
    return text.strip()[:MOST_LETTERS].rstrip()
