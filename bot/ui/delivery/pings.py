"""Whom a message pings, and who is notified in another way. Decided by `club/notifications`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final

import aiohttp
import discord
import structlog
from cachetools import TTLCache

from bot.club.notifications import Delivery, Kind, after, deliver
from bot.club.people import People
from bot.club.personal_blocks import PersonalBlocks, find_blocks_with
from bot.club.preferences import Preferences
from bot.match.commits import outside_request
from bot.match.model import Match, UserId
from bot.match.ports import Clock
from bot.match.sides import belongs_here
from bot.match.stores import PostingReader
from bot.ui.components.request import Request
from bot.ui.i18n.language import Language
from bot.ui.pages import notifications as pages

_log = structlog.get_logger(__name__)
PRESENT_SECONDS: Final = 120
"""Seconds since a person last used the bot within which they are pinged in the thread rather than by direct message."""
_MOST_PRESENT: Final = 10_000


class Pings:
    """Decides for each message whom it pings, and writes to those who want a direct message instead."""

    def __init__(
        self, client: discord.Client, people: People, blocks: PersonalBlocks, store: PostingReader, clock: Clock
    ) -> None:
        self._client = client
        self._people = people
        self._blocks = blocks
        self._store = store
        self._clock = clock
        self.present: TTLCache[UserId, bool] = TTLCache(_MOST_PRESENT, PRESENT_SECONDS)
        self._letters: set[asyncio.Task[None]] = set()

    async def mention_unanswered(self, match: Match) -> discord.AllowedMentions:
        """For the card: those who have not answered yet."""
        waiting = [player.user for player in match.players if player.user is not None and not player.accepted]
        return await self.of(Kind.CHALLENGE, waiting, match, {match.host})

    async def movers(self, match: Match, kind: Kind = Kind.TURN) -> discord.AllowedMentions:
        """For the board and the reminder: those who are to move."""
        return await self.of(kind, [player.user for player in match.to_act if player.user is not None], match)

    async def of(
        self, kind: Kind, users: Iterable[UserId], match: Match | None = None, senders: Collection[UserId] = ()
    ) -> discord.AllowedMentions:
        """Nobody but these people, as far as each of them wants to be pinged for this kind of thing.

        Whoever wants to hear of it otherwise does; those of the other server of a match hear of it there. `senders`
        are the people that it comes from; `match` is what it is about, unless that is a tournament.
        """
        asked = [user for user in dict.fromkeys(users) if match is None or belongs_here(match, user)]
        pairs = await self._blocks.find_blocked_pairs({*asked, *senders}) if senders else frozenset()
        wanted = [
            discord.Object(user)
            for user in asked
            if await self._deliver(kind, user, match, blocked=not find_blocks_with(user, pairs).isdisjoint(senders))
            is Delivery.PING
        ]
        return discord.AllowedMentions(users=wanted, everyone=False, roles=False, replied_user=False)

    def members_of(self, role: int) -> discord.AllowedMentions:
        """Nobody but those who have this role: they have chosen it to be pinged, and can give it up."""
        return discord.AllowedMentions(roles=[discord.Object(role)], users=False, everyone=False, replied_user=False)

    async def write_to_movers(self, match: Match, kind: Kind) -> None:
        """Let those who are to move know directly, if no message can be sent that would ping them."""
        await self.write_about(kind, [player.user for player in match.to_act if player.user is not None], match)

    async def write_about(self, kind: Kind, users: Iterable[UserId], match: Match) -> None:
        """The same for these people."""
        for user in dict.fromkeys(users):
            if belongs_here(match, user):
                await self._deliver(kind, user, match, blocked=False, pingable=False)

    async def _deliver(
        self, kind: Kind, user: UserId, match: Match | None, *, blocked: bool, pingable: bool = True
    ) -> Delivery:
        """Let one person know in the way they want, unless that is the ping of the message itself."""
        person, now = await self._people.preferences(user), self._clock()
        subject = f"{match.id}.{match.turn}" if match is not None else ""
        at_table = user in self.present or (match is not None and match.time.live)
        delivery = deliver(kind, person, now, subject=subject, blocked=blocked, at_table=at_table, pingable=pingable)
        if after(person, kind, delivery, subject, now) != person:
            async with outside_request():
                await self._people.change_preferences(
                    user, lambda present: after(present, kind, delivery, subject, now)
                )
        if delivery is Delivery.DIRECT and match is not None:
            task = asyncio.create_task(self._write(kind, person, match), name=f"post-letter-{match.id}")
            self._letters.add(task)
            task.add_done_callback(self._letters.discard)
        return delivery

    async def _write(self, kind: Kind, person: Preferences, match: Match) -> None:
        """Write to the person; if they take no direct messages, ping them at the match from now on."""
        posting = await self._store.posting(*match.shown_id)
        place = posting.thread or match.place.channel
        language = Language(person.private_language)
        view = pages.letter(kind, match, posting, language)
        try:
            # Discord compares nonces across channels, so each person's message needs its own.
            await self.write(person.user, view, f"l{kind.value[0]}{match.id}-{match.turn}-{person.user % 10_000}")
        except discord.Forbidden as error:
            if match.place.external:  # there is no other way to reach them
                _log.info("direct message refused", match=match.code, error=str(error))
            else:
                await self._ping_after_all(person, match, place)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("direct message not sent", match=match.code, error=str(error))

    async def write_privately(
        self, kind: Kind, user: UserId, view: Callable[[Language], discord.ui.LayoutView], nonce: str
    ) -> bool:
        """Write to a person what has no other place; False if it is to be tried again, after their quiet hours.

        Raises what Discord raises, unless the person takes no direct messages.
        """
        person = await self._people.preferences(user)
        delivery = deliver(kind, person, self._clock(), pingable=False)
        if delivery is Delivery.DIRECT:
            try:
                await self.write(user, view(Language(person.private_language)), nonce)
            except discord.Forbidden as error:
                _log.info("direct message refused", kind=kind.value, error=str(error))
        return delivery is not Delivery.DIGEST

    async def write(self, user: UserId, view: discord.ui.LayoutView, nonce: str) -> None:
        """Send a direct message. Raises Forbidden if the person takes none, and what else Discord raises."""
        channel = await self._client.create_dm(discord.Object(user))
        await channel.send(view=view, allowed_mentions=discord.AllowedMentions.none(), nonce=nonce)

    async def _ping_after_all(self, person: Preferences, match: Match, place: int) -> None:
        """The person takes no direct messages: they are pinged where matches are played, and told so."""
        async with outside_request():
            await self._people.change_preferences(person.user, pages.back_to_threads)
        language = Language((await self._people.settings_of(match)).public_language)
        channel = self._client.get_partial_messageable(place, guild_id=match.place.guild)
        only = discord.AllowedMentions(users=[discord.Object(person.user)], everyone=False, roles=False)
        try:
            await channel.send(
                view=pages.closed_messages(person.user, language),
                allowed_mentions=only,
                nonce=f"lc{match.id}-{match.turn}",
            )
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("not pinged after all", match=match.code, error=str(error))

    async def note_use(self, request: Request) -> None:
        """Somebody uses the bot: they have looked."""
        self.present[request.user] = True
        if request.preferences.pinged_for:
            async with outside_request():
                await self._people.change_preferences(request.user, pages.has_looked)

    async def close(self) -> None:
        """Let all direct messages end that are under way."""
        await asyncio.gather(*self._letters, return_exceptions=True)
