"""The effects of the four actions, and when they are legal (RULES 3-6)."""

from __future__ import annotations

from games.conquid.field import BLOCK, Field
from games.conquid.moves import ACQUIRED

SUPPORT = 4
"""The number of own cells along the edge of a block that a vanquish needs."""


def acquired_cells(field: Field, own: int, other: int, cells: tuple[str, ...]) -> int:
    """Return the three cells of an acquire as a bitboard (RULES 3); 0 if they are not three different empty ones."""
    bit = field.bit
    try:
        first, second, third = cells
        board = bit[first] | bit[second] | bit[third]
    except (KeyError, ValueError):
        return 0
    return board if (field.ground & ~(own | other) & board).bit_count() == ACQUIRED else 0


def cells_conquered(field: Field, own: int, other: int) -> int:
    """Return the cells of `other` that a conquer takes (RULES 4): repeatedly, all those with two own neighbours."""
    columns = field.grid.columns
    first = other
    while True:
        west, east = own << 1 & field.inner_west, own >> 1 & field.inner_east
        north, south = own << columns, own >> columns
        taken = ((west & east) | (north & south) | ((west | east) & (north | south))) & other
        if not taken:
            return first & ~other
        own |= taken
        other ^= taken


def vanquishable_blocks(field: Field, own: int, other: int) -> int:
    """Return the top left cells of the blocks that a vanquish may empty (RULES 5)."""
    empty = field.ground & ~(own | other)
    alike = (
        _uniform_blocks(field, own) | _uniform_blocks(field, other) | _uniform_blocks(field, empty)
    ) & field.corners
    return alike & _supported_blocks(field, own) if alike else 0


def is_vanquishable(field: Field, own: int, other: int, corner: str) -> bool:
    """Whether the block with this top left cell may be emptied (RULES 5)."""
    block = field.blocks.get(corner)
    if block is None or (own & block.ring).bit_count() < SUPPORT:
        return False
    return block.cells & own in (block.cells, 0) and block.cells & other in (block.cells, 0)


def is_connected(field: Field, own: int, seat: int) -> bool:
    """Whether own cells join the two headquarters (RULES 6)."""
    goal = field.gates[1 - seat] & own
    reached = field.gates[seat] & own
    if not goal:
        return False
    while reached:
        if reached & goal:
            return True
        wider = reached | (field.neighbours_of(reached) & own)
        if wider == reached:
            return False
        reached = wider
    return False


def is_unbreakable(field: Field, own: int, other: int, seat: int) -> bool:
    """Whether the chain of `own` is complete after any move of the opponent."""
    if not is_connected(field, own & ~cells_conquered(field, other, own), seat):
        return False
    blocks = (field.blocks[corner].cells for corner in field.names(vanquishable_blocks(field, other, own)))
    return all(not own & block or is_connected(field, own & ~block, seat) for block in blocks)


def winning_path(field: Field, own: int, seat: int) -> tuple[str, ...]:
    """Return one shortest chain of own cells between the headquarters, from the own side; empty if there is none."""
    goal = field.gates[1 - seat] & own
    waves = [field.gates[seat] & own]
    seen = waves[0]
    while not waves[-1] & goal:
        wave = field.neighbours_of(waves[-1]) & own & ~seen
        if not wave:
            return ()
        waves.append(wave)
        seen |= wave
    step = _lowest(waves.pop() & goal)
    path = [step]
    while waves:
        step = _lowest(field.neighbours_of(step) & waves.pop())
        path.append(step)
    return tuple(field.names(cell)[0] for cell in reversed(path))


def _uniform_blocks(field: Field, board: int) -> int:
    """Return the top left cells of the 4 × 4 blocks that `board` fills; valid only within `Field.corners`."""
    columns = field.grid.columns
    pairs = board & board >> 1
    lines = pairs & pairs >> 2
    pairs = lines & lines << columns
    return pairs & pairs << 2 * columns


def _supported_blocks(field: Field, own: int) -> int:
    """Return the top left cells of the blocks with enough own cells at their edge; valid only in `Field.corners`."""
    columns = field.grid.columns
    # A cell shifted off the board on one side must not reappear on the other.
    west, east = own & field.inner_east, own & field.inner_west
    ones = twos = fours = 0
    for step in range(BLOCK):
        down = step * columns
        for layer in (west << 1 << down, east >> BLOCK << down, own >> columns >> step, own << BLOCK * columns >> step):
            carry = ones & layer
            ones ^= layer
            fours |= twos & carry
            twos ^= carry
    return fours


def _lowest(board: int) -> int:
    return board & -board
