"""Tournaments in Discord: a card each, kept up to date, and one-time announcements in their channels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import discord
import structlog

from bot.club.events.model import Notice, Tournament, TournamentId
from bot.club.events.service import TournamentService
from bot.club.guild_settings import GuildSettings
from bot.club.notifications import Kind
from bot.club.people import People
from bot.jobs.job import Job
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.model import UserId
from bot.ui.components import items
from bot.ui.components.answers import NOBODY
from bot.ui.delivery import winner_roles
from bot.ui.delivery.pictures import MatchPictures
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.publisher import RETRY
from bot.ui.delivery.retrying import is_temporary
from bot.ui.delivery.tournament_events import TournamentEvents
from bot.ui.i18n.language import Language
from bot.ui.pages import tournaments as pages
from bot.ui.pages.tournament_notices import notice
from bot.ui.pages.tournament_pictures import describe, draw

_log = structlog.get_logger(__name__)


class TournamentCards:
    """Posts tournaments. `resync` retries what failed."""

    def __init__(
        self,
        client: discord.Client,
        service: TournamentService,
        people: People,
        painter: MatchPictures,
        pings: Pings,
        events: TournamentEvents,
    ) -> None:
        self._client = client
        self.service = service
        self._people = people
        self._pings = pings
        self._painter = painter
        self._events = events
        kind: JobKind[TournamentId, None, None] = JobKind(
            "tournament", self._post, "tournament not posted", self._handle, retry=RETRY
        )
        self._jobs = KeyedJobs(kind)

    async def notice_change(self, tournament: Tournament) -> None:
        """Post the tournament soon, without waiting for Discord."""
        self._jobs.ask(tournament.id)

    async def resync(self) -> None:
        """Post what could not be posted before."""
        for tournament_id in await self.service.store.find_unposted():
            await self._jobs.run(tournament_id)

    async def close(self) -> None:
        """Wait for all posts to end."""
        await self._jobs.close()

    async def _post(self, job: Job[TournamentId, None]) -> None:
        job.take_news()
        store = self.service.store
        tournament = await self.service.get(job.key)
        settings = await self._people.guild_settings(tournament.place.guild)
        channel = self._client.get_partial_messageable(tournament.place.channel, guild_id=tournament.place.guild)
        try:
            if tournament.posted_revision < tournament.revision:
                message = await self._show(tournament, channel, settings)
                await self._events.show(replace(tournament, message=message), Language(settings.public_language))
                await store.note_posted(tournament.id, message, tournament.revision)
            for told in await store.notices(tournament.id):
                tournament = await self.service.get(job.key)  # read again: the notice may be newer than the card
                await self._tell(tournament, told, channel, Language(settings.public_language))
                await store.forget_notice(told)
        except (discord.Forbidden, discord.NotFound) as error:
            # The channel is gone or closed to the bot. Matches continue where they can; /tournament show still works.
            _log.warning("tournament cannot be shown", tournament=tournament.id, error=str(error))
            await store.note_posted(tournament.id, None, tournament.revision)
            for told in await store.notices(tournament.id):
                await store.forget_notice(told)

    async def _tell(
        self, tournament: Tournament, told: Notice, channel: discord.PartialMessageable, language: Language
    ) -> None:
        """Post a notice; a reminder pings the players to move."""
        pings = NOBODY
        if told.kind == "role":
            told = replace(told, words=await winner_roles.give(self._client, tournament, told))
        if told.kind == "reminder":
            if told.round != tournament.round or not tournament.unfinished:
                return  # too late: the round has ended meanwhile
            pings = await self._pings.of(Kind.TOURNAMENT, await self.service.find_people_to_move(tournament))
        asked = [UserId(one.id) for one in pings.users] if isinstance(pings.users, list) else []
        view = notice(tournament, told, language, asked)
        await channel.send(view=view, allowed_mentions=pings, nonce=f"tn{tournament.id}-{told.revision}-{told.id}")

    async def _show(self, tournament: Tournament, channel: discord.PartialMessageable, settings: GuildSettings) -> int:
        """Edit or post the card; returns its message."""
        language = Language(settings.public_language)
        view, files = await self.page(tournament, settings, language)
        if tournament.message is not None:
            try:
                await channel.get_partial_message(tournament.message).edit(view=view, attachments=files)
            except discord.NotFound:
                view, files = await self.page(tournament, settings, language)
            else:
                return tournament.message
        nonce = f"tc{tournament.id}-{tournament.revision if tournament.message else 0}"
        return (await channel.send(view=view, files=files, allowed_mentions=NOBODY, nonce=nonce)).id

    async def page(
        self,
        tournament: Tournament,
        settings: GuildSettings,
        language: Language,
        controls: Sequence[items.Button] | None = None,
    ) -> tuple[discord.ui.LayoutView, list[discord.File]]:
        """Return the card with its picture, or as text if there is none; `controls` as in `pages.card`."""
        shown, files = None, list[discord.File]()
        if pages.has_table(tournament):
            try:
                png = await self._painter.workers.run(draw, tournament, settings.theme, language)
            except Exception:  # noqa: BLE001 - the edge: a tournament never stops for a picture
                _log.exception("picture failed", tournament=tournament.id)
            else:
                name = f"standings-{tournament.id}-{tournament.revision}.png"
                files = [discord.File(BytesIO(png), filename=name)]
                shown = items.picture(name, describe(tournament, language))
        return pages.card(tournament, shown, language, controls), files

    async def _handle(self, tournament_id: TournamentId, error: Exception) -> bool:
        """Handle a failed post; the tournament stays marked as not posted."""
        if isinstance(error, discord.HTTPException) or is_temporary(error):
            _log.warning("tournament not posted", tournament=tournament_id, error=str(error))
            return True
        return False
