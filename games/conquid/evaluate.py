"""Static evaluation: the chains to complete, and what a conquer would change at once."""

from __future__ import annotations

from games.conquid.actions import cells_conquered, is_unbreakable
from games.conquid.distances import distance
from games.conquid.field import Field
from games.conquid.kernel import value as kernel
from games.conquid.position import State

WIN = kernel.WIN / kernel.CELL
"""The value for a side that can declare conquest; a win or loss that is a move away has a slightly smaller value."""
_TEMPO, _THREAT, _SIEGE, _GAIN, _LOSS = (
    weight / kernel.CELL for weight in (kernel.TEMPO, kernel.THREAT, kernel.SIEGE, kernel.GAIN, kernel.LOSS)
)
"""The weights of the kernel, in cells."""
_EVEN = 17.0


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for the seat, scaled to the range from -1 to 1."""
    if state.turn is None:
        return 1.0 if state.winner == seat else -1.0
    mover = state.turn
    value = static_value(state.field, state.cells[mover], state.cells[1 - mover], mover)
    return (value if mover == seat else -value) / (_EVEN + abs(value))


def static_value(field: Field, own: int, other: int, seat: int) -> float:
    """Return the value for `seat`, which is to move and owns `own`: how many more cells the opponent's chain needs.

    The seat may continue its chain or conquer at once, whichever is better. The cells that a conquer of either side
    would take count, the opponent's for less, since it comes a move later; so does what it would break. The cells that
    touch the opponent's count, where later conquers come from, and all that are owned. The value is `WIN` if conquest
    can be declared, and about -WIN if the opponent's chain is complete and no conquer breaks it.
    """
    need = distance(field, own, other, seat)
    if need == 0:
        return WIN
    theirs = distance(field, other, own, 1 - seat)
    best = theirs - need + _TEMPO if theirs else 1 - WIN
    taken = cells_conquered(field, own, other)
    if taken:
        best = max(best, _after_conquer(field, own | taken, other ^ taken, seat))
    if best < -WIN / 2 or best > WIN / 2:
        return best
    lost = cells_conquered(field, other, own)
    if lost:
        broken = distance(field, own ^ lost, other | lost, seat) - need
        best -= _THREAT * min(kernel.MOST_THREAT, broken) + _LOSS * lost.bit_count()
    siege = (field.neighbours_of(other) & own).bit_count() - (field.neighbours_of(own) & other).bit_count()
    land = own.bit_count() - other.bit_count()
    return best + _GAIN * taken.bit_count() + _SIEGE * siege + kernel.land_value(land) / kernel.CELL


def evaluate_after_move(state: State, seat: int) -> float:
    """Return the value for `seat` after its move, with its opponent to move."""
    if state.winner == seat:
        return WIN
    return -static_value(state.field, state.cells[1 - seat], state.cells[seat], 1 - seat)


def _after_conquer(field: Field, own: int, other: int, seat: int) -> float:
    """Return the value after a conquer by `seat`, with the opponent to move."""
    theirs = distance(field, other, own, 1 - seat)
    if theirs == 0:
        return 1 - WIN
    need = distance(field, own, other, seat)
    if need == 0 and is_unbreakable(field, own, other, seat):
        return WIN - 2
    return theirs - need - _TEMPO
