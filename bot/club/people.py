"""Persons and servers, for what has to do with both."""

from __future__ import annotations

from typing import Protocol

from bot.club.guild_settings import GuildSettingsStore
from bot.club.preferences import PreferenceStore
from bot.club.ratings import RatingStore
from bot.match.acting import Notice
from bot.match.model import Match, UserId


class People(PreferenceStore, GuildSettingsStore, RatingStore, Protocol):
    """What persons and servers have set, and persons' ratings."""


async def notice(people: People, match: Match, user: UserId) -> Notice:
    """How the person learns that it is their move: a board that is edited pings nobody, and none pings unwished."""
    if match.time.live or (await people.settings_of(match)).posting == "edit":
        return "board"
    return "ping" if (await people.preferences(user)).pings else "board"
