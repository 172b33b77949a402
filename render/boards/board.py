"""What all boards share: cells at places, a size that fits a rectangle, pieces and marks on cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from games.core.table import Area, Cell, Piece, PlayerStrip
from render.canvas.scene import Scene
from render.canvas.shapes import Layer, Point, Rect, Shape
from render.canvas.type import width
from render.pieces import carried_piece, glyph_drawing
from render.theme import SMALLEST, Theme

LABEL = SMALLEST
ROOMY = 45.0
"""Cells at least so large have room for a piece and a number."""
CROWDED = 34.0
"""On smaller cells the numbers of targets would hide their neighbours."""
LEGIBLE = 0.8
"""A number is drawn no smaller than this part of its usual size."""


class Margins(NamedTuple):
    """Room around the cells, for labels."""

    left: float
    top: float
    right: float
    bottom: float


class Board(ABC):
    """One area as it is drawn. `unit` is how long one unit of the area is, `at` where the middle of each cell lies."""

    largest_unit: ClassVar[float]
    """A board of few cells is not drawn larger than this."""
    comfortable: ClassVar[float] = 48
    """From one cell to the next: where it is less, the players make room, and only what is played on is shown."""
    too_small_for_lines: ClassVar[float] = 36
    """On smaller cells a line around them would not be seen on a phone."""
    badge_curve: ClassVar[float] = 0.48
    """How round the numbers of targets are: as a part of their height."""
    whole_units: bool = False
    """Whether cells must begin and end at a pixel."""

    def __init__(self, area: Area, theme: Theme) -> None:
        self.area, self.theme = area, theme
        self.cells = {cell.name: cell for cell in area.cells}
        self.spots = {cell.name: self.spot(cell) for cell in area.cells}
        self.beyond = {cell.name: cell for cell in area.beyond}
        self.room = tuple(self.spot(Cell("", at)) for at in area.room)
        """Places to leave room for."""
        self.unit = 0.0
        self.at: dict[str, Point] = {}
        self.at_beyond: dict[str, Point] = {}
        """The middles of cells that are next to this part of a board."""

    @abstractmethod
    def spot(self, cell: Cell) -> Point:
        """The middle of a cell in units, x to the right, y downwards."""

    @property
    @abstractmethod
    def reach(self) -> Point:
        """How far a cell stretches from its middle, in units, across and up."""

    @property
    def margins(self) -> Margins:
        """Room for labels on the left and below, a little elsewhere."""
        left = max((width(label, LABEL, "bold") for label in self.area.rows), default=0)
        return Margins(left + 36 if left else 24, 24, 24, LABEL + 30 if self.area.columns else 24)

    @property
    def extent(self) -> Point:
        """Width and height of all cells in units."""
        left, top, right, bottom = self._edges
        return right - left + 2 * self.reach[0], bottom - top + 2 * self.reach[1]

    @cached_property
    def _edges(self) -> tuple[float, float, float, float]:
        """Of the middles of the outermost cells: left, top, right, bottom."""
        xs, ys = zip(*self.spots.values(), *self.room, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def unit_for(self, w: float, h: float) -> float:
        """The largest unit at which the board with its margins is no larger."""
        room = self.margins
        across, down = self.extent
        return min((w - room.left - room.right) / across, (h - room.top - room.bottom) / down, self.largest_unit)

    def size_at(self, unit: float) -> Point:
        """Width and height with margins."""
        room, (across, down) = self.margins, self.extent
        return across * unit + room.left + room.right, down * unit + room.top + room.bottom

    def place(self, rect: Rect, pixel: float) -> None:
        """Put the board in the middle of a rectangle; `pixel` is the size of a pixel in units of the picture."""
        room, (across, down) = self.margins, self.extent
        unit = self.unit_for(rect.w, rect.h)
        self.unit = max(pixel, unit // pixel * pixel) if self.whole_units else unit
        left = rect.x + room.left + (rect.w - room.left - room.right - across * self.unit) / 2
        top = rect.y + room.top + (rect.h - room.top - room.bottom - down * self.unit) / 2
        left, top = round(left / pixel) * pixel, round(top / pixel) * pixel
        dx, dy = left - (self._edges[0] - self.reach[0]) * self.unit, top - (self._edges[1] - self.reach[1]) * self.unit
        self.at = {name: (x * self.unit + dx, y * self.unit + dy) for name, (x, y) in self.spots.items()}
        if self.beyond:  # the same numbers in each window of one size
            beyond = ((name, *self.spot(cell)) for name, cell in self.beyond.items())
            self.at_beyond = {name: (x * self.unit + dx, y * self.unit + dy) for name, x, y in beyond}
            self.at, self.at_beyond = (
                {name: (round(x, 6), round(y, 6)) for name, (x, y) in places.items()}
                for places in (self.at, self.at_beyond)
            )
        self.rect = Rect(left, top, across * self.unit, down * self.unit)

    @property
    def owned_floors(self) -> bool:
        """Whether white and black floors tell whose a cell is, so that marks must use neither colour."""
        return False

    @property
    @abstractmethod
    def radius(self) -> float:
        """Of a piece."""

    @property
    def spacing(self) -> float:
        """From the middle of a cell to the next."""
        return self.spacing_at(self.unit)

    def spacing_at(self, unit: float) -> float:
        """The same, if a unit was this long."""
        return unit

    def is_crowded(self, words: str) -> bool:
        """Whether numbers as long as these would hide their neighbours, or be too small to read."""
        return self.unit < CROWDED or self.badge_room - 9 < LEGIBLE * width(words, LABEL, "black")

    @property
    def badge_room(self) -> float:
        """How high, and from one to the next how wide, the number of a target may be."""
        return self.spacing

    @abstractmethod
    def draw(self, layer: Layer) -> None:
        """Everything that stays."""

    def put_ground(self, scene: Scene) -> None:
        """Lay the ground of cells that do not stay where they are; here all of it stays."""
        del scene

    def web(self) -> tuple[Shape, ...]:
        """Lines that lie above territory."""
        return ()

    def badge_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - asked of each cell
        """Where the number of a target goes: the middle, or the lower right where something lies."""
        x, y = self.at[name]
        corner = self.unit * 0.3 if occupied and self.unit > ROOMY else 0
        return x + corner, y + corner

    def clear_at(self, name: str, occupied: bool) -> Point:  # noqa: FBT001 - asked of each cell
        """Where a bead hides nothing that is told of a cell."""
        return self.badge_at(name, occupied)

    def row_end(self, start: Point, end: Point, wide: float) -> Point:
        """Where the points of a row go, on a plate so wide: beyond its right end."""
        return end[0] + (self.unit + wide) / 2, end[1]

    def gain_at(self, name: str) -> Point:
        """Where it stands what a move brought at a cell: at its upper right corner."""
        x, y = self.at[name]
        dx, dy = max(self.field(name), key=lambda corner: corner[0] - corner[1])
        return x + dx, y + dy

    def owner_at(self, name: str, occupied: bool) -> Point | None:  # noqa: FBT001 - asked of each cell
        """Where the sign of whoever owns a cell goes; None if a piece says it."""
        return None if occupied else self.at[name]

    def put(self, scene: Scene, pieces: Sequence[Piece], numbered: Collection[str]) -> None:
        """Lay all pieces of this board; the `numbered` cells have a number, too."""
        del numbered
        for piece in pieces:
            x, y = self.at[piece.cell]
            stamp = (glyph_drawing, self.theme, piece.glyph, piece.role, self.radius, piece.text, piece.height)
            scene.put_subject(piece, x, y, *stamp)

    def put_carried(self, scene: Scene, pieces: Sequence[Piece]) -> None:
        """Draw what the pieces hold, at their upper right: over the frames of marks, which would cut it."""
        r = self.radius
        for piece in pieces:
            if piece.carries:
                x, y = self.thing_at(piece.cell)
                stamp = (carried_piece, self.theme, piece.carries.role, max(20.0, r * 0.66))
                scene.put_subject(piece, x + r * 0.72, y - r * 0.66, *stamp)

    def put_scored(self, scene: Scene, players: Sequence[PlayerStrip]) -> None:
        """Lay what the players have scored; here there are no goals to put it behind."""
        del scene, players

    def thing_at(self, name: str) -> Point:
        """Where a piece lies on a cell."""
        return self.at[name]

    @abstractmethod
    def field(self, name: str) -> tuple[Point, ...]:
        """The ground of a cell around (0, 0); fields of neighbours share their edges."""

    @abstractmethod
    def outline(self, inset: float) -> tuple[Point, ...]:
        """The edge of a cell around (0, 0), `inset` inwards: where marks run."""
