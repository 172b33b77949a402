"""Moves being composed, stored so that neither a reload nor a restart loses them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.model import Match, UserId
from bot.match.stores import DraftStore


@dataclass(frozen=True, slots=True)
class Drafts:
    """Each person's draft in each match. A draft is valid only in the turn in which it was begun."""

    store: DraftStore

    async def of(self, match: Match, user: UserId) -> tuple[str, ...]:
        """Return the tokens of the person's draft for the current position; empty if there is none."""
        kept = await self.store.draft(match.id, user)
        return kept[1] if kept is not None and kept[0] == match.turn else ()

    async def keep(self, match: Match, user: UserId, tokens: tuple[str, ...]) -> None:
        """Store the draft, replacing an older one; an empty draft deletes it."""
        await self.store.keep_draft(match.id, user, match.turn, tokens)
