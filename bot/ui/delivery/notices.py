"""Posts what moderators did, in the match's thread and in the moderation log; once each, even after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import aiohttp
import discord
import structlog
from discord import ui

from bot.club.guild_settings import GuildSettings
from bot.club.notifications import Kind
from bot.club.people import People
from bot.match.acts import Act, Audit
from bot.match.errors import MatchError
from bot.match.model import Match, MatchId, Side, Stage
from bot.match.service import MatchService
from bot.match.sides import seen_from, sides_of
from bot.match.stores import PostingReader
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.retrying import is_temporary
from bot.ui.i18n.language import Language
from bot.ui.pages.acts import ToldAct, line
from games.core.i18n import Message, gettext

_log = structlog.get_logger(__name__)


class Notices:
    """Posts stored moderator actions that have not been posted. `resync` retries what failed."""

    def __init__(
        self,
        channels: Channels,
        service: MatchService,
        store: PostingReader,
        people: People,
        audit: Audit,
        poster: Poster,
        pings: Pings,
    ) -> None:
        self._channels = channels
        self._client = channels.client
        self._service = service
        self._store = store
        self._people = people
        self.audit = audit
        self._poster = poster
        self._pings = pings
        self._turn = asyncio.Lock()

    async def tell(self, match: MatchId) -> list[Message]:
        """Post what is new about a match; returns a sentence for each place where that failed."""
        async with self._turn:
            acts = [act for act in await self.audit.acts_of(match) if not (act.told and act.logged)]
            return [problem for act in acts for problem in await self._post(act)]

    async def tell_log(self, guild: int, shown: Callable[[Language], ui.LayoutView], nonce: str) -> list[Message]:
        """Post to a server's moderation log, if it has one; returns a sentence if that fails."""
        guild_settings = await self._people.guild_settings(guild)
        channel = guild_settings.moderation_log
        view = shown(Language(guild_settings.public_language))
        if channel is None:
            return []
        try:
            is_told = await self._send(channel, guild, view, nonce)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("moderation log not told", guild=guild, error=str(error))
            is_told = False
        return [] if is_told else [_no_log()]

    async def resync(self) -> None:
        """Post what could not be posted before."""
        async with self._turn:
            for act in await self.audit.untold():
                await self._post(act)

    async def _post(self, act: Act) -> list[Message]:
        problems: list[Message] = []
        told = act
        try:
            match = await self._service.get(act.match)
            undoes = await self.audit.act(act.undoes) if act.undoes is not None else None
            sides = [ToldAct(act, seen_from(match, side), undoes) for side in sides_of(match)]
            if not act.told:
                problems += await self._tell_sides(self._tell_players, sides)
                told = replace(told, told=True)
            if not act.logged:
                problems += await self._tell_sides(self._tell_server, sides)
                told = replace(told, logged=True)
        except MatchError as error:  # the match is damaged, so its place is unknown
            _log.warning("act not told", act=act.id, error=str(error))
            told = replace(told, told=True, logged=True)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("act not told yet", act=act.id, error=str(error))
            problems.append(gettext("Discord isn't answering. I'll tell the players as soon as it does."))
        if told is not act:
            await self.audit.mark_posted(told)
        return problems

    async def _tell_sides(
        self, tell: Callable[[ToldAct, GuildSettings], Awaitable[list[Message]]], sides: Sequence[ToldAct]
    ) -> list[Message]:
        """Post to each side; failures on the other server are not reported to the moderator."""
        problems: list[Message] = []
        for shown in sides:
            found = await tell(shown, await self._people.settings_of(shown.match))
            problems += [] if shown.is_of_other_server else found
        return problems

    async def _tell_server(self, shown: ToldAct, guild_settings: GuildSettings) -> list[Message]:
        """Post to the moderation log, and to the results channel if a result was struck out."""
        language = Language(guild_settings.public_language)
        if guild_settings.results is not None and _strikes_out(shown):
            await self._tell_in(shown, guild_settings.results, language)
        log = guild_settings.moderation_log
        return [] if log is None or await self._tell_in(shown, log, language) else [_no_log()]

    async def _tell_players(self, shown: ToldAct, guild_settings: GuildSettings) -> list[Message]:
        """Post the line where the match is played, or in the parent channel if its thread is gone."""
        act, match = shown.act, shown.match
        posting = await self._store.posting(*match.shown_id)
        above = [] if match.private else [match.place.channel]
        pings = await self._pings.of(Kind.ACT, act.concerned, match)
        for channel in dict.fromkeys([posting.thread or match.place.channel, *above]):
            try:
                view = line(shown, Language(guild_settings.public_language), self._channels.thread_name(channel))
                await self._channels.at(match, channel).send(view, _nonce(shown), pings)
            except (discord.HTTPException, NotCarried) as error:
                if is_temporary(error):
                    raise
                _log.warning("players not told", act=act.id, channel=channel, error=str(error))
            else:
                await self._refresh_card(shown, match)
                return []
        return [gettext("I can't write where the match is played, so its players were not told.")]

    async def _tell_in(self, shown: ToldAct, channel: int, language: Language) -> bool:
        """Post to a channel without pings; False if that is impossible."""
        nonce = f"l{shown.act.id}-{channel % 100_000}"
        return await self._send(channel, shown.match.place.guild, line(shown, language), nonce)

    async def _send(self, channel: int, guild: int | None, view: ui.LayoutView, nonce: str) -> bool:
        """Post without pings; False if that is impossible. Raises HTTPException for temporary errors."""
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            await place.send(view=view, allowed_mentions=NOBODY, nonce=nonce)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.warning("channel not told of an act", nonce=nonce, channel=channel, error=str(error))
            return False
        return True

    async def _refresh_card(self, shown: ToldAct, match: Match) -> None:
        """Update the card of a match that is running again, or with another player: it shows no result, or that one."""
        kind = shown.undoes.kind if shown.undoes is not None else shown.act.kind
        is_outdated = kind == "replace" or (shown.undoes is not None and kind in {"void", "award"})
        if is_outdated and match.stage in {Stage.LIVE, Stage.PAUSED}:
            await self._poster.refresh_card(match)


def _nonce(shown: ToldAct) -> str:
    """Return the nonce of an act's line, one per side."""
    return f"m{shown.act.id}" + ("" if shown.match.side is Side.HOME else "g")


def _no_log() -> Message:
    return gettext("I can't write in the moderation log. Open /setup and press **Permission check**.")


def _strikes_out(shown: ToldAct) -> bool:
    """Whether an act strikes out a result that the results channel has shown."""
    before = shown.act.before
    over = before is not None and before.stage is Stage.OVER
    return over and shown.act.became is Stage.ABORTED and not shown.match.private
