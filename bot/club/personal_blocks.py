"""People's own blocks: the two are never challenged, paired or seated together, and the blocked one isn't told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.match.challenges import Person
from bot.match.clock import Instant
from bot.match.errors import NotAllowed, Refused
from bot.match.limits import BlockedPairs, Meets
from bot.match.model import Match, Stage, UserId
from bot.match.service import MatchService
from games.core.i18n import gettext, ngettext

MOST_BLOCKED: Final = 200
"""The number of people whom one person may block."""


@dataclass(frozen=True, slots=True)
class PersonalBlock:
    """A blocked person, with the name they had at the time."""

    user: UserId
    blocked: UserId
    name: str
    at: Instant


class PersonalBlocks(Protocol):
    """The store of people's own blocks."""

    async def blocks_of(self, user: UserId) -> Sequence[PersonalBlock]:
        """Return the person's blocks, newest first."""
        ...

    async def add_block(self, block: PersonalBlock, most: int) -> bool:
        """Store a block, replacing an older one of the same person; False if the person has `most` others."""
        ...

    async def remove_block(self, user: UserId, blocked: UserId) -> bool:
        """Delete a block; False if there was none."""
        ...

    async def find_blocked_pairs(self, users: Collection[UserId]) -> BlockedPairs:
        """Return the pairs of these people of whom one has blocked the other."""
        ...


def find_blocks_with(user: UserId, pairs: BlockedPairs) -> frozenset[UserId]:
    """Return those who have blocked this person, and those whom the person has blocked."""
    return frozenset(one if other == user else other for one, other in pairs if user in (one, other))


def refuse_blocked(user: UserId) -> Meets:
    """Return the check that refuses matches with anyone in a block with this person, without revealing the block."""

    def meets(match: Match, pairs: BlockedPairs) -> None:
        names = {player.user: player.name for player in match.players if player.user is not None}
        by_me = next((other for one, other in sorted(pairs) if one == user), None)
        by_other = next((one for one, other in sorted(pairs) if other == user), None)
        if by_me is not None:
            raise NotAllowed(gettext("You have blocked {name}. /block lists and undoes it.", name=names[by_me]))
        if by_other is None:
            return
        if match.host == user:
            raise NotAllowed(gettext("{name} doesn't take challenges at the moment.", name=names[by_other]))
        raise NotAllowed(gettext("You can't take a seat in this match. Start your own with /{game}.", game=match.game))

    return meets


async def block_person(
    service: MatchService, blocks: PersonalBlocks, person: Person, other: Person, *, is_bot: bool
) -> None:
    """Block a person; pending challenges between the two are cancelled. Raises Refused.

    Matches that the two play are played to their end.
    """
    if other.user == person.user:
        raise Refused(gettext("You can't block yourself. Name somebody else."))
    if is_bot:
        raise Refused(gettext("{name} is a bot and challenges nobody. Name a person.", name=other.name))
    block = PersonalBlock(person.user, other.user, other.name, service.clock())
    if not await blocks.add_block(block, MOST_BLOCKED):
        raise Refused(
            ngettext(
                "You have blocked {n} person, which is the limit. Undo one first: /block lists them.",
                "You have blocked {n} people, which is the limit. Undo one first: /block lists them.",
                MOST_BLOCKED,
            )
        )
    for match in await service.store.of_user(person.user, limit=200):
        if match.stage is Stage.INVITED and match.seats_of(other.user):
            await service.keep_apart(match.id, person.user, other.user)
