"""A turn in the making: read from its tokens, safe while the match stands still, and gone when it goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

import games
from bot.match.acts import ActKind
from bot.match.challenges import ChallengeRequest
from bot.match.clock import DAY, MINUTE, SECOND, read_time
from bot.match.drafts import Drafts
from bot.match.errors import MatchError, Refused
from bot.match.model import Match, MatchId, Player, Stage
from bot.match.timeouts import overdue_bullet
from bot.match.turn_draft import Draft, draft_of, end_turn, follow, readable_draft, with_typed, without_last
from games.core.errors import GameError, IllegalMove
from games.core.status import Seat
from tests.bot.match.test_moderation import Referee
from tests.bot.table import ANA, BEN, HERE, Club

STEPS = ("b", "m:P3")


async def turn_of_ana(club: Club, time: str = "3d", *, rounds: int = 0) -> Match:
    """Piously, with Ana (White) to make a turn; each has made `rounds` turns before."""
    challenge = ChallengeRequest(
        "piously", ANA, HERE, (BEN,), time=read_time(time), options={"board": "classic"}, first="me"
    )
    match = await club.service.accept((await club.service.challenge(challenge)).id, BEN)
    for place in ("@P1", "@S1", *(("end", "end") * rounds)):
        match = await club.service.submit(match.id, match.to_act[0].user or ANA.user, place)
    return match


async def draft_two_steps(club: Club, match: Match) -> tuple[str, ...]:
    """Ana drafts two steps."""
    await Drafts(club.store.drafts).keep(match, ANA.user, STEPS)
    return await Drafts(club.store.drafts).of(match, ANA.user)


def draft(match: Match, *tokens: str) -> Draft:
    return draft_of(match, match.to_act[0], tokens)


async def test_tokens_are_read_into_steps(sqlite_club: Club) -> None:
    match = await turn_of_ana(sqlite_club)
    begun = draft(match, *STEPS)
    assert [step.text for step in begun.steps] == ["b", "m:P3"]
    assert not begun.complete
    assert begun.tokens == STEPS
    whole = draft(match, *STEPS, "end:Pr")
    assert whole.complete
    assert whole.move == "b m:P3 end:Pr"
    with pytest.raises(IllegalMove, match="turn ends before"):
        draft(match, "end", "b")
    with pytest.raises(GameError):
        draft(match, "b", "b")


async def test_back_undoes_a_choice_and_then_whole_steps(sqlite_club: Club) -> None:
    match = await turn_of_ana(sqlite_club)
    for turn in ("b m:P3 end:Pr", "end"):
        match = await sqlite_club.service.submit(match.id, match.to_act[0].user or ANA.user, turn)
    assert without_last(draft(match, "m:P1", "d:")) == ("m:P1",)
    assert without_last(draft(match, "m:P1", "d:", "P:P2")) == ("m:P1",)
    assert without_last(draft(match, "m:P1", "end")) == ("m:P1",)
    assert without_last(draft(match, "m:P1")) == ()


async def test_what_has_one_answer_is_chosen_by_itself_and_taken_back_with_the_choice_before(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    begun = draft(match, "h1")
    assert begun.question is not None
    assert [choice.label for choice in begun.question.choices] == ["g2"]
    whole = follow(begun)
    assert whole.move == "h1-g2"
    assert without_last(whole) == ()
    assert follow(draft(match, "h4")) == draft(match, "h4"), "where there is a choice, it is left"
    assert follow(draft(match)) == draft(match)


async def test_the_end_of_a_turn_is_never_chosen_by_itself(sqlite_club: Club) -> None:
    match = await turn_of_ana(sqlite_club)
    for turn in ("end:Pr", "end"):
        match = await sqlite_club.service.submit(match.id, match.to_act[0].user or ANA.user, turn)
    spent = draft(match, "b", "m:P3", "m:P1")
    assert spent.question is not None
    assert len(spent.question.choices) == 1
    assert follow(spent) == spent


async def test_typed_steps_follow_those_that_are_drafted(sqlite_club: Club) -> None:
    match = await turn_of_ana(sqlite_club)
    assert with_typed(draft(match, "b"), "m:P3 b end").move == "b m:P3 b end"
    assert with_typed(draft(match, "b", "end"), "m:P3").tokens == STEPS, "a turn that is not ended after all"
    with pytest.raises(IllegalMove):
        with_typed(draft(match, "b"), "b")


async def test_what_an_older_version_stored_is_read_as_far_as_it_goes(sqlite_club: Club) -> None:
    match = await turn_of_ana(sqlite_club)
    player = match.to_act[0]
    assert readable_draft(match, player, ("b", "Pr:P2")).tokens == ("b",)
    assert readable_draft(match, player, ("nonsense",)).tokens == ()


async def test_a_turn_that_an_older_version_has_begun_is_drafted_on(sqlite_club: Club) -> None:
    """Its steps stand in the log one by one: the rest is drafted, and one turn is told."""
    match = await turn_of_ana(sqlite_club)
    match = await sqlite_club.service.submit(match.id, ANA.user, "b")
    rest = draft(match, "m:P3", "end:Pr")
    assert rest.complete
    done = await sqlite_club.service.submit(match.id, ANA.user, rest.move, match.turn)
    assert done.to_act[0].user == BEN.user


async def test_a_draft_changes_nothing_that_is_stored_of_the_match(club: Club) -> None:
    match = await turn_of_ana(club)
    assert await draft_two_steps(club, match) == STEPS
    assert await club.service.get(match.id) == match
    assert len(await club.store.entries(match.id)) == match.ply


Act = Callable[[Club, Match], Awaitable[object]]
STAYS: dict[str, Act] = {
    "a draw offered": lambda club, match: club.service.offer(match.id, BEN.user, "draw"),
    "time given": lambda club, match: club.service.give_time(match.id, BEN.user),
    "a reminder": lambda club, match: _pass(club, match, int(2.5 * DAY)),
}


async def _pass(club: Club, match: Match, span: int) -> None:
    club.clock.pass_by(span)
    await club.service.settle_deadline(match.id)


@pytest.mark.parametrize("act", STAYS)
async def test_a_draft_outlives_what_leaves_the_position_as_it_is(club: Club, act: str) -> None:
    match = await turn_of_ana(club)
    await draft_two_steps(club, match)
    await STAYS[act](club, match)
    fresh = await club.service.get(match.id)
    assert fresh.revision > match.revision
    assert await Drafts(club.store.drafts).of(fresh, ANA.user) == STEPS


async def test_a_draft_outlives_a_pause(club: Club) -> None:
    match = await turn_of_ana(club)
    await draft_two_steps(club, match)
    asked = await club.service.offer(match.id, BEN.user, "pause")
    assert asked.offer is not None
    paused = await club.service.agree(match.id, ANA.user, asked.offer.made)
    assert paused.stage is Stage.PAUSED
    with pytest.raises(Refused, match="paused"):
        await club.service.submit(match.id, ANA.user, "b m:P3 end", match.turn)
    resumed = await club.service.resume(match.id, BEN.user)
    assert await Drafts(club.store.drafts).of(resumed, ANA.user) == STEPS


async def test_a_take_back_drops_the_draft(club: Club) -> None:
    """Ben takes his last turn back: what Ana drafted was of a position that is gone."""
    match = await turn_of_ana(club, rounds=1)
    await draft_two_steps(club, match)
    asked = await club.service.offer(match.id, BEN.user, "takeback")
    assert asked.offer is not None
    back = await club.service.agree(match.id, ANA.user, asked.offer.made)
    assert back.to_act[0].user == BEN.user
    assert await Drafts(club.store.drafts).of(back, ANA.user) == ()


async def test_the_clock_runs_through_the_draft(club: Club) -> None:
    """As with every turn that is not made in time: the match is lost, or an AI moves from where the turn began."""
    match = await turn_of_ana(club, "5m+5s", rounds=2)
    await draft_two_steps(club, match)
    club.clock.pass_by(6 * MINUTE)
    over = await club.service.settle_deadline(match.id)
    assert over is not None
    assert over.stage is Stage.OVER
    assert over.outcome is not None
    assert "ran out of time" in str(over.outcome.reason)
    assert over.position == match.position, "no step of the draft is played"


async def test_an_ai_moves_for_who_drafts_too_long_in_bullet(sqlite_club: Club) -> None:
    match = await turn_of_ana(sqlite_club, "12s")
    await sqlite_club.service.mark_delivered(match.id, match.turn)
    await draft_two_steps(sqlite_club, await sqlite_club.service.get(match.id))
    sqlite_club.clock.pass_by(60 * SECOND)
    late = await sqlite_club.service.get(match.id)
    assert overdue_bullet(late, sqlite_club.clock.now) is not None
    with pytest.raises(Refused, match="time ran out"):
        await sqlite_club.service.submit(match.id, ANA.user, "b m:P3 end", match.turn)
    moved = await sqlite_club.service.submit_for(match.id, match.to_act[0].seat, "end", late.turn, "timeout")
    assert await Drafts(sqlite_club.store.drafts).of(moved, ANA.user) == ()


@pytest.mark.parametrize("kind", ["void", "award", "takeback", "replace"])
async def test_a_moderator_acts_on_the_match_and_not_on_the_draft(club: Club, kind: ActKind) -> None:
    """Nothing of the draft is played by it; afterwards Ana goes on only where the position is the same."""
    match = await turn_of_ana(club, rounds=1)
    await draft_two_steps(club, match)
    after = await Referee(club).does(kind, match, 0 if kind in ("award", "replace") else None)
    assert after.position != match.position if kind == "takeback" else after.position == match.position
    if kind == "takeback":
        assert await Drafts(club.store.drafts).of(after, ANA.user) == ()
    with pytest.raises(MatchError):
        await club.service.submit(match.id, ANA.user, "b m:P3 end", match.turn)


async def test_only_the_end_of_a_turn_is_told_beforehand_and_no_win(sqlite_club: Club) -> None:
    """A button that said which choice wins would be a hint."""
    match = await turn_of_ana(sqlite_club)
    begun = draft(match, "b")
    assert begun.question is not None
    ending = [choice.token for choice in begun.question.choices if end_turn(begun, choice) is not None]
    assert ending == ["end", "end:Pr", "end:Pu"]
    exercise = practice("piously", 0)
    winning = (
        next(choice for choice in exercise.question.choices if choice.token == "Y3") if exercise.question else None
    )
    assert winning is not None
    assert end_turn(exercise, winning) is None


def practice(game: str, number: int) -> Draft:
    """The exercise in which Priestess wins on Y3, with the spell chosen."""
    trainer = games.find(game).presenter.trainer()
    assert trainer is not None
    exercise = trainer.exercises[number]
    players = (Player(Seat(0), ANA.user, to_act=True), Player(Seat(1), BEN.user))
    match = Match(
        MatchId(1), "AAAAA", game, 1, {"board": "classic"}, players, ANA.user, HERE, position=exercise.position
    )
    return draft_of(replace(match, stage=Stage.LIVE), players[0], ("Pr:",))
