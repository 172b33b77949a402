"""Who may challenge whom, where, and on which terms."""

from __future__ import annotations

from dataclasses import replace

from bot.club.guild_settings import GuildSettings, GuildSettingsStore, may_start, shown_place
from bot.club.preferences import PreferenceStore
from bot.match.challenges import ChallengeRequest
from bot.match.errors import NotAllowed
from bot.match.model import Match
from games.core.i18n import gettext


async def allow_challenge(
    challenge: ChallengeRequest, roles: frozenset[int], guilds: GuildSettingsStore, persons: PreferenceStore
) -> ChallengeRequest:
    """Return the challenge on its server's terms (ratings may be off), for a host who has these `roles`.

    Raises NotAllowed if the server, or one of those who are asked, does not want it.
    """
    settings = await guilds.guild_settings(challenge.place.guild)
    may_start(settings, challenge.game, challenge.place.channel, roles)
    challenge = await _allow_across(challenge, settings, guilds)
    for opponent in challenge.opponents:
        theirs = await persons.preferences(opponent.user)
        if theirs.challenges == "nobody" and opponent.user != challenge.host.user:
            raise NotAllowed(gettext("{name} doesn't take challenges at the moment.", name=opponent.name))
    return replace(challenge, rated=challenge.rated and settings.rated_matches)


async def must_be_open(match: Match, guilds: GuildSettingsStore) -> None:
    """Raise NotAllowed if one of the two servers at a table no longer allows matches across servers."""
    if match.other is not None:
        _must_both_be_open(*[await guilds.guild_settings(one.guild) for one in (match.place, match.other)])


async def _allow_across(
    challenge: ChallengeRequest, settings: GuildSettings, guilds: GuildSettingsStore
) -> ChallengeRequest:
    """Return the challenge on both servers' terms. Raises NotAllowed if one of them is closed to the other."""
    if challenge.other is None:
        return challenge
    theirs = await guilds.guild_settings(challenge.other.guild)
    _must_both_be_open(settings, theirs)
    if challenge.game in theirs.games_off:
        raise NotAllowed(gettext("This game is switched off on the other server. Find an opponent with /play."))
    return replace(
        challenge,
        place=shown_place(challenge.place, settings),
        other=shown_place(challenge.other, theirs),
        rated=challenge.rated and theirs.rated_matches,
    )


def _must_both_be_open(one: GuildSettings, other: GuildSettings) -> None:
    """Raise NotAllowed if one of two servers is closed to the other."""
    if "closed" in {one.across, other.across}:
        raise NotAllowed(gettext("One of the two servers is no longer open to others. Find an opponent with /play."))
