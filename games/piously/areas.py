"""Boards as they are drawn: the board of a match, or several to choose from."""

from __future__ import annotations

from functools import cache, lru_cache

from games.core.boards.grid import bits
from games.core.boards.hex import Hex
from games.core.table import Area, Cell, Mark, Role, Zone
from games.piously.building import base_board, page_boards, sheet_name
from games.piously.layout import Layout, Places, layout
from games.piously.rooms import LETTERS, ROOM_NAMES, ROOMS, SINGLETON, TILE_NAMES, tiles_of

ROOM_ROLES: tuple[Role, ...] = ("pink", "indigo", "orange", "umber", "sapphire", "lime", "yellow", "neutral")

_GAP = 2
"""The cells between two boards that are shown at once."""


@lru_cache(maxsize=256)
def area(board: Layout) -> Area:
    """Return the rooms in their places, with the name of every tile."""
    cells = tuple(_cell(tile, board) for tile in bits(board.tiles))
    rooms = [*ROOMS, SINGLETON] if board.singleton is not None else list(ROOMS)
    return Area("board", "hex", cells, zones=tuple(_zone(room) for room in rooms))


def _cell(tile: int, board: Layout) -> Cell:
    return Cell(TILE_NAMES[tile], board.cells[tile], role=ROOM_ROLES[tile // 4], text=TILE_NAMES[tile])


@cache
def _zone(room: int) -> Zone:
    return Zone(
        ROOM_NAMES[room], tuple(TILE_NAMES[tile] for tile in bits(tiles_of(room))), ROOM_ROLES[room], LETTERS[room]
    )


def page_sheet(page: int) -> Area:
    """Return the boards that a page offers."""
    return sheet(tuple(map(base_board, page_boards(page))))


def page_numbers(page: int) -> tuple[Mark, ...]:
    """Return the numbers of these boards."""
    slots = range(len(page_boards(page)))
    return tuple(Mark("target", (sheet_name(slot, TILE_NAMES[0]),), str(slot + 1)) for slot in slots)


@lru_cache(maxsize=64)
def sheet(boards: tuple[Places, ...]) -> Area:
    """Return several boards at once, two side by side, each in the middle of its column and row."""
    grids = [layout(places) for places in boards]
    corners = [(min(2 * q + r for q, r in grid.cells), min(r for _, r in grid.cells)) for grid in grids]
    wide = [max(2 * q + r for q, r in grid.cells) - left for grid, (left, _) in zip(grids, corners, strict=True)]
    high = [max(r for _, r in grid.cells) - top for grid, (_, top) in zip(grids, corners, strict=True)]
    cells: list[Cell] = []
    zones: list[Zone] = []
    for slot, (grid, (left, top)) in enumerate(zip(grids, corners, strict=True)):
        row = slot // 2 * 2
        above = sum(max(high[above : above + 2]) + _GAP for above in range(0, row, 2))
        down = above + (max(high[row : row + 2]) - high[slot]) // 2 - top
        widest = max(wide[slot % 2 :: 2])
        right = (slot % 2) * (max(wide[::2]) + 2 * _GAP) + (widest - wide[slot]) // 2 - left
        step = (right - down) // 2, down
        cells += (_sheet_cell(slot, tile, cell, step) for tile, cell in enumerate(grid.cells))
        zones += (_sheet_zone(slot, room) for room in ROOMS)
    return Area("board", "hex", tuple(cells), zones=tuple(zones))


def _sheet_cell(slot: int, tile: int, cell: Hex, step: Hex) -> Cell:
    at = cell[0] + step[0], cell[1] + step[1]
    return Cell(sheet_name(slot, TILE_NAMES[tile]), at, role=ROOM_ROLES[tile // 4], text=LETTERS[tile // 4])


def _sheet_zone(slot: int, room: int) -> Zone:
    cells = tuple(sheet_name(slot, TILE_NAMES[tile]) for tile in bits(tiles_of(room)))
    return Zone(sheet_name(slot, ROOM_NAMES[room]), cells, ROOM_ROLES[room])
