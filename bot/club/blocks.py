"""Servers and people whom the bot's owner has blocked."""

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
        """All of them, the newest first."""
        ...

    async def block(self, block: Block) -> None:
        """Store a block, in place of an older one of the same server or person."""
        ...

    async def unblock(self, kind: BlockKind, subject: int) -> bool:
        """Delete a block; False when there was none."""
        ...

    async def find_block(self, user: int, guild: int | None) -> BlockKind | None:
        """Whether this person, or else this server, is blocked. Costs nothing for those who are not."""
        ...


def must_be_blockable(name: str, *, owner: bool) -> None:
    """Raises Refused for an owner of the bot."""
    if owner:
        raise Refused(gettext("{name} is an owner of this bot and can't be blocked.", name=name))


def must_not_be_home(guild: int, home: int) -> None:
    """Raises Refused for the server that has the owner's commands: there blocks are undone."""
    if guild == home:
        raise Refused(gettext("This server has these commands and can't be blocked."))


def blocked_sentence(kind: BlockKind) -> Message:
    """What somebody who is blocked, or acts on a blocked server, is told."""
    if kind == "person":
        return gettext("You can't use this bot: its host has blocked you. Only they can change that.")
    return gettext("This bot can't be used on this server: its host has blocked it. Only they can change that.")
