"""How a match is shown in Discord: its card, thread, board and result."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from zlib import crc32

import discord
import structlog

from bot.club.guild_settings import GuildSettings
from bot.club.notifications import Kind
from bot.club.people import People
from bot.match.errors import MatchError
from bot.match.model import Match, Posting, Stage, ThreadLine
from bot.match.stores import DeliveryStore
from bot.match.thread_lines import who_lost_seat
from bot.match.turns import ply_after
from bot.ui.components import items
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.board_messages import BoardMessages, is_to_end
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.challenge_pictures import challenge_picture
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.forum_posts import ForumPosts
from bot.ui.delivery.match_threads import find_or_open
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.request_messages import RequestMessages
from bot.ui.i18n.language import Language
from bot.ui.limits import ARCHIVE_MINUTES
from bot.ui.pages.board import lines_of, reminder, result_notice
from bot.ui.pages.card import card, is_card, result_line, thread_name
from games.core.errors import GameError

_log = structlog.get_logger(__name__)
UNKNOWN_MESSAGE = 10008


class Poster:
    """Posts one match, in its server's language and theme."""

    def __init__(
        self,
        channels: Channels,
        store: DeliveryStore,
        people: People,
        boards: BoardMessages,
        painter: MatchPictures,
        pings: Pings,
    ) -> None:
        self._channels = channels
        self._client = channels.client
        self._store = store
        self._people = people
        self._boards = boards
        self._painter = painter
        self._pings = pings
        self._requests = RequestMessages(channels, store, pings)
        self._posts = ForumPosts(channels)

    async def show(self, match: Match, posting: Posting) -> Posting:
        """Bring everything that shows the match up to date; returns where it is shown now."""
        guild_settings = await self._people.settings_of(match)
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            return await self._show_card(match, posting, guild_settings)
        if posting.thread is None:
            posting = await self._open_thread(match, posting, guild_settings)
        language = Language(guild_settings.public_language)
        posting = await self._requests.close(match, posting, language)
        posting = await self._tell_lines(match, posting, language)
        before, posting = posting, await self._boards.show(match, posting, guild_settings)
        back_to = await self._boards.back_to(match)
        asked = await self._requests.ask(match, replace(posting, revision=before.revision), back_to, language)
        posting = replace(asked, revision=posting.revision)
        if match.stage.ended:
            if posting.board == before.board and is_to_end(match, before):  # an edit pings nobody
                await self._ping_at_end(match, posting, guild_settings)
            posting = await self._update_card(match, posting, guild_settings)
            await self._update_post(match, posting, language)
            await self._show_result(match, posting, guild_settings)
        return posting

    async def _tell_lines(self, match: Match, posting: Posting, language: Language) -> Posting:
        """Tell what has happened beside moves, in a message of its own; a turn taken back counts as not told."""
        lines = await self._store.thread_lines(match.shown_id)
        if not lines:
            return posting
        view = lines_of(match, lines, language, self._channels.thread_name(posting.thread))
        gone = [user for line in lines if (user := who_lost_seat(match, line)) is not None]
        pings = await self._pings.of(Kind.END, gone, match) if gone else NOBODY
        await self._channels.of(match, posting).send(view, _lines_nonce(match, lines), pings)
        undone = [line.turn for line in lines if line.turn]
        if undone:
            left = ply_after(match, await self._store.seats(match.id), min(undone) - 1)
            posting = replace(posting, ply=-1, since=min(posting.entries_told, left))
            await self._store.keep_posting(posting)
        await self._store.forget_thread_lines(match.shown_id, lines[-1].id)
        return posting

    async def _ping_at_end(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> None:
        """Call those who played to the result that the board shows."""
        await self._channels.of(match, posting).send(
            result_notice(match, Language(guild_settings.public_language), self._channels.thread_name(posting.thread)),
            f"x{match.shown_id}-{match.revision}",
            await self._pings.of(Kind.END, match.people, match),
        )

    async def _show_card(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> Posting:
        language = Language(guild_settings.public_language)
        picture = await challenge_picture(self._painter, match, guild_settings.theme, language)
        files = [] if picture is None else [picture]
        is_challenge = match.stage is Stage.INVITED
        known = await self._people.reliability(match.people) if is_challenge else {}
        played = await self._people.have_played(match.people, match.game) if is_challenge else ()
        view = card(match, posting.thread, language, picture.filename if picture else None, known, played)
        channel = self._channels.at(match, match.place.channel)
        present = posting.card or await self._lost_card(match, language)
        if present is not None:
            try:
                await channel.edit(present, view, files)
            except discord.NotFound:
                pass
            except NotCarried:  # the old card stays; whoever presses a button is told what happened
                return posting
            else:
                return replace(posting, card=present)
        for file in files:
            file.reset(seek=True)
        pinged = await self._pings.mention_unanswered(match)
        message = await channel.send(view, f"c{match.shown_id}-{match.revision}", pinged, files)
        return replace(posting, card=message.id)

    async def refresh_card(self, match: Match) -> None:
        """Let the card say where a match is played that goes on after its end."""
        with suppress(NotCarried):
            await self._show_card(
                match, await self._store.posting(*match.shown_id), await self._people.settings_of(match)
            )

    async def _lost_card(self, match: Match, language: Language) -> int | None:
        """The card that was posted just before the bot was killed, and not noted down."""
        if match.place.external:
            return None
        channel = self._client.get_partial_messageable(match.place.channel, guild_id=match.place.guild)
        try:
            async for message in channel.history(limit=30):
                texts = [one.content for one in message.components if isinstance(one, discord.TextDisplay)]
                if message.author == self._client.user and any(is_card(text, match, language) for text in texts):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def _open_thread(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> Posting:
        """The thread the match is played in; if none can be made, the channel itself, unless it is private.

        Raises HTTPException: rather than be played before all, a private match is lost until it can be resumed.
        """
        try:
            if posting.card is None and not match.private and await self._has_threads(match):
                posting = await self._show_card(match, posting, guild_settings)  # no command has posted it
            thread = await self._thread(match, posting, guild_settings)
        except discord.NotFound:  # the card has been deleted
            posting = await self._show_card(match, posting, guild_settings)
            thread = await self._thread(match, posting, guild_settings)
        posting = replace(posting, thread=thread)
        await self._store.keep_posting(posting)
        posting = await self._update_card(match, posting, guild_settings)
        if thread == match.place.channel:  # a rematch continues in the post of the previous match
            await self._update_post(match, posting, Language(guild_settings.public_language))
        return posting

    async def _update_card(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> Posting:
        """Bring the card up to date; if the match is played elsewhere, the channel of the card may be gone."""
        try:
            return await self._show_card(match, posting, guild_settings)
        except (discord.Forbidden, discord.NotFound) as error:
            if posting.thread == match.place.channel:
                raise
            _log.warning("no card", match=match.code, error=str(error))
            return posting

    async def _update_post(self, match: Match, posting: Posting, language: Language) -> None:
        """Let the forum post in which the match is played, if it is played in one, tell its state."""
        if match.place.guild is not None and not match.place.external and posting.thread is not None:
            await self._posts.update(match, posting.thread, language)

    async def _has_threads(self, match: Match) -> bool:
        """Whether a thread can open from the card of the match."""
        return not match.place.external and isinstance(
            await self._channels.find(match.place.channel), discord.TextChannel
        )

    async def _thread(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> int:
        if match.place.external:
            return match.place.channel
        channel = await self._channels.find(match.place.channel)
        post = await self._posts.open(match, channel, guild_settings)
        if post is not None:
            return post
        if not isinstance(channel, discord.TextChannel):
            return match.place.channel
        name = thread_name(match, Language(guild_settings.public_language))
        if match.private:
            return await _private_thread(self._client, channel, match, name)
        # A channel of another process's shard comes without roles: try, and let Discord refuse.
        known = channel.guild.me is not None
        me = channel.permissions_for(channel.guild.me) if known else discord.Permissions.all()
        try:
            if me.create_public_threads and me.send_messages_in_threads and posting.card is not None:
                message = channel.get_partial_message(posting.card)
                return (await message.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)).id
        except discord.HTTPException as error:
            if isinstance(error, discord.DiscordServerError) or error.code == UNKNOWN_MESSAGE:
                raise
            if error.code == 160004 and posting.card is not None:  # the card already has its thread, with the same id
                return posting.card
            _log.warning("no thread", match=match.code, error=str(error))
        return match.place.channel

    async def _show_result(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> None:
        """Tell the results channel how the match ended."""
        if guild_settings.results is None or match.private or match.stage is not Stage.OVER:
            return
        channel = self._client.get_partial_messageable(guild_settings.results, guild_id=match.place.guild)
        view = result_line(match, posting.thread, Language(guild_settings.public_language))
        try:
            await channel.send(view=view, nonce=f"e{match.shown_id}-{match.revision}")
        except (discord.Forbidden, discord.NotFound) as error:
            _log.warning("no results channel", match=match.code, channel=guild_settings.results, error=str(error))

    async def remind(self, match: Match) -> None:
        """Tell those who are to move that their time is running out."""
        if match.place.external:
            await self._pings.write_to_movers(match, Kind.REMINDER)
            return
        posting = await self._store.posting(*match.shown_id)
        guild_settings = await self._people.settings_of(match)
        place_name = self._channels.thread_name(posting.thread)
        view = reminder(match, Language(guild_settings.public_language), place_name)
        try:
            pinged = await self._pings.movers(match, Kind.REMINDER)
            await self._channels.of(match, posting).send(view, f"r{match.shown_id}-{match.turn}", pinged)
        except discord.HTTPException as error:
            _log.warning("not reminded", match=match.code, error=str(error))

    async def tell_directly(self, match: Match) -> None:
        """Write to those whom the board would have pinged: where the match is played it cannot be posted."""
        if match.stage.ended:
            await self._pings.write_about(Kind.END, match.people, match)
        else:
            await self._pings.write_to_movers(match, Kind.TURN)

    async def tell_damaged(self, posting: Posting, error: Exception) -> None:
        """Say where the match is played that it is set aside."""
        if posting.thread is not None:
            sentence = error.sentence if isinstance(error, MatchError | GameError) else str(error)
            place = self._client.get_partial_messageable(posting.thread)
            await place.send(view=items.layout(items.text(Language("en")(sentence))), nonce=f"d{posting.shown_id}")


def _lines_nonce(match: Match, lines: Sequence[ThreadLine]) -> str:
    """Return a nonce that is the same for each attempt to tell these lines, and new for later ones.

    A clock that is credited with downtime meanwhile gives the match a new revision, and moves its deadline. The ids of
    lines are no help: SQLite uses them again.
    """
    state = match.revision if match.deadline is None else match.deadline - match.credited
    told = "\n".join(f"{line.turn} {line.seat} {line.words}" for line in lines)
    return f"u{match.shown_id}-{match.turn}-{(state + crc32(told.encode())) % 100_000}"


async def _private_thread(client: discord.Client, channel: discord.TextChannel, match: Match, name: str) -> int:
    """A thread for the players alone. Raises HTTPException."""
    private = discord.ChannelType.private_thread
    open_new = partial(
        channel.create_thread, name=name, type=private, invitable=False, auto_archive_duration=ARCHIVE_MINUTES
    )
    thread = await find_or_open(client, channel, match, open_new)
    for user in match.people:
        try:
            await thread.add_user(discord.Object(user))
        except discord.HTTPException as error:  # this player has left the server
            _log.warning("not in the thread", match=match.code, error=str(error))
    return thread.id
