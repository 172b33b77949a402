"""The hexagonal grid in axial coordinates (q, r): hexes stand on a corner, r grows downwards.

Shapes are sequences of hexes. They can be rotated about the origin and translated, but are never mirrored.
"""

from __future__ import annotations

from collections.abc import Iterable

Hex = tuple[int, int]
"""The coordinates of one hex: q to the right along the row, r down and to the right."""

DIRECTIONS: dict[str, Hex] = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
"""The steps to the six neighbours by compass direction, clockwise from the east."""

STEPS: tuple[Hex, ...] = tuple(DIRECTIONS.values())
"""The steps without their names, in the same order."""


def add_hexes(cell: Hex, step: Hex) -> Hex:
    """Return the hex that lies `step` away from `cell`."""
    return cell[0] + step[0], cell[1] + step[1]


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around a hex, clockwise from the east."""
    q, r = cell
    return (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)


def rotate(cell: Hex, turns: int) -> Hex:
    """Return the hex rotated about the origin by `turns` clockwise turns of 60 degrees."""
    for _ in range(turns % 6):
        cell = -cell[1], cell[0] + cell[1]
    return cell


def border(cells: Iterable[Hex]) -> list[Hex]:
    """Return the hexes that touch any of `cells` but are not among them, each once, in order of appearance."""
    inside = dict.fromkeys(cells)
    return [cell for cell in dict.fromkeys(near for cell in inside for near in neighbours(cell)) if cell not in inside]


def hex_name(cell: Hex) -> str:
    """Return the name of a hex: its two coordinates joined by a comma."""
    return f"{cell[0]},{cell[1]}"
