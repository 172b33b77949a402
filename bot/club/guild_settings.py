"""A server's settings, and who may start and moderate matches there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import games
from bot.club.rating_roles import RatingRole
from bot.match.challenge_options import UsualTerms
from bot.match.errors import NotAllowed
from bot.match.model import Match, Place
from games.core.game import AnyGame
from games.core.i18n import Message, gettext, join_list

PostingMode = Literal["auto", "post", "edit"]
AcrossServers = Literal["closed", "open", "named"]
"""Whether members can find opponents on other servers, and whether these see the server's name."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """One server's settings. Empty `channels` allow all; `games_off` are the keys of games that are switched off.

    `language` is empty to follow Discord; `discord_language` is that of the server at Discord, as far as it is known.
    In `match_forum` each match has a post. Searches shown in `seek_channel` ping the `seek_role` now and then.
    """

    guild: int
    language: str = ""
    channels: tuple[int, ...] = ()
    play_role: int | None = None
    moderator_role: int | None = None
    games_off: tuple[str, ...] = ()
    time: str = "3d"
    posting: PostingMode = "auto"
    rated_matches: bool = True
    results: int | None = None
    theme: Literal["dark", "light"] = "dark"
    moderation_log: int | None = None
    seek_channel: int | None = None
    turn_list: int | None = None
    rating_roles: tuple[RatingRole, ...] = ()
    discord_language: str = ""
    across: AcrossServers = "closed"
    match_forum: int | None = None
    seek_role: int | None = None

    @property
    def public_language(self) -> str:
        """The language of public messages."""
        return self.language or self.discord_language or "en"

    def allows_channel(self, channel: int | None) -> bool:
        """Whether matches may be started in the channel."""
        return not self.channels or channel in self.channels

    @property
    def usual_terms(self) -> UsualTerms:
        """The server's defaults for challenges."""
        return UsualTerms(self.time, self.rated_matches)


class GuildSettingsStore(Protocol):
    """The store of servers' settings."""

    async def guild_settings(self, guild: int | None) -> GuildSettings:
        """Return the server's settings; the defaults if there are none, or for direct messages."""
        ...

    async def settings_of(self, match: Match) -> GuildSettings:
        """Return the settings for a match: its server's, else its host's, in the language that its players share."""
        ...

    async def change_guild_settings(self, guild: int, change: Callable[[GuildSettings], GuildSettings]) -> None:
        """Change a server's settings by `change`, in one transaction."""
        ...


def shown_place(place: Place, settings: GuildSettings) -> Place:
    """Return the place, with its server's name only if that may be shown on other servers."""
    return place if settings.across == "named" else replace(place, server="")


def games_on(guild_settings: GuildSettings) -> list[AnyGame]:
    """Return the games that may be played on the server."""
    return [game for game in games.every() if game.info.key not in guild_settings.games_off]


def games_to_offer(guild_settings: GuildSettings) -> list[AnyGame]:
    """Return the same for choosing one. Raises NotAllowed, with the way out, if there is none."""
    found = games_on(guild_settings)
    if not found:
        raise NotAllowed(gettext("All games are switched off here. A server manager can change that in /setup."))
    return found


def channels_words(guild_settings: GuildSettings) -> Message:
    """Return the channels where matches are started, as "#games or #club"; empty if any."""
    return join_list((Message(f"<#{one}>") for one in guild_settings.channels), "or")  # plain text would be escaped


def may_start(guild_settings: GuildSettings, game: str, channel: int, roles: frozenset[int]) -> None:
    """Raise NotAllowed, with the way out, if no match may be started here."""
    if game in guild_settings.games_off:
        raise NotAllowed(gettext("This game is switched off here. A server manager can change that in /setup."))
    if not guild_settings.allows_channel(channel):
        places = channels_words(guild_settings)
        raise NotAllowed(gettext("Matches are started in {channels} here.", channels=places))
    if guild_settings.play_role is not None and guild_settings.play_role not in roles:
        raise NotAllowed(
            gettext(
                "Here you need the role {role} to start matches. A server manager can change that in /setup.",
                role=f"<@&{guild_settings.play_role}>",
            )
        )


def roles_to_start(guild_settings: GuildSettings, *, manager: bool, roles: frozenset[int]) -> frozenset[int]:
    """Return a person's roles; moderators count as having the role for starting matches."""
    needed = guild_settings.play_role
    moderates = may_moderate(guild_settings, manager=manager, roles=roles)
    return roles | {needed} if needed is not None and moderates else roles


def may_moderate(guild_settings: GuildSettings, *, manager: bool, roles: frozenset[int]) -> bool:
    """Whether a person may moderate: they manage the server or have its moderator role."""
    return manager or (guild_settings.moderator_role is not None and guild_settings.moderator_role in roles)
