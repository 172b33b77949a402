"""What a turn has lost: held against the best one, by the same thought or by the next."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.match import challenges, play
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import read_time
from bot.match.errors import Refused
from bot.match.model import Change, LogEntry, Match, MatchId, Place, Player, Stage, UserId
from bot.match.play import game_of, state_of
from bot.match.reviews import (
    Analysis,
    JudgedTurn,
    Review,
    can_be_reviewed,
    made_of,
    must_be_reviewable,
    position_before,
    shares_of,
)
from bot.match.thinking_process import Idea
from bot.match.turns import turns_between
from games.core.status import Outcome, Seat

PEOPLE = tuple(Person(UserId(number), name) for number, name in enumerate(("Ana", "Ben", "Eve", "Mo"), 1))
MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


def played(game: str = "choccer", moves: tuple[str, ...] = MOVES, seats: int = 2) -> tuple[Match, list[LogEntry]]:
    """A match after these moves, ended by its last player's resignation; moves that are missing are any."""
    dice = Random(4)
    wanted = ChallengeRequest(game, PEOPLE[0], Place(1, 2), PEOPLE[1:seats], time=read_time("3d"), first="me")
    match = replace(challenges.new_challenge(wanted, 0, dice), id=MatchId(1), code="K7QFM")
    change = play.begin(match, 0, dice)
    log = list(change.entries)
    for text in moves:
        seat = change.match.to_act[0].seat
        legal = game_of(match).rules.legal(state_of(change.match), seat)
        wish = text or game_of(match).rules.text(legal.sample(dice))
        change = play.advance(change.match, seat, wish, 0, dice)
        log += change.entries
    places = (1, *[2] * (seats - 1))
    return play.end(change.match, Outcome(places, "resigned"), 0), log


def ideas(match: Match, log: list[LogEntry], shares: tuple[float | None, ...]) -> list[Idea]:
    """Before each turn another move than the one that was played, with this share."""
    found = []
    for turn, share in zip(turns_between(match, [entry.seat for entry in log], 0, len(log)), shares, strict=True):
        state = play.state_at(match, position_before(match, log, turn.first))
        rules = game_of(match).rules
        others = (rules.text(move) for move in rules.legal(state, log[turn.first].seat))
        other = next(text for text in others if text != log[turn.first].text)
        found.append(Idea(other, "because", value=share))
    return found


def judged(match: Match, log: list[LogEntry], found: list[Idea], after: Idea | None = None) -> Review:
    """The review where the AI has thought so before each turn, and where the match stopped."""
    return analysed(match, log, found, after).review()


def analysed(match: Match, log: list[LogEntry], found: list[Idea], after: Idea | None = None) -> Analysis:
    analysis = Analysis(match, log)
    analysis.thoughts[match.position] = after
    for turn, idea in zip(analysis.turns, found, strict=True):
        analysis.thoughts[analysis.before(turn)] = idea
    return analysis


def losses(review: Review) -> list[float | None]:
    return [None if turn.loss is None else round(turn.loss, 6) for turn in review.turns]


def test_of_two_the_next_thought_tells_what_a_turn_has_lost() -> None:
    match, log = played()
    found = ideas(match, log, (0.6, 0.7, 0.3, 0.5))
    review = judged(match, log, found, Idea("h2-g2", "because", value=0.9))
    assert losses(review) == [0.3, 0.0, 0.0, 0.4], "0.6 - (1 - 0.7); 0.7 = 1 - 0.3; 0.3 < 1 - 0.5; 0.5 - (1 - 0.9)"
    assert [turn.seat for turn in review.turns] == [0, 1, 0, 1]
    assert [turn.number for turn in review.turns] == [1, 2, 3, 4]
    assert review.turns[0].why == "because"
    assert review.result == (1.0, 0.0)


def test_the_best_move_loses_nothing_whatever_the_next_thought_says() -> None:
    match, log = played()
    found = ideas(match, log, (0.6, 0.9, 0.3, 0.5))
    found[0] = replace(found[0], move=log[0].text)
    assert losses(judged(match, log, found))[0] == 0


def test_a_move_that_the_same_thought_compared_is_judged_by_it() -> None:
    match, log = played()
    found = ideas(match, log, (0.6, 0.9, 0.3, 0.5))
    found[0] = replace(found[0], alternatives=(("h2-g2", 0.1), (log[0].text, 0.45)))
    assert losses(judged(match, log, found))[0] == pytest.approx(0.15)


def test_what_others_make_of_both_turns_counts_for_more_than_what_one_hoped_for() -> None:
    """Whoever is to move looks better from there: both positions are looked at by the other side."""
    match, log = played()
    analysis = analysed(match, log, ideas(match, log, (0.9, 0.8, 0.9, 0.8)))
    answers = analysis.to_answer(analysis.turns)
    assert len(answers) == 4
    assert [analysis.to_move(position) for position in answers] == [1, 0, 1, 0]
    assert losses(analysis.review())[0] == pytest.approx(0.7)
    analysis.thoughts[answers[0]] = Idea("h4-g4", "because", value=0.75)
    turn = analysis.review().turns[0]
    assert [turn.share, turn.best_share, turn.played_share] == pytest.approx([0.9, 0.25, 0.2])
    assert analysis.to_answer(analysis.turns[1:]) == answers[1:]


def test_what_the_same_thought_has_compared_needs_no_answer() -> None:
    match, log = played()
    found = ideas(match, log, (0.6, 0.9, 0.3, None))
    found[0] = replace(found[0], alternatives=((log[0].text, 0.45),))
    found[1] = replace(found[1], move=log[1].text)
    analysis = analysed(match, log, found)
    assert len(analysis.to_answer(analysis.turns)) == 1
    three, entries = played("cyberzul", ("", "", ""), 3)
    of_three = analysed(three, entries, ideas(three, entries, (0.6, 0.9, 0.9)))
    assert not of_three.to_answer(of_three.turns)


def test_a_turn_before_one_that_nobody_has_thought_about_is_not_judged() -> None:
    match, log = played()
    review = judged(match, log, ideas(match, log, (0.6, None, 0.4, 0.5)))
    assert losses(review) == [None, None, 0.0, None]
    assert review.turns[1].accuracy is None
    assert review.accuracy(Seat(1)) is None


def test_a_move_made_for_a_player_is_not_theirs() -> None:
    match, log = played()
    for by in ("timeout", "moderator"):
        log[2] = replace(log[2], by=by)
        assert losses(judged(match, log, ideas(match, log, (0.6, 0.4, 0.9, 0.9))))[2] is None


def test_of_three_a_turn_is_judged_by_what_was_compared_alone() -> None:
    match, log = played("cyberzul", ("", "", ""), 3)
    found = ideas(match, log, (0.6, 0.9, 0.9))
    found[2] = replace(found[2], alternatives=((log[-1].text, 0.7),))
    assert losses(judged(match, log, found)) == [None, None, pytest.approx(0.3)]


def test_of_three_a_thought_that_tells_of_every_seat_judges_every_turn() -> None:
    """What the next one's thought promises to whoever has just played, after their turn and after the better one."""
    match, log = played("cyberzul", ("", "", ""), 3)
    shares = (0.5, 0.3, 0.2), (0.2, 0.5, 0.3), (0.1, 0.3, 0.6)
    found = [replace(idea, shares=its) for idea, its in zip(ideas(match, log, (0.5, 0.5, 0.6)), shares, strict=True)]
    analysis = analysed(match, log, found, Idea("c red 1", "because", value=0.4, shares=(0.4, 0.3, 0.3)))
    answers = analysis.to_answer(analysis.turns)
    assert len(answers) == 3
    analysis.thoughts |= {position: Idea("any", "because", value=0.4, shares=(0.4, 0.4, 0.4)) for position in answers}
    assert losses(analysis.review()) == pytest.approx([0.3, 0.15, 0.15]), "1.5 times 0.4 - 0.2, ..."


def test_no_accuracy_of_a_few_turns_is_told() -> None:
    """Those that can be judged are the best ones, where a thought compares few."""
    judged_turns = turn_that_loses(0.0), turn_that_loses(0.1)
    unknown = (turn_that_loses(None),)
    assert Review((*judged_turns, *2 * unknown)).accuracy(Seat(0)) == pytest.approx(82, abs=1)
    assert Review((*judged_turns, *3 * unknown)).accuracy(Seat(0)) is None


def test_the_end_on_the_board_tells_what_the_last_turn_was_worth() -> None:
    match, log = whole_match()
    won = match.players[log[-1].seat].place == 1
    found = ideas(match, log, (0.5,) * (len(log) - deals(log)))
    review = judged(match, log, found)
    assert losses(review)[-1] == (0.0 if won else 0.5)
    assert review.result == tuple(float(player.place == 1) for player in match.players)
    found[-1] = replace(found[-1], move=log[-1].text)
    assert judged(match, log, found).turns[-1].share == float(won), "what ends the match promises what it brings"


def whole_match() -> tuple[Match, list[LogEntry]]:
    """A match of Cyberzul for two, played at random to its end."""
    match, log = played("cyberzul", ())
    dice = Random(9)
    change = Change(replace(match, stage=Stage.LIVE, outcome=None, players=_first_to_move(match)))
    while change.match.stage is Stage.LIVE:
        seat = change.match.to_act[0].seat
        legal = game_of(match).rules.legal(state_of(change.match), seat)
        change = play.advance(change.match, seat, game_of(match).rules.text(legal.sample(dice)), 0, dice)
        log += change.entries
    return change.match, log


def _first_to_move(match: Match) -> tuple[Player, ...]:
    return tuple(replace(player, to_act=player.seat == 0, place=None) for player in match.players)


def deals(log: list[LogEntry]) -> int:
    """The number of entries that chance made."""
    return sum(entry.by == "chance" for entry in log)


def test_a_turn_of_several_steps_is_one() -> None:
    """Piously: the turn that leads to the same position is the best one, whatever its text."""
    match, log = played("piously", ("",) * 40)
    turns = turns_between(match, [entry.seat for entry in log], 0, len(log))
    turn = next(turn for turn in turns if turn.last > turn.first)
    texts = [entry.text for entry in log[turn.first : turn.last + 1]]
    best = Idea(texts[0], "You do better", rest=tuple(texts[1:]), value=0.7, told="Ana does better")
    analysis = Analysis(match, log)
    analysis.thoughts[analysis.before(turn)] = best
    judged_turn = analysis.review().turns[turns.index(turn)]
    assert (judged_turn.best, judged_turn.loss) == (" ".join(texts), 0.0)
    assert judged_turn.why == "Ana does better", "others read it too"


def turn_that_loses(loss: float | None, number: int = 1, seat: int = 0) -> JudgedTurn:
    return JudgedTurn(number, Seat(seat), number, number, 0.5, loss, None if loss is None else 0.0, "h4-g4", "because")


@pytest.mark.parametrize(
    "loss, verdict",
    [
        (None, ""),
        (0.0, ""),
        (0.079, ""),
        (0.08, "inaccuracy"),
        (0.149, "inaccuracy"),
        (0.15, "mistake"),
        (0.25, "blunder"),
    ],
)
def test_what_a_turn_is_called(loss: float | None, verdict: str) -> None:
    assert turn_that_loses(loss).verdict == verdict


def test_accuracy_falls_with_what_is_lost() -> None:
    found = [turn_that_loses(loss).accuracy for loss in (0.0, 0.05, 0.1, 0.3, 1.0)]
    assert [round(one or 0) for one in found] == [100, 80, 64, 25, 0]
    review = Review((turn_that_loses(0.0), turn_that_loses(None), turn_that_loses(0.1), turn_that_loses(1.0, seat=1)))
    assert round(review.accuracy(Seat(0)) or 0) == 82


def test_the_moments_are_the_three_that_lost_most_in_the_order_of_play() -> None:
    turns = tuple(turn_that_loses(loss, number) for number, loss in enumerate((0.1, 0.0, 0.5, 0.2, None, 0.3)))
    assert [turn.number for turn in Review(turns).moments] == [2, 3, 5]
    assert Review(turns[:2]).moments == turns[:1]
    assert Review(turns).turn_at(3) == turns[2]
    assert Review(turns).turn_at(0) is None
    assert Review(turns).count(Seat(0), "blunder") == 2


def test_those_in_the_first_place_share_the_points() -> None:
    assert shares_of(Outcome((1, 2), ""), 2) == (1.0, 0.0)
    assert shares_of(Outcome((1, 1, 3), ""), 3) == (0.5, 0.5, 0.0)
    assert shares_of(None, 2) == shares_of(Outcome((), ""), 2) == ()


def test_what_a_review_is_made_of() -> None:
    match, log = played()
    told = made_of(match, log)
    assert made_of(match, list(log)) == told
    others = (
        made_of(match, log[:3]),
        made_of(match, [*log[:3], replace(log[3], text="d3-d4")]),
        made_of(match, [*log[:3], replace(log[3], by="timeout")]),
        made_of(match.with_player(Seat(0), place=2), log),
    )
    assert len({told, *others}) == 5


def test_which_matches_can_be_reviewed() -> None:
    match, _ = played()
    assert can_be_reviewed(match)
    must_be_reviewable(match)
    for other, words in (
        (replace(match, stage=Stage.LIVE), "still running"),
        (replace(match, stage=Stage.CANCELLED, ply=0), "nothing to review"),
    ):
        assert not can_be_reviewed(other)
        with pytest.raises(Refused, match=words):
            must_be_reviewable(other)
