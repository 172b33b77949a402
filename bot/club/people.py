"""Persons and servers, for what has to do with both."""

from __future__ import annotations

from typing import Protocol

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


async def notice(people: People, clock: Clock, match: Match, user: UserId) -> Notice:
    """How the person learns that it is their move: a board that is edited pings nobody, and none pings unwished."""
    there = seen_by_player(match, user)
    if match.time.live or (await people.settings_of(there)).posting == "edit":
        return "board"
    delivery = deliver(Kind.TURN, await people.preferences(user), clock())
    return "ping" if delivery in {Delivery.PING, Delivery.DIRECT} else "board"
