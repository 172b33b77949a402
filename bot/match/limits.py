"""How much one person may have going on, so that there is room for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.match.errors import Refused
from bot.match.invite import Wish
from bot.match.model import Match, UserId
from bot.match.ports import Matches
from games.core.say import say

MOST_PENDING: Final = 3
"""Challenges that a person may have waiting."""
MOST_ALONE: Final = 50
"""Running matches against AIs, or against oneself, that a person may have."""
MOST_LOOKED_AT: Final = 200


async def may_challenge(store: Matches, wish: Wish) -> None:
    """Of two people at most one waits for the other's answer, and not too many are asked. Raises Refused."""
    pending = await store.pending_of(wish.host.user)
    for opponent in wish.opponents:
        mine = _between(pending, opponent.user)
        if mine is not None:
            raise Refused(
                say(
                    "You have already challenged {name} (#{code}). Wait for the answer or cancel it.",
                    name=opponent.name,
                    code=mine.code,
                )
            )
        theirs = _between(await store.pending_of(opponent.user), wish.host.user)
        if theirs is not None:
            raise Refused(
                say(
                    "{name} has already challenged you (#{code}). Answer that first: /games lists it.",
                    name=opponent.name,
                    code=theirs.code,
                )
            )
    if len(pending) >= MOST_PENDING:
        raise Refused(
            say("You have {n} challenges waiting already. Cancel one first: /games lists them.", n=len(pending))
        )


def _between(pending: Sequence[Match], asked: UserId) -> Match | None:
    """The challenge to this person; who has come to an open table was not asked."""
    return next((match for match in pending if not match.open and match.seats_of(asked)), None)


async def may_play_alone(store: Matches, user: UserId) -> None:
    """Nobody keeps the AIs from all others. Raises Refused."""
    running = await store.of_user(user, MOST_LOOKED_AT)
    alone = [match for match in running if match.hot_seat or any(player.ai for player in match.players)]
    if len(alone) >= MOST_ALONE:
        raise Refused(
            say(
                "You have {n} matches against AIs or yourself going on. Finish one first: /games lists them.",
                n=len(alone),
            )
        )
