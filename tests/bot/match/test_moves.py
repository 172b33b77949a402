"""Moves, turns, ends: what the service accepts and what it refuses."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.match.challenges import ChallengeRequest
from bot.match.clock import DAY, HOUR, read_time
from bot.match.drafts import Drafts
from bot.match.errors import Conflict, MatchError, NotAllowed, NotOnMove, Refused, Stale
from bot.match.limits import Limit
from bot.match.model import Change, Match, OfferKind, Stage
from bot.match.play import game_of, state_of
from bot.match.service import MatchService
from bot.store.matches import SqlMatches
from games.core.errors import BadNotation, IllegalMove
from games.core.status import Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club


async def test_a_move_is_logged_with_its_position(club: Club) -> None:
    match = await club.begin()
    match = await club.service.submit(match.id, ANA.user, "H4-G4")
    (entry,) = await club.store.entries(match.id)
    assert (entry.ply, entry.seat, entry.text, entry.by) == (0, 0, "h4-g4", "player")
    assert entry.position == match.position
    assert [player.to_act for player in match.players] == [False, True]
    assert match == await club.service.get(match.id)


@pytest.mark.parametrize(
    "text, error", [("h4-h9", IllegalMove), ("h4-a1", IllegalMove), ("hello", BadNotation), ("", BadNotation)]
)
async def test_a_refused_move_changes_nothing(club: Club, text: str, error: type[Exception]) -> None:
    match = await club.begin()
    with pytest.raises(error):
        await club.service.submit(match.id, ANA.user, text)
    assert await club.service.get(match.id) == match
    assert await club.store.entries(match.id) == []


async def test_not_your_turn_names_who_is_to_move(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(NotOnMove, match="It's Ana's move"):
        await club.service.submit(match.id, BEN.user, "d4-e4")


async def test_a_spectator_is_told_who_plays(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(NotAllowed, match=r"You're watching. Only Ana and Ben can move"):
        await club.service.submit(match.id, EVE.user, "h4-g4")


async def test_a_click_for_an_earlier_position_is_stale(club: Club) -> None:
    match = await club.begin()
    await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)
    with pytest.raises(Stale):
        await club.service.submit(match.id, ANA.user, "h3-g3", match.turn)


async def test_of_two_clicks_at_once_exactly_one_counts(club: Club) -> None:
    match = await club.begin()
    both = [club.service.submit(match.id, ANA.user, move, match.turn) for move in ("h4-g4", "h3-g3")]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(result, MatchError) for result in results) == 1
    assert len(await club.store.entries(match.id)) == 1


async def test_a_draft_is_kept_until_the_position_changes(club: Club) -> None:
    match = await club.begin()
    await Drafts(club.store.drafts).keep(match, ANA.user, ("h4",))
    assert await Drafts(club.store.drafts).of(match, ANA.user) == ("h4",)
    moved = await club.service.submit(match.id, ANA.user, "h3-g3")
    assert await Drafts(club.store.drafts).of(moved, ANA.user) == ()


async def test_a_draw_offer_does_not_disturb_a_draft(club: Club) -> None:
    match = await club.begin()
    await Drafts(club.store.drafts).keep(match, ANA.user, ("h4",))
    offered = await club.service.offer(match.id, BEN.user, "draw")
    assert await Drafts(club.store.drafts).of(offered, ANA.user) == ("h4",)
    assert (await club.service.submit(match.id, ANA.user, "h4-g4", match.turn)).offer is None


async def test_resigning_loses(club: Club) -> None:
    match = await club.begin()
    match = await club.service.resign(match.id, BEN.user)
    assert match.stage.ended
    assert match.outcome is not None
    assert match.outcome.places == (1, 2)
    assert match.outcome.reason == "Ben resigned"
    with pytest.raises(Refused, match="is over"):
        await club.service.submit(match.id, ANA.user, "h4-g4")
    assert await club.service.get(match.id) == match


async def test_a_draw_needs_both(club: Club) -> None:
    match = await club.begin()
    match = await club.service.offer(match.id, ANA.user, "draw")
    assert match.stage is Stage.LIVE
    with pytest.raises(Refused, match="already asked"):
        await club.service.offer(match.id, ANA.user, "draw")
    match = await club.service.offer(match.id, BEN.user, "draw")
    assert match.outcome is not None
    assert match.outcome.places == (1, 1)


@pytest.mark.parametrize("kind", ["draw", "pause"])
async def test_who_offers_and_moves_has_offered_still(club: Club, kind: OfferKind) -> None:
    """A draw is offered together with a move; the others answer it, or move on."""
    match = await club.begin()
    await club.service.offer(match.id, ANA.user, kind)
    moved = await club.service.submit(match.id, ANA.user, "h4-g4")
    assert moved.offer is not None
    assert (moved.offer.kind, moved.offer.agreed) == (kind, frozenset({Seat(0)}))
    assert (await club.service.submit(match.id, BEN.user, "d4-e4")).offer is None


async def test_a_take_back_is_not_asked_for_any_more_after_a_move(club: Club) -> None:
    match = await club.begin()
    for person, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        match = await club.service.submit(match.id, person.user, move)
    await club.service.offer(match.id, ANA.user, "takeback")
    assert (await club.service.submit(match.id, ANA.user, "g4-f4")).offer is None


async def test_a_refused_draw_is_off_the_table(club: Club) -> None:
    match = await club.begin()
    made = (await club.service.offer(match.id, ANA.user, "draw")).revision
    assert (await club.service.refuse(match.id, BEN.user, made)).offer is None
    with pytest.raises(Stale, match="nothing to answer"):
        await club.service.refuse(match.id, BEN.user, made)


async def three(club: Club) -> Match:
    """Ana, Ben and Eve play Cyberzul."""
    match = await club.invite(BEN, EVE, game="cyberzul")
    await club.service.accept(match.id, BEN)
    return await club.service.accept(match.id, EVE)


@pytest.mark.parametrize("kind", ["draw", "pause"])
async def test_of_a_refusal_and_an_agreement_at_once_no_new_offer_comes(club: Club, kind: OfferKind) -> None:
    match = await three(club)
    made = (await club.service.offer(match.id, ANA.user, kind)).revision
    refused, agreed = await asyncio.gather(
        club.service.refuse(match.id, BEN.user, made),
        club.service.agree(match.id, EVE.user, made),
        return_exceptions=True,
    )
    assert isinstance(refused, Match)
    assert isinstance(agreed, Match | Stale)
    assert (await club.service.get(match.id)).offer is None


async def test_an_answer_to_one_offer_is_none_to_the_next(club: Club) -> None:
    match = await three(club)
    first = (await club.service.offer(match.id, ANA.user, "draw")).revision
    await club.service.refuse(match.id, BEN.user, first)
    second = await club.service.offer(match.id, BEN.user, "draw")
    for answer in (club.service.agree, club.service.refuse):
        with pytest.raises(Stale, match="That was for another request"):
            await answer(match.id, EVE.user, first)
    assert (await club.service.get(match.id)).offer == second.offer


async def test_all_agree_one_after_the_other(club: Club) -> None:
    match = await three(club)
    made = (await club.service.offer(match.id, ANA.user, "draw")).revision
    match = await club.service.agree(match.id, BEN.user, made)
    assert match.offer is not None
    assert match.stage is Stage.LIVE
    assert match.offer.agreed == frozenset(p.seat for p in match.players if p.name != "Eve")
    with pytest.raises(Refused, match="already accepted"):
        await club.service.agree(match.id, BEN.user, made)
    assert (await club.service.agree(match.id, EVE.user, made)).stage.ended


async def test_a_take_back_goes_back_before_the_own_last_move(club: Club) -> None:
    match = await club.begin()
    start = match.position
    for user, move in ((ANA, "h4-g4"), (BEN, "d4-e4")):
        match = await club.service.submit(match.id, user.user, move)
    await club.service.offer(match.id, ANA.user, "takeback")
    match = await club.service.offer(match.id, BEN.user, "takeback")
    assert (match.ply, match.position) == (0, start)
    assert match.to_act[0].user == ANA.user
    assert await club.store.entries(match.id) == []
    assert (await club.service.submit(match.id, ANA.user, "h3-g3")).ply == 1


async def test_a_move_by_chance_cannot_be_taken_back(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN,), first="me"))
    match = await club.service.accept(match.id, BEN)
    with pytest.raises(Refused, match="no move that could be taken back"):
        await club.service.offer(match.id, ANA.user, "takeback")
    rules = game_of(match).rules
    while (await club.store.entries(match.id, match.ply - 1))[0].by != "chance" or match.ply == 1:  # the first deal
        move = rules.text(rules.legal(state_of(match), match.to_act[0].seat).sample(Random(1)))
        match = await club.service.submit(match.id, match.to_act[0].user or ANA.user, move)
    with pytest.raises(Refused, match="something random happened since"):
        await club.service.offer(match.id, ANA.user, "takeback")


async def test_the_third_occurrence_of_a_position_is_a_tie(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("conquid", ANA, HERE, (ANA,), options={"size": "small"}))
    for _ in range(4):
        assert match.stage is Stage.LIVE
        match = await club.service.submit(match.id, ANA.user, "C")
    assert match.stage is Stage.OVER
    assert match.outcome is not None
    assert match.outcome.places == (1, 1)
    assert "3 times" in match.outcome.reason


async def test_a_blitz_clock_runs_and_grows_by_its_step(club: Club) -> None:
    match = await club.begin("5m+5s")
    club.clock.pass_by(20_000)
    match = await club.service.submit(match.id, ANA.user, "h4-g4")
    assert match.players[0].clock == 5 * 60_000 - 20_000 + 5_000
    assert match.deadline == club.clock.now + 5 * 60_000


async def test_each_move_gets_its_own_days(club: Club) -> None:
    match = await club.begin()
    club.clock.pass_by(5 * HOUR)
    match = await club.service.submit(match.id, ANA.user, "h4-g4")
    assert match.deadline == club.clock.now + read_time("3d").base


async def test_a_whole_match_is_played_to_its_end(club: Club) -> None:
    """A hot seat match of random legal moves ends by the rules, and every position is in the log."""
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    game, rng = game_of(match), Random(5)
    while match.stage is Stage.LIVE:
        state = game.rules.load(match.position, match.options)
        move = game.rules.legal(state, match.to_act[0].seat).sample(rng)
        match = await club.service.submit(match.id, ANA.user, game.rules.text(move))
    log = await club.store.entries(match.id)
    assert len(log) == match.ply
    assert log[-1].position == match.position
    assert match.outcome is not None
    assert [player.place for player in match.players] == list(match.outcome.places)


async def test_a_whole_turn_of_several_steps_counts_as_one_or_not_at_all(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("piously", ANA, HERE, (ANA,), options={"board": "classic"}))
    for place in ("@P1", "@S1"):
        match = await club.service.submit(match.id, ANA.user, place)
    with pytest.raises(IllegalMove):
        await club.service.submit(match.id, ANA.user, "b m:Y4 end")
    assert await club.service.get(match.id) == match
    after = await club.service.submit(match.id, ANA.user, "b m:P2 b end")
    assert after.ply == match.ply + 4
    assert after.revision == match.revision + 1
    assert after.to_act[0].seat == 1
    log = await club.store.entries(match.id, match.ply)
    assert [entry.text for entry in log] == ["b", "m:P2", "b", "end"]


async def turn_begun(club: Club) -> Match:
    """Piously after both have set up their altars and White has made three steps of a turn."""
    match = await club.service.challenge(
        ChallengeRequest("piously", ANA, HERE, (BEN,), options={"board": "classic"}, first="me")
    )
    match = await club.service.accept(match.id, BEN)
    for move in ("@P1", "@S1", "b", "m:P2", "b"):
        match = await club.service.submit(match.id, match.to_act[0].user or ANA.user, move)
    return match


async def test_steps_of_the_own_turn_are_taken_back_one_by_one_or_all(sqlite_club: Club) -> None:
    match = await turn_begun(sqlite_club)
    mover = match.to_act[0].user
    assert mover is not None
    sqlite_club.clock.pass_by(HOUR)
    one_less = await sqlite_club.service.reset_turn(match.id, mover, 1)
    assert one_less.ply == match.ply - 1
    begun = await sqlite_club.service.reset_turn(match.id, mover)
    assert begun.ply == 2
    assert begun.deadline == match.deadline, "the turn has not begun again"
    with pytest.raises(Refused, match="nothing to take back"):
        await sqlite_club.service.reset_turn(match.id, mover)


async def test_only_who_is_to_move_takes_steps_back(sqlite_club: Club) -> None:
    match = await turn_begun(sqlite_club)
    other = next(player.user for player in match.players if not player.to_act)
    assert other is not None
    with pytest.raises(NotOnMove):
        await sqlite_club.service.reset_turn(match.id, other)


async def test_a_move_of_one_step_is_not_taken_back_alone(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    with pytest.raises(Refused, match="nothing to take back"):
        await sqlite_club.service.reset_turn(match.id, ANA.user)


async def test_in_a_match_that_has_not_begun_nobody_moves(sqlite_club: Club) -> None:
    match = await sqlite_club.invite()
    with pytest.raises(Refused, match="not everybody has accepted"):
        await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")


async def test_only_players_offer_and_answer(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    with pytest.raises(NotAllowed, match="Only Ana and Ben can do that"):
        await sqlite_club.service.offer(match.id, EVE.user, "draw")


async def test_one_request_at_a_time(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    await sqlite_club.service.offer(match.id, ANA.user, "draw")
    with pytest.raises(Refused, match="Answer it first"):
        await sqlite_club.service.offer(match.id, BEN.user, "pause")
    with pytest.raises(Refused, match="once the others have answered it"):
        await sqlite_club.service.offer(match.id, ANA.user, "pause")


async def test_a_draw_before_two_moves_each_is_not_rated(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    assert match.rated
    for person in (ANA, BEN):
        match = await sqlite_club.service.offer(match.id, person.user, "draw")
    assert match.stage is Stage.ABORTED
    assert not match.counts


async def test_who_has_not_moved_has_nothing_to_take_back(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    with pytest.raises(Refused, match="no move that could be taken back"):
        await sqlite_club.service.offer(match.id, BEN.user, "takeback")


async def test_an_ai_agrees_to_a_take_back_at_once(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    start = match.position
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    match = await sqlite_club.service.offer(match.id, ANA.user, "takeback")
    assert (match.ply, match.position, match.offer) == (0, start, None)


async def test_in_the_middle_of_a_match_moves_can_be_taken_back(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    before = await sqlite_club.service.submit(match.id, BEN.user, "d4-e4")
    await sqlite_club.service.submit(match.id, ANA.user, "h3-g3")
    await sqlite_club.service.offer(match.id, ANA.user, "takeback")
    match = await sqlite_club.service.offer(match.id, BEN.user, "takeback")
    assert (match.ply, match.position) == (before.ply, before.position)


class Busy(SqlMatches):
    """Somebody else is always a little faster."""

    async def commit(self, change: Change, limit: Limit | None = None) -> None:
        raise Conflict


async def test_who_is_never_first_is_asked_to_try_again(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    busy = MatchService(Busy(sqlite_club.database), sqlite_club.clock)
    with pytest.raises(Refused, match="Somebody else acted"):
        await busy.submit(match.id, ANA.user, "h4-g4")
    sqlite_club.clock.pass_by(10 * DAY)
    assert await busy.settle_deadline(match.id) is None
    assert await sqlite_club.service.get(match.id) == match


async def test_a_step_is_taken_back_once_by_two_clicks_at_once(sqlite_club: Club) -> None:
    match = await turn_begun(sqlite_club)
    mover = match.to_act[0].user or ANA.user
    one_less = await sqlite_club.service.reset_turn(match.id, mover, 1, match.turn)
    with pytest.raises(Stale):
        await sqlite_club.service.reset_turn(match.id, mover, 1, match.turn)
    assert await sqlite_club.service.get(match.id) == one_less


async def test_an_ai_takes_back_one_move_by_two_clicks_at_once(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    for seat, move in enumerate(("h4-g4", "d4-e4", "h3-g3", "d3-e3")):
        match = await sqlite_club.service.submit_for(match.id, Seat(seat % 2), move, match.turn, "player")
    taken = await sqlite_club.service.offer(match.id, ANA.user, "takeback", match.turn)
    assert taken.ply == 2
    with pytest.raises(Stale):
        await sqlite_club.service.offer(match.id, ANA.user, "takeback", match.turn)
    assert await sqlite_club.service.get(match.id) == taken
