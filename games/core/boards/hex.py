"""The hexagonal grid in axial coordinates (q, r): hexes stand on a corner, r grows downwards.

Shapes are sequences of hexes. They can be rotated about the origin and translated, but are never mirrored.
"""

from __future__ import annotations

from collections.abc import Iterable

Hex = tuple[int, int]
"""The place of one hex: q along the row to the right, r down and to the right."""

DIRECTIONS: dict[str, Hex] = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
"""The steps to the six neighbours by compass name, clockwise from the east."""

STEPS: tuple[Hex, ...] = tuple(DIRECTIONS.values())
"""The steps alone, in the same order."""


def add_hexes(cell: Hex, step: Hex) -> Hex:
    """The hex that lies at `step` from `cell`."""
    return cell[0] + step[0], cell[1] + step[1]


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """The six hexes around a hex, clockwise from the east."""
    q, r = cell
    return (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)


def rotate(cell: Hex, turns: int) -> Hex:
    """The hex after `turns` clockwise turns of 60 degrees about the origin."""
    for _ in range(turns % 6):
        cell = -cell[1], cell[0] + cell[1]
    return cell


def border(cells: Iterable[Hex]) -> list[Hex]:
    """The hexes that touch any of `cells` and are none of them, each once, in order of appearance."""
    inside = dict.fromkeys(cells)
    return [cell for cell in dict.fromkeys(near for cell in inside for near in neighbours(cell)) if cell not in inside]


def hex_name(cell: Hex) -> str:
    """The name of a hex: its two coordinates joined by a comma."""
    return f"{cell[0]},{cell[1]}"
