"""The contact sheet of every glyph in every role, for people who work on the drawings."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from games.core.table import Glyph, Role
from render.canvas.painter import Painter
from render.canvas.palette import Palette
from render.canvas.pngfile import png
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Box, Drawing, Layer, Rect, Text, ngon
from render.layout import WIDTH
from render.marks import LINES
from render.panels import ground_plate
from render.pieces import glyph_drawing
from render.strips import medal
from render.strokes import GHOST, arrow, badge, ghost_outline, goal, path, region
from render.theme import Patterns, Theme, ThemeName, colour_of, theme_of

_STEP, _HEAD = 62, 190
_WORDS = 17.0


def sheet(theme: ThemeName, patterns: Patterns = "small") -> bytes:
    """Draw glyphs down, roles across and marks below, as a PNG 1200 wide."""
    look = theme_of(theme, patterns)
    glyphs, roles = get_args(Glyph), get_args(Role)
    height = _HEAD + _STEP * len(glyphs) + 170
    scene = _ground(look, height)
    for column, role in enumerate(roles):
        x = 134 + column * 47
        scene.put(x, 40, _swatch, look, role)
        for row, letter in enumerate(role):
            scene.texts.append(Text(x, 76 + row * 13, letter, _WORDS, look.muted))
        for row, glyph in enumerate(glyphs):
            drawing = (glyph_drawing, look, glyph, role, 19.0, "", 2 if glyph == "stack" else 1)
            scene.put(x, _HEAD + row * _STEP + 30, *drawing)
    for row, glyph in enumerate(glyphs):
        scene.texts.append(Text(14, _HEAD + row * _STEP + 30, glyph, _WORDS + 3, look.ink, "medium", "l"))
    _marks(scene, look, height - 90)
    frame = Painter(1.0).frame(scene)
    return png(Palette(look.surfaces).reduce(frame, scene))


def _ground(theme: Theme, height: int) -> Scene:
    layer = Layer()
    layer.shapes += ground_plate(theme, Rect(8, 8, WIDTH - 16, height - 16), 20, theme.board)
    return Scene(Backdrop((WIDTH, height), theme.ground, layer))


def _swatch(theme: Theme, role: Role) -> Drawing:
    """Draw the plain colour of a role."""
    return Drawing((Box(Rect(-18, -18, 36, 36), 6, colour_of(role, theme)),))


def _marks(scene: Scene, theme: Theme, y: float) -> None:
    """Put every mark once."""
    outline, x = ngon(24, 30), 60.0
    for name, draw in LINES.items():
        scene.put(x, y, draw, outline, 5.0)
        scene.texts.append(Text(x, y + 56, name, _WORDS + 3, theme.muted))
        x += 92
    points = ((0.0, 0.0), (34.0, -26.0), (72.0, 8.0))
    others = (
        ("ghost", (ghost_outline, theme, outline, 5.0, "seat-0", GHOST)),
        ("link", (region, tuple(pairwise((*outline, outline[0]))))),
        ("target", (badge, theme, "12", 100.0)),
        ("target", (goal,)),
        ("rank", (medal, theme, 1)),
        ("path", (path, theme, points, "seat-1", 6.0)),
        ("arrow", (arrow, theme, points, None, 6.0)),
    )
    for name, stamp in others:
        scene.put(x, y, *stamp)
        scene.texts.append(Text(x + (36 if name in ("path", "arrow") else 0), y + 56, name, _WORDS + 3, theme.muted))
        x += 112 if name in ("path", "arrow") else 84
