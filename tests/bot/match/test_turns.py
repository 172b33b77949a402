"""Turns counted from the log: no deals, one number for all steps of a turn; what a take-back undoes."""

from __future__ import annotations

from bot.match.model import Match
from bot.match.turns import ToldTurn, count_turns, ply_after, turn_to_show
from tests.bot.table import ANA, BEN, Club
from tests.bot.turns_of_steps import TURN, begin, begin_piously


async def told_turn(club: Club, match: Match) -> ToldTurn:
    """The turn that the board tells."""
    return turn_to_show(match, await club.store.seats(match.id))


async def test_deals_are_not_counted(sqlite_club: Club) -> None:
    """The first tiles of Cyberzul are dealt before anybody has moved."""
    match = await begin(sqlite_club, "cyberzul")
    seats = await sqlite_club.store.seats(match.id)
    assert match.ply == len(seats) == 1
    assert count_turns(match, seats) == 0
    assert await told_turn(sqlite_club, match) == ToldTurn(0, 0, -1, 1)
    game = (await sqlite_club.store.entries(match.id))[0]
    assert game.by == "chance"


async def test_all_steps_of_a_turn_have_one_number_and_are_told_together(sqlite_club: Club) -> None:
    match = await begin_piously(sqlite_club)
    before = await told_turn(sqlite_club, match)
    assert before == ToldTurn(2, 1, 1, 2), "Ben's altar"
    for step in TURN[:-1]:
        match = await sqlite_club.service.submit(match.id, ANA.user, step)
        assert await told_turn(sqlite_club, match) == before, "a turn that is not finished is not told"
    match = await sqlite_club.service.submit(match.id, ANA.user, TURN[-1])
    assert await told_turn(sqlite_club, match) == ToldTurn(3, 2, 5, 6)


async def test_a_reset_turn_leaves_the_board_as_it_was(sqlite_club: Club) -> None:
    match = await begin_piously(sqlite_club)
    before = await told_turn(sqlite_club, match)
    assert before.ply == match.ply
    await sqlite_club.service.submit(match.id, ANA.user, "b")
    match = await sqlite_club.service.reset_turn(match.id, ANA.user)
    assert await told_turn(sqlite_club, match) == before


async def test_a_number_leads_back_to_its_position(sqlite_club: Club) -> None:
    match = await begin_piously(sqlite_club)
    for step in TURN:
        match = await sqlite_club.service.submit(match.id, ANA.user, step)
    seats = await sqlite_club.store.seats(match.id)
    assert [count_turns(match, seats[: ply_after(match, seats, number)]) for number in range(4)] == [0, 1, 2, 3]
    assert ply_after(match, seats, 3) == match.ply


async def test_a_take_back_undoes_whole_turns_and_tells_them(club: Club) -> None:
    match = await begin_piously(club)
    start = match.ply
    for step in TURN:
        match = await club.service.submit(match.id, ANA.user, step)
    match = await club.service.offer(match.id, ANA.user, "takeback")
    assert match.offer is not None
    match = await club.service.agree(match.id, BEN.user, match.offer.made)
    assert match.ply == start
    (undone,) = await club.store.thread_lines(match.shown_id)
    assert (undone.turn, undone.seat) == (3, 0)
    assert undone.words == "Ana blesses P1, moves to P2, blesses P2 and ends the turn"
    await club.store.forget_thread_lines(match.shown_id, undone.id)
    assert not await club.store.thread_lines(match.shown_id)


async def test_each_undone_turn_is_told(club: Club) -> None:
    match = await club.begin()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        match = await club.service.submit(match.id, person.user, move)
    match = await club.service.offer(match.id, ANA.user, "takeback")
    assert match.offer is not None
    await club.service.agree(match.id, BEN.user, match.offer.made)
    undone = await club.store.thread_lines(match.shown_id)
    assert [(line.turn, line.seat) for line in undone] == [(1, 0), (2, 1)]
    assert "h4" in undone[0].words
