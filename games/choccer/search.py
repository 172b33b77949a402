"""Alpha-beta search by iterative deepening, with a transposition table and a quiescence search."""

from __future__ import annotations

from games.choccer.evaluate import MATERIAL, WIN, static_value
from games.choccer.legal import legal_moves
from games.choccer.moves import HAND_ON, Move
from games.choccer.position import BIT, NOBODY, ZONES, State
from games.choccer.rules import POINTS, apply
from games.core.budget import Meter

MAX_DEPTH = 40
_QUIESCENCE_PLIES = 6
"""Captures and scorings are followed for so many plies beyond the depth."""
TABLE_SIZE = 300_000
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, -1


class OutOfBudget(Exception):
    """The budget is used up: the search ends at once."""


class Search:
    """One search. Values are those of the side to act, in hundredths of a point; of two wins the sooner is better."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._table: dict[State, tuple[int, int, int, Move | None]] = {}
        self._history: dict[Move, int] = {}

    def best(self, state: State, moves: list[Move], max_depth: int = MAX_DEPTH) -> list[tuple[int, Move]]:
        """The moves by value, as far as the budget allows: the best first. Of equal ones the earlier stays first."""
        ranked = [(self._gain(state, move), move) for move in moves]
        ranked.sort(key=lambda pair: -pair[0])
        try:
            for depth in range(1, max_depth + 1):
                ranked = self._iterate(state, ranked, depth)
                if abs(ranked[0][0]) > WIN // 2 or len(ranked) == 1:
                    break
        except OutOfBudget:
            pass
        return ranked

    def _iterate(self, state: State, ranked: list[tuple[int, Move]], depth: int) -> list[tuple[int, Move]]:
        """All moves searched one ply deeper; an unfinished iteration counts where a move beats the former best."""
        values: dict[Move, int] = {}
        alpha = -WIN - MAX_DEPTH
        order = [move for _, move in ranked]
        try:
            for move in order:
                values[move] = self._value(state, move, depth - 1, alpha, WIN + MAX_DEPTH)
                alpha = max(alpha, values[move])
        except OutOfBudget:
            if values and depth > 1:
                best = max(values, key=values.__getitem__)
                ranked.sort(key=lambda pair: pair[1] != best)
            raise
        return sorted(((values[move], move) for move in order), key=lambda pair: -pair[0])

    def principal_variation(self, state: State) -> list[Move]:
        """The moves that the search expects from a position on, as far as the transposition table holds them."""
        expected: list[Move] = []
        while len(expected) < MAX_DEPTH and (entry := self._table.get(state)) and entry[3]:
            expected.append(entry[3])
            state = apply(state, entry[3])
        return expected

    def _value(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        """The value of a move for the side that makes it."""
        after = apply(state, move)
        seat = state.seat
        if after.seat == NOBODY:
            return _terminal_value(after, seat)
        if after.seat == seat:  # the other side loses its turn
            return self._search(after, depth, alpha, beta)
        return -self._search(after, depth, -beta, -alpha)

    def _search(self, state: State, depth: int, alpha: int, beta: int) -> int:
        if depth <= 0:
            return self._quiesce(state, alpha, beta, _QUIESCENCE_PLIES)
        if not self._meter.spend():
            raise OutOfBudget
        entry = self._table.get(state)
        first = None
        if entry:
            known, bound, value, first = entry
            if known >= depth and (bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha)):
                return value
        best, chosen, low = -2 * WIN, None, alpha
        for move in self._order_moves(state, first):
            value = self._value(state, move, depth - 1, low, beta)
            if value > best:
                best, chosen = value, move
                if value > low:
                    low = value
                    if value >= beta:
                        self._history[move] = self._history.get(move, 0) + depth * depth
                        break
        bound = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        if len(self._table) > TABLE_SIZE:
            self._table.clear()
        self._table[state] = depth, bound, best, chosen
        return best

    def _order_moves(self, state: State, first: Move | None) -> list[Move]:
        """All moves, the most promising first: the table's move, then gains, then the history heuristic."""
        history = self._history
        gains = {move: self._gain(state, move) * 1000 + history.get(move, 0) for move in legal_moves(state, state.seat)}
        if first in gains:
            gains[first] = WIN * 1000
        return sorted(gains, key=gains.__getitem__, reverse=True)

    def _quiesce(self, state: State, alpha: int, beta: int, plies: int) -> int:
        """The quiescence search: captures and scorings only, else the static value of the position."""
        if not self._meter.spend():
            raise OutOfBudget
        best = static_value(state, state.seat)
        if best >= beta or not plies:
            return best
        alpha = max(alpha, best)
        gains = [(gain, move) for move in legal_moves(state, state.seat) if (gain := self._gain(state, move)) >= 100]
        gains.sort(reverse=True)
        for _, move in gains:
            after = apply(state, move)
            if after.seat == NOBODY:
                value = _terminal_value(after, state.seat)
            elif after.seat == state.seat:
                value = self._quiesce(after, alpha, beta, plies - 1)
            else:
                value = -self._quiesce(after, -beta, -alpha, plies - 1)
            if value > best:
                best = value
                if value >= beta:
                    break
                alpha = max(alpha, value)
        return best

    def _gain(self, state: State, move: Move) -> int:
        """What the move gains at once, in hundredths of a point: a rough guess for the order of the search."""
        verb, origin, target = move
        seat, end = state.seat, BIT[target]
        own_zone = ZONES[1 - seat] & end
        if state.holders & BIT[origin]:
            if own_zone:
                return 1000 if state.red & BIT[origin] else 400
            return 10 if verb == HAND_ON else 5
        other = state.black if seat else state.white
        if other & end:
            gain = 100 * POINTS[state.board[target]] + MATERIAL
            if state.holders & end:
                gain += 700 if state.red & end else 300
            return gain
        if state.gems & end:
            return 10 * POINTS[state.board[target]]
        return 0


def _terminal_value(state: State, seat: int) -> int:
    """The result: a win is worth the more, and a loss the less, the sooner it comes."""
    result = static_value(state, seat)
    return result - state.turn if result > 0 else result + state.turn if result < 0 else 0


def winning_turn(value: int) -> int | None:
    """The turn after which a match with this value is won; None when it is not won by force."""
    return WIN - value if value > WIN // 2 else None
