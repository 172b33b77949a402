"""What code about people and servers needs from a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bot.club.guild_settings import GuildSettingsStore
from bot.club.notifications import Delivery, Kind, deliver
from bot.club.preferences import PreferenceStore
from bot.club.ratings import RatingStore
from bot.club.reliability import ReliabilityStore
from bot.match.acting import Notice
from bot.match.model import Match, UserId
from bot.match.ports import Clock
from bot.match.sides import seen_by_player


class People(PreferenceStore, GuildSettingsStore, RatingStore, ReliabilityStore, Protocol):
    """What persons and servers have set, persons' ratings, and how reliable they are."""


class PersonStore(People, Protocol):
    """The same, and what persons ask for about themselves and others."""

    async def names(self, users: Sequence[UserId], guild: int | None = None) -> dict[UserId, str]:
        """The names under which these people were last seen at a table, on this server (None: anywhere)."""
        ...

    async def export(self, user: UserId) -> dict[str, Any]:
        """Everything that is stored about a person: no positions, which might tell what others have sealed."""
        ...

    async def forget(self, user: UserId, stand_in: str) -> bool:
        """Delete what is stored about a person; opponents keep their records, without the name.

        False, and nothing is deleted, while the person has a seat in a match that has not ended.
        """
        ...


async def notice(people: People, clock: Clock, match: Match, user: UserId) -> Notice:
    """How the person learns that it is their move: a board that is edited pings nobody, and none pings unwished."""
    there = seen_by_player(match, user)
    if match.time.live or (await people.settings_of(there)).posting == "edit":
        return "board"
    delivery = deliver(Kind.TURN, await people.preferences(user), clock())
    return "ping" if delivery in {Delivery.PING, Delivery.DIRECT} else "board"
