"""Matchmaking: pairs people who look for opponents. Each seek leads to at most one match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.club.guild_settings import GuildSettings, GuildSettingsStore, channels_words, may_start
from bot.club.seeks import (
    Facts,
    Found,
    Seek,
    SeekStage,
    answer_to,
    channel_to_show,
    expiry,
    find_opponent,
    is_answerable,
    with_server,
)
from bot.match import challenges, play
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import Instant
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Change, Match, Place, Stage, UserId
from bot.match.service import MatchService
from games.core.i18n import gettext

Choose = Callable[[Sequence[Seek], Facts], Found | None]
Begin = Callable[[Found], Change]


Placed = tuple[Seek, Match] | Seek
"""The answered seek and its match, or the stored seek if nobody was found."""


class SeekStore(Protocol):
    """The store of seeks. Every method is one transaction."""

    async def place(self, seek: Seek, choose: Choose, begin: Begin, *, keep: bool, now: Instant) -> Placed:
        """Pair the person with the opponent that `choose` finds among the open seeks, here or on other servers.

        Returns the seek that was answered, and the match that is stored with it; or, if nobody is found, the
        person's own seek, which is stored in place of an older one if `keep`.
        """
        ...

    async def get(self, seek: int) -> Seek | None:
        """Return the seek with this id."""
        ...

    async def open_of(self, user: UserId, guild: int) -> Seek | None:
        """Return the person's open seek on this server; None if there is none."""
        ...

    async def cancel(self, user: UserId, guild: int) -> bool:
        """Cancel the person's seek on this server; False if there was none."""
        ...

    async def expire(self, now: Instant) -> None:
        """Close seeks that have expired."""
        ...

    async def claim_ping(self, guild: int, subject: str, now: Instant) -> bool:
        """Whether the server's role for searches may be pinged for this, given its last ping.

        Whoever asks again about the same gets the same answer, in another process and after a restart as well.
        """
        ...

    async def find_unposted(self) -> Sequence[Seek]:
        """Return seeks whose message is out of date."""
        ...

    async def note_posted(self, seek: int, message: int | None) -> None:
        """Store the message that shows a seek; None if it cannot be posted."""
        ...

    async def forget(self, seek: int) -> None:
        """Delete a seek that is closed."""
        ...


async def nobody_told(_guild: int) -> None:
    """Default for `changed`: nobody listens."""


@dataclass
class Matchmaking:
    """Finds opponents. `changed` is called with the servers whose seeks have changed."""

    store: SeekStore
    matches: MatchService
    guilds: GuildSettingsStore
    changed: Callable[[int], Awaitable[None]] = nobody_told

    async def search(self, seek: Seek, roles: frozenset[int]) -> Placed:
        """Find an opponent for this seek at once, or store it. Raises NotAllowed, Refused.

        Nobody is told of the match: whoever asked shows it first, and then calls `announce`.
        """
        settings = await self._settings(seek.place, seek.games, roles)
        now = self.matches.clock()
        expires = None if seek.standing else expiry(seek.time, now)
        placed = replace(seek, created=now, expires=expires, channel=channel_to_show(seek, settings))
        placed = with_server(placed, settings)

        def find(waiting: Sequence[Seek], facts: Facts) -> Found | None:
            return find_opponent(placed, waiting, facts, now)

        found = await self._place(placed, settings, find, keep=True)
        servers = [settings.guild] if isinstance(found, Seek) else [settings.guild, found[0].place.guild or 0]
        for guild in dict.fromkeys(servers):
            await self.changed(guild)
        return found

    async def answer(self, seek_id: int, person: Person, place: Place, roles: frozenset[int]) -> tuple[Seek, Match]:
        """Answer a seek that the person has seen. Raises NotAllowed, Refused."""
        seek = await self.store.get(seek_id)
        if seek is None or seek.stage is not SeekStage.OPEN:
            raise Refused(gettext("Somebody was faster, or the search is over. Start your own search with /play."))
        if seek.person.user == person.user:
            raise Refused(gettext("This is your own search. Somebody else has to answer it."))
        settings = await self._settings_to_answer(seek, place, roles)
        now = self.matches.clock()
        mine = answer_to(seek, person, place, now)

        def find(waiting: Sequence[Seek], facts: Facts) -> Found | None:
            found = find_opponent(mine, [one for one in waiting if one.id == seek_id], facts, now)
            if found is None and any(one.id == seek_id for one in waiting):
                raise NotAllowed(
                    gettext(
                        "You two can't be paired: ratings too far apart, or {name} can't play now. "
                        "Look for others with /play.",
                        name=seek.person.name,
                    )
                )
            return found

        found = await self._place(mine, settings, find, keep=False)
        await self.changed(settings.guild)
        if isinstance(found, Seek):
            raise Refused(gettext("Somebody was faster, or the search is over. Start your own search with /play."))
        return found

    async def search_of(self, user: UserId, guild: int | None) -> Seek | None:
        """Return the person's current seek on this server; None if there is none."""
        seek = None if guild is None else await self.store.open_of(user, guild)
        is_over = seek is not None and seek.expires is not None and seek.expires <= self.matches.clock()
        return None if is_over else seek

    async def stop(self, user: UserId, guild: int | None) -> None:
        """Cancel the person's seek. Raises Refused if there is none."""
        if guild is None or not await self.store.cancel(user, guild):
            raise Refused(gettext("You aren't looking for anybody. /play starts a search."))
        await self.changed(guild)

    async def take_out(self, user: UserId, guild: int) -> None:
        """Cancel the person's seek on this server, if there is one."""
        if await self.store.cancel(user, guild):
            await self.changed(guild)

    async def sweep(self) -> None:
        """Close seeks that have expired."""
        await self.store.expire(self.matches.clock())

    async def role_for_seek(self, seek: Seek, settings: GuildSettings) -> int | None:
        """Return the role to ping for a seek; None if none is set or it was pinged recently."""
        if not is_answerable(seek, settings, self.matches.clock()):
            return None
        return await self._claim_role(settings, f"seek {seek.id}")

    async def role_for_table(self, table: Match, settings: GuildSettings) -> int | None:
        """Return the role to ping for a new open table; None as in `role_for_seek`."""
        if table.stage is not Stage.INVITED or not table.open or table.private:
            return None
        return await self._claim_role(settings, f"match {table.id}")

    async def _claim_role(self, settings: GuildSettings, subject: str) -> int | None:
        is_due = settings.seek_role is not None and await self.store.claim_ping(
            settings.guild, subject, self.matches.clock()
        )
        return settings.seek_role if is_due else None

    async def _settings_to_answer(self, seek: Seek, place: Place, roles: frozenset[int]) -> GuildSettings:
        """Return the settings for answering a seek; the error names the channel if the server has moved its matches.

        Raises NotAllowed, Refused.
        """
        settings = await self.guilds.guild_settings(place.guild)
        if place.guild is not None and not settings.allows_channel(place.channel):
            raise NotAllowed(
                gettext(
                    "Matches are started in {channels} now. Use /play there and look for the same as {name}: "
                    "your match begins at once.",
                    channels=channels_words(settings),
                    name=seek.person.name,
                )
            )
        return await self._settings(place, seek.games, roles)

    async def _settings(self, place: Place, wanted: Sequence[str], roles: frozenset[int]) -> GuildSettings:
        """Return the server's settings if all these games may be played there. Raises NotAllowed, Refused."""
        if place.guild is None:
            raise Refused(gettext("There is nobody to find in direct messages. Use /play on a server."))
        settings = await self.guilds.guild_settings(place.guild)
        for game in wanted:
            may_start(settings, game, place.channel, roles)
        return settings

    async def _place(self, seek: Seek, settings: GuildSettings, find: Choose, *, keep: bool) -> Placed:
        now = self.matches.clock()

        def begin(found: Found) -> Change:
            return begin_match(found, seek, self.matches, now, is_rated_here=settings.rated_matches)

        return await self.store.place(seek, find, begin, keep=keep, now=now)


def begin_match(found: Found, seek: Seek, service: MatchService, now: Instant, *, is_rated_here: bool) -> Change:
    """Create and begin the match of two people who were paired."""
    host, is_across = found.seek.person, found.seek.place.guild != seek.place.guild
    request = ChallengeRequest(
        found.game,
        host,
        found.seek.place if is_across else seek.place,
        (seek.person,),
        time=seek.time,
        rated=found.rated and is_rated_here,
        other=seek.place if is_across else None,
        guests=frozenset({seek.person.user} if is_across else ()),
    )
    match = challenges.new_challenge(request, now, service.dice)
    for player in match.players:
        match = match.with_player(player.seat, accepted=True)
    return play.begin(match, now, service.dice)
