"""Turns counted from the log: no deals, one number for all steps of a turn; what a take-back undoes."""

from __future__ import annotations

from bot.match.challenges import ChallengeRequest
from bot.match.model import Match
from bot.match.turns import count_turns, ply_after, turn_to_show
from bot.ui.i18n.language import Language
from bot.ui.pages.board import header
from bot.ui.pages.match_view import board_table, last_turn, with_turn_number
from tests.bot.table import ANA, BEN, HERE, Club

TURN = ("b", "m:P2", "b", "end")


async def begin(club: Club, game: str, **options: str) -> Match:
    challenge = ChallengeRequest(game, ANA, HERE, (BEN,), options=options, first="me")
    return await club.service.accept((await club.service.challenge(challenge)).id, BEN)


async def piously(club: Club) -> Match:
    """Both have set up their altars; Ana begins her first turn."""
    match = await begin(club, "piously", board="classic")
    for person, place in ((ANA, "@P1"), (BEN, "@S1")):
        match = await club.service.submit(match.id, person.user, place)
    return match


async def headline(club: Club, match: Match) -> str:
    """The line of the board that tells the last turn."""
    log = list(await club.store.entries(match.id))
    told = turn_to_show(match, await club.store.seats(match.id))
    return header(match, last_turn(match, log, told), Language("en")).splitlines()[1]


async def test_deals_are_not_counted(sqlite_club: Club) -> None:
    """The first tiles of Cyberzul are dealt before anybody has moved."""
    match = await begin(sqlite_club, "cyberzul")
    seats = await sqlite_club.store.seats(match.id)
    assert match.ply == len(seats) == 1
    assert count_turns(match, seats) == 0
    assert await headline(sqlite_club, match) == "The match begins."
    game = (await sqlite_club.store.entries(match.id))[0]
    assert game.by == "chance"


async def test_all_steps_of_a_turn_have_one_number_and_are_told_together(sqlite_club: Club) -> None:
    match = await piously(sqlite_club)
    before = await headline(sqlite_club, match)
    assert before.startswith("Turn 2 · Ben ")
    for step in TURN[:-1]:
        match = await sqlite_club.service.submit(match.id, ANA.user, step)
        assert await headline(sqlite_club, match) == before, "a turn that is not finished is not told"
    match = await sqlite_club.service.submit(match.id, ANA.user, TURN[-1])
    after = await headline(sqlite_club, match)
    assert after.startswith("Turn 3 · Ana blesses P1")
    assert "moves to P2" in after
    assert "ends the turn" in after


async def test_a_reset_turn_leaves_the_board_as_it_was(sqlite_club: Club) -> None:
    match = await piously(sqlite_club)
    before, ply = await headline(sqlite_club, match), match.ply
    await sqlite_club.service.submit(match.id, ANA.user, "b")
    match = await sqlite_club.service.reset_turn(match.id, ANA.user)
    assert await headline(sqlite_club, match) == before
    assert turn_to_show(match, await sqlite_club.store.seats(match.id)).ply == ply


async def test_a_number_leads_back_to_its_position(sqlite_club: Club) -> None:
    match = await piously(sqlite_club)
    for step in TURN:
        match = await sqlite_club.service.submit(match.id, ANA.user, step)
    seats = await sqlite_club.store.seats(match.id)
    assert [count_turns(match, seats[: ply_after(match, seats, number)]) for number in range(4)] == [0, 1, 2, 3]
    assert ply_after(match, seats, 3) == match.ply


async def test_a_take_back_undoes_whole_turns_and_tells_them(club: Club) -> None:
    match = await piously(club)
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


async def test_header_and_picture_tell_one_number(sqlite_club: Club) -> None:
    """Piously counts the turns after the set-up, the header all of them; the caption follows the header."""
    match = await piously(sqlite_club)
    for step in TURN:
        match = await sqlite_club.service.submit(match.id, ANA.user, step)
    table = board_table(match, None)
    assert table.caption == "Turn 2"
    assert with_turn_number(table, 3).caption == "Turn 3"
    assert Language("de")(with_turn_number(table, 3).caption) == "Zug 3"
    assert with_turn_number(table, 0) == table


async def test_a_caption_without_a_number_stays(sqlite_club: Club) -> None:
    match = await begin(sqlite_club, "piously", board="classic")
    table = board_table(match, None)
    assert with_turn_number(table, 5) == table
