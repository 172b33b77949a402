"""Servers and people that the bot's owner has blocked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from bot.match.clock import Instant
from bot.match.errors import Refused
from games.core.i18n import Message, gettext

BlockKind = Literal["server", "person"]


@dataclass(frozen=True, slots=True)
class Block:
    """A server or person, by Discord's id, who may not use the bot. `reason` is the owner's own note."""

    kind: BlockKind
    subject: int
    reason: str
    blocked_by: int
    at: Instant


class Blocks(Protocol):
    """The store of blocks."""

    async def blocks(self) -> Sequence[Block]:
        """Return all blocks, newest first."""
        ...

    async def block(self, block: Block) -> None:
        """Store a block, replacing an older one of the same server or person."""
        ...

    async def unblock(self, kind: BlockKind, subject: int) -> bool:
        """Delete a block; False if there was none."""
        ...

    async def find_block(self, user: int, guild: int | None) -> BlockKind | None:
        """Return which of the two is blocked, if any. Costs nothing if neither is."""
        ...


def must_be_blockable(name: str, *, owner: bool) -> None:
    """Raise Refused for an owner of the bot."""
    if owner:
        raise Refused(gettext("{name} is an owner of this bot and can't be blocked.", name=name))


def must_not_be_home(guild: int, home: int) -> None:
    """Raise Refused for the server that has the owner's commands, because blocks are undone there."""
    if guild == home:
        raise Refused(gettext("This server has these commands and can't be blocked."))


def blocked_sentence(kind: BlockKind) -> Message:
    """Return the sentence for a blocked person, or for anybody on a blocked server."""
    if kind == "person":
        return gettext("You can't use this bot: its host has blocked you. Only they can change that.")
    return gettext("This bot can't be used on this server: its host has blocked it. Only they can change that.")
