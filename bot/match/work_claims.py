"""Work claims for keyed jobs whose keys are matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.jobs.claims import HeldClaims
from bot.match.model import MatchId, MatchSide, Side
from bot.match.ports import Alone, Claims, Work

RENEW_SECONDS: Final = 10
"""How often claims are renewed; they expire after half a minute."""
WORK_OF_SIDE: Final[Mapping[Side, Work]] = {Side.HOME: "post", Side.GUEST: "guest"}
"""The kind of work for posting on each side."""


@dataclass(frozen=True, slots=True)
class _WorkClaims:
    """Claims for one kind of work."""

    claims: Claims
    work: Work

    async def take(self, keys: Sequence[MatchId]) -> set[MatchId]:
        return await self.claims.take(self.work, keys)

    async def release(self, key: MatchId) -> None:
        await self.claims.release(self.work, key)


@dataclass(frozen=True, slots=True)
class _PostClaims:
    """Claims for posting, separately for each side."""

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
    """Return the claims for posting jobs; None in a process with a database of its own."""
    if type(claims) is Alone:
        return None
    return HeldClaims(_PostClaims(claims), name="post", ask_again=ask_again, renew=RENEW_SECONDS)


def held_claims(claims: Claims, work: Work, ask_again: float) -> HeldClaims[MatchId] | None:
    """Return the claims for jobs of this kind; None in a process with a database of its own."""
    if type(claims) is Alone:
        return None
    return HeldClaims(_WorkClaims(claims, work), name=work, ask_again=ask_again, renew=RENEW_SECONDS)
