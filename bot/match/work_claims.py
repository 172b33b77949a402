"""The claims of keyed jobs whose keys are matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.jobs.claims import HeldClaims
from bot.match.model import MatchId
from bot.match.ports import Alone, Claims, Work

RENEW_SECONDS: Final = 10
"""A claim ends by itself after half a minute."""


@dataclass(frozen=True, slots=True)
class _WorkClaims:
    """The claims of one kind of work."""

    claims: Claims
    work: Work

    async def take(self, keys: Sequence[MatchId]) -> set[MatchId]:
        return await self.claims.take(self.work, keys)

    async def release(self, key: MatchId) -> None:
        await self.claims.release(self.work, key)


def held_claims(claims: Claims, work: Work, ask_again: float) -> HeldClaims[MatchId] | None:
    """The claims that jobs of this work hold; None in a process that shares its database with nobody."""
    if type(claims) is Alone:
        return None
    return HeldClaims(_WorkClaims(claims, work), name=work, ask_again=ask_again, renew=RENEW_SECONDS)
