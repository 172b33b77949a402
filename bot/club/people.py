"""What persons and servers have set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

from bot.club.ratings import RatingChange
from bot.match.acting import Notice
from bot.match.clock import DAY, Instant
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, UserId
from games.core.say import say, say_n

AWAY_DAYS = 14
"""Days a year that a person may be away while the clocks of days stand still."""

PostingMode = Literal["auto", "post", "edit"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's settings. `away_until` ends the present absence.

    `language` is empty to follow Discord; `discord_language` is that of the person's Discord, as heard when they last
    wished for a match in direct messages.
    """

    user: UserId
    theme: Literal["dark", "light"] = "dark"
    patterns: Literal["small", "strong"] = "small"
    text_first: bool = False
    confirm: bool = True
    pings: bool = True
    language: str = ""
    discord_language: str = ""
    challenges: Literal["everybody", "nobody"] = "everybody"
    away_until: Instant | None = None
    away_used: int = 0
    away_year: int = 0


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """One server's settings. Empty `channels` allow all; `games_off` are the keys of games that are switched off."""

    guild: int
    language: str = "en"
    channels: tuple[int, ...] = ()
    play_role: int | None = None
    moderator_role: int | None = None
    games_off: tuple[str, ...] = ()
    time: str = "3d"
    posting: PostingMode = "auto"
    ranked: bool = True
    results: int | None = None
    theme: Literal["dark", "light"] = "dark"
    moderation_log: int | None = None


class People(Protocol):
    """The store of persons and servers."""

    async def preferences(self, user: UserId) -> Preferences:
        """The person's settings; the defaults when there are none."""
        ...

    async def change_preferences(self, user: UserId, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change a person's settings by what they are now, and return the changed ones: one transaction.

        What `change` raises is raised, and nothing has changed then.
        """
        ...

    async def guild_settings(self, guild: int | None) -> GuildSettings:
        """The server's settings; the defaults when there are none, or for direct messages."""
        ...

    async def settings_of(self, match: Match) -> GuildSettings:
        """The settings of the server of a match; in direct messages what is posted is for the person alone."""
        ...

    async def change_guild_settings(self, guild: int, changes: Mapping[str, Any]) -> None:
        """Store some of a server's settings, by name; the others stay, whoever changes them meanwhile."""
        ...

    async def changes_of(self, match: MatchId) -> Sequence[RatingChange]:
        """What a match did to the ratings everywhere."""
        ...


async def notice(people: People, match: Match, user: UserId) -> Notice:
    """How the person learns that it is their move: a board that is edited pings nobody, and none pings unwished."""
    if match.time.live or (await people.settings_of(match)).posting == "edit":
        return "board"
    return "ping" if (await people.preferences(user)).pings else "board"


def may_start(guild_settings: GuildSettings, game: str, channel: int, roles: frozenset[int]) -> None:
    """Whether a match may be started here. Raises NotAllowed with the way out."""
    if game in guild_settings.games_off:
        raise NotAllowed(say("This game is switched off here. A server manager can change that in /setup."))
    if guild_settings.channels and channel not in guild_settings.channels:
        places = " ".join(f"<#{one}>" for one in guild_settings.channels)
        raise NotAllowed(say("Matches are started in {channels} here.", channels=places))
    if guild_settings.play_role is not None and guild_settings.play_role not in roles:
        raise NotAllowed(say("Here you need the role {role} to start matches.", role=f"<@&{guild_settings.play_role}>"))


def may_moderate(guild_settings: GuildSettings, *, manager: bool, roles: frozenset[int]) -> bool:
    """True for those who manage the server and for its moderator role."""
    return manager or (guild_settings.moderator_role is not None and guild_settings.moderator_role in roles)


def read_days(text: str) -> int:
    """How many days somebody who types this wants to be away. Raises Refused."""
    typed = text.strip()
    if not typed.isdecimal() or len(typed) > 2 or not 1 <= int(typed) <= AWAY_DAYS:
        raise Refused(say("Give a whole number of days from 1 to 14."))
    return int(typed)


def go_away(preferences: Preferences, days: int, now: Instant) -> Preferences:
    """The settings of somebody who is away for `days` from `now` on. Raises Refused when away already, or too long."""
    if preferences.away_until is not None and preferences.away_until > now:
        raise Refused(say("You are away already. Wait until that is over."))
    year = year_of(now)
    used = preferences.away_used if preferences.away_year == year else 0
    if used + days > AWAY_DAYS:
        left = AWAY_DAYS - used
        raise Refused(
            say_n(
                "You have {n} away day left this year, not {days}.",
                "You have {n} away days left this year, not {days}.",
                left,
                days=days,
            )
        )
    return replace(preferences, away_until=now + days * DAY, away_used=used + days, away_year=year)


def year_of(now: Instant) -> int:
    """The year in which an instant lies (UTC), for which days of absence are counted."""
    return datetime.fromtimestamp(now / 1000, UTC).year
