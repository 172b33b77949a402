"""Members whom a server's moderators have excluded from its matches. Running matches are played to their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.club.events.service import TournamentService
from bot.club.matchmaking import Matchmaking
from bot.match.clock import Instant
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, UserId
from bot.match.service import MatchService
from bot.match.sides import guilds_of, seen_by_player
from games.core.i18n import gettext

Excluded = Mapping[UserId, str]
"""Who is excluded, and why."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A member whom a moderator has excluded on a server; `ended` is None as long as that stands."""

    guild: int
    user: UserId
    name: str
    reason: str
    moderator: UserId
    at: Instant
    ended: Instant | None = None
    ended_by: UserId | None = None


class ExclusionStore(Protocol):
    """The store of exclusions. Whoever starts or joins a match is asked for in the transaction that stores it."""

    async def add(self, exclusion: Exclusion) -> bool:
        """Store an exclusion; False where the member is excluded already."""
        ...

    async def end(self, guild: int, user: UserId, moderator: UserId, now: Instant) -> bool:
        """End an exclusion; False where there is none."""
        ...

    async def on_server(self, guild: int, limit: int) -> Sequence[Exclusion]:
        """The exclusions of a server: those that stand, then those that have ended, the newest first."""
        ...


def excluded_on(guild: int | None, exclusions: Mapping[tuple[int, UserId], str]) -> Excluded:
    """Those who are excluded on this server, of those excluded on several."""
    return {user: reason for (where, user), reason in exclusions.items() if where == guild}


def must_be_admitted(user: UserId, match: Match, exclusions: Mapping[tuple[int, UserId], str]) -> None:
    """Raises NotAllowed where the person who acts, or another one of the match, is excluded on one of its servers.

    Of the other server of a match across servers nobody hears more than that.
    """
    excluded = excluded_on(seen_by_player(match, user).place.guild, exclusions)
    must_not_be_excluded(user, excluded)
    for player in match.players:
        if player.user in excluded:
            raise NotAllowed(gettext("{name} is excluded from matches on this server.", name=player.name))
    if exclusions:
        raise NotAllowed(gettext("The other server doesn't let you two play there. Find an opponent with /play."))


def must_not_be_excluded(user: UserId, excluded: Excluded) -> None:
    """Raises NotAllowed, with the reason, for somebody who is excluded."""
    if user in excluded:
        raise NotAllowed(
            gettext(
                "The moderators of this server have excluded you from matches here: {reason}", reason=excluded[user]
            )
        )


@dataclass(frozen=True, slots=True)
class Exclusions:
    """Excludes members, and lets them in again."""

    store: ExclusionStore
    service: MatchService
    matchmaking: Matchmaking
    tournaments: TournamentService

    async def exclude(self, exclusion: Exclusion) -> None:
        """From now on the member plays nothing new on the server, and what waits there goes on without them.

        Raises Refused for somebody who is excluded already.
        """
        if exclusion.user == exclusion.moderator:
            raise Refused(gettext("You can't exclude yourself. Name somebody else."))
        if not exclusion.reason:
            raise Refused(gettext("Give a reason: the member will read it."))
        if not await self.store.add(exclusion):
            raise Refused(gettext("{name} is excluded already. /audit lists and undoes it.", name=exclusion.name))
        for match in await self.service.store.of_user(exclusion.user, limit=1000):
            if exclusion.guild in guilds_of(match):
                await self.service.take_out(match.id, exclusion.user)
        await self.matchmaking.take_out(exclusion.user, exclusion.guild)
        await self.tournaments.take_out(exclusion.user, exclusion.guild)

    async def admit(self, guild: int, user: UserId, moderator: UserId) -> None:
        """The member may play on the server again. Raises NotAllowed to themselves, Refused where they may already."""
        if user == moderator:
            raise NotAllowed(gettext("This is about you: another moderator must decide."))
        if not await self.store.end(guild, user, moderator, self.service.clock()):
            raise Refused(gettext("This member is not excluded any more. /audit lists who is."))
