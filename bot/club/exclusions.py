"""Exclusions: members and other servers that a server's moderators keep out of its matches.

Matches that are running are played to the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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

Excluded = Mapping[int, str]
"""The reason for each excluded member or server, by id (ids are unique across both)."""
ExclusionsByServer = Mapping[tuple[int, int], str]
"""The same for several servers, by the excluding server and the excluded id."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An exclusion on a server; `ended` is None while it is in force.

    `excluded` is the id of a member, or that of the other server of a match across servers: then `match` is its code,
    and `name` is empty if that server hides its name.
    """

    guild: int
    excluded: int
    name: str
    reason: str
    moderator: UserId
    at: Instant
    ended: Instant | None = None
    ended_by: UserId | None = None
    match: str | None = None


class ExclusionStore(Protocol):
    """The store of exclusions. They are checked in the transaction that stores a new match or player."""

    async def add(self, exclusion: Exclusion) -> bool:
        """Store an exclusion; False if there is one already."""
        ...

    async def end(self, guild: int, excluded: int, moderator: UserId, now: Instant) -> Exclusion | None:
        """End an exclusion and return it; None if there is none."""
        ...

    async def on_server(self, guild: int, limit: int) -> Sequence[Exclusion]:
        """Return a server's exclusions: those in force, then those that have ended, newest first."""
        ...


def excluded_on(guild: int | None, exclusions: ExclusionsByServer) -> Excluded:
    """Return the exclusions of this server out of those of several."""
    return {excluded: reason for (where, excluded), reason in exclusions.items() if where == guild}


def is_any_excluded(people: Collection[UserId], guilds: Collection[int], exclusions: ExclusionsByServer) -> bool:
    """Whether one of these people is excluded on one of these servers."""
    return any((guild, user) in exclusions for guild in guilds for user in people)


def must_be_admitted(user: UserId, match: Match, exclusions: ExclusionsByServer) -> None:
    """Raise NotAllowed if one of the match's servers excludes the other, the person who acts, or another player.

    Of the other server of a match across servers nobody hears more than that.
    """
    excluded = excluded_on(seen_by_player(match, user).place.guild, exclusions)
    must_not_be_excluded(user, excluded)
    for player in match.players:
        if player.user in excluded:
            raise NotAllowed(gettext("{name} is excluded from matches on this server.", name=player.name))
    if excluded:
        (reason,) = excluded.values()
        raise NotAllowed(
            gettext(
                "Find other opponents with /play. The moderators of this server have excluded "
                "the other server: {reason}",
                reason=reason,
            )
        )
    if exclusions:
        raise NotAllowed(gettext("The other server doesn't let you two play there. Find an opponent with /play."))


def must_not_be_excluded(user: UserId, excluded: Excluded) -> None:
    """Raise NotAllowed, with the reason, for an excluded person."""
    if user in excluded:
        raise NotAllowed(
            gettext(
                "The moderators of this server have excluded you from matches here: {reason}", reason=excluded[user]
            )
        )


def must_be_excludable(name: str, *, bot: bool, manages: bool) -> None:
    """Raise Refused for a bot, NotAllowed for a person who manages the server."""
    if bot:
        raise Refused(gettext("{name} is a bot and can't start matches. Name a person.", name=name))
    if manages:
        raise NotAllowed(gettext("{name} manages this server and can't be excluded.", name=name))


@dataclass(frozen=True, slots=True)
class Exclusions:
    """Excludes members and servers, and readmits them."""

    store: ExclusionStore
    service: MatchService
    matchmaking: Matchmaking
    tournaments: TournamentService

    async def exclude(self, exclusion: Exclusion) -> None:
        """Exclude a member: they start nothing new on the server, and pending challenges continue without them.

        Raises Refused for somebody who is excluded already.
        """
        if exclusion.excluded == exclusion.moderator:
            raise Refused(gettext("You can't exclude yourself. Name somebody else."))
        if not exclusion.reason:
            raise Refused(gettext("Give a reason: the member will read it."))
        if not await self.store.add(exclusion):
            raise Refused(gettext("{name} is already excluded. /audit lists and undoes it.", name=exclusion.name))
        member = UserId(exclusion.excluded)
        for match in await self.service.store.of_user(member, limit=1000):
            if exclusion.guild in guilds_of(match):
                await self.service.take_out(match.id, member)
        await self.matchmaking.take_out(member, exclusion.guild)
        await self.tournaments.take_out(member, exclusion.guild)

    async def exclude_server(self, match: Match, reason: str, moderator: UserId) -> Exclusion:
        """Exclude the match's other server from the one that the match is seen from.

        Raises Refused if there is no other server, or if it is excluded already.
        """
        here, other = match.place.guild, match.other
        if here is None or other is None or other.guild is None:
            raise Refused(
                gettext(
                    "Match #{code} is not played across servers. Name one that is: its other server is excluded.",
                    code=match.code,
                )
            )
        if not reason:
            raise Refused(gettext("Give a reason: /audit shows it to the other moderators."))
        now = self.service.clock()
        exclusion = Exclusion(here, other.guild, other.server, reason, moderator, now, match=match.code)
        if not await self.store.add(exclusion):
            raise Refused(
                gettext(
                    "The other server of match #{code} is already excluded. /audit lists and undoes it.",
                    code=match.code,
                )
            )
        return exclusion

    async def admit(self, guild: int, excluded: int, moderator: UserId) -> Exclusion:
        """End an exclusion and return it. Raises NotAllowed for the excluded person, Refused if there is none."""
        if excluded == moderator:
            raise NotAllowed(gettext("This is about you: another moderator must decide."))
        ended = await self.store.end(guild, excluded, moderator, self.service.clock())
        if ended is None:
            raise Refused(gettext("That exclusion has already ended. /audit lists those still in force."))
        return ended
