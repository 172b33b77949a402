"""Claims of keyed jobs whose keys are matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.jobs.claims import HeldClaims
from bot.match.model import MatchId, MatchSide, Side
from bot.match.ports import Alone, Claims, Work

RENEW_SECONDS: Final = 10
"""A claim ends by itself after half a minute."""
WORK_OF_SIDE: Final[Mapping[Side, Work]] = {Side.HOME: "post", Side.GUEST: "guest"}
"""Each side is posted by itself."""


@dataclass(frozen=True, slots=True)
class _WorkClaims:
    """The claims of one kind of work."""

    claims: Claims
    work: Work

    async def take(self, keys: Sequence[MatchId]) -> set[MatchId]:
        return await self.claims.take(self.work, keys)

    async def release(self, key: MatchId) -> None:
        await self.claims.release(self.work, key)


@dataclass(frozen=True, slots=True)
class _PostClaims:
    """The claims of those who post, side by side."""

    claims: Claims

    async def take(self, keys: Sequence[MatchSide]) -> set[MatchSide]:
        taken = set[MatchSide]()
        for side, work in WORK_OF_SIDE.items():
            matches = [key.match for key in keys if key.side is side]
            if matches:
                taken |= {MatchSide(match, side) for match in await self.claims.take(work, matches)}
        return taken

    async def release(self, key: MatchSide) -> None:
        await self.claims.release(WORK_OF_SIDE[key.side], key.match)


def held_post_claims(claims: Claims, ask_again: float) -> HeldClaims[MatchSide] | None:
    """The claims that jobs hold which post matches; None in a process that shares its database with nobody."""
    if type(claims) is Alone:
        return None
    return HeldClaims(_PostClaims(claims), name="post", ask_again=ask_again, renew=RENEW_SECONDS)


def held_claims(claims: Claims, work: Work, ask_again: float) -> HeldClaims[MatchId] | None:
    """The claims that jobs of this work hold; None in a process that shares its database with nobody."""
    if type(claims) is Alone:
        return None
    return HeldClaims(_WorkClaims(claims, work), name=work, ask_again=ask_again, renew=RENEW_SECONDS)
