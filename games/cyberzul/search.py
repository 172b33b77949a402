"""The search among several, or of a level that does not look far: a tree of playouts to the end of the round."""

from __future__ import annotations

from random import Random

from games.core.budget import Meter
from games.cyberzul.kernel.memory import KERNEL, fields_of, move_of, tables
from games.cyberzul.kernel.playout import WHOLE
from games.cyberzul.moves import Take
from games.cyberzul.position import State

_OFTEN = 20
"""The visits from which on a move is expected."""


class Playouts:
    """A tree of playouts from one position of two to four players.

    Values go from -1 to 1: the lead over the best of the others at the end of the round, and whether it wins a match.
    """

    def __init__(self, state: State, meter: Meter, rng: Random, most: int) -> None:
        """Grow the tree by at most `most` playouts in the budget; a forced move gets just one."""
        self._seats = len(state.boards)
        fields = {**tables(self._seats), **fields_of(state), "random": rng.getrandbits(31)}
        self._run = KERNEL.begin(fields, meter)
        self._run.call("grow", most)
        self.count = self._run.numbers("node_visits", 1)[0]
        """The number of playouts."""
        tried = self._run.numbers("edge_move", self._run.numbers("node_tried", 1)[0])
        self._edges = {move_of(number): edge for edge, number in enumerate(tried)}
        meter.spend(self.count)

    def rank_moves(self) -> list[tuple[Take, float]]:
        """Return the moves that were tried with their values, the most visited first; at least one."""
        visits = self._run.numbers("edge_visits", len(self._edges))
        totals = self._run.numbers("edge_total", len(self._edges))
        order = sorted(self._edges.items(), key=lambda each: (-visits[each[1]], -totals[each[1]]))
        return [(move, totals[edge] / visits[edge] / WHOLE) for move, edge in order]

    def expected_line(self, move: Take) -> tuple[Take, ...]:
        """Return the moves expected after one that was tried, for as long as they were visited often."""
        edge, line = self._edges[move], []
        while node := self._run.numbers("edge_node", 1, edge)[0]:
            edge = self._run.call("favourite", node)
            if self._run.numbers("edge_visits", 1, edge)[0] < _OFTEN:
                break
            line.append(move_of(self._run.numbers("edge_move", 1, edge)[0]))
        return tuple(line)

    def values(self) -> tuple[float, ...]:
        """Return the value of the position for each seat: the average of all playouts, most along the best moves."""
        return tuple(each / self.count / WHOLE for each in self._run.numbers("sums", self._seats))

    def best(self) -> Take:
        """Return the move that was tried most."""
        return self.rank_moves()[0][0]
