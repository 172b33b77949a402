"""Compose a table into a scene: the fixed part once per match, the rest for each frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from games.core.table import Area, Item, Mark, Panel, Piece, PlayerStrip, Row, Standing, Table
from render.boards import Boards
from render.boards.board import CROWDED, Board
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Layer, Point, Rect, Shape, Text, Tile
from render.chips import in_chips, put_chips
from render.colour import mix
from render.focus import closer_cells, focus_on, target_cells
from render.layout import WIDTH, Layout, footer_height, layout
from render.marks import put_marks, put_owners, put_territory
from render.overview import put_map
from render.panels import draw_panel, footer, ground_plate, put_panel
from render.spread import HEAD, spread
from render.standing import put_standing
from render.strips import mat_frame, one_line, state_of, strip
from render.tally import is_played_out, put_tally
from render.theme import Patterns, Theme, ThemeName, theme_of
from render.window import played_part

_GROUND = ("block", "keep")
"""The glyphs that leave the middle of their cell free."""
_MANY = 4
"""More cells than these that a move left would hide who owns what at the end."""
_FAR = 4
"""While a move is composed, a map is shown beside a close-up of less than one in this many cells."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that stays the same while pieces move."""

    backdrop: Backdrop
    places: Layout
    boards: tuple[Board, ...]
    home: dict[str, int]
    """The index of the board that each cell is on or next to."""
    labels: tuple[Text, ...] = ()
    """The labels of a part of a board, which differ from part to part."""


def make_stage(backdrop: Backdrop, places: Layout, boards: tuple[Board, ...], labels: tuple[Text, ...] = ()) -> Stage:
    """Return the stage of these boards."""
    home = {cell: i for i, board in enumerate(boards) for cell in (*board.at, *board.beyond)}
    return Stage(backdrop, places, boards, home, labels)


def compose(table: Table, theme: Theme, width: int) -> Scene:
    """Return the scene of a table for a picture `width` pixels wide."""
    whole = table
    table, stage = frame(table, theme, width)
    scene = Scene(stage.backdrop)
    if stage.places.map:
        put_map(scene, theme, stage.places.map, whole, stage.boards[0])
    numbered = frozenset(mark.cells[0] for mark in table.marks if mark.kind == "target" and mark.cells)
    if stage.places.mats:
        _put_heads(scene, theme, table, stage.places)
    else:
        for player, place in zip(table.players, stage.places.strips, strict=False):
            strip(scene, theme, place, player)
    if stage.places.tally:
        put_tally(scene, theme, stage.places.tally, table)
    if stage.places.bar and table.standing:
        put_standing(scene, theme, stage.places.bar, table.standing, tuple(player.role for player in table.players))
    pieces: list[list[Piece]] = [[] for _ in stage.boards]
    for piece in table.pieces:
        if piece.cell in stage.home:
            pieces[stage.home[piece.cell]].append(piece)
    marks_shown = _calm(table)
    marked = {stage.home[cell] for mark in marks_shown for cell in mark.cells if cell in stage.home}
    for i, board in enumerate(stage.boards):
        board.put_ground(scene)
        marks = marks_shown if i in marked else ()
        occupied = frozenset(piece.cell for piece in pieces[i] if piece.glyph not in _GROUND)
        owners = {piece.cell: piece.role for piece in pieces[i]}
        put_territory(scene, board, marks)
        put_marks(scene, board, marks, occupied, owners, "below")
        board.put(scene, pieces[i], numbered)
        put_owners(scene, board, marks, occupied)
        put_marks(scene, board, marks, occupied, owners, "above")
        board.put_carried(scene, pieces[i])
        board.put_scored(scene, table.players)
    scene.texts += stage.labels
    for panel, place in zip(table.panels, stage.places.panels, strict=False):
        (put_chips if in_chips(panel) else put_panel)(scene, theme, place, panel, table.players)
    footer(scene, theme, stage.places.footer, table)
    return scene


def _calm(table: Table) -> tuple[Mark, ...]:
    """Return the marks of a table; at the end of a match, many places that were left are little more than a trace."""
    if not table.result:
        return table.marks
    return tuple(
        replace(mark, faded=True) if mark.kind == "from" and len(mark.cells) > _MANY else mark for mark in table.marks
    )


def frame(table: Table, theme: Theme, width: int) -> tuple[Table, Stage]:
    """Return what part of a table is in the picture, and its stage.

    If the whole board is too small, only what can be chosen from, or else what is being played on, is shown, with a map
    beside it. While a move is composed, only choices and cells too small for any number bring the board closer, so that
    nothing moves from answer to answer.
    """
    stage = stage_of(table, theme, width)
    cells = _close_up(table, stage)
    if cells:
        part = focus_on(table, cells)
    elif not stage.places.mats and any(
        b.spacing < (CROWDED if table.composing else b.comfortable) for b in stage.boards
    ):
        part = played_part(table)
    else:
        return table, stage
    mapped = not stage.places.mats and part.areas != table.areas and bool(table.players) and not table.panels
    if mapped and table.composing and cells:
        mapped = _FAR * len(part.areas[0].cells) < len(table.areas[0].cells)
    return part, stage_of(part, theme, width, stage.boards[0].extent if mapped else None)


def _put_heads(scene: Scene, theme: Theme, table: Table, places: Layout) -> None:
    """Put the strips of the players at the top of their mats; the mat of the player to move has a frame."""
    players = {player.seat: player for player in table.players}
    for seat, mat in places.mats:
        player = players.get(seat)
        if player is None:
            continue
        state = state_of(player)
        if state in ("active", "won"):
            scene.put(*mat.centre, mat_frame, theme, mat.w, mat.h, HEAD, player.role, state)
        one_line(scene, theme, Rect(mat.x, mat.y, mat.w, HEAD), player)


def look_of(table: Table, theme: ThemeName, patterns: Patterns = "small") -> Theme:
    """Return the theme for a table, in the skin that its game asks for."""
    return theme_of(theme, patterns, table.skin)


@lru_cache(maxsize=256)
def _blank(panels: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Return the lists without what changes in them."""
    return tuple(
        Panel(
            panel.title,
            tuple(
                Row(row.chip, row.role, tuple(Item(item.text, short=item.short) for item in row.items))
                for row in panel.rows
            ),
            panel.whole,
        )
        for panel in panels
    )


def _close_up(table: Table, stage: Stage) -> frozenset[str]:
    """Return the cells to zoom in on: the mat, or the choices if the whole board is too small; empty for none."""
    numbered = [mark for mark in table.marks if mark.kind == "target" and mark.text]
    if stage.places.mats:
        return closer_cells(table) if table.composing or len(numbered) > 1 else frozenset()
    opening = frozenset(table.opening if any(area.geometry == "hex" for area in table.areas) else ())
    if len(numbered) < 2 and not table.near and not opening:
        return frozenset()
    longest = max((mark.text for mark in numbered), key=len, default="00")
    wanted = target_cells(numbered) | frozenset(table.near) or opening
    crowded = any(board.is_crowded(longest) and not wanted.isdisjoint(board.at) for board in stage.boards)
    return target_cells(table.marks) | wanted if crowded else frozenset()


def stage_of(table: Table, theme: Theme, width: int, whole: Point | None = None) -> Stage:
    """Return what stays the same while pieces move on this table; `whole` is the size of a board shown in part.

    While a move is composed, the board comes closer: the players make room, unless there is a map beside them.
    """
    said = "" if table.caption or table.result else table.headline  # an example has a caption instead
    players, panels = (0, ()) if table.composing and not whole else (len(table.players), _blank(table.panels))
    measured = table.standing is not None and not table.composing and bool(table.players)
    ended, pointed = is_played_out(table), any(mark.kind == "link" and mark.text for mark in table.marks)
    return stages(table.areas, players, panels, said, theme, width, measured, whole, ended, pointed)


@lru_cache(maxsize=64)
def stages(  # noqa: PLR0913, PLR0917 - all that the stage depends on
    areas: tuple[Area, ...],
    players: int,
    panels: tuple[Panel, ...],
    said: str,
    theme: Theme,
    width: int,
    measured: bool = False,  # noqa: FBT001, FBT002 - a part of a key
    whole: Point | None = None,
    ended: bool = False,  # noqa: FBT001, FBT002
    pointed: bool = False,  # noqa: FBT001, FBT002
) -> Stage:
    """Return the stage for tables of these areas, players and lists.

    It has a bar that shows who leads if `measured`, and room for the points of parts of walls if `pointed`.
    """
    standing = Standing((), 1) if measured else None
    if any(area.place == "mat" for area in areas):
        foot = footer_height(Table("", (), (), (), headline=said))
        places, parts, layer = spread(
            areas, theme, WIDTH / width, foot, measured=measured, ended=ended, pointed=pointed
        )
        fixed = tuple(layer.shapes), tuple(layer.texts), (), tuple(layer.tiles)
        return make_stage(_backdrop(places.height, theme, *fixed), places, parts)
    strips = tuple(PlayerStrip(seat, "neutral") for seat in range(players))
    table = Table("", areas, (), strips, panels=panels, headline=said, standing=standing)
    boards = Boards(areas, theme)
    places = layout(table, boards, whole)
    boards.place(places.board, WIDTH / width)
    layer = Layer()
    layer.shapes += ground_plate(theme, places.board, 24, theme.board)
    for board in boards.row:
        board.draw(layer)
    labels: tuple[Text, ...] = ()
    if any(area.beyond for area in areas):  # windows of one size share a backdrop, which is expensive to draw
        labels, layer.texts = tuple(layer.texts), []
    for panel, place in zip(panels, places.panels, strict=True):
        if not in_chips(panel):
            draw_panel(layer, theme, place, panel)
    web = tuple(shape for board in boards.row for shape in board.web())
    strength = min(board.web_strength for board in boards.row)
    backdrop = _backdrop(places.height, theme, tuple(layer.shapes), tuple(layer.texts), web, (), strength)
    return make_stage(backdrop, places, boards.row, labels)


@lru_cache(maxsize=64)
def _backdrop(
    height: int,
    theme: Theme,
    shapes: tuple[Shape, ...],
    texts: tuple[Text, ...],
    web: tuple[Shape, ...],
    tiles: tuple[Tile, ...] = (),
    web_strength: float = 0.0,
) -> Backdrop:
    """Return the backdrop of these shapes: the same one for boards of which only the plate stays."""
    layer = Layer(list(shapes), list(texts), list(tiles))
    return Backdrop((WIDTH, height), theme.ground, layer, web, mix(theme.board, theme.line, web_strength))
