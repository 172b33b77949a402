"""Alpha-beta search: deeper and deeper, captures and scorings to the end."""

from __future__ import annotations

from games.choccer.judgement import FORCE, WON, judged
from games.choccer.moves import HAND_ON, Action, listed
from games.choccer.rules import WORTH, acted
from games.choccer.state import BIT, NOBODY, ZONES, State
from games.core.budget import Meter

DEEPEST = 40
_LOUD = 6
"""Captures and scorings are followed for so many plies beyond the depth."""
MOST_KEPT = 300_000
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, -1


class OutOfBudget(Exception):
    """The search is broken off."""


class Lookahead:
    """One search. Values are judgements for the side to act, a won match the sooner the better."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._kept: dict[State, tuple[int, int, int, Action | None]] = {}
        self._quiet: dict[Action, int] = {}

    def best(self, state: State, actions: list[Action], deepest: int = DEEPEST) -> list[tuple[int, Action]]:
        """The actions by value, as far as the budget allows: the best first. Of equal ones the earlier stays first."""
        ranked = [(self._gain(state, action), action) for action in actions]
        ranked.sort(key=lambda pair: -pair[0])
        try:
            for depth in range(1, deepest + 1):
                ranked = self._iterated(state, ranked, depth)
                if abs(ranked[0][0]) > WON // 2 or len(ranked) == 1:
                    break
        except OutOfBudget:
            pass
        return ranked

    def _iterated(self, state: State, ranked: list[tuple[int, Action]], depth: int) -> list[tuple[int, Action]]:
        """All actions searched one ply deeper; a broken iteration still counts for what beats the former best."""
        values: dict[Action, int] = {}
        alpha = -WON - DEEPEST
        order = [action for _, action in ranked]
        try:
            for action in order:
                values[action] = self._value(state, action, depth - 1, alpha, WON + DEEPEST)
                alpha = max(alpha, values[action])
        except OutOfBudget:
            if values and depth > 1:
                best = max(values, key=values.__getitem__)
                ranked.sort(key=lambda pair: pair[1] != best)
            raise
        return sorted(((values[action], action) for action in order), key=lambda pair: -pair[0])

    def line(self, state: State) -> list[Action]:
        """What the search expects from a position on, as far as it remembers."""
        expected: list[Action] = []
        while len(expected) < DEEPEST and (kept := self._kept.get(state)) and kept[3]:
            expected.append(kept[3])
            state = acted(state, kept[3])
        return expected

    def _value(self, state: State, action: Action, depth: int, alpha: int, beta: int) -> int:
        """The value of an action for the side that does it."""
        after = acted(state, action)
        seat = state.seat
        if after.seat == NOBODY:
            return _ended(after, seat)
        if after.seat == seat:  # the other side loses its turn
            return self._search(after, depth, alpha, beta)
        return -self._search(after, depth, -beta, -alpha)

    def _search(self, state: State, depth: int, alpha: int, beta: int) -> int:
        if depth <= 0:
            return self._loud(state, alpha, beta, _LOUD)
        if not self._meter.spend():
            raise OutOfBudget
        kept = self._kept.get(state)
        first = None
        if kept:
            known, bound, value, first = kept
            if known >= depth and (bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha)):
                return value
        best, chosen, low = -2 * WON, None, alpha
        for action in self._ordered(state, first):
            value = self._value(state, action, depth - 1, low, beta)
            if value > best:
                best, chosen = value, action
                if value > low:
                    low = value
                    if value >= beta:
                        self._quiet[action] = self._quiet.get(action, 0) + depth * depth
                        break
        bound = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        self._kept[state] = depth, bound, best, chosen
        return best

    def _ordered(self, state: State, first: Action | None) -> list[Action]:
        """All actions, those that probably are good first."""
        quiet = self._quiet
        gains = {
            action: self._gain(state, action) * 1000 + quiet.get(action, 0) for action in listed(state, state.seat)
        }
        if first in gains:
            gains[first] = WON * 1000
        return sorted(gains, key=gains.__getitem__, reverse=True)

    def _loud(self, state: State, alpha: int, beta: int, plies: int) -> int:
        """Captures and scorings only, and the judgement of the position where there is nothing to gain."""
        if not self._meter.spend():
            raise OutOfBudget
        best = judged(state, state.seat)
        if best >= beta or not plies:
            return best
        alpha = max(alpha, best)
        gains = [(gain, action) for action in listed(state, state.seat) if (gain := self._gain(state, action)) >= 100]
        gains.sort(reverse=True)
        for _, action in gains:
            after = acted(state, action)
            if after.seat == NOBODY:
                value = _ended(after, state.seat)
            elif after.seat == state.seat:
                value = self._loud(after, alpha, beta, plies - 1)
            else:
                value = -self._loud(after, -beta, -alpha, plies - 1)
            if value > best:
                best = value
                if value >= beta:
                    break
                alpha = max(alpha, value)
        return best

    def _gain(self, state: State, action: Action) -> int:
        """What the action gains at once, in hundredths of a point: a rough guess for the order of the search."""
        verb, origin, target = action
        seat, end = state.seat, BIT[target]
        own_zone = ZONES[1 - seat] & end
        if state.holders & BIT[origin]:
            if own_zone:
                return 1000 if state.red & BIT[origin] else 400
            return 10 if verb == HAND_ON else 5
        other = state.black if seat else state.white
        if other & end:
            gain = 100 * WORTH[state.board[target]] + FORCE
            if state.holders & end:
                gain += 700 if state.red & end else 300
            return gain
        if state.gems & end:
            return 10 * WORTH[state.board[target]]
        return 0


def _ended(state: State, seat: int) -> int:
    """The result: a win is worth the more, and a loss the less, the sooner it comes."""
    result = judged(state, seat)
    return result - state.turn if result > 0 else result + state.turn if result < 0 else 0


def winning_turn(value: int) -> int | None:
    """The turn after which a match with this value is won; None when it is not won by force."""
    return WON - value if value > WON // 2 else None
