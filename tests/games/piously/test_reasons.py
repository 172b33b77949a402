"""What a hint claims is so by the rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from games.core.budget import Budget
from games.core.status import Outcome, Seat
from games.piously import GAME
from games.piously import moves as m
from games.piously.defence import can_win
from games.piously.outlook import find_outlook
from games.piously.position import State
from games.piously.reasons import Outlook, explain, linked_groups
from games.piously.rooms import ROOM_NAMES
from games.piously.search import MEDIUM, Plan, plans
from games.piously.table import linked_rooms
from games.piously.turns import play_steps
from tests.games.claims import claims
from tests.games.piously.positions import random_line

LINKS = "This links {n} of 7 rooms"
KEEPS = "This keeps {n} of 7 rooms linked"
LEAVES = "This leaves {n} of 7 rooms linked"
MORE = "This adds {n} aura"
ADDS = "This adds {rooms} to the linked rooms: {n} of 7"
NOTHING_LEFT = "This leaves no rooms linked"
UNLINKS = "{opponent} then has no rooms linked"
CUTS = "This cuts {opponent} from {before} to {n} linked rooms"
ROOMS = LINKS, KEEPS, LEAVES, ADDS, NOTHING_LEFT
OTHERWISE = "Otherwise {opponent} could link all seven rooms next turn"
LOSES = "Linking {n} room at once would let {opponent} link all seven"
CUT_BACK = "Linking {n} room at once would let {opponent} cut that back to {left}"


def is_won_by(state: State, seat: int) -> bool:
    status = GAME.rules.status(state)
    return isinstance(status, Outcome) and status.winner == seat


def check(state: State, plan: Plan, outlook: Outlook) -> list[str]:
    """Hold every claim of the hint against the rules; the claims that were made."""
    seat, after = state.mover, play_steps(state, plan.steps)
    made: dict[str, dict[str, Any]] = claims(explain(state, plan, outlook).words)
    for template, values in made.items():
        if template in {OTHERWISE, LOSES, CUT_BACK}:
            check_outlook(template, values, state, after, outlook)
        elif template in {UNLINKS, CUTS}:
            number, had = (linked_rooms(each, 1 - seat) for each in (after, state))
            assert max(number, 1) < had if template == UNLINKS else values["n"] == number < had == values["before"]
            assert (number > 1) == (template == CUTS)
        elif template == MORE:
            assert 0 < values["n"] == after.auras[seat].bit_count() - state.auras[seat].bit_count()
        elif template in ROOMS:
            check_rooms(template, values, state, after, outlook)
        else:
            assert template.startswith(("{name} ", "Player "))
    return list(made)


def check_rooms(template: str, values: dict[str, Any], state: State, after: State, outlook: Outlook) -> None:
    """Hold what is said of the side's own rooms against the rules."""
    seat = state.mover
    number, had = linked_rooms(after, seat), linked_rooms(state, seat)
    if template in {LINKS, ADDS}:
        assert max(had, 1) < values["n"] == number
    if template == ADDS:
        names = str(values["rooms"]).replace(" and ", ", ").split(", ")
        added = sum(1 << ROOM_NAMES.index(name) for name in names)
        before = [rooms for rooms in linked_groups(state, seat) if rooms.bit_count() == had]
        now = [rooms for rooms in linked_groups(after, seat) if rooms.bit_count() == number]
        assert any(one & added == 0 and one | added in now for one in before)
    elif template == KEEPS:
        assert had == values["n"] == number > 1
        assert not outlook.prevented
    elif template == LEAVES:
        assert had > values["n"] == number > 1
    elif template == NOTHING_LEFT:
        assert had > 1 >= number


def check_outlook(template: str, values: dict[str, Any], state: State, after: State, outlook: Outlook) -> None:
    """Hold what is said of the other side's turn against the rules."""
    seat = state.mover
    if template == OTHERWISE:
        assert outlook.prevented
        passed = GAME.rules.play(state, Seat(seat), m.End())
        assert is_won_by(play_steps(passed, outlook.prevented), 1 - seat)
        assert not can_win(after, Budget().start(), 1500)
        return
    assert outlook.obvious
    assert outlook.answer
    instead = play_steps(state, outlook.obvious.steps)
    assert linked_rooms(instead, seat) == values["n"] > linked_rooms(after, seat)
    answered = play_steps(instead, outlook.answer.steps)
    if template == LOSES:
        assert is_won_by(answered, 1 - seat)
    else:
        assert linked_rooms(answered, seat) == values["left"] < linked_rooms(after, seat)


EVEN = (
    "P0,0,4/I0,1,2/O0,3,2/U3,2,4/S3,1,1/L-1,5,4/Y1,1,2/X- ..bw/wwww/wbww/wwbw/.www/w.bw/w.wb/- "
    "W=U2,B=S1,P=O3,O=U3,Y=L1 wwwbb-b POS b3 47"
)
"""White is one room from all seven; Black can hinder that, or link more rooms of its own."""


def test_what_a_hint_claims_is_so() -> None:
    """Plans that need not be the best, in positions of every kind; every claim turns up."""
    found: Counter[str] = Counter()
    rng = Random(5)
    for line in [EVEN, *(random_line(rng) for _ in range(50))]:
        state = GAME.rules.load(line, {})
        meter = Budget(nodes=40_000).start()
        several = [plan for plan in plans(state, MEDIUM, meter, rng) if plan.state.phase != "over"]
        hindering = sorted(several, key=lambda plan: linked_rooms(plan.state, 1 - state.mover))
        for seen in several[:1] + hindering[:4] + several[-1:]:
            plan = seen._replace(holds_out=not can_win(seen.state, meter, 1500))
            found.update(check(state, plan, find_outlook(state, plan, meter, rng)))
    assert {LINKS, KEEPS, LEAVES, MORE, ADDS, CUTS, UNLINKS, OTHERWISE, LOSES, CUT_BACK} <= set(found)


def test_hard_says_what_would_happen_otherwise() -> None:
    """The whole turn, and why."""
    state = GAME.rules.load(EVEN, {})
    thought = GAME.player.think(state, Seat(state.mover), "master", Budget(nodes=30_000), Random(1))
    assert "Otherwise Player 1 could link all seven rooms next turn" in thought.why.words
    assert "ends the turn" in thought.why.words or "learns" in thought.why.words


def test_what_the_plan_does_not_prevent_is_not_said() -> None:
    """A plan that seemed to hold out, but after which the same steps win."""
    state = GAME.rules.load(EVEN, {})
    plan = next(
        plan
        for plan in plans(state, MEDIUM, Budget().start(), Random(1))
        if plan.state.phase != "over" and can_win(plan.state, Budget().start(), 3000)
    )
    passed = GAME.rules.play(state, Seat(state.mover), m.End())
    idle = Plan(0.0, (m.End(),), passed, holds_out=True)
    assert OTHERWISE not in check(state, idle, find_outlook(state, idle, Budget().start(), Random(1)))
    assert OTHERWISE not in check(state, plan, find_outlook(state, plan, Budget().start(), Random(1)))
