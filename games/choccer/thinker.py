"""The opponent at its three levels."""

from __future__ import annotations

from random import Random

from games.choccer.judgement import judged
from games.choccer.lookahead import Lookahead
from games.choccer.moves import Action, listed
from games.choccer.reasons import reason
from games.choccer.rules import acted
from games.choccer.state import State
from games.core.thought import Budget, Thought

_CARELESS = 0.3
"""How often easy takes the first action that comes to mind."""


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
    deepest = {"medium": 2}.get(level)
    ranked = lookahead.best(state, actions, deepest) if deepest else lookahead.best(state, actions)
    return Thought(ranked[0][1], reason(state, ranked[0][1]))
