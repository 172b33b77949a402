"""The server's event of a tournament: made, moved, begun and ended as the tournament is, and never in its way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord import EventStatus
from structlog.testing import capture_logs

from bot.club.events.model import Format, Terms, Tournament, TournamentId, TournamentStage
from bot.club.events.scheduled_events import SOON
from bot.club.events.store import TournamentStore
from bot.match.clock import DAY, HOUR
from bot.match.model import Place, UserId
from bot.ui.delivery.tournament_events import DELETED, TournamentEvents
from bot.ui.i18n.language import Language
from tests.bot.table import FakeClock
from tests.bot.ui.delivery.refusals import refusal

SERVER, CARD = 10, 55
NOW = FakeClock().now
STARTS, LENGTH = NOW + DAY, 7 * DAY
ENGLISH = Language("en")
TERMS = Terms(Format.SWISS, "choccer", "1d", rounds=5, name="Autumn", starts=STARTS)
PLANNED = Tournament(TournamentId(1), TERMS, Place(SERVER, 20), UserId(1), "Ana", message=CARD)
ADDRESS = f"https://discord.com/channels/{SERVER}/20/{CARD}"


def moment(instant: int) -> datetime:
    return datetime.fromtimestamp(instant / 1000, UTC)


@dataclass
class Event:
    """An event of the server."""

    id: int
    start_time: datetime
    end_time: datetime
    location: str = ADDRESS
    name: str = ""
    status: EventStatus = EventStatus.scheduled
    changes: list[dict[str, object]] = field(default_factory=list)

    async def edit(self, **changed: object) -> None:
        self.changes.append(changed)
        self.__dict__.update(changed)

    async def cancel(self) -> None:
        await self.edit(status=EventStatus.cancelled)


@dataclass
class Server:
    """A server and its events; `error` is what it answers instead."""

    events: list[Event] = field(default_factory=list)
    error: Exception | None = None
    may_create: bool = True

    @property
    def me(self) -> SimpleNamespace:
        return SimpleNamespace(guild_permissions=SimpleNamespace(create_events=self.may_create))

    def get_guild(self, number: int) -> Server | None:
        return self if number == SERVER else None

    async def fetch_scheduled_events(self, *, with_counts: bool) -> list[Event]:
        assert not with_counts
        if self.error is not None:
            raise self.error
        return self.events

    async def fetch_scheduled_event(self, number: int, *, with_counts: bool) -> Event:
        for event in await self.fetch_scheduled_events(with_counts=with_counts):
            if event.id == number:
                return event
        raise refusal(404)

    async def create_scheduled_event(self, **given: object) -> Event:
        assert given["entity_type"] is discord.EntityType.external
        assert given["privacy_level"] is discord.PrivacyLevel.guild_only
        names = ("start_time", "end_time", "location", "name")
        self.events.append(Event(len(self.events) + 1, **{name: given[name] for name in names}))  # type: ignore[arg-type]
        return self.events[-1]


@dataclass
class Stage:
    """A server, and what is noted of the event of its tournament."""

    server: Server = field(default_factory=Server)
    clock: FakeClock = field(default_factory=FakeClock)
    noted: list[tuple[int | None, str]] = field(default_factory=list)

    async def note_event(self, tournament: TournamentId, event: int | None, shows: str) -> None:
        assert tournament == PLANNED.id
        self.noted.append((event, shows))

    async def show(self, tournament: Tournament) -> Tournament:
        """The tournament with what is known of its event after this."""
        client, store = cast("discord.Client", self.server), cast("TournamentStore", self)
        before = len(self.noted)
        await TournamentEvents(client, store, self.clock).show(tournament, ENGLISH)
        if len(self.noted) == before:
            return tournament
        event, shows = self.noted[-1]
        return replace(tournament, event=event, event_shows=shows)


def at(tournament: Tournament, starts: int | None) -> Tournament:
    return replace(tournament, terms=replace(tournament.terms, starts=starts))


async def test_a_planned_tournament_has_an_event_that_leads_to_its_card() -> None:
    stage = Stage()
    shown = await stage.show(PLANNED)
    (event,) = stage.server.events
    assert (event.name, event.location, event.status) == ("Autumn", ADDRESS, EventStatus.scheduled)
    assert (event.start_time, event.end_time) == (moment(STARTS), moment(STARTS + LENGTH))
    assert stage.noted == [(1, f"scheduled {STARTS} {STARTS + LENGTH}")]
    assert await stage.show(shown) is shown, "it is as it was"


@pytest.mark.parametrize("tournament", [at(PLANNED, None), replace(PLANNED, place=Place(99, 20))])
async def test_a_tournament_without_a_start_or_on_a_server_of_another_process_has_none(tournament: Tournament) -> None:
    stage = Stage()
    await stage.show(tournament)
    assert (stage.server.events, stage.noted) == ([], [])


async def test_an_event_made_just_before_the_bot_was_killed_is_found() -> None:
    stage = Stage()
    await stage.show(PLANNED)
    assert (await stage.show(PLANNED)).event == 1
    (event,) = stage.server.events
    assert event.changes == []


async def test_the_event_moves_with_the_start() -> None:
    stage = Stage()
    shown = await stage.show(PLANNED)
    await stage.show(at(shown, STARTS + HOUR))
    (event,) = stage.server.events
    assert event.changes == [{"start_time": moment(STARTS + HOUR), "end_time": moment(STARTS + HOUR + LENGTH)}]


async def test_the_event_begins_and_is_completed_with_the_tournament() -> None:
    stage = Stage()
    running = await stage.show(replace(await stage.show(PLANNED), stage=TournamentStage.RUNNING))
    await stage.show(replace(running, stage=TournamentStage.OVER))
    (event,) = stage.server.events
    assert event.changes == [{"status": EventStatus.active}, {"status": EventStatus.completed}]


async def test_an_event_that_has_begun_can_only_end_at_another_time() -> None:
    stage = Stage()
    running = await stage.show(replace(await stage.show(PLANNED), stage=TournamentStage.RUNNING))
    late = STARTS + LENGTH + DAY
    await stage.show(replace(running, deadline=late))
    (event,) = stage.server.events
    assert event.changes[1:] == [{"end_time": moment(late)}]


async def test_a_tournament_that_begins_at_another_time_than_planned_keeps_the_start_of_its_event() -> None:
    """Discord moves no event to the past; it begins now, and ends later."""
    stage = Stage()
    shown = await stage.show(PLANNED)
    await stage.show(replace(at(shown, STARTS + HOUR), stage=TournamentStage.RUNNING))
    (event,) = stage.server.events
    assert event.changes == [{"end_time": moment(STARTS + HOUR + LENGTH)}, {"status": EventStatus.active}]


async def test_an_event_that_is_over_stays_as_it_is() -> None:
    stage = Stage()
    shown = await stage.show(PLANNED)
    (event,) = stage.server.events
    event.status = EventStatus.completed
    await stage.show(replace(at(shown, STARTS + HOUR), stage=TournamentStage.RUNNING))
    await stage.show(replace(shown, stage=TournamentStage.OVER, deadline=STARTS + LENGTH + DAY))
    assert event.changes == []


async def test_the_end_of_a_tournament_does_not_move_its_event() -> None:
    stage = Stage()
    running = await stage.show(replace(await stage.show(PLANNED), stage=TournamentStage.RUNNING))
    await stage.show(replace(running, stage=TournamentStage.OVER, deadline=STARTS + LENGTH + DAY))
    assert stage.server.events[0].changes[1:] == [{"status": EventStatus.completed}]


async def test_a_running_tournament_that_is_not_planned_any_more_leaves_its_event() -> None:
    stage = Stage()
    running = await stage.show(replace(await stage.show(PLANNED), stage=TournamentStage.RUNNING))
    await stage.show(at(running, None))
    assert stage.server.events[0].status is EventStatus.active


@pytest.mark.parametrize("ended", [TournamentStage.OVER, TournamentStage.CANCELLED])
async def test_a_tournament_that_is_over_gets_no_event_any_more(ended: TournamentStage) -> None:
    stage = Stage()
    shown = await stage.show(replace(PLANNED, stage=ended))
    assert (stage.server.events, shown.event) == ([], None)


async def test_an_event_that_never_began_is_cancelled_when_its_tournament_is_over() -> None:
    """Discord completes only what has begun."""
    stage = Stage()
    await stage.show(replace(await stage.show(PLANNED), stage=TournamentStage.OVER))
    assert stage.server.events[0].status is EventStatus.cancelled


async def test_a_tournament_that_is_called_off_leaves_no_event() -> None:
    stage = Stage()
    await stage.show(replace(await stage.show(PLANNED), stage=TournamentStage.CANCELLED))
    assert stage.server.events[0].status is EventStatus.cancelled


async def test_a_tournament_that_is_not_planned_any_more_leaves_no_event() -> None:
    stage = Stage()
    await stage.show(at(await stage.show(PLANNED), None))
    assert stage.server.events[0].status is EventStatus.cancelled
    assert stage.noted[-1] == (None, "cancelled")


async def test_a_start_that_is_now_is_announced_for_a_moment_later_and_begun() -> None:
    stage = Stage()
    stage.clock.now = STARTS + HOUR
    await stage.show(replace(PLANNED, stage=TournamentStage.RUNNING))
    (event,) = stage.server.events
    assert event.start_time == moment(STARTS + HOUR + SOON)
    assert event.status is EventStatus.active


async def test_an_event_that_somebody_has_deleted_is_not_made_again() -> None:
    stage = Stage()
    shown = await stage.show(PLANNED)
    stage.server.events.clear()
    gone = await stage.show(at(shown, STARTS + HOUR))
    assert (gone.event, gone.event_shows) == (None, DELETED)
    await stage.show(at(gone, STARTS + DAY))
    assert stage.server.events == []


async def test_without_the_permission_there_is_no_event_and_no_attempt() -> None:
    stage = Stage(Server(may_create=False))
    shown = await stage.show(PLANNED)
    assert (stage.server.events, shown.event) == ([], None)
    assert shown.event_shows, "it is tried again only when the tournament has changed"


@pytest.mark.parametrize("status, level", [(403, "info"), (400, "warning")])
async def test_what_discord_refuses_is_noted_and_not_tried_again(status: int, level: str) -> None:
    stage = Stage(Server(error=refusal(status)))
    with capture_logs() as logs:
        shown = await stage.show(PLANNED)
    assert [one["log_level"] for one in logs] == [level]
    assert await stage.show(shown) is shown


async def test_what_may_pass_is_raised_and_nothing_noted() -> None:
    stage = Stage(Server(error=refusal(503)))
    with pytest.raises(discord.DiscordServerError):
        await stage.show(PLANNED)
    assert stage.noted == []
