"""A bar that shows who leads: certain points in each player's colour, probable ones paler, the rest empty."""

from __future__ import annotations

import math
from math import cos, pi, sin

from games.core.table import Role, Standing
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Line, Poly, Rect, Shape, move
from render.colour import WHITE, Colour, contrast, mix
from render.theme import Theme, colour_of, rim

_STEPS = 120
"""The number of different lengths a part may have."""
_STRIPE = 9.7
"""The distance between stripes: about a step."""
_GAP = 10.0
"""The gap between two lanes."""
_PIECES = (64, 32, 16, 8, 4, 2, 1)
"""The lengths of pieces. A part is two overlapping pieces of one length, each drawn once."""


def put_standing(scene: Scene, theme: Theme, rect: Rect, standing: Standing, roles: tuple[Role, ...]) -> None:
    """Put the bar. The parts of two players grow from both ends and meet in the middle; of more, each has a lane."""
    likely = standing.likely or (0.0,) * len(standing.sure)
    full = max(standing.full, sum(standing.sure) + sum(likely), 1e-9)
    lanes = len(standing.sure) if len(standing.sure) > 2 else 1
    step, steps = rect.w / _STEPS, _STEPS // lanes
    scene.put(*rect.centre, track, theme, rect.w, rect.h, roles[: len(standing.sure)])
    for i, role in enumerate(roles[: len(standing.sure)]):
        way = -1 if lanes == 1 and i == 1 else 1
        start = rect.right if way < 0 else rect.x + rect.w * i / lanes if lanes > 1 else rect.x
        certain = min(steps, round(_STEPS * standing.sure[i] / full))
        more = min(steps - certain, round(_STEPS * likely[i] / full))
        _put_part(
            scene, theme, role, (start + way * certain * step, rect.centre[1]), (more, way * step, rect.h), pale=True
        )
        _put_part(scene, theme, role, (start, rect.centre[1]), (certain, way * step, rect.h), pale=False)
    for x, way in ((rect.x, 1), (rect.right, -1)):
        scene.put(x, rect.centre[1], corners, theme, rect.h, way)
    for lane in range(1, lanes):
        scene.put(rect.x + rect.w * lane / lanes, rect.centre[1], gap, theme, rect.h)
    if len(standing.sure) == 2:
        scene.put(*rect.centre, tick, theme, rect.h)


def _put_part(
    scene: Scene,
    theme: Theme,
    role: Role,
    start: tuple[float, float],
    size: tuple[int, float, float],
    *,
    pale: bool,
) -> None:
    """Put a number of steps from the start on, to the right or to the left."""
    steps, step, high = size
    (x, y), end = start, start[0] + steps * step
    piece = next((piece for piece in _PIECES if piece <= steps), 0)
    for middle in (x + piece * step / 2, end - piece * step / 2)[: 2 if steps > piece else 1 if piece else 0]:
        scene.put(middle, y, length, theme, role, abs(step) * piece, high, pale)
    if piece:
        scene.put(end - math.copysign(2, step), y, end_line, theme, role, high, pale)


def _colours(theme: Theme, role: Role, *, pale: bool) -> tuple[Colour, Colour]:
    """Return the colours of the edge and the inside; black and white have an edge that sets them off the ground."""
    colour = colour_of(role, theme)
    edge = rim(colour, theme)
    return (mix(edge, theme.panel, 0.3), mix(colour, theme.panel, 0.75)) if pale else (edge, colour)


def track(theme: Theme, w: float, h: float, roles: tuple[Role, ...]) -> Drawing:
    """Draw the empty bar. Later colours lie under it, so that palettes contain them from the first picture on."""
    rect = Rect(-w / 2, -h / 2, w, h)
    pairs = (_colours(theme, role, pale=pale) for role in roles for pale in (False, True))
    colours = {colour for pair in pairs for colour in (*pair, mix(pair[1], WHITE, 0.4))}
    under = (Box(Rect(-4, -4, 8, 8), 0, colour) for colour in sorted(colours))
    bar = (Box(rect, h / 2, theme.line), Box(rect.inset(2), h / 2 - 2, theme.panel))
    return Drawing((*under, *bar), (), theme.ground, (w, h))


def tick(theme: Theme, h: float) -> Drawing:
    """Draw the middle, where the parts of two players meet."""
    return Drawing((Line(((0, -h), (0, h)), theme.ground, 7), Line(((0, -h * 0.8), (0, h * 0.8)), theme.ink, 3)))


def gap(theme: Theme, h: float) -> Drawing:
    """Draw the end of one lane and the beginning of the next, both round."""
    ends = (move(corners(theme, h, way).shapes, way * _GAP / 2, 0) for way in (1, -1))
    return Drawing((Box(Rect(-_GAP / 2, -h / 2 - 1, _GAP, h + 2), 0, theme.ground), *(s for end in ends for s in end)))


def corners(theme: Theme, h: float, way: int) -> Drawing:
    """Draw the corners beyond a round end of the bar, in the ground's colour: parts begin with straight ends."""
    arc = [(way * h / 2 * (1 - cos(angle)), h / 2 * sin(angle)) for angle in (i * pi / 16 for i in range(9))]
    upper = (*((x, -y) for x, y in arc), (0, -h / 2))
    lower = (*arc, (0, h / 2))
    return Drawing((Poly(upper, theme.ground), Poly(lower, theme.ground)))


def length(theme: Theme, role: Role, w: float, h: float, pale: bool) -> Drawing:  # noqa: FBT001 - part of a stamp
    """Draw a piece of a part: certain points are solid, probable ones striped."""
    edge, colour = _colours(theme, role, pale=pale)
    wide = w + 4  # overlaps, so that no edge shows between two pieces
    inner = Rect(-wide / 2, -h / 2 + 2.5, wide, h - 5)
    shapes: list[Shape] = [Box(Rect(-wide / 2, -h / 2, wide, h), 0, edge), Box(inner, 0, colour)]
    if pale:
        own = colour_of(role, theme)
        shapes += _stripes(w, inner, edge if contrast(own, colour) < 2 else mix(own, theme.panel, 0.2))
    else:
        shapes.append(Box(Rect(-wide / 2, inner.y + 1.5, wide, 2.5), 0, mix(colour, WHITE, 0.4)))
    return Drawing(tuple(shapes), (), edge, (w, h))


def _stripes(w: float, inner: Rect, ink: Colour) -> list[Shape]:
    """Return slanting stripes, the same in each step of a part, so that pieces fit each other."""
    count = max(1, round(w / _STRIPE))
    each = w / count
    lefts = (-w / 2 + i * each for i in range(count))
    return [
        Poly(((x, inner.bottom), (x + each / 2, inner.bottom), (x + each, inner.y), (x + each / 2, inner.y)), ink)
        for x in lefts
    ]


def end_line(theme: Theme, role: Role, h: float, pale: bool) -> Drawing:  # noqa: FBT001 - part of a stamp
    """Draw the edge at the end of a part."""
    return Drawing((Box(Rect(-2, -h / 2, 4, h), 0, _colours(theme, role, pale=pale)[0]),))
