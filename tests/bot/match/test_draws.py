"""A draw that is offered to an AI is judged by the AI."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import games
from bot.match import draws, ending
from bot.match.challenges import ChallengeRequest
from bot.match.draws import EARLIEST, MARGIN, WAIT, declines
from bot.match.errors import Refused
from bot.match.model import By, Match, Offer, RequestAnswer, Stage
from bot.match.play import game_of, state_of
from games.core.status import Seat
from tests.bot.table import ANA, BEN, DAYS, HERE, Club


async def play(club: Club, moves: int, match: Match | None = None, game: str = "choccer") -> Match:
    """Ana's match against an AI, after so many more moves at random."""
    if match is None:
        match = await club.service.challenge(ChallengeRequest(game, ANA, HERE, ai="easy", first="me", time=DAYS))
    dice = Random(5)
    for _ in range(moves):
        (mover,) = match.to_act
        rules, state = game_of(match).rules, state_of(match)
        move = rules.text(rules.legal(state, mover.seat).sample(dice))
        by: By = "ai" if mover.ai else "player"
        match = await club.service.submit_for(match.id, mover.seat, move, match.turn, by)
    return match


def judging(monkeypatch: pytest.MonkeyPatch, *, better: bool) -> None:
    monkeypatch.setattr(draws, "declines", lambda _match, _seat, _earlier: better)


async def test_a_draw_is_agreed_by_an_ai_that_stands_no_better(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(club, EARLIEST)
    judging(monkeypatch, better=False)
    match = await club.service.offer(match.id, ANA.user, "draw")
    assert (match.stage, match.outcome and match.outcome.places) == (Stage.OVER, (1, 1))


async def test_an_ai_that_stands_better_declines_and_nothing_changes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await play(club, EARLIEST)
    judging(monkeypatch, better=True)
    with pytest.raises(Refused, match="thinks that it stands better"):
        await club.service.offer(match.id, ANA.user, "draw")
    assert await club.service.get(match.id) == match


async def test_an_ai_takes_no_draw_at_the_start(club: Club) -> None:
    match = await play(club, 0)
    with pytest.raises(Refused, match="too early for a draw"):
        await club.service.offer(match.id, ANA.user, "draw")


async def test_who_offers_again_and_again_gets_no_other_answer(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(club, EARLIEST)
    judging(monkeypatch, better=True)
    with pytest.raises(Refused, match="stands better"):
        await club.service.offer(match.id, ANA.user, "draw")
    judging(monkeypatch, better=False)
    match = await play(club, WAIT - 1, match)
    with pytest.raises(Refused, match="again in 1 move"):
        await club.service.offer(match.id, ANA.user, "draw")
    match = await play(club, 1, match)
    assert (await club.service.offer(match.id, ANA.user, "draw")).stage is Stage.OVER


async def test_an_ai_that_stands_better_but_gets_no_further_accepts(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither side of a wall in Conquid may ever get through: then an AI takes the draw that it declined before."""
    match = await play(club, EARLIEST)
    monkeypatch.setattr(draws, "_value", lambda *_: MARGIN + 0.2)
    with pytest.raises(Refused, match="stands better"):
        await club.service.offer(match.id, ANA.user, "draw")
    match = await play(club, WAIT, match)
    club.service.draws.patience = match.ply - 1
    assert (await club.service.offer(match.id, ANA.user, "draw")).stage is Stage.OVER


async def test_an_ai_that_gets_further_declines_however_long_the_match(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await play(club, EARLIEST)
    club.service.draws.patience = EARLIEST - 1
    past = (await club.service.store.entries(match.id))[1].position
    values = {match.position: MARGIN + 0.2, past: MARGIN / 2}
    rules = game_of(match).rules
    monkeypatch.setattr(draws, "_value", lambda _match, state, _seat: values[rules.dump(state)])
    with pytest.raises(Refused, match="stands better"):
        await club.service.offer(match.id, ANA.user, "draw")


async def test_a_pause_and_a_take_back_are_not_judged(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(club, 2)
    judging(monkeypatch, better=True)
    assert (await club.service.offer(match.id, ANA.user, "takeback")).ply == 0
    assert (await club.service.offer(match.id, ANA.user, "pause")).stage is Stage.PAUSED


@pytest.mark.parametrize("key", games.keys())
async def test_the_better_side_is_judged_by_the_game_itself(sqlite_club: Club, key: str) -> None:
    """Every game's AI has an opinion on any position; both sides never stand better at once by much."""
    match = await play(sqlite_club, 6, game=key)
    assert not all(declines(match, Seat(seat), None) for seat in range(len(match.players))) or len(match.players) > 2


async def test_a_draw_that_an_ai_declines_is_off_the_board(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three, Ana offers and Ben agrees; the third is an AI, which plays on: nothing is left to answer."""
    asked = await club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN,), ai="easy", seats=3, first="me", time=DAYS)
    )
    match = await play(club, EARLIEST, await club.service.accept(asked.id, BEN))
    judging(monkeypatch, better=True)
    match = await club.service.offer(match.id, ANA.user, "draw")
    assert match.offer is not None
    with pytest.raises(Refused, match="stands better"):
        await club.service.agree(match.id, BEN.user, match.offer.made)
    after = await club.service.get(match.id)
    assert (after.offer, after.stage, after.ply) == (None, Stage.LIVE, match.ply)


async def test_an_ai_that_declines_leaves_another_request_open(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await play(club, EARLIEST)
    judging(monkeypatch, better=True)
    with pytest.raises(Refused, match="stands better"):
        await club.service.offer(match.id, ANA.user, "draw")
    assert ending.decline_draw_by_ai(replace(match, offer=Offer("pause", frozenset(), None, 1))) is None


async def test_the_request_is_answered_by_the_ai_that_declines(club: Club) -> None:
    match = await play(club, EARLIEST)
    change = ending.decline_draw_by_ai(replace(match, offer=Offer("draw", frozenset(), None, 1)))
    ai = next(player.seat for player in match.players if player.ai is not None)
    assert change is not None
    assert change.answer == RequestAnswer(1, "draw", ai, accepted=False)
