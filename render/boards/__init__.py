"""Boards of the three geometries."""

from __future__ import annotations

from games.core.table import Area
from render.boards.board import Board
from render.boards.graph import GraphBoard
from render.boards.grid import GridBoard
from render.boards.hexes import HexBoard
from render.theme import Theme


def board_of(area: Area, theme: Theme) -> Board:
    """The board for an area's geometry, not yet placed."""
    kinds: dict[str, type[Board]] = {"grid": GridBoard, "hex": HexBoard, "graph": GraphBoard}
    return kinds[area.geometry](area, theme)
