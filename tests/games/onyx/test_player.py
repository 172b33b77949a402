"""Thinkers: legal, repeatable, in time, and with some sense."""

from __future__ import annotations

import re
from random import Random
from time import process_time

import pytest

from games.core.budget import Budget
from games.core.errors import NotYourTurn
from games.core.kernel.search import Line
from games.core.player import Thought
from games.core.search.greedy import greedy_move, random_move
from games.core.status import Outcome, Seat
from games.onyx import GAME
from games.onyx.defence import hold_out
from games.onyx.evaluate import evaluate_after_move, final_value, static_value
from games.onyx.moves import Move, Place
from games.onyx.position import State
from games.onyx.propose import propose_turns
from games.onyx.reasons import explain_turn
from games.onyx.removal import best_removal, settled_lead
from games.onyx.scoring import lead
from games.onyx.search import BriefSearch, Search
from tests.games.onyx.drawing import after, mover, read_drawing

LEVELS = GAME.info.levels


def thought(state: State, level: str = "master", seat: Seat | None = None, nodes: int = 3000) -> Thought[Move]:
    seat = mover(state) if seat is None else seat
    return GAME.player.think(GAME.rules.view(state, seat), seat, level, Budget(nodes=nodes), Random(1))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [0, 1, 40, 900])
@pytest.mark.parametrize("board", ["king-4", "hex-3", "custom:a@0,0 b@1,0 c@0,1;a-b a-c"])
def test_thinkers_are_legal_and_repeatable_with_any_budget(level: str, nodes: int, board: str) -> None:
    rng, state = Random(nodes), GAME.rules.start(2, {"board": board})
    for _ in range(14):
        if isinstance(GAME.rules.status(state), Outcome):
            break
        seat = mover(state)
        one, two = (thought(state, level, nodes=nodes) for _ in range(2))
        assert one == two
        assert one.move in GAME.rules.legal(state, seat)
        assert one.why.words
        state = GAME.rules.play(
            state, seat, one.move if rng.random() < 0.5 else random_move(GAME.rules, state, seat, rng)
        )


@pytest.mark.parametrize("board", ["king-8", "king-19"])
def test_hard_keeps_its_time(board: str) -> None:
    """A slow machine gets some grace; the budget is checked after every position."""
    state = after(GAME.rules.start(2, {"board": board}), "b@b2 p@c3", "w@b3 y@c2")
    began = process_time()
    GAME.player.think(state, Seat(0), "master", Budget(seconds=0.2), Random(1))
    assert process_time() - began < 2.0


@pytest.mark.parametrize("level", ["medium", "master"])
def test_who_is_ahead_ends_the_match_when_it_can(level: str) -> None:
    """6.1: white has passed, so this pass is the end."""
    state = read_drawing("bbb.\nppp.\nbbb.\nppp.", passed="01")
    answer = thought(state, level)
    assert GAME.rules.text(answer.move) == "pass"
    assert (
        answer.why.words
        == "Player 1 passes. Placing is over: now both choose stacks to remove. Played out, this wins by 25 points"
    )


@pytest.mark.parametrize("level", ["medium", "master"])
def test_who_is_behind_does_not_end_the_match(level: str) -> None:
    state = read_drawing("www.\nyyy.\nb...\np...", passed="01")
    assert GAME.rules.text(thought(state, level).move) != "pass"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_thought_tells_what_it_promises_and_a_decided_match_is_certain(level: str) -> None:
    assert thought(read_drawing("bbb.\nppp.\nbbb.\nppp.", passed="01"), level).value == 1
    assert thought(read_drawing("www.\nyyy.\nb...\np...", passed="11", phase="remove"), level).value is None
    even = thought(GAME.rules.start(2, {"board": "king-5"}), level).value
    assert even is not None
    assert 0 < even < 1


def test_suffocation_is_seen_and_explained() -> None:
    """5.1: six pieces of the other side hang on one piece."""
    state = read_drawing(". . . . .\n. . . . .\n. . . . .\nb b b . .\nW . . . .", passed="00")
    answer = thought(state, "medium")
    assert re.fullmatch("Player 1 places .* on b1.*\\. This suffocates the white stack on a1", answer.why.words)
    assert {mark.kind for mark in answer.why.marks} == {"hint", "danger"}


def test_the_removal_opens_land_where_that_pays() -> None:
    """6.2: without the black stack its space is land of both colours."""
    state = read_drawing("b p b\np B p\nb p b", phase="remove", passed="11")
    plan = best_removal(state, 0)
    assert GAME.rules.text(plan.move) == "remove b2"
    answer = thought(state)
    assert GAME.rules.text(answer.move) == "remove b2"
    assert answer.why.words == "Player 1 removes b2: that opens land for 2 points"
    kept = thought(read_drawing("B P b\nw w b\ny y p", phase="remove", passed="11"))
    assert GAME.rules.text(kept.move) == "remove none"
    assert kept.why.words == "Player 1 keeps all their stacks: removing any would gain nothing"


def test_a_sealed_choice_cannot_sway_the_thinker() -> None:
    """6.3: the same answer whatever the other side has sealed."""
    state = read_drawing("B . W\n. . .\nB . Y", phase="remove", passed="11")
    answers = {
        GAME.rules.text(thought(GAME.rules.play(state, Seat(0), move), "master", Seat(1)).move)
        for move in GAME.rules.legal(state, Seat(0))
    }
    assert len(answers) == 1


def test_thinkers_do_not_move_out_of_turn() -> None:
    with pytest.raises(NotYourTurn):
        thought(read_drawing("..\n.."), seat=Seat(1))


def test_pieces_in_danger_weigh_more_for_the_side_that_has_moved() -> None:
    safe = read_drawing(". . . .\n. . . .\n. . b b\n. . b b")
    hanging = read_drawing(". . . .\n. . . .\n. w b b\n. y b p")
    assert static_value(safe, 0) > static_value(hanging, 0)


@pytest.mark.parametrize("level, least", [("beginner", 4), ("easy", 4), ("medium", 6), ("hard", 6)])
def test_every_level_beats_random_play(level: str, least: int) -> None:
    """A handful of matches on a small board; bench/arena.py measures strength."""
    assert sum(_duel(level, seed) for seed in range(6)) >= least


def _duel(level: str, seed: int) -> bool:
    """True when the level wins, playing either side in turn."""
    rng, state, own = Random(seed), GAME.rules.start(2, {"board": "king-5"}), Seat(seed % 2)
    for _ in range(300):
        status = GAME.rules.status(state)
        if isinstance(status, Outcome):
            return status.winner == own
        seat = min(status.seats)
        move = thought(state, level, nodes=300).move if seat == own else random_move(GAME.rules, state, seat, rng)
        state = GAME.rules.play(state, seat, move)
    return False


def test_greedy_and_thinkers_share_the_contract() -> None:
    state = read_drawing("...\n.b.\n...", turn=1)
    assert greedy_move(GAME.player, state, Seat(1), Random(1)) in GAME.rules.legal(state, Seat(1))


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "b@b2 p@c3",
            (
                "Player 1 places a black piece on b2 and a purple piece on c3. "
                "Then both colours score, and the lower one counts twice"
            ),
        ),
        ("b@c3", "Player 1 places a black piece on c3. Nothing placed here can be suffocated on the next turn"),
    ],
)
def test_quiet_turns_are_explained_too(text: str, words: str) -> None:
    """7.2."""
    turn = GAME.rules.parse(text)
    assert isinstance(turn, Place)
    assert explain_turn(GAME.rules.start(2, {"board": "king-5"}), 0, turn).words == words


def test_the_weaker_colour_is_named() -> None:
    """7.2: black has land and purple has none."""
    turn = GAME.rules.parse("p@c3")
    assert isinstance(turn, Place)
    state = after(GAME.rules.start(2, {"board": "king-5"}), "b@a1", "w@e5")
    words = "Player 1 places a purple piece on c3. This adds to purple, the weaker colour, which counts twice"
    assert explain_turn(state, 0, turn).words == words


def test_a_lead_is_counted_as_it_is_after_the_removals() -> None:
    """6.2, 7: ahead on the board, but the other side takes its stack off and opens land for both of its colours."""
    compared = 0
    for seed in range(400):
        state = ending(Random(seed))
        points = settled_lead(state, 0)
        if points < 0 <= lead(state, 0) and state.phase == "play":
            assert evaluate_after_move(state, 0) == final_value(points)
            compared += 1
    assert compared


def test_who_has_passed_and_is_level_cannot_do_better_than_a_draw() -> None:
    """6.1: the other side may pass and so end the match."""
    compared = 0
    for seed in range(400):
        state = ending(Random(seed))
        if state.phase == "play" and settled_lead(state, 0) == 0 < static_value(state, 0):
            assert evaluate_after_move(state, 0) == 0
            compared += 1
    assert compared


def test_where_every_turn_is_lost_one_comes_first_that_does_not_lose_at_once() -> None:
    """6.1: white has passed; a black pass ends the match, a piece does not."""
    state = read_drawing("www.\nyyy.\nb...\np...", passed="01")
    lost = [Line[Place](-100_900, Place(())), Line[Place](-101_200, _place("b@d1"))]
    assert hold_out(state, 0, lost) == [lost[1], lost[0]]
    assert hold_out(state, 0, lost[:1]) == lost[:1]
    even = [lost[0]._replace(value=0.0), lost[1]]
    assert hold_out(state, 0, even) is even


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_alternatives_are_best_first_and_no_better_than_the_chosen_turn(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those whose search ended earlier have values of before."""
    state = after(GAME.rules.start(2, {"board": "king-5"}), "b@b2", "w@d4")
    values = {"b@c2": 100.0, "b@c3": -50.0, "p@c3": 300.0, "p@c2": 20.0}
    found = [Line(value, _place(text)) for text, value in values.items()]
    monkeypatch.setattr("games.onyx.player._search", lambda *_: found)
    best = thought(state, level)
    assert [GAME.rules.text(each.move) for each in best.alternatives] == ["p@c3", "p@c2", "b@c3"]
    assert best.value == best.alternatives[0].value


def _place(text: str) -> Place:
    turn = GAME.rules.parse(text)
    assert isinstance(turn, Place)
    return turn


def ending(rng: Random) -> State:
    """A position, reached at random, in which the first player has passed before."""
    state = GAME.rules.start(2, {"board": "hex-3"})
    for _ in range(rng.randrange(6, 40)):
        if state.phase != "play":
            break
        state = GAME.rules.play(state, mover(state), random_move(GAME.rules, state, mover(state), rng))
    return state._replace(passed=state.passed | 1)


@pytest.mark.parametrize("seed", range(4))
def test_hard_thinks_on_until_its_budget_is_used(seed: int) -> None:
    """Without a compiled kernel, too."""
    state, rng = GAME.rules.start(2, {}), Random(seed)
    for _ in range(10):
        state = GAME.rules.play(state, mover(state), random_move(GAME.rules, state, mover(state), rng))
    meter = Budget(nodes=3000).start()
    Search(state, meter).best()
    assert not meter.open


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_that_repeats_an_earlier_position_is_a_tie(seed: int) -> None:
    """After the best turn, every answer has been on the board before."""
    state, rng = GAME.rules.start(2, {"board": "king-5"}), Random(seed)
    for _ in range(6):
        state = GAME.rules.play(state, mover(state), random_move(GAME.rules, state, mover(state), rng))
    best = BriefSearch(state, Budget(nodes=100_000).start(), Random(1)).best()[0]
    assert best.value != 0
    answered = GAME.rules.play(state, mover(state), best.move)
    answers = propose_turns(answered, mover(answered), Budget(nodes=100_000).start(), Random(1), 99)
    again = BriefSearch(state, Budget(nodes=100_000).start(), Random(1), [answer.state for answer in answers])
    assert next(line.value for line in again.best() if line.move == best.move) == 0
