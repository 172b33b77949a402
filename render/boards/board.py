"""What all boards share: cells at places, a size that fits a rectangle, pieces and marks on cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from games.core.table import Area, Cell, MarkKind, Piece, PlayerStrip
from render.canvas.scene import Scene
from render.canvas.shapes import Layer, Point, Rect, Shape
from render.canvas.type import width
from render.colour import WHITE, Colour
from render.pieces import carried_piece, glyph_drawing
from render.theme import MOTION, SMALLEST, Theme

LABEL = SMALLEST
ROOMY = 45.0
"""The least size of cells with room for a piece and a number."""
CROWDED = 34.0
"""The cell size below which the numbers of targets would hide neighbouring cells."""
LEGIBLE = 0.8
"""The least size of a number, as a part of its usual size."""


class Margins(NamedTuple):
    """The room around the cells, for labels."""

    left: float
    top: float
    right: float
    bottom: float


class Board(ABC):
    """One area as it is drawn. `unit` is the length of one unit of the area, `at` the centre of each cell."""

    largest_unit: ClassVar[float]
    """The largest unit; it keeps boards of few cells from growing too large."""
    comfortable: ClassVar[float] = 48
    """The distance between cells below which players make room and only the part being played on is shown."""
    too_small_for_lines: ClassVar[float] = 36
    """The cell size below which a line around a cell would not be seen on a phone."""
    badge_curve: ClassVar[float] = 0.48
    """The corner radius of target numbers, as a part of their height."""
    whole_units: bool = False
    """Whether cells must begin and end on whole pixels."""

    def __init__(self, area: Area, theme: Theme) -> None:
        self.area, self.theme = area, theme
        self.cells = {cell.name: cell for cell in area.cells}
        self.spots = {cell.name: self.spot(cell) for cell in area.cells}
        self.beyond = {cell.name: cell for cell in area.beyond}
        self.room = tuple(self.spot(Cell("", at)) for at in area.room)
        """Places to keep room for."""
        self.unit = 0.0
        self.at: dict[str, Point] = {}
        self.at_beyond: dict[str, Point] = {}
        """The centres of the cells next to this part of a board."""

    @abstractmethod
    def spot(self, cell: Cell) -> Point:
        """Return the centre of a cell in units, x to the right, y downwards."""

    @property
    @abstractmethod
    def reach(self) -> Point:
        """How far a cell reaches from its centre, in units, horizontally and vertically."""

    @property
    def margins(self) -> Margins:
        """The room for labels on the left and below, and a little elsewhere."""
        left = self._label_width
        return Margins(left + 36 if left else 24, 24, 24, LABEL + 30 if self.area.columns else 24)

    @cached_property
    def _label_width(self) -> float:
        """The width of the longest label of a row."""
        return max((width(label, LABEL, "bold") for label in self.area.rows), default=0)

    @property
    def extent(self) -> Point:
        """The width and height of all cells together, in units."""
        left, top, right, bottom = self.edges
        return right - left + 2 * self.reach[0], bottom - top + 2 * self.reach[1]

    @cached_property
    def edges(self) -> tuple[float, float, float, float]:
        """The centres of the outermost cells: left, top, right, bottom."""
        places = (*self.spots.values(), *self.room)
        xs, ys = [x for x, _ in places], [y for _, y in places]
        return min(xs), min(ys), max(xs), max(ys)

    def unit_for(self, w: float, h: float) -> float:
        """Return the largest unit at which the board with its margins fits."""
        room = self.margins
        across, down = self.extent
        return min((w - room.left - room.right) / across, (h - room.top - room.bottom) / down, self.largest_unit)

    def size_at(self, unit: float) -> Point:
        """Return the width and height with margins."""
        room, (across, down) = self.margins, self.extent
        return across * unit + room.left + room.right, down * unit + room.top + room.bottom

    def place(self, rect: Rect, pixel: float) -> None:
        """Place the board in the middle of a rectangle; `pixel` is the size of a pixel in units of the picture."""
        room, (across, down) = self.margins, self.extent
        unit = self.unit_for(rect.w, rect.h)
        self.unit = max(pixel, unit // pixel * pixel) if self.whole_units else unit
        left = rect.x + room.left + (rect.w - room.left - room.right - across * self.unit) / 2
        top = rect.y + room.top + (rect.h - room.top - room.bottom - down * self.unit) / 2
        left, top = round(left / pixel) * pixel, round(top / pixel) * pixel
        dx, dy = left - (self.edges[0] - self.reach[0]) * self.unit, top - (self.edges[1] - self.reach[1]) * self.unit
        spots = self.spots | {name: self.spot(cell) for name, cell in self.beyond.items()}
        # rounded, so that windows of the same size have exactly the same numbers
        xs = {x: round(x * self.unit + dx, 6) for x in {x for x, _ in spots.values()}}
        ys = {y: round(y * self.unit + dy, 6) for y in {y for _, y in spots.values()}}
        places = {name: (xs[x], ys[y]) for name, (x, y) in spots.items()}
        self.at = {name: places[name] for name in self.spots}
        self.at_beyond = {name: places[name] for name in self.beyond}
        self.rect = Rect(left, top, across * self.unit, down * self.unit)

    @property
    def owned_floors(self) -> bool:
        """Whether white and black floors show who owns a cell, so that marks must use neither colour."""
        return False

    @property
    def motion(self) -> Colour:
        """The colour of marks that tell of the last move: white, unless white and black show an owner."""
        return MOTION if self.owned_floors else WHITE

    line_inset: ClassVar[float] = 0.9
    """How far inside the edge of a cell lines of marks run, as a part of their width."""

    @property
    def line_width(self) -> float:
        """The width of the lines of marks."""
        return max(2.2, min(6.0, self.unit * 0.07))

    @property
    def under_pieces(self) -> tuple[MarkKind, ...]:
        """The kinds of marks that lie under the pieces."""
        return ("ghost",)

    @property
    @abstractmethod
    def radius(self) -> float:
        """The radius of a piece."""

    @property
    def spacing(self) -> float:
        """The distance from the centre of a cell to that of the next."""
        return self.spacing_at(self.unit)

    def spacing_at(self, unit: float) -> float:
        """Return that distance for a unit of this length."""
        return unit

    def is_crowded(self, words: str) -> bool:
        """Whether numbers as long as these would hide their neighbours or be too small to read."""
        return self.unit < CROWDED or self.badge_room - 9 < LEGIBLE * width(words, LABEL, "black")

    @property
    def badge_room(self) -> float:
        """The room for the number of a target: its height, and the width up to the next one."""
        return self.spacing

    @abstractmethod
    def draw(self, layer: Layer) -> None:
        """Draw everything that stays the same."""

    def put_ground(self, scene: Scene) -> None:
        """Lay the ground of cells that may move; by default all of it stays the same."""
        del scene

    @property
    def web_strength(self) -> float:
        """How much the lines above territory differ from the ground: a part of what lines usually do."""
        return 0.7

    def web(self) -> tuple[Shape, ...]:
        """Return the lines that lie above territory."""
        return ()

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - asked of each cell
        """Return where the number of a target goes: the centre, or the lower right if the cell is occupied."""
        x, y = self.at[name]
        corner = self.unit * 0.3 if occupied and self.unit > ROOMY else 0
        return x + corner, y + corner

    def clear_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - asked of each cell
        """Return where a bead hides nothing shown on a cell."""
        return self.badge_at(name, occupied)

    def places_left(self, names: Collection[str]) -> list[Point]:
        """Return where these cells were that are no longer there, as far as that is on the picture; by default none."""
        del names
        return []

    def groups(self, cells: Collection[str]) -> list[list[str]]:
        """Return cells in groups that one sign can stand for: by default each is on its own."""
        return [[cell] for cell in cells]

    def row_end(self, start: Point, end: Point, wide: float) -> Point:
        """Return where the points of a row go, on a plate of this width: beyond its right end."""
        return end[0] + (self.unit + wide) / 2, end[1]

    def gain_at(self, name: str) -> Point:
        """Return where to write what a move brought at a cell: at its upper right corner."""
        x, y = self.at[name]
        dx, dy = max(self.field(name), key=lambda corner: corner[0] - corner[1])
        return x + dx, y + dy

    def owner_at(self, name: str, occupied: bool) -> Point | None:  # noqa: FBT001 - asked of each cell
        """Return where the sign of a cell's owner goes, or None if a piece shows it."""
        return None if occupied else self.at[name]

    def put(self, scene: Scene, pieces: Sequence[Piece], numbered: Collection[str]) -> None:
        """Lay all pieces of this board; the `numbered` cells also have a number."""
        del numbered
        for piece in pieces:
            x, y = self.at[piece.cell]
            stamp = (glyph_drawing, self.theme, piece.glyph, piece.role, self.radius, piece.text, piece.height)
            scene.put_subject(piece, x, y, *stamp)

    def put_carried(self, scene: Scene, pieces: Sequence[Piece]) -> None:
        """Draw what the pieces hold, at their upper right, above the frames of marks, which would cut it."""
        r = self.radius
        for piece in pieces:
            if piece.carries:
                x, y = self.thing_at(piece.cell)
                stamp = (carried_piece, self.theme, piece.carries.role, max(20.0, r * 0.66))
                scene.put_subject(piece, x + r * 0.72, y - r * 0.66, *stamp)

    def put_scored(self, scene: Scene, players: Sequence[PlayerStrip]) -> None:
        """Lay what the players have scored; by default there are no goals to put it behind."""
        del scene, players

    def thing_at(self, name: str) -> Point:
        """Return where a piece lies on a cell."""
        return self.at[name]

    @abstractmethod
    def field(self, name: str) -> tuple[Point, ...]:
        """Return the ground of a cell around (0, 0); neighbouring fields share their edges."""

    @abstractmethod
    def outline(self, inset: float) -> tuple[Point, ...]:
        """Return the edge of a cell around (0, 0), `inset` inwards, along which marks run."""
