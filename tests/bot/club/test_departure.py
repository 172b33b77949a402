"""Who leaves for good, or for a while: what becomes of their matches."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.admin.launch import prepare
from bot.app import build
from bot.club.absence import AWAY_DAYS, begin_absence, go_away
from bot.club.preferences import Preferences
from bot.cogs.leavers import UNKNOWN_MEMBER, LeaverCog
from bot.match.challenges import ChallengeRequest
from bot.match.clock import DAY
from bot.match.errors import NotOnMove, Refused
from bot.match.model import Match, MatchId, Stage, UserId
from bot.match.service import MatchService
from bot.settings import Settings
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, DAYS, EVE, HERE, Club


async def test_the_challenges_of_who_leaves_are_off(sqlite_club: Club) -> None:
    sent, asked = (
        await sqlite_club.invite(BEN),
        await sqlite_club.service.challenge(ChallengeRequest("choccer", EVE, HERE, (ANA,))),
    )
    await sqlite_club.service.withdraw(ANA.user)
    for match, reason in ((sent, "Ana cancelled it"), (asked, "Ana declined")):
        ended = await sqlite_club.service.get(match.id)
        assert ended.stage is Stage.CANCELLED
        assert ended.outcome is not None
        assert ended.outcome.reason == reason


async def test_an_open_table_stays_open_when_a_guest_leaves(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, first="me"))
    await sqlite_club.service.join(match.id, BEN)
    await sqlite_club.service.withdraw(BEN.user)
    match = await sqlite_club.service.get(match.id)
    assert (match.stage, match.people) == (Stage.INVITED, (ANA.user,))
    await sqlite_club.service.withdraw(ANA.user)
    assert (await sqlite_club.service.get(match.id)).stage is Stage.CANCELLED


async def test_running_and_paused_matches_are_resigned(sqlite_club: Club) -> None:
    live, paused = await sqlite_club.begin(), await sqlite_club.begin()
    await sqlite_club.service.suspend(paused.id)
    await sqlite_club.service.withdraw(ANA.user)
    for match in (live, paused):
        ended = await sqlite_club.service.get(match.id)
        assert ended.stage is Stage.ABORTED, "nobody has made two moves"
        assert ended.outcome is not None
        assert (ended.outcome.places, ended.outcome.reason) == ((2, 1), "Ana resigned")


async def test_with_three_the_others_play_on_against_an_ai(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=DAYS, first="me")
    )
    await sqlite_club.service.accept(match.id, BEN)
    await sqlite_club.service.accept(match.id, EVE)
    await sqlite_club.service.withdraw(ANA.user)
    match = await sqlite_club.service.get(match.id)
    assert match.stage is Stage.LIVE
    assert [player.user for player in match.players] == [None, BEN.user, EVE.user]


async def test_what_has_been_offered_to_who_leaves_is_off(sqlite_club: Club) -> None:
    """Nobody could agree for the AI: the offer would stay for ever."""
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), first="me"))
    await sqlite_club.service.accept(match.id, BEN)
    await sqlite_club.service.accept(match.id, EVE)
    await sqlite_club.service.offer(match.id, ANA.user, "pause")
    assert (await sqlite_club.service.resign(match.id, EVE.user)).offer is None
    await sqlite_club.service.offer(match.id, ANA.user, "pause")
    assert (await sqlite_club.service.offer(match.id, BEN.user, "pause")).stage is Stage.PAUSED


class Late(MatchService):
    """Something happens to each match between being found and being left."""

    async def get(self, match_id: MatchId) -> Match:
        match = await super().get(match_id)
        if not match.stage.ended:
            other = MatchService(self.store, self.clock, self.dice)
            await other.resign(match.id, BEN.user)
        return await super().get(match_id)


async def test_a_match_that_ends_meanwhile_keeps_its_result(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    service = sqlite_club.service
    await Late(service.store, service.clock, service.dice).withdraw(ANA.user)
    ended = await service.get(match.id)
    assert ended.outcome is not None
    assert ended.outcome.reason == "Ben resigned"


async def test_only_days_that_wait_for_who_is_away_get_longer(sqlite_club: Club) -> None:
    waiting = await sqlite_club.begin()
    others = await sqlite_club.begin()
    await sqlite_club.service.submit(others.id, ANA.user, "h4-g4")
    live = await sqlite_club.begin("5m+5s")
    before = {match.id: (await sqlite_club.service.get(match.id)).deadline or 0 for match in (waiting, others, live)}
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 2)
    after = {match.id: (await sqlite_club.service.get(match.id)).deadline or 0 for match in (waiting, others, live)}
    assert after == before | {waiting.id: before[waiting.id] + 2 * DAY}


async def test_a_clock_that_has_run_out_is_not_extended_by_an_absence(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("1d")
    sqlite_club.clock.pass_by(DAY)
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 2)
    assert (await sqlite_club.service.get(match.id)).deadline == match.deadline


async def test_an_absence_that_is_not_booked_extends_no_clock(sqlite_club: Club) -> None:
    match, people = await sqlite_club.begin(), SqlPeople(sqlite_club.database)
    with pytest.raises(Refused):
        await begin_absence(sqlite_club.service, people, ANA.user, AWAY_DAYS + 1)
    assert (await people.preferences(ANA.user)).away_until is None
    assert (await sqlite_club.service.get(match.id)) == match


async def test_those_who_listen_hear_of_an_extended_clock(sqlite_club: Club) -> None:
    match, told = await sqlite_club.begin(), []

    async def listen(changed: Match) -> None:
        told.append((changed.id, changed.deadline))

    sqlite_club.service.listeners.append(listen)
    await begin_absence(sqlite_club.service, SqlPeople(sqlite_club.database), ANA.user, 1)
    assert told == [(match.id, (match.deadline or 0) + DAY)]


def test_away_days_are_counted_by_the_year() -> None:
    before = Preferences(UserId(1), away_used=10, away_year=2026)
    summer, next_year = 1_780_000_000_000, 1_800_000_000_000
    assert go_away(before, 4, summer).away_used == AWAY_DAYS
    assert go_away(before, 14, next_year).away_used == AWAY_DAYS
    with pytest.raises(Refused, match="You have 4 days off left this year, not 5"):
        go_away(before, 5, summer)


async def test_a_look_for_leavers_that_fails_is_not_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is away for a moment: Discord's library ends a loop that raises."""
    settings = Settings(_env_file=None, data=tmp_path, database_url="")
    await prepare(settings)
    app = await build(settings)
    looks: list[int] = []

    async def away_for_a_moment(*_: object) -> list[Match]:
        looks.append(1)
        raise OSError("the database is away")

    monkeypatch.setattr(app.context.lists, "waiting_since", away_for_a_moment)
    cog = app.client.get_cog("LeaverCog")
    assert isinstance(cog, LeaverCog)
    await cog.look()
    await cog.look()
    assert len(looks) == 2
    await app.turns.close()
    app.workers.close()
    await app.database.close()


def nobody_is_there() -> Mock:
    """A client whose servers everybody has left."""
    gone = discord.NotFound(Mock(status=404, reason="Not Found"), {"code": UNKNOWN_MEMBER, "message": "Unknown Member"})
    return Mock(get_guild=Mock(return_value=Mock(fetch_member=AsyncMock(side_effect=gone))))


async def test_every_leaver_is_found_however_many_matches_wait(sqlite_club: Club) -> None:
    """More than are looked at together; none that waits the longest is left out."""
    matches = [await sqlite_club.begin("7d")]
    matches += [await sqlite_club.store.add(matches[0]) for _ in range(204)]
    sqlite_club.clock.pass_by(2 * DAY)
    client = nobody_is_there()
    await LeaverCog(Mock(service=sqlite_club.service, lists=sqlite_club.store.lists), client).ask()
    assert client.get_guild.call_count == len(matches)
    before = {match.id: match.deadline for match in matches}
    for match in matches:
        assert (await sqlite_club.service.get(match.id)).deadline != before[match.id], match.id


async def test_one_match_that_cannot_be_looked_at_hides_no_other(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await sqlite_club.begin("7d"), await sqlite_club.begin("7d")
    sqlite_club.clock.pass_by(2 * DAY)
    leave = sqlite_club.service.mark_left

    async def left(match: MatchId, user: UserId) -> Match | None:
        if match == first.id:
            raise RuntimeError("nothing works")
        return await leave(match, user)

    monkeypatch.setattr(sqlite_club.service, "mark_left", left)
    await LeaverCog(Mock(service=sqlite_club.service, lists=sqlite_club.store.lists), nobody_is_there()).ask()
    assert (await sqlite_club.service.get(second.id)).deadline != second.deadline


async def test_an_ai_that_took_a_seat_does_not_go_by_the_name_of_who_sat_there(sqlite_club: Club) -> None:
    """Nor would the name be found any more when that person has all data deleted."""
    match = await sqlite_club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=DAYS, first="me")
    )
    for person in (BEN, EVE):
        await sqlite_club.service.accept(match.id, person)
    match = await sqlite_club.service.resign(match.id, ANA.user)
    with pytest.raises(NotOnMove, match="It's the AI's move"):
        await sqlite_club.service.submit(match.id, BEN.user, "whatever")
    await sqlite_club.service.withdraw(ANA.user)
    await SqlPeople(sqlite_club.database).forget(ANA.user, "Somebody")
    match = await sqlite_club.service.get(match.id)
    assert "Ana" not in [player.name for player in match.players]
