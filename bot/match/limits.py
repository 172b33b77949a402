"""How much one person may have going on, so that there is room for all.

A limit is checked by the store, in the transaction that adds to what it counts: of several at once, one passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.match.errors import Refused
from bot.match.invite import Wish
from bot.match.model import Match, Stage, UserId
from games.core.say import say, say_n

MOST_PENDING: Final = 3
"""Challenges that a person may have waiting."""
MOST_ALONE: Final = 50
"""Running matches against AIs, or against oneself, that a person may have."""

Unfinished = Mapping[UserId, Sequence[Match]]
"""The matches that have not ended in which each of some people has a seat, the newest first."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What `users` may have at most: `check` raises Refused when one more would be too many."""

    users: tuple[UserId, ...]
    check: Callable[[Unfinished], None]


def challenges(wish: Wish) -> Limit:
    """Of two people at most one waits for the other's answer, and not too many are asked."""
    host = wish.host.user

    def check(unfinished: Unfinished) -> None:
        pending = _pending_of(host, unfinished)
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
            theirs = _between(_pending_of(opponent.user, unfinished), host)
            if theirs is not None:
                raise Refused(
                    say(
                        "{name} has already challenged you (#{code}). Answer that first: /games lists it.",
                        name=opponent.name,
                        code=theirs.code,
                    )
                )
        _must_have_room(pending)

    return Limit((host, *(opponent.user for opponent in wish.opponents)), check)


def _must_have_room(pending: Sequence[Match]) -> None:
    """Raises Refused when one more challenge would be too many."""
    if len(pending) >= MOST_PENDING:
        raise Refused(
            say_n(
                "You have {n} challenge waiting already. Cancel it first: /games lists it.",
                "You have {n} challenges waiting already. Cancel one first: /games lists them.",
                len(pending),
            )
        )


def _pending_of(user: UserId, unfinished: Unfinished) -> list[Match]:
    """The challenges this person has sent and nobody has answered yet."""
    return [match for match in unfinished[user] if match.host == user and match.stage is Stage.INVITED]


def _between(pending: Sequence[Match], asked: UserId) -> Match | None:
    """The challenge to this person; who has come to an open table was not asked."""
    return next((match for match in pending if not match.open and match.seats_of(asked)), None)


def matches_alone(user: UserId) -> Limit:
    """Nobody keeps the AIs from all others."""

    def check(unfinished: Unfinished) -> None:
        alone = [match for match in unfinished[user] if match.hot_seat or any(player.ai for player in match.players)]
        if len(alone) >= MOST_ALONE:
            raise Refused(
                say_n(
                    "You have {n} match against AIs or yourself going on. Finish it first: /games lists it.",
                    "You have {n} matches against AIs or yourself going on. Finish one first: /games lists them.",
                    len(alone),
                )
            )

    return Limit((user,), check)
