"""Opponents: legal, repeatable, within their budget, and not blind."""

from __future__ import annotations

from random import Random

import pytest

from games.core.budget import Budget
from games.core.search.greedy import greedy_move
from games.core.status import Outcome, Seat, Turn
from games.piously import GAME
from games.piously.defence import can_win, still_wins, winning_steps
from games.piously.moves import End
from games.piously.planner import (
    HARD,
    MASTER,
    Examined,
    Judgement,
    avoid_idle_plan,
    best_plan,
    does_nothing,
    find_repeated,
    hold_out,
    medium_plan,
)
from games.piously.position import State
from games.piously.search import MEDIUM, Beam, plans
from games.piously.turns import play
from tests.games.piously.drawing import on_card
from tests.games.piously.positions import THREATENED, random_line
from tests.games.piously.test_winning import PICTURE

LEVELS = GAME.info.levels


def thought(state: State, level: str, nodes: int = 400, seed: int = 1) -> str:
    return GAME.rules.text(GAME.player.think(state, Seat(state.mover), level, Budget(nodes=nodes), Random(seed)).move)


@pytest.mark.parametrize("level", LEVELS)
def test_a_thinker_answers_legally_and_repeatably_anywhere(level: str) -> None:
    rng = Random(4)
    for _ in range(12):
        state = GAME.rules.load(random_line(rng), {})
        move = thought(state, level)
        assert GAME.rules.parse(move) in GAME.rules.legal(state, Seat(state.mover))
        assert thought(state, level) == move


@pytest.mark.parametrize("level", LEVELS)
def test_one_thought_plans_the_turn_to_its_end(level: str) -> None:
    """Also where little time is left, and in the middle of a turn."""
    rng = Random(5)
    for _ in range(12):
        state = GAME.rules.load(random_line(rng), {})
        if state.phase != "play":
            continue
        seat = Seat(state.mover)
        for move in GAME.turn_of(GAME.player.think(state, seat, level, Budget(nodes=rng.choice((3, 400))), rng)):
            assert GAME.rules.status(state) == Turn(frozenset({seat}))
            state = GAME.rules.play(state, seat, move)
        status = GAME.rules.status(state)
        assert isinstance(status, Outcome) or seat not in status.seats


@pytest.mark.parametrize("level", LEVELS)
def test_a_thinker_builds_and_enters(level: str) -> None:
    state = GAME.rules.start(2, {})
    for _ in range(3):
        move = thought(state, level)
        assert GAME.rules.parse(move) in GAME.rules.legal(state, Seat(state.mover))
        state = GAME.rules.play(state, Seat(state.mover), GAME.rules.parse(move))
    assert state.phase == "play"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(4))
def test_even_a_beginner_takes_the_step_that_wins(level: str, seed: int) -> None:
    """A blessing that links the last room is better than any second best plan."""
    state = GAME.rules.play(on_card(PICTURE.replace("L2w", "L1W") + " Y4B"), Seat(0), GAME.rules.parse("m:L2"))
    move = GAME.player.think(state, Seat(0), level, Budget(nodes=500), Random(seed)).move
    assert isinstance(GAME.rules.status(GAME.rules.play(state, Seat(0), move)), Outcome)


@pytest.mark.parametrize("level", ["medium", "master"])
def test_a_win_in_this_turn_is_found_and_told(level: str) -> None:
    """Two steps away: onto L2, then bless."""
    state = on_card(PICTURE.replace("L2w", "L1W") + " Y4B")
    found = GAME.player.think(state, Seat(0), level, Budget(nodes=3000), Random(1))
    assert GAME.rules.text(found.move) == "b" or GAME.rules.text(found.move).startswith("m:")
    assert "Player 1 now links all seven rooms" in found.why.words
    after = state
    for _ in range(4):
        if after.phase == "over":
            break
        after = GAME.rules.play(
            after, Seat(0), GAME.player.think(after, Seat(0), level, Budget(nodes=3000), Random(1)).move
        )
    assert isinstance(GAME.rules.status(after), Outcome)


def test_hard_stops_a_win_that_the_opponent_threatens() -> None:
    """Black needs one aura on L2 and stands beside it; White, on S1, can break the chain."""
    state = on_card(PICTURE.replace("w", "b").replace("L2b", "L3B").replace("S1b", "S1bW"))
    for _ in range(12):
        if state.mover != 0:
            break
        state = GAME.rules.play(
            state, Seat(0), GAME.player.think(state, Seat(0), "master", Budget(nodes=6000), Random(2)).move
        )
    for _ in range(12):
        if state.mover != 1 or state.phase == "over":
            break
        state = GAME.rules.play(
            state, Seat(1), GAME.player.think(state, Seat(1), "medium", Budget(nodes=6000), Random(2)).move
        )
    assert state.phase == "play"


def test_why_names_the_plan() -> None:
    state = on_card("P1W I4B")
    told = GAME.player.think(state, Seat(0), "medium", Budget(nodes=2000), Random(1)).why
    assert "This links 2 of 7 rooms" in told.words
    assert {mark.kind for mark in told.marks} <= {"hint", "from"}


def test_medium_beats_greedy_in_a_short_match() -> None:
    """One match each way; the strength itself is measured elsewhere."""
    wins = 0
    for seat in (0, 1):
        rng = Random(30 + seat)
        state = GAME.rules.start(2, {"board": "classic"})
        for _ in range(700):
            status = GAME.rules.status(state)
            if isinstance(status, Outcome):
                wins += status.winner == seat
                break
            mover = Seat(state.mover)
            if mover == seat:
                move = GAME.player.think(state, mover, "medium", Budget(nodes=600), rng).move
            else:
                move = greedy_move(GAME.player, state, mover, rng)
            state = GAME.rules.play(state, mover, move)
    assert wins >= 1


IDLE = (
    "P-3,3,5/I-4,7,5/O-6,5,5/U-3,1,5/S-7,6,1/L-6,4,4/Y-5,6,1/X0,4 b.b./b.bw/bb.b/.b../bw../b.../bbbb/. "
    "W=X,B=O1,P=S3,I=O2,O=I4,U=I3,S=P4,Y=I2 wbwwb-w - b3 26"
)


@pytest.mark.parametrize("level", ["medium", "master"])
@pytest.mark.parametrize("seed", range(3))
def test_three_actions_are_not_passed_where_nothing_wins_at_once(level: str, seed: int) -> None:
    """White lacks one room and gains nothing within this turn: it used to do nothing for turns on end."""
    state = GAME.rules.load(IDLE, {})
    thought = GAME.player.think(state, Seat(1), level, Budget(nodes=8000), Random(seed))
    assert not GAME.rules.text(thought.move).startswith("end")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [1, 20])
def test_the_first_turns_are_not_passed_however_short_the_time(level: str, nodes: int) -> None:
    """Without a node to look at, the end of the turn was the only plan."""
    for seed in range(4):
        rng = Random(seed)
        state = GAME.rules.start(2, {"board": "classic"})
        for _ in range(6):
            seat = Seat(state.mover)
            planned = GAME.turn_of(GAME.player.think(state, seat, level, Budget(nodes=nodes), rng))
            assert not isinstance(planned[0], End), state
            for step in planned:
                state = GAME.rules.play(state, seat, step)


@pytest.mark.parametrize("nodes", range(500, 3000, 500))
def test_no_plan_is_preferred_that_was_not_looked_at_to_the_end(nodes: int) -> None:
    """The first of the plans holds out; whether the opponent wins after another one takes time to see."""
    state = GAME.rules.load(IDLE, {})
    found = [plan for plan in plans(state, Beam(6, 8), Budget().start(), Random(1)) if plan.state.phase != "over"]
    found.sort(key=lambda plan: not does_nothing(state, plan))
    meter = Budget(nodes=nodes).start()
    chosen = avoid_idle_plan(
        state, [found[0], *(plan._replace(value=found[0].value) for plan in found[1:])], meter, Random(1)
    )
    assert chosen == found[0] or meter.open


@pytest.mark.parametrize("nodes", [300, 1500])
def test_hard_misjudges_however_short_its_time(nodes: int) -> None:
    """It used to judge as well as master where no answer could be searched longer."""
    state = GAME.rules.load(IDLE, {})
    chosen = [
        [
            best_plan(state, Budget(nodes=nodes).start(), Random(seed), HARD._replace(error=error)).state
            for seed in range(8)
        ]
        for error in (0.0, 0.3)
    ]
    assert chosen[0] != chosen[1]


QUIET = (
    (
        "P0,0,3/I0,1,0/O2,-3,3/U-2,1,3/S-3,-1,4/L0,-3,3/Y2,-1,3/X- "
        "..bb/ww../.b../..../..../..../..../- W=P1,B=P4,P=O2 b------ - w3 5"
    ),
    (
        "P0,0,3/I0,1,0/O2,-3,3/U-2,1,3/S-3,-1,4/L0,-3,3/Y2,-1,3/X- "
        "wwww/wwb./.w../..../..../..../bbww/- W=Y2,B=I1,P=O2,L=P4,Y=P2 bb---bw - b3 14"
    ),
    (
        "P0,0,1/I0,3,3/O-5,1,4/U-3,-2,5/S2,3,3/L0,-1,2/Y-3,1,1/X- "
        "..../..../wwbb/b.../..../..../..../- W=O2,B=U1,O=O3 --bb--- - w3 5"
    ),
    (
        "P6,-7,1/I7,-1,3/O5,0,2/U5,-5,1/S3,-3,2/L3,-4,3/Y3,-1,5/X2,-2 "
        ".wbb/..../..../..../..ww/..../...b/. W=P1,B=P3,S=Y4 b---b-- - w3 5"
    ),
)
"""Nobody wins soon."""


@pytest.mark.parametrize("nodes", [50_000, pytest.param(400_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("judgement", [HARD, MASTER])
@pytest.mark.parametrize("line", QUIET)
def test_hard_and_master_think_on_until_their_budget_is_used(line: str, judgement: Judgement, nodes: int) -> None:
    """Of 50,000 positions they used to take a tenth, and of 400,000 a half: about four seconds."""
    meter = Budget(nodes=nodes).start()
    best_plan(GAME.rules.load(line, {}), meter, Random(1), judgement)
    assert meter.nodes_left is not None
    assert meter.nodes_left < nodes // 10


def test_a_position_is_repeated_when_it_has_come_up_twice() -> None:
    """On whichever turns."""
    state = GAME.rules.load(QUIET[1], {})
    others = [state._replace(turn=turn) for turn in (3, 9)]
    assert not find_repeated([state])
    assert find_repeated([state, play(state, state.mover, End()), *others]) == {state._replace(turn=0)}


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_match_does_not_go_round_in_circles(level: str) -> None:
    """What was thought best leads to a position that has come up twice, so something else is done."""
    state = GAME.rules.load(QUIET[1], {})

    def think(*history: State) -> State:
        thought = GAME.player.think(state, Seat(1), level, Budget(nodes=6000), Random(1), history)
        after = state
        for step in GAME.turn_of(thought):
            after = play(after, 1, step)
        return after

    best = think()
    assert think(best) == best
    other = think(best, best._replace(turn=best.turn - 4))
    assert other != best
    assert not can_win(other, Budget().start(), 8000)


def test_a_repeated_position_is_better_than_a_loss() -> None:
    """All plans of the beam that prevent White's win lead to positions that have come up often."""
    state = GAME.rules.load(THREATENED[0], {})
    found = plans(state, MEDIUM, Budget().start(), Random(1))
    examined, meter = Examined(), Budget().start()
    safe = [plan for plan in found if not examined.refute(plan, meter)]
    repeated = frozenset(plan.state._replace(turn=0) for plan in safe)
    assert 0 < len(repeated) < len(found)
    chosen = medium_plan(state, Budget().start(), Random(1), repeated)
    assert not can_win(chosen.state, Budget().start(), 8000)


def test_what_is_misjudged_is_no_loss() -> None:
    """With any error a plan that holds out is chosen where there is one."""
    state = GAME.rules.load(THREATENED[0], {})
    for seed in range(4):
        plan = best_plan(state, Budget(nodes=60_000).start(), Random(seed), HARD._replace(error=1.0))
        assert not can_win(plan.state, Budget().start(), 8000)


THREATENED_BY_OWN_PLANS = (
    (
        "P0,0,3/I-5,2,1/O-3,2,1/U0,1,0/S-1,2,3/L-7,3,4/Y-3,0,3/X-4,5 bb.b/bbbb/b.bb/ww.b/..wb/.wbw/.bb./. "
        "W=S1,B=I4,I=S3,O=I1,U=U4,L=Y3 -bwwww- - w3 17"
    ),
    (
        "P0,0,1/I-5,4,4/O-2,4,4/U-3,4,2/S-7,2,0/L-8,1,5/Y-3,2,5/X- wwww/bbww/ww.b/ww.w/.www/w.../.w.w/- "
        "W=P1,B=I4,P=P2,I=P3,O=O1,Y=Y3 wwb---w - b3 12"
    ),
)
"""After the plans that seem best, the opponent links its rooms, as a thorough search sees."""


@pytest.mark.parametrize("line", THREATENED)
def test_a_win_within_a_turn_is_found_and_is_one(line: str) -> None:
    state = GAME.rules.load(line, {})
    passed = play(state, state.mover, End())
    steps = winning_steps(passed, Budget().start(), 8000)
    assert steps is not None
    assert still_wins(passed, steps)
    assert not still_wins(state, steps)
    assert not can_win(state, Budget().start(), 8000)


def play_turn(state: State, level: str, nodes: int, seed: int) -> State:
    """The state after the whole turn of a level."""
    seat = Seat(state.mover)
    for move in GAME.turn_of(GAME.player.think(state, seat, level, Budget(nodes=nodes), Random(seed))):
        state = GAME.rules.play(state, seat, move)
    return state


@pytest.mark.parametrize("line", THREATENED)
@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_win_within_a_turn_is_prevented(line: str, level: str) -> None:
    state = GAME.rules.load(line, {})
    state = play_turn(state, level, 150_000, 1)
    assert not can_win(state, Budget().start(), 8000)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("line", THREATENED_BY_OWN_PLANS)
def test_hard_prevents_a_win_that_its_own_plan_allows(line: str, seed: int) -> None:
    """It used to have a tenth of its time left to see that, and took a search that was cut short for a proof."""
    state = GAME.rules.load(line, {})
    state = play_turn(state, "hard", 40_000, seed)
    assert not can_win(state, Budget().start(), 8000)


def test_a_plan_that_was_examined_is_preferred_to_one_for_which_no_time_is_left() -> None:
    state = GAME.rules.load(THREATENED[0], {})
    examined = Examined()
    found = plans(state, Beam(30, 12), Budget().start(), Random(1))
    safe = hold_out(state, found, Budget().start(), Random(1), examined)[0]
    others = [plan for plan in found if not examined.is_refuted(plan) and plan != safe]
    assert others
    assert hold_out(state, [*others, safe], Budget(nodes=5).start(), Random(1), examined) == [safe]
    assert hold_out(state, others, Budget(nodes=5).start(), Random(1), examined) == others


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_win_within_a_turn_is_played(level: str) -> None:
    state = GAME.rules.load(THREATENED[0], {})
    state = play(state, state.mover, End())
    seat = state.mover
    state = play_turn(state, level, 150_000, 1)
    assert state.phase == "over"
    assert state.mover == seat


HARD_TO_SEE = (
    (
        "P1,-1,2/I3,1,3/O-1,-2,2/U3,0,3/S-5,4,4/L-6,3,4/Y-2,3,1/X-1,3 www./.bww/.w.w/.www/b.w./w..w/ww.w/w "
        "W=U4,B=Y2,P=P1,I=P2,S=S3,Y=U3 bb--w-b - w3 23"
    ),
    (
        "P6,-7,1/I7,-1,3/O5,0,2/U6,-5,2/S3,-3,2/L3,-4,3/Y3,-1,3/X5,-4 w.b./bwbb/bbw./bwww/..ww/w.../bw.w/w "
        "W=X,B=P2,P=P3,I=O1,O=P4,U=U4,S=Y4 bbbwb-- - b3 38"
    ),
    (
        "P0,0,2/I2,3,3/O0,1,0/U5,2,5/S1,4,5/L-2,2,0/Y4,1,0/X-1,2 bwb./bbbb/wbb./w..w/wb../...b/..b./. "
        "W=P1,B=S1,P=O1,I=Y3,U=U3,L=S4 bwwwbb- - b3 18"
    ),
    (
        "P0,0,5/I2,-2,0/O4,-1,1/U4,1,0/S5,-1,4/L3,4,3/Y5,3,5/X2,-1 .wb./.wwb/ww.b/bb../bwb./bw../..../w "
        "W=P3,B=P4,P=X,I=U3,O=L1,U=U2,S=S1 wbbbb-- - b3 18"
    ),
    (
        "P0,0,0/I-7,4,4/O-2,1,0/U-4,2,2/S2,2,2/L-3,0,2/Y-3,1,5/X- w.w./wbw./w.ww/w.bw/..../w.../.w.w/- "
        "W=P1,B=I2,P=P3,I=O4,O=U1,U=O1 wwbw--- - w3 19"
    ),
)
"""Wins of four to nine steps, which a search of all ways of the nearest positions does not find in 8000 positions."""


@pytest.mark.parametrize("line", HARD_TO_SEE)
def test_a_win_is_found_though_its_steps_are_not_the_nearest_ones(line: str) -> None:
    state = GAME.rules.load(line, {})
    steps = winning_steps(state, Budget().start(), 8000)
    assert steps
    assert still_wins(state, steps)
