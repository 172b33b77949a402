"""The server's scheduled event of a tournament: created, moved, started and ended together with the tournament.

The event is optional. If the bot may not create events, or Discord refuses one, the tournament goes on without it.
"""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import structlog

from bot.club.events.model import Tournament
from bot.club.events.scheduled_events import SOON, ScheduledEvent, event_of
from bot.club.events.store import TournamentStore
from bot.match.clock import Instant
from bot.match.ports import Clock
from bot.ui.delivery.retrying import is_temporary
from bot.ui.i18n.language import Language
from bot.ui.pages.tournament_words import description, title

_log = structlog.get_logger(__name__)
_NAME_LENGTH = 100
DELETED = "deleted"
"""Stored for an event that somebody has deleted, so that it is not created again."""
_STATUSES = {
    "scheduled": discord.EventStatus.scheduled,
    "active": discord.EventStatus.active,
    "completed": discord.EventStatus.completed,
    "cancelled": discord.EventStatus.cancelled,
}


class TournamentEvents:
    """Keeps events in step with their tournaments. Call `show` whenever a tournament has changed."""

    def __init__(self, client: discord.Client, store: TournamentStore, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._clock = clock

    async def show(self, tournament: Tournament, language: Language) -> None:
        """Update the event of a tournament. Raises temporary errors."""
        wanted = event_of(tournament)
        if wanted is None and tournament.event is None:
            return
        shows = str(wanted) if wanted is not None else "cancelled"
        server = self._client.get_guild(tournament.place.guild or 0)
        if server is None or tournament.event_shows in {shows, DELETED}:
            return
        try:
            event = await self._create_or_edit(server, tournament, wanted, language)
        except discord.NotFound:
            event, shows = None, DELETED
        except discord.Forbidden as error:
            _log.info("tournament without its event", tournament=tournament.id, error=str(error))
            event = None
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.warning("event of a tournament refused", tournament=tournament.id, error=str(error))
            event = tournament.event
        await self._store.note_event(tournament.id, event, shows)

    async def _create_or_edit(
        self, server: discord.Guild, tournament: Tournament, wanted: ScheduledEvent | None, language: Language
    ) -> int | None:
        """Create or change the event; returns its id, or None if there is nothing to show any more."""
        known = await self._find_event(server, tournament)
        if wanted is None:
            if known is not None and known.status is discord.EventStatus.scheduled:
                await known.cancel()
            return None
        if known is None:
            if wanted.status not in {"scheduled", "active"} or not server.me.guild_permissions.create_events:
                return None
            known = await self._make(server, tournament, wanted, language)
        elif known.status in {discord.EventStatus.scheduled, discord.EventStatus.active}:
            await self._move(known, wanted)
        await _set_status(known, _STATUSES[wanted.status])
        return known.id

    async def _find_event(self, server: discord.Guild, tournament: Tournament) -> discord.ScheduledEvent | None:
        """Find the event of the tournament, including one created just before the bot was killed."""
        if tournament.event is not None:
            return await server.fetch_scheduled_event(tournament.event, with_counts=False)
        made = await server.fetch_scheduled_events(with_counts=False)
        return next((one for one in made if one.location == _address(tournament)), None)

    async def _make(
        self, server: discord.Guild, tournament: Tournament, wanted: ScheduledEvent, language: Language
    ) -> discord.ScheduledEvent:
        starts = max(wanted.starts, self._clock() + SOON)
        return await server.create_scheduled_event(
            name=title(tournament, language)[:_NAME_LENGTH],
            description=description(tournament, language),
            start_time=_moment(starts),
            end_time=_moment(max(wanted.ends, starts + SOON)),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=_address(tournament),
        )

    async def _move(self, event: discord.ScheduledEvent, wanted: ScheduledEvent) -> None:
        """Move the event to its new time; for one that has begun, only the end can change."""
        now = self._clock()
        ends = _moment(max(wanted.ends, now + SOON))
        if event.status is discord.EventStatus.active or wanted.status != "scheduled":
            if wanted.status == "active" and event.end_time != ends:
                await event.edit(end_time=ends)
        elif (event.start_time, event.end_time) != (_moment(wanted.starts), ends):
            await event.edit(start_time=_moment(wanted.starts), end_time=ends)


async def _set_status(event: discord.ScheduledEvent, wanted: discord.EventStatus) -> None:
    """Advance the event's status to its tournament's stage; only a started event can be completed."""
    if event.status is discord.EventStatus.scheduled and wanted is discord.EventStatus.completed:
        wanted = discord.EventStatus.cancelled
    if wanted is not event.status and event.status in {discord.EventStatus.scheduled, discord.EventStatus.active}:
        await event.edit(status=wanted)


def _moment(instant: Instant) -> datetime:
    return datetime.fromtimestamp(instant / 1000, UTC)


def _address(tournament: Tournament) -> str:
    """Return the address of the tournament's card, which identifies its event."""
    place = tournament.place
    return f"https://discord.com/channels/{place.guild}/{place.channel}/{tournament.message}"
