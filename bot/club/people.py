"""Ports for people and servers together."""

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
    """People's and servers' settings, people's ratings, and their reliability."""


class PersonStore(People, Protocol):
    """The same, plus names, data export and deletion."""

    async def names(self, users: Sequence[UserId], guild: int | None = None) -> dict[UserId, str]:
        """Return the names under which these people last played, on this server (None: anywhere)."""
        ...

    async def export(self, user: UserId) -> dict[str, Any]:
        """Return everything stored about a person, without positions, which could reveal sealed moves of others."""
        ...

    async def forget(self, user: UserId, stand_in: str) -> bool:
        """Delete everything stored about a person; opponents keep their records, without the name.

        False, and nothing is deleted, while the person has a seat in a match that has not ended.
        """
        ...


async def notice(people: People, clock: Clock, match: Match, user: UserId) -> Notice:
    """Return how the person learns that it is their turn: edited boards ping nobody, and settings may forbid pings."""
    there = seen_by_player(match, user)
    if match.time.live or (await people.settings_of(there)).posting == "edit":
        return "board"
    delivery = deliver(Kind.TURN, await people.preferences(user), clock())
    return "ping" if delivery in {Delivery.PING, Delivery.DIRECT} else "board"
