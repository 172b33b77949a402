"""Who may challenge whom, where, and on which terms."""

from __future__ import annotations

from dataclasses import replace

from bot.club.guild_settings import GuildSettingsStore, may_start
from bot.club.preferences import PreferenceStore
from bot.match.challenges import ChallengeRequest
from bot.match.errors import NotAllowed
from games.core.i18n import gettext


async def allow_challenge(
    challenge: ChallengeRequest, roles: frozenset[int], guilds: GuildSettingsStore, persons: PreferenceStore
) -> ChallengeRequest:
    """The challenge on the terms of its server, where ratings may be off, for a host who has these `roles`.

    Raises NotAllowed where the server, or one of those who are asked, does not want it.
    """
    settings = await guilds.guild_settings(challenge.place.guild)
    may_start(settings, challenge.game, challenge.place.channel, roles)
    for opponent in challenge.opponents:
        theirs = await persons.preferences(opponent.user)
        if theirs.challenges == "nobody" and opponent.user != challenge.host.user:
            raise NotAllowed(gettext("{name} doesn't take challenges at the moment.", name=opponent.name))
    return replace(challenge, rated=challenge.rated and settings.ranked)
