"""The AI at its levels."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random

from games.choccer.calibration import expected_share
from games.choccer.evaluate import advance, evaluate, static_value
from games.choccer.kernel.memory import KERNEL
from games.choccer.legal import legal_moves
from games.choccer.moves import Move
from games.choccer.position import State
from games.choccer.reasons import explain, explain_against
from games.choccer.rules import apply
from games.choccer.search import search, search_briefly, winning_turn
from games.core.budget import Budget
from games.core.calibration import CALIBRATED
from games.core.kernel.search import Line, errors_of, rank_alternatives
from games.core.levels import Look, choose_look
from games.core.player import Alternative, Player, Thought
from games.core.status import Seat

_LAPSES = {"beginner": 0.18, "easy": 0.04}
"""The share of its moves that a level chooses at a glance."""
_ERRORS = {"medium": 98, "hard": 62}
"""The most by which these levels misjudge a move, in hundredths of a point."""

_CHANCE = 3.0
"""The most, in columns, by which chance outweighs an advance among moves that seem equally good."""

_CLEARLY = 80
"""The least by which a move must be worse to deserve a warning, in hundredths of a point."""


class ChoccerPlayer(Player[State, Move]):
    """The AI: at a glance, it evaluates the position after each of its moves and does not look at the answers.

    Otherwise beginner and easy search two plies and the captures that follow, and medium three; hard and master search
    as deep as their budget allows.
    """

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate(state, seat)

    def prepare(self) -> None:
        KERNEL.prepare()

    def think(
        self, view: State, seat: Seat, level: str, budget: Budget, rng: Random, history: Collection[State] = ()
    ) -> Thought[Move]:
        moves = legal_moves(view, seat)
        rng.shuffle(moves)
        after = {move: apply(view, move) for move in moves}
        look = choose_look(level, _LAPSES, rng)
        if look is not Look.DEEP:  # of equally good moves the first is chosen
            moves.sort(key=lambda move: advance(after[move], seat) + rng.uniform(0, _CHANCE), reverse=True)
        glances = {move: static_value(after[move], seat) for move in moves}
        obvious = max(moves, key=glances.__getitem__)
        if look is Look.GLANCE:
            return Thought(obvious, explain(view, obvious))
        errors = errors_of(level, _ERRORS, rng)
        if look is not Look.DEEP:
            return _thought(view, level, look, search_briefly(view, moves, budget.start(), look, errors))
        best, compared = search(view, moves, obvious, budget.start(), errors)
        thought = _thought(view, level, look, best, compared)
        worse = next((line for line in compared if line.move == obvious), None)
        if worse is None or not worse.expected or best.value - worse.value < _CLEARLY:
            return thought
        against = explain_against(view, obvious, worse.expected[0])
        return replace(thought, why=thought.why.with_idea(against, thought.why.marks))


def _thought(
    view: State, level: str, look: Look, best: Line[Move], compared: Iterable[Line[Move]] = ()
) -> Thought[Move]:
    """Return the best move with its reason, and with its value and alternatives if the level is calibrated.

    Alternatives are capped at the value of the best move, since it was searched deeper.
    """
    why = explain(view, best.move, best.expected, winning_turn(best.value))
    if level not in CALIBRATED:
        return Thought(best.move, why, line=best.expected)
    alternatives = tuple(
        Alternative(line.move, expected_share(view, line.value, look), line.expected)
        for line in rank_alternatives(best, compared)
    )
    return Thought(best.move, why, expected_share(view, best.value, look), best.expected, alternatives)
