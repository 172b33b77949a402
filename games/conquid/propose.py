"""Promising moves out of ten million, for the AI."""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import NamedTuple

from games.conquid.actions import cells_conquered, is_connected, is_unbreakable, vanquishable_blocks
from games.conquid.completions import unbreakable_acquire
from games.conquid.evaluate import WIN, static_value
from games.conquid.field import Field, field_of
from games.conquid.moves import ACQUIRED, CONQUER, CONQUEST, Move
from games.conquid.position import State
from games.conquid.useful_cells import rank_cells, useful_cells
from games.core.budget import Budget, Meter


class Proposal(NamedTuple):
    """A move, its static value for the side that makes it, and what both sides then own."""

    value: float
    move: Move
    own: int
    other: int

    @property
    def boards(self) -> tuple[int, int]:
        """What both sides then own, the side that makes the move first."""
        return self.own, self.other


class Breadth(NamedTuple):
    """The number of cells that an acquire is built from, and the beam widths for sets of one, two and three cells."""

    cells: int
    widths: tuple[int, int, int]

    @classmethod
    def of_width(cls, cells: int, width: int) -> Breadth:
        """Return the breadth with beams of this width, and one twice as wide for sets of three cells."""
        return cls(cells, (width, width, 2 * width))


_PROPOSED = Breadth(12, (6, 12, 24))


class Proposer:
    """A finder of promising moves that works while the meter allows.

    `noise` is the most, in cells, by which a position may seem better than it is; a little decides between equals.
    """

    def __init__(self, field: Field, meter: Meter, rng: Random, noise: float) -> None:
        self.field = field
        self.meter = meter
        self._rng = rng
        self._noise = noise

    def proposals(self, own: int, other: int, seat: int, breadth: Breadth, enough: float = WIN) -> list[Proposal]:
        """Return promising moves, best first; stop looking for more once one has the value `enough`."""
        if is_connected(self.field, own, seat):
            return [Proposal(WIN, CONQUEST, own, other)]
        found = self._conquers_and_vanquishes(own, other, seat)
        if max(found).value < enough and (chosen := self._completing_acquire(own, other, seat)):
            found.append(self._evaluated_proposal(Move("A", self.field.names(chosen)), own | chosen, other, seat))
        if max(found).value < enough:
            found += self._acquires(own, other, seat, breadth, enough)
        return sorted(found, key=attrgetter("value"), reverse=True)

    def winning_move(self, own: int, other: int, seat: int) -> Move | None:
        """Return the declaration, or an acquire after which the opponent can neither declare nor break the chain."""
        if is_connected(self.field, own, seat):
            return CONQUEST
        if is_connected(self.field, other, 1 - seat):
            return None
        chosen = self._completing_acquire(own, other, seat)
        return Move("A", self.field.names(chosen)) if chosen else None

    def _completing_acquire(self, own: int, other: int, seat: int) -> int:
        """Return three cells that complete an unbreakable chain; 0 if there are none.

        If fewer are enough, the most useful others with which nothing breaks it, either, are added.
        """
        field = self.field
        chosen = unbreakable_acquire(field, own, other, seat, self.meter) or 0
        if 0 < chosen.bit_count() < ACQUIRED:
            empty = field.ground & ~(own | other | chosen)
            for cell in rank_cells(field, empty, useful_cells(field, own, other, seat)):
                if chosen.bit_count() == ACQUIRED:
                    break
                if is_unbreakable(field, own | chosen | 1 << cell, other, seat):
                    chosen |= 1 << cell
        return chosen if chosen.bit_count() == ACQUIRED else 0

    def _conquers_and_vanquishes(self, own: int, other: int, seat: int) -> list[Proposal]:
        """Return conquer, and every vanquish that hurts the opponent."""
        field = self.field
        taken = cells_conquered(field, own, other)
        found = [self._evaluated_proposal(CONQUER, own | taken, other ^ taken, seat)]
        for corner in field.names(vanquishable_blocks(field, own, other)):
            block = field.blocks[corner].cells
            if block & other:
                found.append(self._evaluated_proposal(Move("V", (corner,)), own, other & ~block, seat))
        return found

    def _acquires(self, own: int, other: int, seat: int, breadth: Breadth, enough: float) -> list[Proposal]:
        """Return acquires built cell by cell from the most useful cells; each step keeps the best sets."""
        field = self.field
        empty = field.ground & ~(own | other)
        if empty.bit_count() < ACQUIRED:
            return []
        ranked = rank_cells(field, empty, useful_cells(field, own, other, seat))
        # The cells with which the opponent's next acquire would win come first.
        threat = unbreakable_acquire(field, other, own, 1 - seat, self.meter) or 0
        ranked.sort(key=lambda index: not threat >> index & 1)
        pool = [1 << index for index in ranked[: breadth.cells]]
        sets = {0: 0.0}
        for width in breadth.widths:
            grown: dict[int, float] = {}
            for chosen in dict.fromkeys(part | cell for part in sets for cell in pool if not part & cell):
                if not self.meter.open:
                    break
                grown[chosen] = self._evaluate(own | chosen, other, seat)
                if grown[chosen] >= enough and chosen.bit_count() == ACQUIRED:
                    break
            best = sorted(grown, key=grown.__getitem__, reverse=True)[:width]
            sets = {chosen: grown[chosen] for chosen in best} or sets
        filled = dict.fromkeys(_fill_up(chosen, pool) for chosen in sets)
        values = {cells: sets[cells] if cells in sets else self._evaluate(own | cells, other, seat) for cells in filled}
        return [Proposal(value, Move("A", field.names(cells)), own | cells, other) for cells, value in values.items()]

    def _evaluated_proposal(self, move: Move, own: int, other: int, seat: int) -> Proposal:
        return Proposal(self._evaluate(own, other, seat), move, own, other)

    def _evaluate(self, own: int, other: int, seat: int) -> float:
        """Return the value for the side when its opponent is to move."""
        self.meter.spend()
        value = static_value(self.field, other, own, 1 - seat)
        return self._rng.random() * self._noise - round(value, 2)  # else equal values would differ by rounding errors


def _fill_up(chosen: int, pool: list[int]) -> int:
    """Add cells of the pool until the set has three, since the meter may have run out while it grew."""
    for cell in pool:
        if chosen.bit_count() < ACQUIRED:
            chosen |= cell
    return chosen


def propose(state: State, seat: int, rng: Random) -> list[Move]:
    """Return promising moves, best first. The match must not be over, and `seat` must be to move."""
    proposer = Proposer(field_of(state.size), Budget().start(), rng, 0.0)
    found = proposer.proposals(state.cells[seat], state.cells[1 - seat], seat, _PROPOSED)
    return [proposal.move for proposal in found]
