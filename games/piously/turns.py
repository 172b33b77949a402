"""Playing steps: who may play one, and which rule it falls under (RULES 4 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.piously import actions
from games.piously import moves as m
from games.piously.position import State
from games.piously.refusals import not_your_turn, wrong_phase
from games.piously.spells import SPELL_OF

_RULES: dict[str, dict[type, Callable[[State, Any], State]]] = {
    "build": {m.Build: actions.build},
    "place": {m.Put: actions.put},
    "play": {
        m.Walk: actions.walk,
        m.Bless: actions.bless,
        m.Drop: actions.drop,
        m.PickUp: actions.pick_up,
        m.End: actions.end,
        **{kind: spell.cast for kind, spell in SPELL_OF.items()},
    },
    "over": {},
}


def play(state: State, seat: int, move: m.Move) -> State:
    """Return the state after the step. Raises IllegalMove or NotYourTurn."""
    if state.mover != seat or state.phase == "over":
        raise not_your_turn(state)
    try:
        rule = _RULES[state.phase][type(move)]
    except KeyError:
        raise wrong_phase(state) from None
    return rule(state, move)


def play_steps(state: State, steps: Iterable[m.Move]) -> State:
    """Return the state after steps of the mover. Raises IllegalMove or NotYourTurn."""
    seat = state.mover
    for step in steps:
        state = play(state, seat, step)
    return state
