"""What moderators can do with a match, who may, what is written down, and that it can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.club.ratings import EVERYWHERE
from bot.match.acts import Act, ActKind, Order, RatingShift
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, HOUR, MINUTE, read_time
from bot.match.errors import MatchError, NotAllowed, Refused, Stale
from bot.match.model import Match, MatchId, Stage, UserId
from bot.match.moderation import Moderation, decide_act, may_be_undone, possible, seen_by_moderator
from bot.match.play import game_of, state_of
from bot.store import schema
from bot.store.audit import SqlAudit
from bot.store.people import SqlPeople
from games.core.status import Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MIRA, NORA = UserId(77), UserId(78)
MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")
KINDS: tuple[ActKind, ...] = ("void", "award", "takeback", "replace")


class Referee:
    """Mira, who moderates and gives reasons."""

    def __init__(self, club: Club, user: UserId = MIRA) -> None:
        self.club = club
        self.user = user
        self.audit = SqlAudit(club.database)
        self._moderation = Moderation(club.service, self.audit)

    async def does(self, kind: ActKind, match: Match, seat: int | None = None, seen: int | None = None) -> Match:
        """The act, on the match as it is given."""
        wanted = seen_by_moderator(match, kind) if seen is None else seen
        chosen = None if seat is None else Seat(seat)
        return await self._moderation.carry_out(match.id, Order(kind, self.user, "a test", wanted, chosen))

    async def undoes(self, match: Match, act: Act | None = None) -> Match:
        """Undo an act, the last one that stands."""
        acts = await self.acts(match)
        wanted = act or next(one for one in acts[::-1] if one.kind != "undo" and one.undone_by is None)
        return await self._moderation.carry_out(match.id, Order("undo", self.user, "a mistake", undoes=wanted.id))

    async def acts(self, match: Match) -> Sequence[Act]:
        return await self.audit.acts_of(match.id)


@pytest.fixture
def mira(club: Club) -> Referee:
    return Referee(club)


async def play(
    club: Club, host: Person = ANA, guest: Person = BEN, moves: Sequence[str] = MOVES, time: str = "3d"
) -> Match:
    """A rated match in which some moves have been made."""
    challenge = ChallengeRequest("choccer", host, HERE, (guest,), time=read_time(time), first="me", rated=True)
    match = await club.service.accept((await club.service.challenge(challenge)).id, guest)
    for number, text in enumerate(moves):
        match = await club.service.submit(match.id, (host, guest)[number % 2].user, text)
    return match


async def lose(club: Club, host: Person, guest: Person) -> Match:
    """A rated match that the host has lost."""
    match = await play(club, host, guest)
    club.clock.pass_by(MINUTE)
    return await club.service.resign(match.id, host.user)


async def standings(club: Club) -> dict[tuple[int, int], tuple[float, ...]]:
    """All ratings by person and scope: mu, sigma, won, tied, lost, peak."""
    found: dict[tuple[int, int], tuple[float, ...]] = {}
    assert HERE.guild is not None
    for scope in (EVERYWHERE, HERE.guild):
        for person in (ANA, BEN, EVE):
            for one in await SqlPeople(club.database).ratings(person.user, scope):
                numbers = (one.mu, one.sigma, one.won, one.tied, one.lost, one.peak)
                found[one.user, scope] = tuple(round(number, 9) for number in numbers)
    return found


# ---------------------------------------------------------------------- the acts


async def test_a_voided_match_has_no_result(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await play(club))
    assert match.stage is Stage.ABORTED
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == ((), "a moderator voided the match")
    assert not match.counts
    assert await standings(club) == {}


async def test_an_awarded_match_is_won_and_rated(club: Club, mira: Referee) -> None:
    match = await mira.does("award", await play(club), 1)
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == ((2, 1), "a moderator awarded the match")
    (act,) = await mira.acts(match)
    assert [(one.user, one.before) for one in act.ratings if one.scope == EVERYWHERE] == [(1, 1500), (2, 1500)]
    assert act.ratings[1].after > 1500 > act.ratings[0].after


async def test_a_match_may_be_awarded_to_an_ai(club: Club, mira: Referee) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    match = await mira.does("award", match, 1)
    assert match.outcome is not None
    assert match.outcome.reason == "a moderator awarded the match"


async def test_an_award_before_everybody_made_two_moves_does_not_count(club: Club, mira: Referee) -> None:
    match = await mira.does("award", await club.begin(), 1)
    assert match.stage is Stage.ABORTED
    assert await standings(club) == {}


async def test_the_last_move_is_taken_back(club: Club, mira: Referee) -> None:
    match = await club.begin()
    first = await club.service.submit(match.id, ANA.user, "h4-g4")
    match = await mira.does("takeback", await club.service.submit(match.id, BEN.user, "d4-e4"))
    assert (match.ply, match.position) == (1, first.position)
    assert [player.to_act for player in match.players] == [False, True]
    assert [entry.text for entry in await club.store.entries(match.id)] == ["h4-g4"]
    (line,) = await club.store.thread_lines(match.shown_id)
    assert (line.turn, line.words) == (2, "Ben moves the circle from d4 to e4"), "the thread tells what is undone"


def first_move(match: Match) -> str:
    game = game_of(match)
    return game.rules.text(next(iter(game.rules.legal(state_of(match), match.to_act[0].seat))))


async def end_of_round(club: Club) -> tuple[Match, Match]:
    """Cyberzul: a match before the move that ends a round, and after it and the dealing that follows."""
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (ANA,), seats=2))
    before, added = match, 1
    while added == 1:
        before, match = match, await club.service.submit(match.id, ANA.user, first_move(match))
        added = match.ply - before.ply
    return before, match


async def test_what_chance_did_after_a_move_goes_with_it_and_comes_back(club: Club, mira: Referee) -> None:
    before, after = await end_of_round(club)
    taken = await mira.does("takeback", after)
    assert (taken.ply, taken.position) == (before.ply, before.position)
    again = await mira.undoes(taken)
    assert (again.ply, again.position, again.to_act) == (after.ply, after.position, after.to_act)
    assert (await club.store.entries(again.id))[-1].by == "chance"


async def test_a_dealing_alone_cannot_be_taken_back(club: Club, mira: Referee) -> None:
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (ANA,), seats=2))
    with pytest.raises(Refused, match="no move to take back"):
        await mira.does("takeback", match)


async def test_a_paused_match_stays_paused_when_its_last_move_is_taken_back(club: Club, mira: Referee) -> None:
    match = await club.begin()
    await club.service.submit(match.id, ANA.user, "h4-g4")
    await club.service.suspend(match.id)
    match = await mira.does("takeback", await club.service.get(match.id))
    assert (match.stage, match.ply, match.deadline) == (Stage.PAUSED, 0, None)
    assert (await club.service.resume(match.id, ANA.user)).to_act[0].user == ANA.user


@pytest.mark.parametrize("seat", [0, 1])
async def test_an_ai_takes_the_seat_that_is_named(club: Club, mira: Referee, seat: int) -> None:
    match = await mira.does("replace", await play(club), seat)
    assert match.stage is Stage.LIVE
    assert [player.ai is not None for player in match.players] == [seat == 0, seat == 1]
    assert not match.rated
    with pytest.raises(Refused, match="An AI already has that seat"):
        await mira.does("replace", match, seat)


async def test_a_paused_match_goes_on_when_nobody_is_left_to_resume_it(club: Club, mira: Referee) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    await club.service.suspend(match.id)
    match = await mira.does("replace", match, 0)
    assert (match.stage, match.people) == (Stage.LIVE, ())
    assert (await club.service.submit_for(match.id, Seat(0), "h4-g4", match.turn, "ai")).ply == 1


async def test_who_watches_two_ais_is_told_so(club: Club, mira: Referee) -> None:
    match = await club.begin()
    for seat in (0, 1):
        match = await mira.does("replace", match, seat)
    assert match.people == ()
    with pytest.raises(NotAllowed, match=r"You're watching\. Only the AI can move"):
        await club.service.submit(match.id, EVE.user, "h3-g3")
    with pytest.raises(NotAllowed, match="an AI has taken over"):
        await club.service.submit(match.id, ANA.user, "h3-g3")


@pytest.mark.parametrize("seat", [None, 5])
@pytest.mark.parametrize("kind", ["award", "replace"])
async def test_a_seat_that_does_not_exist_is_refused(
    club: Club, mira: Referee, kind: ActKind, seat: int | None
) -> None:
    match = await club.begin()
    with pytest.raises(Refused, match="Choose one of the players"):
        await mira.does(kind, match, seat)
    assert await club.service.get(match.id) == match


@pytest.mark.parametrize("reason", ["", "  \n "])
async def test_there_is_no_act_without_a_reason(club: Club, reason: str) -> None:
    match = await club.begin()
    with pytest.raises(Refused, match="Give a reason"):
        decide_act(match, Order("void", MIRA, reason), [], [], 0)


# ---------------------------------------------------------------------- stages


async def in_stage(club: Club, stage: Stage) -> Match:
    """A rated match in some stage."""
    if stage is Stage.INVITED:
        return await club.invite()
    if stage is Stage.CANCELLED:
        return await club.service.cancel((await club.invite()).id, ANA)
    match = await play(club, moves=MOVES if stage is not Stage.ABORTED else ())
    if stage is Stage.PAUSED:
        paused = await club.service.suspend(match.id)
        assert paused is not None
        return paused
    return await club.service.resign(match.id, ANA.user) if stage.ended else match


SENTENCES = {
    Stage.INVITED: "hasn't begun",
    Stage.CANCELLED: "called off",
    Stage.ABORTED: "ended without a result",
    Stage.OVER: "It can still be voided or awarded",
}


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("kind", KINDS)
async def test_each_act_in_each_stage(club: Club, mira: Referee, kind: ActKind, stage: Stage) -> None:
    """It is done, written down, and undone; or it is refused with a sentence, and nothing has changed."""
    match, ratings = await in_stage(club, stage), await standings(club)
    assert match.stage is stage
    seat = {"award": 0, "replace": 1}.get(kind)
    if kind not in possible(match):
        with pytest.raises(Refused, match=SENTENCES[stage]):
            await mira.does(kind, match, seat)
        assert await club.service.get(match.id) == match
        assert await mira.acts(match) == []
        return
    done = await mira.does(kind, match, seat)
    (act,) = await mira.acts(match)
    assert (act.kind, act.moderator, act.reason, act.guild) == (kind, MIRA, "a test", HERE.guild)
    assert (act.revision, act.became, act.before) == (done.revision, done.stage, match)
    assert act.concerned == (ANA.user, BEN.user)
    undone = await mira.undoes(done)
    assert (undone.stage, undone.position, undone.ply, undone.rated) == (stage, match.position, match.ply, True)
    assert undone.outcome == match.outcome
    assert [(p.user, p.name, p.ai, p.place, p.to_act) for p in undone.players] == [
        (p.user, p.name, p.ai, p.place, p.to_act) for p in match.players
    ]
    assert await standings(club) == ratings
    assert await club.store.entries(match.id) == await club.store.entries(undone.id)
    first, second = await mira.acts(match)
    assert (first.undone_by, second.undoes, second.kind) == (second.id, first.id, "undo")


async def test_a_record_that_somebody_brought_is_nobodys_to_moderate(club: Club, mira: Referee) -> None:
    match = await lose(club, ANA, BEN)
    assert possible(replace(match, started=None)) == ()


# ---------------------------------------------------------------------- who


@pytest.mark.parametrize("player", [ANA, BEN])
@pytest.mark.parametrize("kind", KINDS)
async def test_nobody_acts_on_a_match_they_play_in(club: Club, kind: ActKind, player: Person) -> None:
    match = await play(club)
    with pytest.raises(NotAllowed, match="You play in match"):
        await Referee(club, player.user).does(kind, match, 0)
    assert await club.service.get(match.id) == match


async def test_nobody_undoes_an_act_on_a_match_they_play_in(club: Club, mira: Referee) -> None:
    match = await mira.does("award", await play(club), 0)
    with pytest.raises(NotAllowed, match="You play in match"):
        await Referee(club, BEN.user).undoes(match)


async def test_who_was_replaced_does_not_act_on_that_match_either(club: Club, mira: Referee) -> None:
    match = await mira.does("replace", await play(club), 1)
    assert BEN.user not in match.people
    for act in (Referee(club, BEN.user).undoes(match), Referee(club, BEN.user).does("void", match)):
        with pytest.raises(NotAllowed, match="You play in match"):
            await act


# ---------------------------------------------------------------------- two at once


@pytest.mark.parametrize("kind", KINDS)
async def test_what_two_moderators_do_at_once_is_done_once(club: Club, mira: Referee, kind: ActKind) -> None:
    match = await play(club)
    acts = [one.does(kind, match, 0) for one in (mira, Referee(club, NORA))]
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert sorted(isinstance(result, MatchError) for result in results) == [False, True]
    assert len(await mira.acts(match)) == 1


async def test_two_undos_at_once_are_one(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await lose(club, ANA, BEN))
    (act,) = await mira.acts(match)
    undos = [one.undoes(match, act) for one in (mira, Referee(club, NORA))]
    results = await asyncio.gather(*undos, return_exceptions=True)
    assert sorted(isinstance(result, Refused) for result in results) == [False, True]
    assert [one.kind for one in await mira.acts(match)] == ["void", "undo"]


async def test_the_last_move_is_the_one_that_the_moderator_saw(club: Club, mira: Referee) -> None:
    seen = await play(club, moves=MOVES[:2])
    await club.service.submit(seen.id, ANA.user, MOVES[2])
    with pytest.raises(Stale, match="changed since you opened this menu"):
        await mira.does("takeback", seen)


@pytest.mark.parametrize("kind", ["void", "award"])
async def test_a_match_that_ended_meanwhile_is_not_voided_unseen(club: Club, mira: Referee, kind: ActKind) -> None:
    """The window said that it ends now; its result is another matter. A running match may have gone on."""
    seen = await play(club)
    over = await club.service.resign(seen.id, ANA.user)
    with pytest.raises(Stale, match="changed since you opened this menu"):
        await mira.does(kind, seen, 0)
    assert await club.service.get(seen.id) == over


async def test_a_running_match_that_went_on_is_voided_all_the_same(club: Club, mira: Referee) -> None:
    seen = await play(club, moves=MOVES[:2])
    await club.service.submit(seen.id, ANA.user, MOVES[2])
    assert (await mira.does("void", seen)).stage is Stage.ABORTED


# ---------------------------------------------------------------------- undoing


async def test_nothing_is_undone_twice_nor_is_an_undo(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await play(club))
    await mira.undoes(match)
    void, undo = await mira.acts(match)
    with pytest.raises(Refused, match="already been undone"):
        await mira.undoes(match, void)
    with pytest.raises(Refused, match="That was itself an undo"):
        await mira.undoes(match, undo)


async def test_acts_are_undone_from_the_last_one_on(club: Club, mira: Referee) -> None:
    start = await play(club)
    taken = await mira.does("takeback", start)
    void = await mira.does("void", taken)
    first, second = await mira.acts(void)
    assert [may_be_undone(act, [first, second]) for act in (first, second)] == [False, True]
    with pytest.raises(Refused, match=r"has acted on match .* since"):
        await mira.undoes(void, first)
    await mira.undoes(void, second)
    again = await mira.undoes(void, first)
    assert (again.position, again.ply, again.stage) == (start.position, start.ply, Stage.LIVE)


async def test_a_move_that_was_taken_back_does_not_return_after_another_one(club: Club, mira: Referee) -> None:
    match = await mira.does("takeback", await play(club))
    await club.service.submit(match.id, BEN.user, "d3-d4")
    with pytest.raises(Refused, match="has gone on since"):
        await mira.undoes(match)


@pytest.mark.parametrize("kind", ["takeback", "replace"])
async def test_what_concerned_a_running_match_is_not_undone_after_its_end(
    club: Club, mira: Referee, kind: ActKind
) -> None:
    match = await mira.does(kind, await play(club), 1 if kind == "replace" else None)
    over = await club.service.resign(match.id, ANA.user)
    with pytest.raises(Refused, match=r"has ended since, .* Void or award it instead"):
        await mira.undoes(match)
    assert await club.service.get(match.id) == over


async def test_a_match_in_which_the_ai_has_moved_stays_unrated(club: Club, mira: Referee) -> None:
    match = await mira.does("replace", await play(club), 0)
    await club.service.submit_for(match.id, Seat(0), "g4-f4", match.turn, "ai")
    match = await mira.undoes(match)
    assert match.people == (ANA.user, BEN.user)
    assert not match.rated


async def test_a_move_that_an_ai_thought_of_does_not_count_for_who_came_back(club: Club, mira: Referee) -> None:
    match = await mira.does("replace", await play(club), 0)
    await mira.undoes(match)
    with pytest.raises(Stale):
        await club.service.submit_for(match.id, Seat(0), "g4-f4", match.turn, "ai")


@pytest.mark.parametrize("time, spare", [("3d", 3 * DAY), ("5m+5s", 5 * MINUTE)])
async def test_no_clock_runs_while_a_match_is_void(club: Club, mira: Referee, time: str, spare: int) -> None:
    start = await play(club, time=time)
    assert start.deadline is not None
    club.clock.pass_by(MINUTE)
    left = start.deadline - club.clock.now
    assert left <= spare
    await mira.does("void", start)
    club.clock.pass_by(5 * HOUR)
    match = await mira.undoes(start)
    assert match.deadline is not None
    assert match.deadline - club.clock.now == left
    assert [player.clock for player in match.players] == [player.clock for player in start.players]


async def test_a_match_of_an_older_version_is_not_undone(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await play(club))
    (act,) = await mira.acts(match)
    with pytest.raises(Refused, match="I have no copy of match"):
        decide_act(match, Order("undo", MIRA, "why", undoes=act.id), [replace(act, before=None)], [], 0)
    with pytest.raises(Refused, match="don't know that action"):
        decide_act(match, Order("undo", MIRA, "why", undoes=act.id + 1), [act], [], 0)


@pytest.mark.parametrize("copy", [{}, {"match": {}, "seats": [], "entries": []}, {"entries": 1}, [1], "x"])
async def test_a_copy_that_cannot_be_read_is_none(club: Club, mira: Referee, copy: object) -> None:
    match = await mira.does("void", await play(club, moves=()))
    async with club.database.write() as connection:
        await connection.execute(schema.audit.update().values(before=copy))
    with pytest.raises(Refused, match="I have no copy of match"):
        await mira.undoes(match)


# ---------------------------------------------------------------------- ratings


async def test_a_voided_result_leaves_the_ratings_as_if_it_had_never_been(club: Club, mira: Referee) -> None:
    """Ana lost three times, to Ben, Eve and Ben; without the first one she stands as if there had been two."""
    first = await lose(club, ANA, BEN)
    await lose(club, ANA, EVE)
    await lose(club, ANA, BEN)
    whole = await standings(club)
    await mira.does("void", first)
    without = await standings(club)
    (act,) = await mira.acts(first)
    assert {(one.user, one.scope) for one in act.ratings} == {(u, s) for u in (1, 2) for s in (EVERYWHERE, 10)}
    for user in (ANA.user, BEN.user):
        assert without[user, EVERYWHERE] == without[user, 10] != whole[user, EVERYWHERE]
    assert [without[user, EVERYWHERE][2:5] for user in (1, 2, 3)] == [(0, 0, 2), (1, 0, 0), (1, 0, 0)]
    assert without[EVE.user, EVERYWHERE] == whole[EVE.user, EVERYWHERE], "she has done nothing"
    curve = await SqlPeople(club.database).curve(ANA.user, "choccer")
    assert [change.before for change in curve] == [1500, curve[0].after]
    await mira.undoes(first)
    assert await standings(club) == whole


async def test_what_a_void_leaves_is_what_the_other_matches_make(club: Club, mira: Referee) -> None:
    """Only Ana and Ben have played: without the first match their ratings are those of the others alone."""
    first = await lose(club, ANA, BEN)
    await lose(club, BEN, ANA)
    await lose(club, ANA, BEN)
    await mira.does("void", first)
    left = await standings(club)
    for match in await club.store.lists.finished_of(ANA.user, ANA.user, 10):
        if match.id != first.id:
            await mira.does("void", match)
    assert await standings(club) == {}, "nobody has a rating without a match"
    await lose(club, BEN, ANA)
    await lose(club, ANA, BEN)
    assert await standings(club) == left


async def test_an_award_after_the_end_changes_the_result_where_it_stands(club: Club, mira: Referee) -> None:
    first = await lose(club, ANA, BEN)
    second = await lose(club, ANA, BEN)
    whole = await standings(club)
    club.clock.pass_by(HOUR)
    awarded = await mira.does("award", first, 0)
    assert (awarded.stage, awarded.ended) == (Stage.OVER, first.ended)
    curve = await SqlPeople(club.database).curve(ANA.user, "choccer")
    assert [change.match for change in curve] == [first.id, second.id]
    assert curve[0].after > curve[0].before
    assert curve[1].before == curve[0].after
    assert (await standings(club))[ANA.user, EVERYWHERE][2:5] == (1, 0, 1)
    await mira.undoes(awarded)
    assert await standings(club) == whole


async def test_who_has_won_already_is_not_awarded_the_match(club: Club, mira: Referee) -> None:
    over = await lose(club, ANA, BEN)
    with pytest.raises(Refused, match="Ben has already won match"):
        await mira.does("award", over, 1)


async def test_an_award_is_undone_although_rated_matches_came_since(club: Club, mira: Referee) -> None:
    match = await mira.does("award", await play(club), 0)
    await lose(club, BEN, EVE)
    later = (await standings(club))[BEN.user, EVERYWHERE]
    undone = await mira.undoes(match)
    assert undone.stage is Stage.LIVE
    fresh = await standings(club)
    assert (ANA.user, EVERYWHERE) not in fresh
    assert fresh[BEN.user, EVERYWHERE][2:5] == (0, 0, 1)
    assert fresh[BEN.user, EVERYWHERE] != later
    undo = (await mira.acts(match))[-1]
    ana = next(one for one in undo.ratings if (one.user, one.scope) == (ANA.user, EVERYWHERE))
    assert ana == RatingShift(ANA.user, EVERYWHERE, ana.before, 1500)
    assert ana.before > 1500
    over = await club.service.resign(match.id, ANA.user)
    assert over.stage is Stage.OVER
    assert (await standings(club))[ANA.user, EVERYWHERE][2:5] == (0, 0, 1)


async def test_the_peak_is_that_of_the_matches_that_count(club: Club, mira: Referee) -> None:
    first = await lose(club, ANA, BEN)
    await lose(club, BEN, ANA)
    await mira.does("void", first)
    ana, ben = [(await standings(club))[user, EVERYWHERE] for user in (ANA.user, BEN.user)]
    assert ana[5] > 1500 > ben[5]


async def test_an_unrated_match_is_voided_without_a_word_about_ratings(club: Club, mira: Referee) -> None:
    match = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me"))
    await mira.does("void", await club.service.resign(match.id, ANA.user))
    assert [act.ratings for act in await mira.acts(match)] == [()]


# ---------------------------------------------------------------------- who deletes their data


async def test_who_deletes_their_data_is_in_no_act_any_more(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await lose(club, ANA, BEN))
    people = SqlPeople(club.database)
    await people.forget(ANA.user, "Somebody")
    (act,) = await mira.acts(match)
    assert (act.before, act.concerned, act.moderator) == (None, (BEN.user,), MIRA)
    assert {one.user for one in act.ratings} == {BEN.user}
    assert all(rows == [] for rows in (await people.export(ANA.user)).values())
    with pytest.raises(Refused, match="I have no copy"):
        await mira.undoes(match)


async def test_the_name_of_who_is_forgotten_goes_out_of_all_reasons(club: Club, mira: Referee) -> None:
    """Out of that of an undo as well, which has no copy of the match."""
    over = await lose(club, ANA, BEN)
    moderation = Moderation(club.service, mira.audit)
    void = Order("void", MIRA, "Ana had help", seen_by_moderator(over, "void"))
    await moderation.carry_out(over.id, void)
    (act,) = await mira.acts(over)
    await moderation.carry_out(over.id, Order("undo", MIRA, "Ana had none", undoes=act.id))
    await SqlPeople(club.database).forget(ANA.user, "Somebody")
    assert [act.reason for act in await mira.acts(over)] == ["Somebody had help", "Somebody had none"]


async def test_an_act_stays_when_its_moderator_deletes_their_data(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await play(club))
    await SqlPeople(club.database).forget(MIRA, "Somebody")
    (act,) = await mira.acts(match)
    assert (act.kind, act.moderator, act.reason) == ("void", 0, "a test")


async def test_a_result_stays_when_somebody_who_played_has_deleted_their_data(club: Club, mira: Referee) -> None:
    over = await lose(club, ANA, BEN)
    await SqlPeople(club.database).forget(BEN.user, "Somebody")
    before = await standings(club)
    with pytest.raises(Refused, match="has deleted their data"):
        await mira.does("void", await club.service.get(over.id))
    assert await standings(club) == before


async def test_a_later_match_with_somebody_who_has_deleted_their_data_moves_the_others_as_far(
    club: Club, mira: Referee
) -> None:
    first = await lose(club, ANA, BEN)
    await lose(club, ANA, EVE)
    await SqlPeople(club.database).forget(EVE.user, "Somebody")
    whole = await standings(club)
    await mira.does("void", first)
    assert (await standings(club))[ANA.user, EVERYWHERE][2:5] == (0, 0, 1)
    await mira.undoes(first)
    assert await standings(club) == whole


# ---------------------------------------------------------------------- what is listed


async def test_a_server_sees_its_own_acts_the_newest_first(club: Club, mira: Referee) -> None:
    assert HERE.guild is not None
    matches = [await mira.does("void", await play(club, moves=())) for _ in range(3)]
    ids = [match.id for match in matches[::-1]]
    assert [act.match for act in await mira.audit.acts_in(HERE.guild, None, 0, 10)] == ids
    assert [act.match for act in await mira.audit.acts_in(HERE.guild, None, 1, 1)] == [ids[1]]
    assert [act.match for act in await mira.audit.acts_in(HERE.guild, ids[2], 0, 10)] == [ids[2]]
    assert await mira.audit.acts_in(HERE.guild + 1, None, 0, 10) == []
    assert await mira.audit.acts_in(HERE.guild, MatchId(999), 0, 10) == []


async def test_what_has_been_posted_is_posted_no_more(club: Club, mira: Referee) -> None:
    match = await mira.does("void", await play(club))
    (act,) = await mira.audit.untold()
    assert act.match == match.id
    await mira.audit.mark_posted(replace(act, told=True))
    assert [one.id for one in await mira.audit.untold()] == [act.id]
    await mira.audit.mark_posted(replace(act, told=True, logged=True))
    assert await mira.audit.untold() == []
