"""The server's event of a tournament: it goes with it, and where there can be none nothing breaks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
import pytest_asyncio

from bot.club.events.model import Format, Terms, Tournament
from bot.club.events.service import TournamentService
from bot.match.challenges import Person
from bot.match.clock import HOUR
from bot.match.model import UserId
from sandbox.client import Trouble
from tests.e2e.places import new_server
from tests.faults.stage import Spot, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def spot(stage: Stage) -> Spot:
    """A channel of a server in which the bot may make events."""
    place = await stage.spot(await new_server(stage.sandbox), "events")
    await allow(place, "create_events")
    return place


async def allow(spot: Spot, *more: str) -> None:
    """Let the bot have what it needs, and this besides."""
    await spot.server.allow_the_bot(*more)
    server = spot.stage.app.client.get_guild(spot.server.id)
    assert server is not None
    await spot.server.owner.wait_until(
        lambda: _is_true(server.me.guild_permissions.create_events is ("create_events" in more)), what="permissions"
    )


async def _is_true(value: bool) -> bool | None:  # noqa: FBT001 - as the waiting has it
    return value or None


def service_of(spot: Spot) -> TournamentService:
    return spot.stage.app.background.tournament_cards.service


async def make_tournament(spot: Spot) -> Tournament:
    """A tournament of whoever acts that starts in an hour; three take part."""
    service = service_of(spot)
    terms = Terms(Format.MINI_CUP, "choccer", "1d", "Autumn cup", size=5, starts=service.matches.clock() + HOUR)
    tournament = await service.create(terms, spot.place, spot.host)
    for number in range(3):
        await service.join(tournament.id, Person(UserId(1000 + number), f"P{number}"))
    await spot.stage.idle()
    return await service.get(tournament.id)


async def events(spot: Spot) -> list[dict[str, Any]]:
    """The events of the server, as its members see them."""
    home = await spot.server.owner.home()
    return next(list(one["events"]) for one in home["guilds"] if one["id"] == str(spot.server.id))


async def test_an_event_is_listed_goes_on_with_the_start_and_is_gone_at_the_end(spot: Spot) -> None:
    tournament = await make_tournament(spot)
    (planned,) = await events(spot)
    assert (planned["name"], planned["status"]) == ("Autumn cup", 1)
    assert str(tournament.message) in planned["entity_metadata"]["location"]
    await service_of(spot).start(tournament.id, spot.host, moderates=False)
    await spot.stage.idle()
    (going_on,) = await events(spot)
    assert (going_on["id"], going_on["status"]) == (planned["id"], 2)
    await service_of(spot).cancel(tournament.id, spot.host, moderates=False)
    await spot.stage.idle()
    assert await events(spot) == []


async def test_the_event_moves_with_the_start_and_goes_where_it_is_taken_back(spot: Spot) -> None:
    tournament, service = await make_tournament(spot), service_of(spot)
    (planned,) = await events(spot)
    starts = service.matches.clock() + 5 * HOUR
    for when in (starts, None, starts + HOUR):
        await service.move_start(tournament.id, spot.host, when, moderates=False)
        await spot.stage.idle()
        listed = [datetime.fromisoformat(one["scheduled_start_time"]).timestamp() for one in await events(spot)]
        assert listed == ([] if when is None else [when / 1000])
        assert when != starts or (await service.get(tournament.id)).event == int(planned["id"])


async def test_a_tournament_that_is_called_off_takes_its_event_along(spot: Spot) -> None:
    tournament = await make_tournament(spot)
    assert len(await events(spot)) == 1
    await service_of(spot).cancel(tournament.id, spot.host, moderates=False)
    await spot.stage.idle()
    assert await events(spot) == []


async def test_an_event_of_which_the_bot_forgot_is_found_again(spot: Spot) -> None:
    """As when it was killed between making it and noting it down."""
    tournament = await make_tournament(spot)
    await service_of(spot).store.note_event(tournament.id, None, "")
    await service_of(spot).join(tournament.id, Person(UserId(2000), "Late"))
    await spot.stage.idle()
    (event,) = await events(spot)
    assert (await service_of(spot).get(tournament.id)).event == int(event["id"])


async def test_an_event_that_discord_made_and_answered_with_an_error_is_there_once(spot: Spot) -> None:
    await spot.stage.sandbox.trouble(Trouble.ERROR_AFTER, f"POST /guilds/{spot.server.id}/scheduled-events", status=502)
    tournament = await make_tournament(spot)
    (event,) = await events(spot)
    assert tournament.event == int(event["id"])
    assert (await spot.stage.sandbox.faults())[-1]["struck"] == 1


async def test_without_the_permission_the_tournament_is_as_always(spot: Spot) -> None:
    await allow(spot)
    tournament = await make_tournament(spot)
    assert await events(spot) == []
    begun = await service_of(spot).start(tournament.id, spot.host, moderates=False)
    await spot.stage.idle()
    shown = await service_of(spot).get(tournament.id)
    assert (shown.posted_revision, shown.event) == (begun.revision, None)


async def test_an_event_that_somebody_deleted_stays_deleted(spot: Spot) -> None:
    tournament = await make_tournament(spot)
    server = spot.stage.app.client.get_guild(spot.server.id)
    assert server is not None
    await (await server.fetch_scheduled_event(tournament.event or 0)).delete()
    for act in (service_of(spot).start, service_of(spot).cancel):
        await act(tournament.id, spot.host, moderates=False)
        await spot.stage.idle()
        assert await events(spot) == []
    assert (await service_of(spot).get(tournament.id)).event is None
