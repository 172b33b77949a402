"""Who leads, as a bar: each player's part in their colour, what is probable paler, what is open empty."""

from __future__ import annotations

from games.core.table import Role, Standing
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Line, Rect, Shape
from render.colour import WHITE, mix
from render.theme import Theme, colour_of, rim

_STEPS = 120
"""So many lengths a part may have: what is drawn once is used again."""


def put_standing(scene: Scene, theme: Theme, rect: Rect, standing: Standing, roles: tuple[Role, ...]) -> None:
    """The bar. Of two players the second's part grows from the right, so that they meet in the middle."""
    full = max(standing.full, sum(standing.sure) + sum(standing.likely), 1e-9)
    sure = tuple(round(_STEPS * part / full) for part in standing.sure)
    likely = tuple(round(_STEPS * part / full) for part in standing.likely) or (0,) * len(sure)
    scene.put(*rect.centre, standing_bar, theme, (rect.w, rect.h), roles[: len(sure)], sure, likely)


def standing_bar(
    theme: Theme, size: tuple[float, float], roles: tuple[Role, ...], sure: tuple[int, ...], likely: tuple[int, ...]
) -> Drawing:
    """The parts, in steps, on a track with a tick in its middle."""
    w, h = size
    track, step = Rect(-w / 2, -h / 2, w, h), w / _STEPS
    shapes: list[Shape] = [Box(track, h / 2, theme.line), Box(track.inset(2), h / 2 - 2, theme.panel)]
    left = track.x
    for i, (role, certain, more) in enumerate(zip(roles, sure, likely, strict=True)):
        mirrored = len(roles) == 2 and i == 1
        start = track.right if mirrored else left
        for long, pale in ((certain + more, True), (certain, False)):
            if long:
                begin = start - long * step if mirrored else start
                shapes += _part(theme, role, Rect(begin, track.y, long * step, h), pale=pale)
        left += (certain + more) * step
    middle = (Line(((0, -h), (0, h)), theme.ground, 7), Line(((0, -h * 0.8), (0, h * 0.8)), theme.ink, 3))
    return Drawing((*shapes, *(middle if len(roles) == 2 else ())), (), theme.ground, (w, h + 8))


def _part(theme: Theme, role: Role, rect: Rect, *, pale: bool) -> tuple[Shape, ...]:
    """One player's; black and white have an edge that keeps them apart from the ground."""
    colour = colour_of(role, theme)
    if pale:
        return (Box(rect.inset(3), rect.h / 2 - 3, mix(colour, theme.panel, 0.55)),)
    inner = rect.inset(2.5)
    shine = Rect(inner.x + 3, inner.y + 1.5, max(1.0, inner.w - 6), 2.5)
    return (
        Box(rect, rect.h / 2, rim(colour, theme)),
        Box(inner, rect.h / 2 - 2.5, colour),
        Box(shine, 1, mix(colour, WHITE, 0.4)),
    )
