"""The same scenes drawn whole with aggdraw, which has its own antialiasing, to compare the time."""

from __future__ import annotations

import io

import aggdraw
from PIL import Image

from render.canvas.painter import write
from render.canvas.scene import Scene, drawing_of
from render.canvas.shapes import Box, Disc, Line, Poly, Shadow, Shape, move
from render.colour import Colour


def aggdraw_png(scene: Scene) -> bytes:
    """Draw and encode the scene; shadows are left out, and Pillow draws the words."""
    image = Image.new("RGB", scene.backdrop.size, scene.backdrop.ground[:3])
    target = aggdraw.Draw(image)
    for shape in scene.backdrop.layer.all_shapes():
        _draw(target, shape)
    for placed in scene.under:
        for shape in move(drawing_of(placed.stamp).shapes, placed.x, placed.y):
            _draw(target, shape)
    for shape in scene.backdrop.web:
        _draw(target, shape)
    texts = [*scene.backdrop.layer.texts, *scene.texts]
    for placed in scene.placed:
        drawing = drawing_of(placed.stamp)
        for shape in move(drawing.shapes, placed.x, placed.y):
            _draw(target, shape)
        texts += [text._replace(x=text.x + placed.x, y=text.y + placed.y) for text in drawing.texts]
    target.flush()
    for text in texts:
        write(image, text, 1.0)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _pen(colour: Colour | None, width: float) -> object:
    return aggdraw.Pen(colour[:3], width, colour.a) if colour and width else None


def _brush(colour: Colour | None) -> object:
    return aggdraw.Brush(colour[:3], colour.a) if colour else None


def _draw(target: object, shape: Shape) -> None:
    if isinstance(shape, Shadow):
        return
    if isinstance(shape, Line):
        flat = [value for point in shape.points for value in point]
        target.line(flat, _pen(shape.stroke, shape.width))  # type: ignore[attr-defined]
        return
    tools = [tool for tool in (_pen(shape.stroke, shape.width), _brush(shape.fill)) if tool]
    if isinstance(shape, Poly):
        target.polygon([value for point in shape.points for value in point], *tools)  # type: ignore[attr-defined]
    elif isinstance(shape, Disc):
        r = shape.r - (shape.width / 2 if shape.stroke else 0)
        target.ellipse((shape.x - r, shape.y - r, shape.x + r, shape.y + r), *tools)  # type: ignore[attr-defined]
    elif isinstance(shape, Box):
        rect = shape.rect.inset(shape.width / 2 if shape.stroke else 0)
        target.rounded_rectangle((rect.x, rect.y, rect.right, rect.bottom), shape.round, *tools)  # type: ignore[attr-defined]
