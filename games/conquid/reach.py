"""How far each side is from joining the headquarters."""

from __future__ import annotations

from games.conquid.field import Field


def rings(field: Field, own: int, empty: int, start: int, goal: int) -> list[int]:
    """The cells by the number of empty ones that a chain from `start` needs to reach them.

    Ring n holds the cells that n empty cells, if owned, would bring into the chain, themselves included.
    The last ring is the first that meets `goal`; it misses it when nothing but the opponent's cells is left to cross.
    """
    found = [_flood(field, start & own, own)]
    reached = found[0]
    while not found[-1] & goal:
        step = (start | field.beside(reached)) & empty & ~reached
        if not step:
            break
        ring = _flood(field, step, own & ~reached)
        reached |= ring
        found.append(ring)
    return found


def shortage(field: Field, own: int, other: int, seat: int) -> int | None:
    """The least number of empty cells that, if owned, would complete a chain; None when the opponent is in the way."""
    goal = field.gates[1 - seat]
    found = rings(field, own, field.ground & ~(own | other), field.gates[seat], goal)
    return len(found) - 1 if found[-1] & goal else None


def ways(field: Field, own: int, other: int, seat: int) -> int:
    """The empty cells on all chains that need the least number of them; none when the opponent is in the way."""
    near, far = field.gates[seat], field.gates[1 - seat]
    empty = field.ground & ~(own | other)
    out = rings(field, own, empty, near, far)
    if not out[-1] & far:
        return 0
    back = rings(field, own, empty, far, near)
    missing = len(out) - 1
    return sum(out[step] & back[missing + 1 - step] & empty for step in range(1, missing + 1))


def _flood(field: Field, board: int, own: int) -> int:
    """`board` and all cells of `own` that are joined to it."""
    step = board
    while step:
        step = field.beside(step) & own & ~board
        board |= step
    return board
