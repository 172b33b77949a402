"""A picture as a list of things: what stays the same (the stage) and what lies on it now (the scene)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from render.canvas.shapes import Drawing, Layer, Shape, Text, resize
from render.colour import BLACK, Colour

Stamp = tuple[Any, ...]
"""A drawing to be made: the function that makes it, then its arguments, all hashable."""


def drawing_of(stamp: Stamp) -> Drawing:
    """Return the drawing of a stamp."""
    make: Callable[..., Drawing] = stamp[0]
    return make(*stamp[1:])


def resized_stamp(stamp: Stamp, by: float) -> Stamp:
    """Return the stamp of the same drawing `by` times as large."""
    return (_draw_resized, stamp, by)


def _draw_resized(stamp: Stamp, by: float) -> Drawing:
    drawing = drawing_of(stamp)
    texts = tuple(text._replace(x=text.x * by, y=text.y * by, size=text.size * by) for text in drawing.texts)
    size = (drawing.size[0] * by, drawing.size[1] * by)
    return Drawing(resize(drawing.shapes, by), texts, drawing.ground, size)


class Placed(NamedTuple):
    """A stamp and the place of its centre. `subject` is the thing on the table that it shows, if any."""

    x: float
    y: float
    stamp: Stamp
    subject: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """Everything that is the same in each frame. `web` holds lines of one colour above whatever is put `under` them."""

    size: tuple[int, int]
    ground: Colour
    layer: Layer
    web: tuple[Shape, ...] = ()
    web_colour: Colour = BLACK


@dataclass(slots=True)
class Scene:
    """A frame: stamps under the web, stamps over it from back to front, and words on top."""

    backdrop: Backdrop
    under: list[Placed] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def put(self, x: float, y: float, *stamp: object) -> None:
        """Lay a drawing, given as its function and arguments, on top of the others."""
        self.placed.append(Placed(x, y, stamp))

    def put_subject(self, subject: object, x: float, y: float, *stamp: object) -> None:
        """Lay a drawing that shows a thing: an animation follows the thing from frame to frame."""
        self.placed.append(Placed(x, y, stamp, subject))

    def put_under(self, x: float, y: float, *stamp: object) -> None:
        """Lay a drawing under the web."""
        self.under.append(Placed(x, y, stamp))
