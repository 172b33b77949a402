"""The distance of each side from joining the headquarters."""

from __future__ import annotations

from games.conquid.field import Field

CROSSING_COST = 3
"""The cost of crossing an opponent's cell, which has to be conquered first, in empty cells."""


def rings(field: Field, own: int, empty: int, walls: int, start: int, goal: int) -> list[int]:
    """Return the cells by what a chain from `start` needs to reach them, up to the first ring that meets `goal`.

    Ring n holds the cells that would join the chain if n empty cells, themselves included, were owned; a cell of
    `walls` counts like `CROSSING_COST` empty ones. The last ring does not meet `goal` if there is no way at all.
    """
    columns, west, east = field.grid.columns, field.inner_west, field.inner_east
    found: list[int] = []
    crossed: list[int] = []
    left = field.ground
    step, beyond = start & own, start
    while True:
        ring = step
        left &= ~step
        while step:
            beside = (step << 1 & west) | (step >> 1 & east) | step << columns | step >> columns
            beyond |= beside
            step = beside & own & left
            ring |= step
            left ^= step
        found.append(ring)
        if ring & goal:
            return found
        crossed.append(beyond & walls)
        step = beyond & empty & left
        if len(crossed) >= CROSSING_COST:
            step |= crossed[-CROSSING_COST] & left
        beyond = 0
        if not step and not any(crossed[1 - CROSSING_COST :]):
            return found


def missing_cells(field: Field, own: int, other: int, seat: int) -> int | None:
    """Return the least number of empty cells that would complete a chain; None if the opponent is in the way."""
    goal = field.gates[1 - seat]
    found = rings(field, own, field.ground & ~(own | other), 0, field.gates[seat], goal)
    return len(found) - 1 if found[-1] & goal else None


def missing_way(field: Field, own: int, other: int, seat: int) -> tuple[int, ...]:
    """Return the empty cells that one shortest chain still needs, as single bits, starting at the own headquarters."""
    goal, empty = field.gates[1 - seat], field.ground & ~(own | other)
    found = rings(field, own, empty, 0, field.gates[seat], goal)
    here, way = found[-1] & goal, []
    for number in range(len(found) - 1, 0, -1):
        before = field.neighbours_of(found[number - 1]) | (field.gates[seat] if number == 1 else 0)
        here, reached = here & -here, 0
        while here != reached and not here & empty & before:
            reached, here = here, here | field.neighbours_of(here) & found[number]
        step = here & empty & before
        if not step:
            return ()
        way.append(step & -step)
        here = field.neighbours_of(way[-1]) & found[number - 1]
    return tuple(reversed(way))


def distance(field: Field, own: int, other: int, seat: int) -> int:
    """Return what the shortest chain still needs, counted in empty cells; 0 if the headquarters are joined."""
    empty = field.ground & ~(own | other)
    return len(rings(field, own, empty, other, field.gates[seat], field.gates[1 - seat])) - 1


def shortest_chain_cells(field: Field, own: int, other: int, seat: int) -> int:
    """Return the empty cells on all the shortest chains."""
    return sum(shortest_chain_steps(field, own, other, seat))


def shortest_chain_steps(field: Field, own: int, other: int, seat: int) -> list[int]:
    """Return the empty cells that may be the first, the second, and so on, of a shortest chain from the own side."""
    near, far = field.gates[seat], field.gates[1 - seat]
    empty = field.ground & ~(own | other)
    out = rings(field, own, empty, other, near, far)
    back = rings(field, own, empty, other, far, near)
    missing = len(out) - 1
    return [out[step] & back[missing + 1 - step] & empty for step in range(1, missing + 1)]
