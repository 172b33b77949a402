"""The SVG painter: the same scenes as SVG, with an id for each piece.

Each stamp is written once, under a name made from its contents, and used wherever it lies. Text stays text, so it can
be searched and read aloud. Text in Latin, Greek and Cyrillic letters keeps its measured width, whatever font a
browser has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2s
from html import escape
from typing import Any

from render.canvas.scene import Placed, Scene, Stamp, drawing_of
from render.canvas.script import join_letters
from render.canvas.shapes import Box, Disc, Drawing, Line, Poly, Shadow, Shape, Text, extent
from render.canvas.type import CAPITAL, FAMILIES, WEIGHTS, printable, width
from render.colour import Colour

NameOf = Callable[[Any], str]
"""Returns the id of a thing on the table, or "" if it has none."""
_JOINING = "\u0590"
"""The first character of scripts whose letters may join or combine, which a stated length would break apart."""
_ANCHORS = {"l": "start", "m": "middle", "r": "end"}


def svg(
    scene: Scene,
    title: str = "",
    description: str = "",
    name_of: NameOf = lambda _: "",
    pixels: int | None = None,
) -> str:
    """Write the scene as SVG, `pixels` wide (by default as wide as its units).

    `name_of` gives the id of a thing on the table; things without an id are drawn without one. If several drawings show
    one thing, the second is called `<id>-2`.
    """
    wide, high = scene.backdrop.size
    pixels = pixels or wide
    body = "".join(_body(scene, name_of))
    known = "".join(f"<title>{_words(title)}</title>" if title else "") + (
        f"<desc>{_words(description)}</desc>" if description else ""
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{pixels}" '
        f'height="{_number(high * pixels / wide)}" role="img" font-family="{FAMILIES}" '
        f'stroke-linecap="round" stroke-linejoin="round">{known}{body}</svg>\n'
    )


def _body(scene: Scene, name_of: NameOf) -> Iterator[str]:
    backdrop, names = scene.backdrop, _Names(name_of)
    stamps = dict.fromkeys(placed.stamp for placed in (*scene.under, *scene.placed))
    drawings = {stamp: "".join(_drawing(drawing_of(stamp))) for stamp in stamps}
    known = {stamp: _digest(text) for stamp, text in drawings.items()}
    shadows = _shadows(
        [*backdrop.layer.all_shapes(), *(shape for stamp in stamps for shape in drawing_of(stamp).shapes)]
    )
    symbols = {known[stamp]: text for stamp, text in drawings.items()}
    yield "<defs>" + shadows + "".join(f'<g id="{name}">{text}</g>' for name, text in symbols.items()) + "</defs>"
    yield f'<rect width="{backdrop.size[0]}" height="{backdrop.size[1]}"{_fill(backdrop.ground)}/>'
    yield f'<g class="backdrop">{"".join(map(_shape, backdrop.layer.all_shapes()))}'
    yield f"{''.join(map(_text, backdrop.layer.texts))}</g>"
    yield f'<g class="ground">{"".join(_uses(scene.under, known, names))}</g>'
    yield f'<g class="lines">{"".join(_shape(shape) for shape in backdrop.web)}</g>'
    yield f'<g class="things">{"".join(_uses(scene.placed, known, names))}</g>'
    yield f'<g class="words">{"".join(map(_text, scene.texts))}</g>'


class _Names:
    """The ids given so far."""

    def __init__(self, name_of: NameOf) -> None:
        self._name_of = name_of
        self._given: Counter[str] = Counter()

    def attribute(self, placed: Placed) -> str:
        """Return the id of the thing shown, as an attribute; "" if it shows no particular thing."""
        name = self._name_of(placed.subject) if placed.subject is not None else ""
        if not name:
            return ""
        self._given[name] += 1
        count = self._given[name]
        return f' id="{escape(name if count == 1 else f"{name}-{count}")}"'


def _uses(placed: Iterable[Placed], known: dict[Stamp, str], names: _Names) -> Iterator[str]:
    for each in placed:
        at = f"{_number(each.x)} {_number(each.y)}"
        yield f'<use href="#{known[each.stamp]}"{names.attribute(each)} transform="translate({at})"/>'


def _digest(text: str) -> str:
    return "d" + blake2s(text.encode(), digest_size=6).hexdigest()


def _drawing(drawing: Drawing) -> Iterator[str]:
    """Yield the elements of a drawing around (0, 0); an opaque one is clipped to its size."""
    shapes = "".join((*map(_shape, drawing.shapes), *map(_text, drawing.texts)))
    if not drawing.ground:
        yield shapes
        return
    w, h = drawing.size
    left, top, wide, high = _number(-w / 2), _number(-h / 2), _number(w), _number(h)
    ground = f'<rect x="{left}" y="{top}" width="{wide}" height="{high}"{_fill(drawing.ground)}/>'
    place = extent(drawing.shapes) if drawing.shapes else None
    if place and (place.x < -w / 2 or place.y < -h / 2 or place.right > w / 2 or place.bottom > h / 2):
        frame = f'x="{left}" y="{top}" width="{wide}" height="{high}" viewBox="{left} {top} {wide} {high}"'
        yield f"<svg {frame}>{ground}{shapes}</svg>"
    else:
        yield ground + shapes


def _shadows(shapes: Iterable[Shape]) -> str:
    """Return one filter for each strength of blur."""
    blurs = {_blur(shape.blur): shape.blur for shape in shapes if isinstance(shape, Shadow)}
    return "".join(
        f'<filter id="{name}" x="-50%" y="-50%" width="200%" height="200%">'
        f'<feGaussianBlur stdDeviation="{_number(blur)}"/></filter>'
        for name, blur in sorted(blurs.items())
    )


def _blur(blur: float) -> str:
    return f"blur-{_number(blur).replace('.', '_')}"


def _shape(shape: Shape, ink: Colour | None = None) -> str:
    """Return a shape; with an `ink`, all of it in that colour."""
    match shape:
        case Shadow():
            inside = "".join(_shape(each, Colour(0, 0, 0)) for each in shape.shapes)
            down = f' transform="translate(0 {_number(shape.drop)})"' if shape.drop else ""
            return f'<g opacity="{_number(shape.strength)}" filter="url(#{_blur(shape.blur)})"{down}>{inside}</g>'
        case Line():
            points = " ".join(map(_point, shape.points))
            return f'<polyline points="{points}" fill="none"{_stroke(ink or shape.stroke, shape.width)}/>'
        case Poly():
            points = " ".join(map(_point, shape.points))
            return f'<polygon points="{points}"{_paint(shape, ink)}/>'
        case Disc():
            r = shape.r - _inside(shape)
            return f'<circle cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(r)}"{_paint(shape, ink)}/>'
        case Box():
            rect, curve = shape.rect.inset(_inside(shape)), min(shape.round, shape.rect.w / 2, shape.rect.h / 2)
            corner = f' rx="{_number(max(0.0, curve - _inside(shape)))}"' if curve else ""
            place = f'x="{_number(rect.x)}" y="{_number(rect.y)}"'
            return f'<rect {place} width="{_number(rect.w)}" height="{_number(rect.h)}"{corner}{_paint(shape, ink)}/>'


def _inside(shape: Disc | Box) -> float:
    """Return how far inwards the middle of the outline lies, so that all of it is inside."""
    return shape.width / 2 if shape.stroke else 0


def _paint(shape: Poly | Disc | Box, ink: Colour | None) -> str:
    fill = _fill(ink if ink and shape.fill else shape.fill)
    return fill + (_stroke(ink or shape.stroke, shape.width) if shape.stroke and shape.width else "")


def _fill(colour: Colour | None) -> str:
    return ' fill="none"' if colour is None else f' fill="{_colour(colour)}"{_opacity("fill", colour)}'


def _stroke(colour: Colour, thickness: float) -> str:
    return f' stroke="{_colour(colour)}" stroke-width="{_number(thickness)}"{_opacity("stroke", colour)}'


def _colour(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour[:3])


def _opacity(of: str, colour: Colour) -> str:
    return "" if colour.a == 255 else f' {of}-opacity="{_number(colour.a / 255)}"'


def _text(text: Text) -> str:
    """Return a line of words, with its baseline below the middle of the capitals."""
    words = printable(text.words)
    if not words:
        return ""
    place = f'x="{_number(text.x)}" y="{_number(text.y + CAPITAL * text.size / 2)}"'
    length = ""
    if len(words) > 1 and max(words) < _JOINING:
        length = f' textLength="{_number(width(words, text.size, text.weight))}" lengthAdjust="spacingAndGlyphs"'
    look = (
        f'font-size="{_number(text.size)}" font-weight="{WEIGHTS[text.weight]}" text-anchor="{_ANCHORS[text.anchor]}"'
    )
    return f"<text {place} {look}{length}{_fill(text.colour)}>{_words(join_letters(words))}</text>"


def _words(text: str) -> str:
    """Return the words without characters that XML does not allow."""
    return escape("".join(char for char in text if char >= " " or char in "\n\t"), quote=False)


def _point(point: tuple[float, float]) -> str:
    return f"{_number(point[0])},{_number(point[1])}"


def _number(value: float) -> str:
    """Return the number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
