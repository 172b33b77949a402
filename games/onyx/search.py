"""A narrow search: the best turns, the answers to them, and the answers to those."""

from __future__ import annotations

from random import Random

from games.core.budget import Meter
from games.onyx.evaluate import final_value
from games.onyx.position import State
from games.onyx.propose import Proposal, propose_turns
from games.onyx.removal import lead_after_removals

PAIRS = 8
"""Pieces of each colour that are tried together at the root; half as many deeper."""
WIDTHS = (0, 0, 20, 8, 5)
"""How many of the best turns are looked at when so many turns ahead are searched."""
REPLIES = 6
"""How many answers are looked at further."""


class Search:
    """Looks ahead, one turn more at a time, until the meter has run out."""

    def __init__(self, seat: int, meter: Meter, rng: Random) -> None:
        self.seat = seat
        self.meter = meter
        self.rng = rng

    def best(self, state: State, depth: int) -> list[Proposal]:
        """The turns looked at, the best first."""
        turns = sorted(
            map(self._score_final_pass, propose_turns(state, self.seat, self.meter, self.rng, PAIRS)), key=_by_value
        )
        for ahead in range(2, depth + 1):
            if not self.meter.open:
                break
            turns = self._search_deeper(turns, ahead)
        return turns

    def _search_deeper(self, turns: list[Proposal], ahead: int) -> list[Proposal]:
        """The best of the turns in the order that a search of `ahead` turns gives them."""
        alpha = float("-inf")
        searched: list[Proposal] = []
        for turn in turns[: WIDTHS[ahead]]:
            value = turn.value
            if turn.state.phase == "play":
                value = -self._negamax(turn.state, 1 - self.seat, ahead - 1, float("-inf"), -alpha)
            if not self.meter.open and searched:
                break
            searched.append(turn._replace(value=value))
            alpha = max(alpha, value)
        searched.sort(key=_by_value)
        return searched

    def _negamax(self, state: State, seat: int, ahead: int, alpha: float, beta: float) -> float:
        """The negamax value of the position for `seat`, who is to move."""
        if ahead == 1:
            best = float("-inf")
            for turn in propose_turns(state, seat, self.meter, self.rng, PAIRS // 2):
                best = max(best, turn.value)
                if best >= beta:
                    break
            return best
        best = float("-inf")
        for turn in self._sorted(state, seat, PAIRS // 2)[:REPLIES]:
            value = turn.value
            if turn.state.phase == "play":
                value = -self._negamax(turn.state, 1 - seat, ahead - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta or not self.meter.open:
                break
        return best

    def _sorted(self, state: State, seat: int, pairs: int) -> list[Proposal]:
        return sorted(propose_turns(state, seat, self.meter, self.rng, pairs), key=_by_value)

    def _score_final_pass(self, turn: Proposal) -> Proposal:
        """The value of a pass that ends the match is that after the removals."""
        if turn.state.phase == "play":
            return turn
        return turn._replace(value=final_value(lead_after_removals(turn.state, self.seat)))


def _by_value(turn: Proposal) -> float:
    return -turn.value
