"""Moves that people are composing, stored so that no reload or restart loses them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.model import Match, UserId
from bot.match.stores import DraftStore


@dataclass(frozen=True, slots=True)
class Drafts:
    """Each person's draft in each match. It counts in the turn in which it was begun, and in no other."""

    store: DraftStore

    async def of(self, match: Match, user: UserId) -> tuple[str, ...]:
        """The tokens of the person's draft in the present position; empty when there is none."""
        kept = await self.store.draft(match.id, user)
        return kept[1] if kept is not None and kept[0] == match.turn else ()

    async def keep(self, match: Match, user: UserId, tokens: tuple[str, ...]) -> None:
        """Store the draft in place of an older one; an empty one is forgotten."""
        await self.store.keep_draft(match.id, user, match.turn, tokens)
