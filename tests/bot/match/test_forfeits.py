"""Of three or four players one gives up or loses on time: an AI plays on, and all are rated by places in the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.club.ratings import rated_places
from bot.match.acting import explain_whose_move
from bot.match.acts import Order
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, HOUR, read_time
from bot.match.model import Change, Match, MatchId, Player, Stage, UserId
from bot.match.moderation import Moderation
from bot.match.names import names_at, names_of
from bot.match.play import end, game_of, state_of
from bot.match.timeouts import mark_returned
from bot.store.audit import SqlAudit
from bot.store.people import SqlPeople
from games.core.status import Outcome, Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club

DAN = Person(UserId(4), "Dan")


async def play(club: Club, *others: Person, time: str = "3d", moves: int = 2) -> Match:
    """Ana plays the others, rated; everybody has made so many moves, and Ana is to move."""
    match = await club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, others, time=read_time(time), first="me")
    )
    for person in others:
        match = await club.service.accept(match.id, person)
    for _ in range(moves * len(match.players)):
        match = await by_hand(club, match)
    while match.to_act[0].user != ANA.user:
        match = await by_hand(club, match)
    assert match.rated
    return match


async def by_hand(club: Club, match: Match) -> Match:
    """Some move of whoever is to act."""
    move = game_of(match).presenter.suggest(state_of(match), match.to_act[0].seat, "", 1)[0]
    return await club.service.submit_for(match.id, match.to_act[0].seat, move, match.turn, "player")


async def over(club: Club, match: Match, *places: int) -> Match:
    """The match is played to its end, with these places."""

    def decide(match: Match, now: int) -> Change:
        fresh = end(match, Outcome(places, "played to the end"), now)
        return Change(replace(fresh, revision=match.revision + 1))

    return await club.service.change(match.id, decide)


async def gains(club: Club, match: Match) -> dict[UserId, int]:
    changes = await SqlPeople(club.database).changes_of(match.id)
    return {change.user: change.after - change.before for change in changes}


async def test_one_resignation_among_three_rates_the_one_who_left_last(club: Club) -> None:
    match = await play(club, BEN, EVE)
    match = await club.service.resign(match.id, EVE.user)
    assert match.rated
    assert match.players[2].former == EVE.user
    ended = await over(club, match, 2, 3, 1)
    gained = await gains(club, ended)
    assert gained[ANA.user] > gained[BEN.user] > gained[EVE.user], "whatever the AI in her seat has made of it"
    records = {one.user: one.won for user in gained for one in await SqlPeople(club.database).ratings(user)}
    assert records == {ANA.user: 1, BEN.user: 0, EVE.user: 0}


async def test_who_leaves_first_is_last(sqlite_club: Club) -> None:
    match = await play(sqlite_club, BEN, EVE, DAN)
    await sqlite_club.service.resign(match.id, DAN.user)
    sqlite_club.clock.pass_by(HOUR)
    match = await sqlite_club.service.resign(match.id, BEN.user)
    ended = await over(sqlite_club, match, 3, 1, 4, 2)
    assert rated_places(ended) == {ANA.user: 3, EVE.user: 4, BEN.user: 5, DAN.user: 6}
    gained = await gains(sqlite_club, ended)
    assert gained[ANA.user] > gained[EVE.user] > gained[BEN.user] > gained[DAN.user]


async def test_one_flag_among_three_rates_them_all_the_same(sqlite_club: Club) -> None:
    match = await play(sqlite_club, BEN, EVE, time="1d")
    sqlite_club.clock.pass_by(DAY)
    settled = await sqlite_club.service.settle_deadline(match.id)
    assert settled is not None
    assert (settled.rated, settled.players[0].former, settled.players[0].ai) == (True, ANA.user, "medium")


async def test_the_last_of_three_who_gives_up_too_stands_before_those_who_left_earlier(sqlite_club: Club) -> None:
    match = await play(sqlite_club, BEN, EVE)
    for person in (EVE, BEN, ANA):
        sqlite_club.clock.pass_by(HOUR)
        match = await sqlite_club.service.resign(match.id, person.user)
    assert match.stage is Stage.OVER
    gained = await gains(sqlite_club, match)
    assert gained[ANA.user] > gained[BEN.user] > gained[EVE.user]


async def test_a_moderator_who_lets_an_ai_play_on_costs_nobody_points(sqlite_club: Club) -> None:
    match = await play(sqlite_club, BEN, EVE)
    moderation = Moderation(sqlite_club.service, SqlAudit(sqlite_club.database))
    match = await moderation.carry_out(match.id, Order("replace", UserId(77), "a test", seat=Seat(0)))
    assert (match.rated, match.players[0].former, match.players[0].forfeited_at) == (False, ANA.user, None)


async def test_who_left_and_had_their_data_deleted_is_not_rated_and_the_others_are(club: Club) -> None:
    people, match = SqlPeople(club.database), await play(club, BEN, EVE)
    await club.service.withdraw(EVE.user)
    assert len((await people.export(EVE.user))["seat"]) == 1, "the seat that was hers"
    await people.forget(EVE.user, "Somebody")
    assert (await people.export(EVE.user))["seat"] == []
    ended = await over(club, await club.service.get(match.id), 1, 2, 3)
    assert set(await gains(club, ended)) == {ANA.user, BEN.user}


def test_equals_who_stayed_are_rated_as_equals() -> None:
    seats = (Player(Seat(0), ANA.user, place=2), Player(Seat(1), BEN.user, place=2))
    left = Player(Seat(2), ai="medium", place=1, former=EVE.user, forfeited_at=5)
    match = Match(MatchId(1), "K7QFM", "cyberzul", 1, {}, (*seats, left), ANA.user, HERE)
    assert rated_places(match) == {ANA.user: 2, BEN.user: 2, EVE.user: 3}


# ---------------------------------------------------------------------- who leaves the server


@pytest.mark.parametrize("time", ["3d", "7d", "none"])
async def test_the_end_says_that_somebody_left_the_server(club: Club, time: str) -> None:
    """Also where less than 72 hours were left anyway."""
    match = await club.begin(time)
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3")):
        match = await club.service.submit(match.id, person.user, move)
    club.clock.pass_by(DAY + HOUR)
    assert await club.service.mark_left(match.id, ANA.user) is not None
    assert await club.service.mark_left(match.id, ANA.user) is None, "nothing new"
    club.clock.pass_by(3 * DAY)
    over = await club.service.settle_deadline(match.id)
    assert over is not None
    assert over.outcome is not None
    assert over.outcome.reason == "Ana left the server"


async def test_who_came_back_and_moved_has_not_left_any_more(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("7d")
    await sqlite_club.service.mark_left(match.id, ANA.user)
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    assert match.players[0].left_at is None


async def test_time_that_an_opponent_gave_is_kept_when_a_leaver_returns(club: Club) -> None:
    match = await club.begin("7d")
    match = await club.service.give_time(match.id, BEN.user)
    club.clock.pass_by(DAY)
    await club.service.mark_left(match.id, ANA.user)
    back = await club.service.mark_returned(match.id, ANA.user)
    assert back is not None
    assert back.deadline == match.deadline


async def test_time_that_was_given_while_somebody_was_away_is_kept_too(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("7d")
    await sqlite_club.service.mark_left(match.id, ANA.user)
    await sqlite_club.service.give_time(match.id, BEN.user)
    back = await sqlite_club.service.mark_returned(match.id, ANA.user)
    assert back is not None
    assert back.deadline == (match.deadline or 0) + 7 * DAY
    assert mark_returned(back, ANA.user) is None


@pytest.mark.parametrize("leaves", ["resigns", "is replaced"])
async def test_turns_are_told_by_the_name_of_who_made_them_until_their_data_are_deleted(
    club: Club, leaves: str
) -> None:
    """The board that is edited when an AI takes over tells the same as before, and so does the replay."""
    match = await play(club, BEN, EVE)
    seat = next(player.seat for player in match.players if player.user == EVE.user)
    entry = next(one for one in await club.store.entries(match.id, 0) if one.seat == seat)
    assert names_at(match, entry)[seat] == "Eve"
    if leaves == "resigns":
        match = await club.service.resign(match.id, EVE.user)
    else:
        moderation = Moderation(club.service, SqlAudit(club.database))
        match = await moderation.carry_out(match.id, Order("replace", UserId(77), "a test", seat=seat))
    assert names_at(match, entry)[seat] == "Eve"
    assert names_of(match)[seat] == "AI (medium)"
    assert "It's the AI's move" in explain_whose_move(
        replace(match, players=tuple(replace(one, to_act=one.seat == seat) for one in match.players)), 0, "ping"
    )
    people = SqlPeople(club.database)
    assert await people.forget(EVE.user, "Somebody")
    assert names_at(await club.service.get(match.id), entry)[seat] == "Player 3"


async def test_the_name_of_who_left_goes_out_of_the_reasons_of_moderators(sqlite_club: Club) -> None:
    match = await play(sqlite_club, BEN, EVE)
    await sqlite_club.service.resign(match.id, EVE.user)
    audit = SqlAudit(sqlite_club.database)
    await Moderation(sqlite_club.service, audit).carry_out(match.id, Order("void", UserId(77), "Eve has left"))
    assert await SqlPeople(sqlite_club.database).forget(EVE.user, "Somebody")
    assert [act.reason for act in await audit.acts_of(match.id)] == ["Somebody has left"]


async def test_who_plays_all_sides_resigns_for_one_of_them(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("conquid", ANA, HERE, (ANA,), first="me"))
    match = await club.service.resign(match.id, ANA.user)
    assert match.outcome is not None
    assert match.outcome.reason == "West resigned"
    assert (await club.service.get(match.id)).outcome == match.outcome
