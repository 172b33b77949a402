"""What a round's end is worth: the next round is dealt and played many times, and the weights judge where it leads.

The weights alone do not know what is left in the bag, nor how much one half of a mat helps the other.
"""

from __future__ import annotations

from itertools import cycle

from games.core.budget import Meter
from games.core.kernel.search import Line
from games.cyberzul.kernel.alpha_beta import AlphaBeta
from games.cyberzul.kernel.memory import KERNEL, fields_of, tables
from games.cyberzul.moves import Take
from games.cyberzul.position import DRAFT, OVER, State
from games.cyberzul.rules import take

ROUNDS = 3000
"""How often the next round is played at most."""
_AT_A_TIME = 100
"""How often in turn, so that all ends of a round have been looked at alike when the time is up."""


class NextRound:
    """The next round, played again and again from one position before the deal."""

    def __init__(self, state: State, meter: Meter, seed: int) -> None:
        """Set up the position; with the same seed, positions with the same bag get the same deals."""
        self._seats = len(state.boards)
        self._run = KERNEL.begin({**tables(self._seats), **fields_of(state), "seed": seed}, meter)

    def play(self, count: int, meter: Meter) -> None:
        """Deal and play the round this many times, or fewer if the budget does not allow for more."""
        before = self._run.number("nodes")
        self._run.resume(meter)
        self._run.call("play_rounds", count)
        meter.spend(self._run.number("nodes") - before)

    @property
    def count(self) -> int:
        """How often the round has been played."""
        return self._run.number("rounds")

    def lead(self, seat: int) -> float:
        """Return the lead that a seat had on average over the best of the others, in hundredths of a point."""
        points = self._run.numbers("sum_points", self._seats)
        mine = points.pop(seat)
        return (mine - max(points)) / self.count


def look_beyond(state: State, lines: list[Line[Take]], meter: Meter, seed: int) -> list[Line[Take]]:
    """Return moves searched to the end of the round with the mean of their value and of what the next round brings.

    Without the time for that, their values stay as they are.
    """
    ends = [_end_of_round(state, line, meter) for line in lines]
    rounds = {end: NextRound(end, meter, seed) for end in dict.fromkeys(ends) if end.phase != OVER}
    for next_round in cycle(rounds.values()):
        if next_round.count >= ROUNDS or not meter.open:
            break
        next_round.play(_AT_A_TIME, meter)
    if not all(next_round.count for next_round in rounds.values()):
        return lines
    return [
        line._replace(value=(line.value + rounds[end].lead(state.turn)) / 2) if end in rounds else line
        for line, end in zip(lines, ends, strict=True)
    ]


def _end_of_round(state: State, line: Line[Take], meter: Meter) -> State:
    """Play a line; where it was cut off since its end was known from elsewhere, it is searched on from there."""
    for move in (line.move, *line.expected):
        state = take(state, move)
    while state.phase == DRAFT:
        search = AlphaBeta(state, meter)
        state = take(state, search.best()[0].move)
        meter.spend(search.nodes)
    return state
