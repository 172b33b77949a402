"""A table as a scene: what stays is composed once for each match, what changes for each frame."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from games.core.table import Area, Panel, Piece, Player, Table
from render.boards import board_of
from render.boards.board import Board
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Layer
from render.layout import WIDTH, Layout, layout
from render.marks import put_marks, put_territory
from render.panels import draw_panel, footer, ground_plate, mat_frame, mat_head, put_panel, strip
from render.spread import spread
from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Stage:
    """What stays the same while pieces move."""

    backdrop: Backdrop
    places: Layout
    boards: tuple[Board, ...]


def compose(table: Table, theme: Theme, width: int) -> Scene:
    """The scene of a table, for a picture `width` pixels wide."""
    stage = _stage(table.areas, len(table.players), _shape(table), theme, width)
    scene = Scene(stage.backdrop)
    if stage.places.mats:
        _put_heads(scene, theme, table, stage.places)
    else:
        for player, place in zip(table.players, stage.places.strips, strict=True):
            strip(scene, theme, place, player)
    by_cell: defaultdict[str, list[Piece]] = defaultdict(list)
    for board in stage.boards:
        pieces = [piece for piece in table.pieces if piece.cell in board.at]
        occupied = frozenset(piece.cell for piece in pieces)
        put_territory(scene, board, table, occupied)
        put_marks(scene, board, table, occupied, "low")
        board.put(scene, pieces)
        put_marks(scene, board, table, occupied, "high")
    for panel, place in zip(table.panels, stage.places.panels, strict=True):
        put_panel(scene, theme, place, panel, table.players)
    footer(scene, theme, stage.places.footer, table)
    return scene


def _put_heads(scene: Scene, theme: Theme, table: Table, places: Layout) -> None:
    """The strips of the players at the top of their mats; the mat of the one whose turn it is has a frame."""
    for player, place, mat in zip(table.players, places.strips, places.mats, strict=False):
        if player.active:
            scene.put(*mat.centre, mat_frame, theme, mat.w, mat.h)
        mat_head(scene, theme, place, player)


def _shape(table: Table) -> tuple[Panel, ...]:
    return table.panels


@lru_cache(maxsize=64)
def _stage(areas: tuple[Area, ...], players: int, panels: tuple[Panel, ...], theme: Theme, width: int) -> Stage:
    if any(area.place == "mat" for area in areas):
        places, parts, layer = spread(areas, theme, WIDTH / width)
        return Stage(Backdrop((WIDTH, places.height), theme.ground, layer), places, parts)
    table = Table("", areas, (), tuple(Player(seat, "neutral") for seat in range(players)), panels=panels)
    board = board_of(areas[0], theme)
    places = layout(table, board)
    board.place(places.board, WIDTH / width)
    layer = Layer()
    layer.shapes += ground_plate(theme, places.board, 24, theme.board)
    board.draw(layer)
    for panel, place in zip(panels, places.panels, strict=True):
        draw_panel(layer, theme, place, panel)
    backdrop = Backdrop((WIDTH, places.height), theme.ground, layer, board.web(), theme.line)
    return Stage(backdrop, places, (board,))
