"""Open tables for more than two players: joining one that fits, or opening a new one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import games
from bot.club.guild_settings import GuildSettingsStore, may_start
from bot.club.seeks import Seek, with_server
from bot.match import challenges, limits
from bot.match.challenges import ChallengeRequest
from bot.match.clock import Instant
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, MatchId, MatchSide, Stage, UserId
from bot.match.service import MatchService
from bot.match.sides import seen_by, seen_by_player
from games.core.i18n import gettext

TRIES: Final = 8
Choose = Callable[[Sequence[Match], Collection[UserId]], Match | None]
"""Chooses among waiting tables, given the people whom the person must not meet."""


class OpenTableStore(Protocol):
    """The store of tables waiting for players."""

    async def find_or_open(self, table: Match, choose: Choose, limit: limits.Limit, now: Instant) -> Match:
        """Return the waiting table that `choose` finds, else store `table`, within the limit.

        Those are the tables of the server, and if the table is open across servers those of others that are so too.
        It is one transaction: of two people who look at once, the second finds the table of the first. To the table
        that it opens the server's role for searches is still to be called.
        """
        ...

    async def find_uncalled(self) -> Sequence[Match]:
        """Return the tables for which a server's role for searches must still be pinged, each as that server sees it.

        They come in the order in which they were opened.
        """
        ...

    async def note_called(self, shown: MatchSide) -> None:
        """Store that this side needs no ping for the table any more."""
        ...


def find_table(
    seek: Seek, wanted: Match, tables: Sequence[Match], unwelcome: Collection[UserId], now: Instant
) -> Match | None:
    """Return the best table for a seek that would otherwise open `wanted`; None if none fits.

    One of the same server comes first, then the fullest, then the one that has waited longest. Raises Refused if the
    person sits at one already.
    """
    fitting = [table for table in tables if _suits(table, seek, wanted) and _has_room(table, now)]
    own = next((table for table in fitting if table.seats_of(wanted.host)), None)
    if own is not None:
        raise Refused(
            gettext(
                "You are already waiting at such a table: #{code} in {channel}. You can leave it on its card.",
                code=own.code,
                channel=f"<#{own.place.channel}>",
            )
        )
    welcome = [table for table in fitting if not set(table.people) & set(unwelcome)]

    def order(table: Match) -> tuple[bool, int, Instant, MatchId]:
        return table.place.guild != wanted.place.guild, -len(table.people), table.created, table.id

    return min(welcome, key=order, default=None)


def _suits(table: Match, seek: Seek, wanted: Match) -> bool:
    """Whether the table's terms suit the person, with the game's default options.

    Whoever looks for either, rated or not, is not rated if their server has no ratings.
    """
    is_alike = (len(table.players), table.time) == (seek.seats, seek.time) and not table.private
    is_alike = is_alike and table.is_across <= seek.across
    is_rated_so = table.rated <= wanted.rated if seek.rated == "either" else table.rated == wanted.rated
    is_usual = table.game in seek.games and dict(table.options) == games.find(table.game).info.check_options({})
    return is_alike and is_rated_so and is_usual


def _has_room(table: Match, now: Instant) -> bool:
    """Whether the table still has a free seat for a person."""
    is_waiting = table.stage is Stage.INVITED and table.open and (table.deadline is None or table.deadline > now)
    has_ai = any(player.ai is not None for player in table.players)
    return is_waiting and not has_ai and any(player.user is None for player in table.players)


@dataclass
class OpenTables:
    """Seats people at tables for more than two."""

    store: OpenTableStore
    matches: MatchService
    guilds: GuildSettingsStore

    async def take_seat(self, seek: Seek, roles: frozenset[int], sees: Callable[[int], bool]) -> Match:
        """Seat the person at a table in a channel that they can see. Raises NotAllowed, Refused.

        Nobody is told of a table that has been opened: whoever asked shows it first, and then calls `announce`.
        """
        settings = await self.guilds.guild_settings(seek.place.guild)
        seek = with_server(seek, settings)
        keys = [key for key in seek.games if games.find(key).info.max_seats >= seek.seats]
        if not keys:
            raise Refused(gettext("None of these games is for {n} players. Choose another in /play.", n=seek.seats))
        for key in keys:
            may_start(settings, key, seek.place.channel, roles)
        is_rated = settings.rated_matches and seek.rated != "casual" and seek.time.kind != "bullet"
        request = ChallengeRequest(
            keys[0],
            seek.person,
            seek.place,
            seats=seek.seats,
            time=seek.time,
            rated=is_rated,
            open_across=seek.across,
        )
        for _ in range(TRIES):
            found = await self._find_or_open(seek, request, sees)
            if found.host == seek.person.user:
                return found
            try:
                return seen_by_player(await self.matches.join(found.id, seek.person, seek.place), seek.person.user)
            except (Refused, NotAllowed):  # meanwhile full, closed, or closed to this person
                continue
        raise Refused(gettext("Somebody else acted at the same moment. Try again."))

    async def _find_or_open(self, seek: Seek, request: ChallengeRequest, sees: Callable[[int], bool]) -> Match:
        now = self.matches.clock()
        wanted = challenges.new_challenge(request, now, self.matches.dice)

        def choose(tables: Sequence[Match], unwelcome: Collection[UserId]) -> Match | None:
            here = seek.place.guild
            shown = [seen_by(one, seek.person.user, here) for one in tables]
            seen = [one for one in shown if one.place.guild != here or sees(one.place.channel)]
            return find_table(seek, wanted, seen, unwelcome, now)

        return await self.store.find_or_open(wanted, choose, limits.challenges(request), now)

    async def leave(self, user: UserId, guild: int) -> bool:
        """Free the person's seats at the server's open tables; False if they had none."""
        waiting = [match for match in await self.matches.store.of_user(user, limit=1000) if match.open]
        there = [
            match
            for match in waiting
            if seen_by_player(match, user).place.guild == guild and match.stage is Stage.INVITED
        ]
        left = [await self.matches.take_out(match.id, user) for match in there]
        return any(match is not None for match in left)
