"""Tournaments over a database: each pairing starts one match, results arrive once, whatever dies in between."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from bot.club.events.model import WIN, Format, Notice, Terms, Tournament, TournamentChange, TournamentStage
from bot.club.events.progress import table_of
from bot.club.events.rounds import Rounds
from bot.club.events.service import TournamentService
from bot.club.personal_blocks import PersonalBlock
from bot.match.acts import Order
from bot.match.clock import DAY, HOUR, MINUTE
from bot.match.errors import MatchError, NotAllowed
from bot.match.model import MatchId, UserId
from bot.match.moderation import Moderation, seen_by_moderator
from bot.match.service import MatchService
from bot.store import schema
from bot.store.audit import SqlAudit
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from games.core.i18n import Message
from games.core.status import Seat
from tests.bot.club.events.organising import HERE, HOST, gather, service_of
from tests.bot.club.events.playing import person
from tests.bot.table import Club


@pytest.fixture
def another(club: Club, other_database: Database, tournaments: TournamentService) -> TournamentService:
    """A second process on the same database; on SQLite, which has one, the same."""
    if other_database is club.database:
        return tournaments
    store = SqlMatches(other_database)
    return service_of(other_database, MatchService(store, club.clock), store)


async def begin(service: TournamentService, people: int, terms: Terms | None = None) -> Tournament:
    made = await gather(service, terms or Terms(Format.SWISS, "choccer", "1d", size=64), people)
    return await service.start(made.id, HOST, moderates=False)


async def fresh(service: TournamentService, tournament: Tournament) -> Tournament:
    return await service.get(tournament.id)


async def matches_of(service: TournamentService, tournament: Tournament) -> list[MatchId]:
    now = await fresh(service, tournament)
    return [pairing.match for pairing in now.unfinished if pairing.match is not None]


async def resign_all(club: Club, service: TournamentService, tournament: Tournament) -> None:
    """In each running match the second seat resigns."""
    for match_id in await matches_of(service, tournament):
        match = await club.service.get(match_id)
        loser = match.players[1].user
        assert loser is not None
        await club.service.resign(match_id, loser)


async def test_blocks_are_read_with_the_tournament(club: Club, tournaments: TournamentService) -> None:
    """Those of this round hold for it; one that is undone is gone in the next, one of somebody else does not matter."""
    made = await gather(tournaments, Terms(Format.SWISS, "choccer", "1d", size=64), 4)
    blocks = SqlPersonalBlocks(club.database)
    for one, other in ((3, 0), (2, 1), (1, 9)):
        await blocks.add_block(PersonalBlock(person(one).user, person(other).user, "P", 0), 5)
    apart = {frozenset({1, 4}), frozenset({2, 3})}
    assert (await fresh(tournaments, made)).apart == apart
    await tournaments.start(made.id, HOST, moderates=False)
    await resign_all(club, tournaments, made)
    await tournaments.sweep()
    now = await fresh(tournaments, made)
    assert now.round == 2
    assert not {frozenset(pairing.entrants) for pairing in now.pairings} & apart
    await blocks.remove_block(person(3).user, person(0).user)
    assert (await fresh(tournaments, made)).apart == {frozenset({2, 3})}


async def count_matches(club: Club) -> int:
    async with club.database.read() as connection:
        return int((await connection.execute(select(func.count(schema.match.c.id)))).scalar_one())


async def test_a_tournament_is_played_to_its_end(club: Club, tournaments: TournamentService) -> None:
    tournament = await begin(tournaments, 6)
    for number in range(1, 6):
        assert (await fresh(tournaments, tournament)).round == number
        await resign_all(club, tournaments, tournament)
        await tournaments.sweep()
    over = await fresh(tournaments, tournament)
    assert over.stage is TournamentStage.OVER
    assert sum(line.points for line in table_of(over)) == 15 * WIN
    assert await count_matches(club) == 15


async def test_processes_that_look_at_once_start_each_match_once(
    club: Club, tournaments: TournamentService, another: TournamentService
) -> None:
    tournament = await begin(tournaments, 8)
    for _ in range(3):
        await resign_all(club, tournaments, tournament)
        looks = [service.refresh(tournament.id) for service in (tournaments, another) * 3]
        await asyncio.gather(*looks)
    now = await fresh(tournaments, tournament)
    assert now.round == 4
    assert await count_matches(club) == 16
    assert len({pairing.match for pairing in now.pairings}) == 16


async def test_a_match_that_was_not_started_before_a_crash_is_started_after_it(
    club: Club, tournaments: TournamentService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot dies between the pairing of the round and its matches."""

    async def dies(_tournament: Tournament) -> None:
        raise ConnectionError

    made = await gather(tournaments, Terms(Format.SWISS, "choccer", "1d"), 4)
    monkeypatch.setattr(tournaments, "_start_matches", dies)
    with pytest.raises(ConnectionError):
        await tournaments.start(made.id, HOST, moderates=False)
    assert await count_matches(club) == 0
    monkeypatch.undo()
    assert await tournaments.sweep() == 1
    assert await count_matches(club) == 2
    assert await tournaments.sweep() == 0


async def test_people_who_press_at_once_are_all_in_and_once(
    club: Club, tournaments: TournamentService, another: TournamentService
) -> None:
    made = await tournaments.create(Terms(Format.MINI_CUP, "choccer", "1d", size=4), HERE, HOST)
    joins = [(tournaments, another)[n % 2].join(made.id, person(n % 6)) for n in range(12)]
    answers = await asyncio.gather(*joins, return_exceptions=True)
    assert all(isinstance(one, Tournament | MatchError) for one in answers), answers
    now = await fresh(tournaments, made)
    assert len({entrant.user for entrant in now.entrants}) == len(now.entrants) == 4
    assert now.stage is TournamentStage.RUNNING
    assert await count_matches(club) == 2


async def test_sixty_four_people_who_press_join_at_once_all_take_part(tournaments: TournamentService) -> None:
    made = await tournaments.create(Terms(Format.SWISS, "choccer", "1d", size=64), HERE, HOST)
    await asyncio.gather(*(tournaments.join(made.id, person(number)) for number in range(64)))
    assert len((await fresh(tournaments, made)).entrants) == 64


async def test_only_the_host_and_moderators_start_and_call_off(tournaments: TournamentService) -> None:
    made = await tournaments.create(Terms(Format.SWISS, "choccer", "1d"), HERE, HOST)
    with pytest.raises(NotAllowed, match="Only P0"):
        await tournaments.start(made.id, person(3), moderates=False)
    off = await tournaments.cancel(made.id, person(3), moderates=True)
    assert off.stage is TournamentStage.CANCELLED


async def test_who_does_not_come_loses(club: Club, tournaments: TournamentService) -> None:
    """Nobody moves for a day: in each match it was the first seat's turn."""
    tournament = await begin(tournaments, 4)
    matches = await matches_of(tournaments, tournament)
    club.clock.pass_by(DAY + 1)
    for match_id in matches:
        await club.service.settle_deadline(match_id)
    await tournaments.sweep()
    first_round = (await fresh(tournaments, tournament)).of_round(1)
    assert {pairing.scores for pairing in first_round} == {(0, WIN)}


async def test_a_round_ends_by_the_clock_of_the_database(club: Club, tournaments: TournamentService) -> None:
    terms = Terms(Format.SWISS, "choccer", "7d", size=8, round_hours=24)
    tournament = await begin(tournaments, 4, terms)
    first, second = await matches_of(tournaments, tournament)
    mover = (await club.service.get(first)).players[0].user
    assert mover is not None
    await club.service.submit(first, mover, "h4-g4")
    club.clock.pass_by(24 * HOUR - 1)
    await tournaments.sweep()
    assert (await fresh(tournaments, tournament)).round == 1
    club.clock.pass_by(1)
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    scores = {pairing.match: pairing.scores for pairing in now.of_round(1)}
    assert scores == {first: (WIN, 0), second: (0, WIN)}, "who is to move and never has loses"
    assert now.round == 2


async def test_a_result_that_is_voided_in_the_middle_changes_the_points_and_is_told(
    club: Club, tournaments: TournamentService
) -> None:
    tournament = await begin(tournaments, 4)
    first, second = await matches_of(tournaments, tournament)
    await void(club, first)
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    voided = next(pairing for pairing in now.pairings if pairing.match == first)
    assert (voided.scores, voided.how) == ((0, 0), "void")
    audit = SqlAudit(club.database)
    (act,) = await audit.acts_of(first)
    await Moderation(club.service, audit).carry_out(first, Order("undo", UserId(1), "a mistake", undoes=act.id))
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    assert {pairing.match for pairing in now.unfinished} == {first, second}, "it is being played again"
    told = [str(notice.words) for notice in await tournaments.store.notices(tournament.id)]
    assert any("was changed, and the standings with it" in words for words in told)


async def test_a_finished_tournament_says_that_it_stays_as_it_is(club: Club, tournaments: TournamentService) -> None:
    terms = Terms(Format.MINI_CUP, "choccer", "1d", size=8)
    tournament = await begin(tournaments, 3, terms)
    played = []
    while (await fresh(tournaments, tournament)).stage is TournamentStage.RUNNING:
        played += await matches_of(tournaments, tournament)
        await resign_all(club, tournaments, tournament)
        await tournaments.sweep()
    before = table_of(await fresh(tournaments, tournament))
    rounds = Rounds(tournaments)
    club.service.listeners.append(rounds.notice_change)
    async with club.database.write() as connection:  # as if both had made their moves, so that it can be voided
        await connection.execute(schema.match.update().values(stage="over"))
    club.database.clear_caches()
    await void(club, played[0])
    await rounds.carry_out_due()
    assert table_of(await fresh(tournaments, tournament)) == before
    told = [str(notice.words) for notice in await tournaments.store.notices(tournament.id)]
    assert any("The standings stay as they are" in words for words in told)


async def test_who_has_their_data_deleted_leaves_no_name(club: Club, tournaments: TournamentService) -> None:
    tournament = await begin(tournaments, 4)
    people = SqlPeople(club.database)
    assert not await people.forget(person(1).user, "Somebody"), "a match is being played"
    await resign_all(club, tournaments, tournament)
    exported = await people.export(person(1).user)
    assert [row["name"] for row in exported["tournament_entrant"]] == ["P1"]
    assert await people.forget(person(1).user, "Somebody")
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    assert [entrant.name for entrant in now.entrants] == ["P0", "Somebody", "P2", "P3"]
    assert isinstance(now.entrants[1].name, Message), "it is translated where it is shown"
    assert not any(2 in pairing.entrants for pairing in now.of_round(2))
    assert await people.export(person(1).user) | {"tournament_entrant": []} == await people.export(person(1).user)


async def test_a_hundred_tournaments_that_have_ended_do_not_hide_those_that_are_open(
    tournaments: TournamentService,
) -> None:
    open_ = await tournaments.create(Terms(Format.SWISS, "choccer", "1d", "First"), HERE, HOST)
    for _ in range(40):
        made = await tournaments.create(Terms(Format.SWISS, "choccer", "1d"), HERE, HOST)
        await tournaments.cancel(made.id, HOST, moderates=False)
    listed = await tournaments.store.on_server(7)
    assert len(listed) == 25
    assert listed[0].tournament.id == open_.id
    assert await tournaments.store.on_server(8) == []


async def test_a_match_that_is_awarded_in_the_middle_of_a_round_counts_as_a_win(
    club: Club, tournaments: TournamentService
) -> None:
    tournament = await begin(tournaments, 4)
    first, _ = await matches_of(tournaments, tournament)
    order = Order("award", UserId(1), "no-show", seat=Seat(1))
    await Moderation(club.service, SqlAudit(club.database)).carry_out(first, order)
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    awarded = next(pairing for pairing in now.pairings if pairing.match == first)
    assert (awarded.scores, awarded.how) == ((0, WIN), "match")


async def test_who_is_replaced_by_an_ai_has_lost_whatever_the_ai_makes_of_it(
    club: Club, tournaments: TournamentService
) -> None:
    """The AI of the second seat resigns never: the first seat does, against an AI, and is still the winner."""
    tournament = await begin(tournaments, 4)
    first, _ = await matches_of(tournaments, tournament)
    order = Order("replace", UserId(1), "away", seat=Seat(1))
    match = await Moderation(club.service, SqlAudit(club.database)).carry_out(first, order)
    winner = match.players[0].user
    assert winner is not None
    await club.service.resign(first, winner)
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    ended = next(pairing for pairing in now.pairings if pairing.match == first)
    assert (ended.scores, ended.how) == ((WIN, 0), "match")


async def test_a_substitute_does_not_answer_for_the_match_that_was_begun_before(
    club: Club, tournaments: TournamentService
) -> None:
    tournament = await begin(tournaments, 4)
    first, _ = await matches_of(tournaments, tournament)
    pairing = next(one for one in (await fresh(tournaments, tournament)).pairings if one.match == first)
    winner, loser = (tournament.by_number(number).user for number in pairing.entrants)
    assert winner is not None
    assert loser is not None
    await tournaments.take_place(tournament.id, pairing.entrants[0], winner, person(9))
    await club.service.resign(first, loser)
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    assert next(one.scores for one in now.pairings if one.match == first) == (WIN, 0)
    assert now.by_number(pairing.entrants[0]).name == "P9"


async def test_a_reminder_comes_by_the_clock_and_once(club: Club, tournaments: TournamentService) -> None:
    terms = Terms(Format.SWISS, "choccer", "7d", size=8, round_hours=10)
    tournament = await begin(tournaments, 4, terms)
    club.clock.pass_by(8 * HOUR)
    assert await tournaments.sweep() == 1
    assert await tournaments.sweep() == 0
    kinds = [notice.kind for notice in await tournaments.store.notices(tournament.id)]
    assert kinds == ["round", "reminder"]
    waiting = await tournaments.find_people_to_move(await fresh(tournaments, tournament))
    assert len(waiting) == 2, "who is to move in each of two matches"


async def test_a_tournament_in_which_nobody_ever_moves_ends_without_points(
    club: Club, tournaments: TournamentService
) -> None:
    terms = Terms(Format.MINI_CUP, "choccer", "7d", size=8, round_hours=1)
    tournament = await begin(tournaments, 3, terms)
    while (await fresh(tournaments, tournament)).stage is TournamentStage.RUNNING:
        club.clock.pass_by(HOUR)
        await tournaments.sweep()
    over = await fresh(tournaments, tournament)
    assert {pairing.how for pairing in over.pairings if len(pairing.entrants) == 2} == {"walkover"}
    assert all(pairing.scores == (0, WIN) for pairing in over.pairings if len(pairing.entrants) == 2), "who was to move"


async def test_an_arena_says_why_points_were_given_without_a_move(club: Club, tournaments: TournamentService) -> None:
    terms = Terms(Format.ARENA, "choccer", "5m+5s", size=64, minutes=30)
    tournament = await begin(tournaments, 4, terms)
    playing = (await fresh(tournaments, tournament)).unfinished
    club.clock.pass_by(6 * MINUTE)
    for pairing in playing:
        assert pairing.match is not None
        await club.service.settle_deadline(pairing.match)
    await tournaments.sweep()
    now = await fresh(tournaments, tournament)
    told = [str(one.words) for one in await tournaments.store.notices(tournament.id)]
    for pairing in playing:
        idle, other = (now.by_number(number) for number in pairing.entrants)
        assert idle.left is not None
        assert pairing.match is not None
        code = (await club.service.get(pairing.match)).code
        assert (
            f"{idle.name} did not move in time in match #{code}. It counts as a win for {other.name}. "
            f"{idle.name} is paused until they press **Join**."
        ) in told


async def test_in_an_arena_people_are_paired_as_they_become_free_until_the_time_is_over(
    club: Club, tournaments: TournamentService
) -> None:
    terms = Terms(Format.ARENA, "choccer", "12s", size=64, minutes=30)
    tournament = await begin(tournaments, 4, terms)
    for _ in range(3):
        await resign_all(club, tournaments, tournament)
        await tournaments.sweep()
    await tournaments.join(tournament.id, person(7))
    await tournaments.join(tournament.id, person(8))
    now = await fresh(tournaments, tournament)
    assert any({5, 6} == set(pairing.entrants) for pairing in now.unfinished), "who comes is paired at once"
    assert await tournaments.sweep() == 0
    running = await matches_of(tournaments, tournament)
    club.clock.pass_by(30 * MINUTE)
    assert await tournaments.sweep() == 1
    over = await fresh(tournaments, tournament)
    assert over.stage is TournamentStage.OVER
    assert await count_matches(club) == len(over.pairings)
    match = await club.service.get(running[0])
    assert match.players[1].user is not None
    await club.service.resign(running[0], match.players[1].user)
    await tournaments.sweep()
    assert table_of(await fresh(tournaments, tournament)) == table_of(over), "it came too late to count"


async def test_an_arena_whose_time_ended_while_the_bot_was_down_ends_at_start(
    club: Club, tournaments: TournamentService, another: TournamentService
) -> None:
    tournament = await begin(tournaments, 3, Terms(Format.ARENA, "choccer", "5m+5s", size=8, minutes=10))
    club.clock.pass_by(DAY)
    assert await another.sweep() == 1
    assert (await fresh(tournaments, tournament)).stage is TournamentStage.OVER


async def test_a_ladder_is_open_at_once_and_a_challenge_starts_one_match(
    club: Club, tournaments: TournamentService, another: TournamentService
) -> None:
    made = await gather(tournaments, Terms(Format.LADDER, "choccer", "1d"), 4)
    asked = [service.challenge(made.id, person(3), 2) for service in (tournaments, another)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(isinstance(one, MatchError) for one in answers) == [False, True], answers
    assert await count_matches(club) == 1
    (match_id,) = await matches_of(tournaments, made)
    match = await club.service.get(match_id)
    assert [player.user for player in match.players] == [person(1).user, person(3).user], "who is challenged begins"
    club.clock.pass_by(DAY + 1)
    await club.service.settle_deadline(match_id)
    await tournaments.sweep()
    now = await fresh(tournaments, made)
    assert [line.entrant.name for line in table_of(now)] == ["P0", "P3", "P1", "P2"]
    told = [str(notice.words) for notice in await tournaments.store.notices(made.id)]
    assert told == ["P3 challenges P1 for place 2.", "P3 climbs to place 2."]


async def test_a_season_that_ends_while_the_bot_is_down_is_ended_at_start_and_the_next_one_begins(
    club: Club, tournaments: TournamentService, another: TournamentService
) -> None:
    tournament = await begin(tournaments, 4, Terms(Format.LEAGUE, "choccer", "1d", size=8))
    played, _ = await matches_of(tournaments, tournament)
    for _ in range(2):
        await resign_all(club, tournaments, tournament)
        await tournaments.sweep()
    club.clock.pass_by(30 * DAY)
    await asyncio.gather(tournaments.sweep(), another.sweep())
    now = await fresh(tournaments, tournament)
    assert (now.stage, now.season, now.season_start, now.round) == (TournamentStage.RUNNING, 2, 3, 4)
    assert [entrant.division for entrant in now.entrants] == [1] * 4
    assert await count_matches(club) == 8
    told = [str(notice.words) for notice in await tournaments.store.notices(tournament.id) if notice.words is not None]
    assert sum(words.startswith("Season 1 is over. First place:") for words in told) == 1
    before = table_of(now)
    async with club.database.write() as connection:  # as if both had made their moves, so that it can be voided
        await connection.execute(schema.match.update().where(schema.match.c.id == played).values(stage="over"))
    club.database.clear_caches()
    await void(club, played)
    await tournaments.sweep()
    assert table_of(await fresh(tournaments, tournament)) == before, "the season before is closed"
    told = [str(notice.words) for notice in await tournaments.store.notices(tournament.id)]
    assert any("The standings stay as they are" in words for words in told)


async def void(club: Club, match_id: MatchId) -> None:
    match = await club.service.get(match_id)
    order = Order("void", UserId(1), "a test", seen_by_moderator(match, "void"))
    await Moderation(club.service, SqlAudit(club.database)).carry_out(match_id, order)


async def test_a_notice_of_a_role_is_read_as_it_was_stored(tournaments: TournamentService) -> None:
    made = await tournaments.create(Terms(Format.LEAGUE, "choccer", "1d", winner_role=9), HERE, HOST)
    grown = replace(made, revision=made.revision + 1)
    role = Notice(kind="role", gets=(3,), loses=(1, 2))
    await tournaments.store.commit(TournamentChange(grown, (role,)))
    (stored,) = await tournaments.store.notices(made.id)
    assert replace(stored, id=0, revision=0) == role
