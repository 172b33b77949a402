"""The header of a board: the number of the turn that it tells, its steps in words, and why a match is paused."""

from __future__ import annotations

from dataclasses import replace

from bot.match.model import Match, Stage
from bot.match.turns import turn_to_show
from bot.ui.i18n.language import Language
from bot.ui.pages.board import header
from bot.ui.pages.match_view import board_table, last_turn, with_turn_number
from tests.bot.table import ANA, Club
from tests.bot.turns_of_steps import TURN, begin, begin_piously


async def headline(club: Club, match: Match) -> str:
    """The line of the board that tells the last turn."""
    log = list(await club.store.entries(match.id))
    told = turn_to_show(match, await club.store.seats(match.id))
    return header(match, last_turn(match, log, told), Language("en")).splitlines()[1]


async def test_before_the_first_turn_the_match_begins_whatever_is_dealt(sqlite_club: Club) -> None:
    match = await begin(sqlite_club, "cyberzul")
    assert match.ply == 1
    assert await headline(sqlite_club, match) == "The match begins."


async def test_all_steps_of_a_turn_are_told_together(sqlite_club: Club) -> None:
    match = await begin_piously(sqlite_club)
    before = await headline(sqlite_club, match)
    assert before.startswith("Turn 2 · Ben ")
    for step in TURN[:-1]:
        match = await sqlite_club.service.submit(match.id, ANA.user, step)
        assert await headline(sqlite_club, match) == before
    match = await sqlite_club.service.submit(match.id, ANA.user, TURN[-1])
    after = await headline(sqlite_club, match)
    assert after.startswith("Turn 3 · Ana blesses P1")
    assert "moves to P2" in after
    assert "ends the turn" in after


async def test_a_bullet_match_whose_board_never_came_tells_why_it_is_paused(sqlite_club: Club) -> None:
    paused = replace(await sqlite_club.begin("12s"), stage=Stage.PAUSED)
    assert "I couldn't post the board in time" in header(paused, None, Language("en"))
    assert "I couldn't post" not in header(replace(paused, delivered=True), None, Language("en"))


async def test_header_and_picture_tell_one_number(sqlite_club: Club) -> None:
    """Piously counts the turns after the set-up, the header all of them; the caption follows the header."""
    match = await begin_piously(sqlite_club)
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
