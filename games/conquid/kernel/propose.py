"""Unbreakable chains, and promising moves: acquires grown cell by cell from the most useful cells."""

from __future__ import annotations

from games.conquid.kernel.board import (
    carry_out,
    conquer,
    copy,
    flood,
    full_blocks,
    is_supported,
    is_unbreakable,
    put_cells,
)
from games.conquid.kernel.memory import CONQUER, SET, VANQUISH, Memory
from games.conquid.kernel.places import (
    ATTACK,
    BACK,
    BLOCK,
    CONTACT,
    EDGE,
    FAR,
    FLOODS,
    GATES,
    GROUND,
    GROWN,
    GUARD,
    NARROW,
    OUT,
    ROWS,
    SET_OWN,
    TAKEN,
    TRIED,
    TRIED_OTHER,
    WAY,
)
from games.conquid.kernel.value import (
    GAIN,
    after_conquer,
    chain_distance,
    chains_value,
    contact_value,
    count_cells,
    distance,
    is_decided,
    static_value,
)
from games.core.kernel.tree import is_over

ACQUIRED = 3
UNTRIED = -1_000_000


def find_far_cells(k: Memory, own: int, other: int, seat: int) -> None:
    """Store in FAR the empty cells that at most one, two or three of them join to the opponent's gate."""
    b, rows, goal = k.b, k.rows, GATES + (1 - seat) * ROWS
    copy(k, goal, EDGE)
    for step in range(ACQUIRED):
        cells = FAR + step * ROWS
        for row in range(rows):
            b[FLOODS + row] = b[EDGE + row] & b[own + row]
        flood(k, own, FLOODS)
        for row in range(rows):
            here = b[FLOODS + row]
            beside = b[EDGE + row] | here << 1 | here >> 1 | b[FLOODS + row - 1] | b[FLOODS + row + 1]
            b[cells + row] = beside & b[GROUND + row] & ~b[own + row] & ~b[other + row]
        for row in range(rows):
            here = b[cells + row]
            beside = here | here << 1 | here >> 1 | b[cells + row - 1] | b[cells + row + 1]
            b[EDGE + row] |= beside & b[GROUND + row]


def complete(k: Memory, own: int, other: int, seat: int, left: int) -> int:
    """Store up to `left` more cells that complete an unbreakable chain in `chain`; return 1 if there are any."""
    b, rows = k.b, k.rows
    out, near = FLOODS + left * ROWS, GATES + seat * ROWS
    reached = 0
    for row in range(rows):
        b[out + row] = b[near + row] & b[own + row]
    flood(k, own, out)
    for row in range(rows):
        reached |= b[out + row] & b[GATES + (1 - seat) * ROWS + row]
    if reached:
        return 1 if is_unbreakable(k, own, other, seat) else 0
    if left == 0 or is_over(k):
        return 0
    grown = GROWN + left * ROWS
    for row in range(rows):
        here = b[out + row]
        beside = b[near + row] | here << 1 | here >> 1 | b[out + row - 1] | b[out + row + 1]
        cells = beside & b[FAR + (left - 1) * ROWS + row] & ~b[own + row]
        column = 0
        while cells >> column:
            if cells >> column & 1:
                copy(k, own, grown)
                b[grown + row] |= 1 << column
                k.chain[left - 1] = row << 6 | column
                if complete(k, grown, other, seat, left - 1):
                    return 1
            column += 1
    k.chain[left - 1] = -1
    return 0


def find_chain(k: Memory, own: int, other: int, seat: int) -> int:
    """Return 1 if an acquire completes an unbreakable chain, and store its cells in `chain` (-1 for none)."""
    for each in range(ACQUIRED):
        k.chain[each] = -1
    if chain_distance(k, own, other, seat) > ACQUIRED:
        return 0
    find_far_cells(k, own, other, seat)
    found = 0
    for each in range(1, ACQUIRED + 1):
        if found == 0:
            for cell in range(ACQUIRED):
                k.chain[cell] = -1
            found = complete(k, own, other, seat, each)
    return found


def find_way(k: Memory, own: int, other: int, seat: int, out: int) -> int:
    """Store the empty cells on all the shortest chains of the seat; return how many each of them needs.

    NARROW then has those of them that are the only ones in their place: a shortest chain without them crosses the
    opponent's cells there, or there is none.
    """
    b, rows, near, far = k.b, k.rows, GATES + seat * ROWS, GATES + (1 - seat) * ROWS
    missing = distance(k, own, other, near, far, OUT)
    distance(k, own, other, far, near, BACK)
    for row in range(rows):
        b[out + row] = 0
        b[NARROW + row] = 0
    for step in range(1, missing + 1):
        ahead, behind = OUT + step * ROWS, BACK + (missing + 1 - step) * ROWS
        number, last = 0, 0
        for row in range(rows):
            cells = b[ahead + row] & b[behind + row] & ~b[own + row] & ~b[other + row]
            b[out + row] |= cells
            if cells:
                number += 1 if cells & cells - 1 == 0 else 2
                last = row
        if number == 1:
            b[NARROW + last] |= b[ahead + last] & b[behind + last] & ~b[own + last] & ~b[other + last]
    return missing


def find_contacts(k: Memory, own: int, other: int, out: int) -> None:
    """Store the empty cells beside those cells of `other` that one more own neighbour makes conquerable."""
    b, rows, full = k.b, k.rows, k.full
    for row in range(rows):
        west, east = b[own + row] << 1 & full, b[own + row] >> 1
        south, north = b[own + row - 1], b[own + row + 1]
        several = west & east | north & south | (west | east) & (north | south)
        b[CONTACT + row] = (west | east | north | south) & ~several & b[other + row]
    for row in range(rows):
        here = b[CONTACT + row]
        beside = here << 1 | here >> 1 | b[CONTACT + row - 1] | b[CONTACT + row + 1]
        b[out + row] = beside & b[GROUND + row] & ~b[own + row] & ~b[other + row]


def add_to_pool(k: Memory, cell: int, rank: int, most: int) -> None:
    """Insert a cell into the pool, which holds the best few cells, best first."""
    at = min(k.pool_count, most)
    while at > 0 and k.pool_rank[at - 1] < rank:
        if at < most:
            k.pool[at] = k.pool[at - 1]
            k.pool_rank[at] = k.pool_rank[at - 1]
        at -= 1
    if at < most:
        k.pool[at] = cell
        k.pool_rank[at] = rank
        k.pool_count = min(k.pool_count + 1, most)


def fill_pool(k: Memory, own: int, other: int, seat: int, most: int) -> None:
    """Fill the pool with the most useful empty cells; those with which the opponent would win come first."""
    b, rows, columns = k.b, k.rows, k.columns
    find_way(k, own, other, seat, WAY)
    find_way(k, other, own, 1 - seat, BLOCK)
    find_contacts(k, own, other, ATTACK)
    find_contacts(k, other, own, GUARD)
    find_chain(k, other, own, 1 - seat)
    k.pool_count = 0
    for row in range(rows):
        empty = b[GROUND + row] & ~b[own + row] & ~b[other + row]
        for column in range(columns):
            if empty >> column & 1:
                uses = (b[WAY + row] >> column & 1) * 3 + (b[ATTACK + row] >> column & 1) * 2
                uses += (b[BLOCK + row] >> column & 1) * 2 + (b[GUARD + row] >> column & 1)
                cell = row << 6 | column
                if cell in (k.chain[0], k.chain[1], k.chain[2]):
                    uses += 10
                rank = 1000 * uses - abs(2 * row + 1 - rows) - abs(2 * column + 1 - columns)
                if k.pool_count < most or rank > k.pool_rank[most - 1]:
                    add_to_pool(k, cell, rank, most)


def value_after(k: Memory, own: int, other: int, seat: int) -> int:
    """Return the value for the seat when its opponent is to move."""
    return -static_value(k, other, own, 1 - seat)


def sorted_cells(cells: int, size: int, cell: int) -> int:
    """Return a set of `size` cells with one more cell added, as one number with the lower cells first."""
    found, at, placed = 0, 0, 0
    for each in range(size):
        old = cells >> 11 * each & 2047
        if not placed and cell < old:
            found |= cell << 11 * at
            at += 1
            placed = 1
        found |= old << 11 * at
        at += 1
    return found if placed else found | cell << 11 * at


def has_cell(cells: int, size: int, cell: int) -> bool:
    """Whether the set has the cell."""
    for each in range(size):  # noqa: SIM110 - a generator is not compiled
        if cells >> 11 * each & 2047 == cell:
            return True
    return False


def add_grown(k: Memory, own: int, other: int, seat: int, cells: int, size: int, number: int) -> int:
    """Add the sets of `cells` and one pool cell to the `number` grown sets that there are; return their new number.

    Their values are upper bounds: what the opponent's next conquer would take is left out. What both chains need
    afterwards follows from the chains before. The own one needs one cell less if the cell is on a shortest chain; the
    opponent's is as long as before unless the cell is the only one in its place on the shortest chains.
    """
    b = k.b
    put_cells(k, own, cells, size, SET_OWN)
    need = find_way(k, SET_OWN, other, seat, WAY)
    theirs = find_way(k, other, SET_OWN, 1 - seat, BLOCK)
    for each in range(k.pool_count):
        cell = k.pool[each]
        if has_cell(cells, size, cell) or number >= SET * 4 or k.aborted:
            continue
        larger = sorted_cells(cells, size, cell)
        known = False
        for other_set in range(number):
            if k.grown[other_set] == larger:
                known = True
        if known or is_over(k):
            continue
        row, bit = cell >> 6, 1 << (cell & 63)
        copy(k, SET_OWN, TRIED)
        b[TRIED + row] |= bit
        need_after = need - 1 if b[WAY + row] & bit else need
        theirs_after = chain_distance(k, other, TRIED, 1 - seat) if b[NARROW + row] & bit else theirs
        chains = chains_value(theirs_after, need_after)
        value = chains if is_decided(chains) else chains + contact_value(k, other, TRIED, 1 - seat, theirs_after)
        k.grown[number], k.grown_chains[number], k.grown_value[number] = larger, chains, -value
        k.grown_bound[number] = 1 if theirs_after else 0
        number += 1
    return number


def best_grown(k: Memory, number: int) -> int:
    """Return the place of the first grown set with the greatest value."""
    best = 0
    for each in range(number):
        if k.grown_value[each] > k.grown_value[best]:
            best = each
    return best


def settle_value(k: Memory, own: int, other: int, seat: int, size: int, at: int) -> None:
    """Make the upper bound of a grown set of `size` cells its value: count the opponent's next conquer."""
    k.grown_bound[at] = 0
    put_cells(k, own, k.grown[at], size, TRIED)
    if not conquer(k, other, TRIED):
        return
    gain = GAIN * count_cells(k, TAKEN)
    chains, after = k.grown_chains[at], after_conquer(k, 1 - seat)
    if is_decided(chains):
        k.grown_value[at] = value_after(k, TRIED, other, seat)
    elif is_decided(after):
        k.grown_value[at] = -max(chains, after)
    else:
        k.grown_value[at] -= gain + max(0, after - chains)


def grow(k: Memory, own: int, other: int, seat: int, size: int, width: int) -> None:
    """Add a pool cell to each set of the beam, and make the best `width` sets of `size` cells the new beam.

    Only the sets that seem to be among the best are evaluated in full.
    """
    number = 0
    for at in range(k.beam_count):
        number = add_grown(k, own, other, seat, k.beam[at], size - 1, number)
    k.beam_count = min(width, number)
    for at in range(k.beam_count):
        best = best_grown(k, number)
        while k.grown_bound[best]:
            settle_value(k, own, other, seat, size, best)
            best = best_grown(k, number)
        k.beam[at], k.beam_value[at] = k.grown[best], k.grown_value[best]
        k.grown_value[best] = UNTRIED


def push(k: Memory, move: int, value: int) -> None:
    """Push a move on the stack."""
    k.moves[k.top] = move
    k.order[k.top] = value
    k.top += 1


def propose(k: Memory, own: int, other: int, seat: int, cells: int, width: int) -> int:
    """Push promising moves and their values for the seat on the stack; return their number."""
    first = k.top
    carry_out(k, CONQUER, own, other, TRIED, TRIED_OTHER)
    push(k, CONQUER, value_after(k, TRIED, TRIED_OTHER, seat))
    for row in range(k.rows - 3):
        blocks = full_blocks(k, other, row)
        column = 0
        while blocks >> column:
            if blocks >> column & 1 and is_supported(k, own, row, column):
                move = VANQUISH | row << 6 | column
                carry_out(k, move, own, other, TRIED, TRIED_OTHER)
                push(k, move, value_after(k, TRIED, TRIED_OTHER, seat))
            column += 1
    fill_pool(k, own, other, seat, cells)
    if k.pool_count >= ACQUIRED:
        k.beam_count, k.beam[0] = 1, 0
        for size in range(1, ACQUIRED + 1):
            before = k.beam_count
            grow(k, own, other, seat, size, 2 * width if size == ACQUIRED else width)
            if k.beam_count == 0 and before:
                break
        if k.aborted == 0:
            for at in range(k.beam_count):
                push(k, k.beam[at], k.beam_value[at])
    return k.top - first
