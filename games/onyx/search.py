"""A narrow search: the best turns, the answers to them, and the answers to those."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import Random

from games.core.budget import Meter
from games.onyx.position import State
from games.onyx.propose import Proposal, propose_turns

PAIRS = 8
"""The number of pieces of each colour that are tried together at the root; half as many deeper."""
BRIEF = ((2, 6, 4),)
"""The only round of a sound look, in the form of `ROUNDS`."""
SHORT = ((2, 12, 6), (3, 6, 4))
"""The rounds of medium if the kernel is not compiled."""
ROUNDS = ((2, 20, 6), (3, 12, 6), (4, 8, 6), (4, 20, 10), (5, 10, 8), (6, 8, 8))
"""The rounds of hard: how many turns ahead, how many of the best turns, and how many answers to each."""
LATER = 2, 8, 8
"""The rounds after these: this many more turns ahead each time, with this many turns and answers."""
MOST_AHEAD = 60
_ENDLESS = 1_000_000


Round = tuple[int, int, int]


def all_rounds() -> Iterator[Round]:
    """Yield the rounds of hard, deeper and deeper."""
    yield from ROUNDS
    further, width, replies = LATER
    for ahead in range(ROUNDS[-1][0] + further, MOST_AHEAD, further):
        yield ahead, width, replies


class Search:
    """A search that looks further and further ahead until the meter has run out."""

    def __init__(self, seat: int, meter: Meter, rng: Random, earlier: Collection[State] = ()) -> None:
        """Set up a search in which a repetition is a tie: of an `earlier` position of the match, or within a line."""
        self.seat = seat
        self.meter = meter
        self.rng = rng
        self._met = set(earlier)
        """The positions of the match and those on the way to the one that is being searched."""
        self.steady_value = 0.0
        """The value of the best turn by the mean of the last two rounds: whoever has placed last looks better."""

    def best(self, state: State, rounds: Iterable[Round]) -> list[Proposal]:
        """Return all turns, best first; each round searches the first of them again. A winning pass needs no search."""
        proposed = self._sort(state, self.seat, PAIRS)
        turns = sorted(
            (turn._replace(value=0) if turn.state in self._met else turn for turn in proposed), key=_by_value
        )
        before = self.steady_value = turns[0].value
        wins = [turn for turn in turns if turn.state.phase != "play" and turn.value > 0]
        if wins:
            return wins
        for ahead, width, replies in rounds:
            if not self.meter.open or len(turns) == 1:
                break
            turns = self._search_again(turns, ahead, width, replies)
            if self.meter.open:
                self.steady_value = (before + turns[0].value) / 2
                before = turns[0].value
        return turns

    def _search_again(self, turns: list[Proposal], ahead: int, width: int, replies: int) -> list[Proposal]:
        """Return the turns with the first `width` of them sorted by a search of `ahead` turns."""
        alpha = -_ENDLESS
        searched: list[Proposal] = []
        for turn in turns[:width]:
            value = self._value_after(turn, self.seat, ahead - 1, replies, alpha, _ENDLESS)
            if not self.meter.open and searched:
                break
            searched.append(turn._replace(value=value))
            alpha = max(alpha, value)
        rest = turns[len(searched) :]
        return sorted(searched, key=_by_value) + rest

    def _value_after(self, turn: Proposal, seat: int, ahead: int, replies: int, alpha: int, beta: int) -> int:
        """Return the value of the turn for `seat`, which makes it, with `ahead` more turns after it."""
        if turn.state in self._met:
            return 0
        if ahead == 0 or turn.state.phase != "play":
            return turn.value
        self._met.add(turn.state)
        value = -self._negamax(turn.state, 1 - seat, ahead, replies, -beta, -alpha)
        self._met.remove(turn.state)
        return value

    def _negamax(self, state: State, seat: int, ahead: int, replies: int, alpha: int, beta: int) -> int:
        """Return the negamax value of the position for `seat`, which is to move."""
        turns: Iterable[Proposal] = propose_turns(state, seat, self.meter, self.rng, PAIRS // 2)
        if ahead > 1:
            turns = sorted(turns, key=_by_value)[:replies]
        best = -_ENDLESS
        for turn in turns:
            best = max(best, self._value_after(turn, seat, ahead - 1, replies, max(alpha, best), beta))
            if best >= beta or (ahead > 1 and not self.meter.open):
                break
        return best

    def _sort(self, state: State, seat: int, pairs: int) -> list[Proposal]:
        return sorted(propose_turns(state, seat, self.meter, self.rng, pairs), key=_by_value)


def _by_value(turn: Proposal) -> int:
    return -turn.value
