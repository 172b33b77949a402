"""The opponent at its three levels."""

from __future__ import annotations

from random import Random

from games.choccer.judgement import judged
from games.choccer.lookahead import DEEPEST, Lookahead, winning_turn
from games.choccer.moves import Action, listed
from games.choccer.reasons import reason
from games.choccer.rules import acted
from games.choccer.state import State
from games.core.budget import Budget
from games.core.player import Thought

_CARELESS = 0.3
"""How often easy takes the first action that comes to mind."""

_MEDIUM = 2
"""Medium sees so many plies."""


def think(state: State, level: str, budget: Budget, rng: Random) -> Thought[Action]:
    """An action for the side to act.

    Easy sees what its own action brings, and does not always look; medium sees the answer, and captures to their end;
    hard looks ahead as far as its budget goes.
    """
    actions = listed(state, state.seat)
    rng.shuffle(actions)
    if level == "easy":
        careless = rng.random() < _CARELESS
        action = actions[0] if careless else max(actions, key=lambda each: judged(acted(state, each), state.seat))
        return Thought(action, reason(state, action))
    lookahead = Lookahead(budget.start())
    value, action = lookahead.best(state, actions, _MEDIUM if level == "medium" else DEEPEST)[0]
    return Thought(action, reason(state, action, lookahead.line(acted(state, action)), winning_turn(value)))
