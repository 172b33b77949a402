"""What is told in lines of its own: an AI takes over, a pause begins and ends."""

from __future__ import annotations

from bot.match.challenges import ChallengeRequest
from bot.match.model import Change, Match
from bot.match.timeouts import MISSED_MOVES_TO_AI, count_missed_move
from tests.bot.table import ANA, BEN, EVE, HERE, Club


async def lines(club: Club, match: Match) -> list[str]:
    told = await club.store.thread_lines(match.shown_id)
    return [str(one.words) for one in told if not one.turn]


async def test_an_ai_that_takes_a_seat_is_told(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), first="me"))
    for person in (BEN, EVE):
        match = await sqlite_club.service.accept(match.id, person)
    match = await sqlite_club.service.resign(match.id, EVE.user)
    assert await lines(sqlite_club, match) == ["Eve resigned. An AI takes over."]


async def test_a_pause_is_told_when_it_begins_and_when_it_ends(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    match = await sqlite_club.service.offer(match.id, ANA.user, "pause")
    assert match.offer is not None
    match = await sqlite_club.service.agree(match.id, BEN.user, match.offer.made)
    match = await sqlite_club.service.resume(match.id, ANA.user)
    assert await lines(sqlite_club, match) == ["Ana resumes the match."], "the answer to the request told the pause"


async def test_a_pause_that_nobody_was_asked_for_is_told(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    paused = await sqlite_club.service.suspend(match.id)
    assert paused is not None
    assert await lines(sqlite_club, paused) == ["The match is paused."]


async def test_moves_need_no_line(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    assert await lines(sqlite_club, match) == []


async def test_an_ai_that_takes_a_seat_after_late_moves_is_told_with_the_reason(sqlite_club: Club) -> None:
    match = await sqlite_club.begin(time="12s")
    late = match.with_player(match.players[0].seat, missed_moves=MISSED_MOVES_TO_AI - 1)
    change = count_missed_move(Change(late), late.players[0].seat, 0)
    assert [str(line.words) for line in change.lines] == ["Ana ran out of time three times. An AI takes over."]
    assert MISSED_MOVES_TO_AI == 3
