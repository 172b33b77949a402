"""The sheet that a card is drawn on: ground, title, and the way from scene to bytes."""

from __future__ import annotations

from render.canvas.painter import MEGABYTE, Painter
from render.canvas.palette import Palette
from render.canvas.pngfile import png
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Layer, Text
from render.canvas.type import fit, width
from render.colour import mix
from render.layout import MARGIN, WIDTH
from render.theme import SMALLEST, Theme

HEAD = 96
"""The height of the title."""
LEFT, RIGHT = MARGIN + 8.0, WIDTH - MARGIN - 8.0


def new_page(theme: Theme, height: float, title: str, note: str = "") -> Scene:
    """Create an empty card with its title and, on the right, a note."""
    scene = Scene(Backdrop((WIDTH, round(height)), theme.ground, Layer()))
    note, size = fit(note, (36.0, SMALLEST), (RIGHT - LEFT) * 0.5)
    scene.texts.append(Text(RIGHT, HEAD / 2 + 4, note, size, theme.muted, "medium", "r"))
    room = RIGHT - LEFT - (width(note, size) + 32 if note else 0)
    words, size = fit(title, (50.0, 44.0, 38.0, SMALLEST), room, "black")
    scene.texts.append(Text(LEFT, HEAD / 2 + 4, words, size, theme.ink, "black", "l"))
    return scene


def page_png(scene: Scene, theme: Theme, pixels: int) -> bytes:
    """Return the card as PNG. Cards are drawn now and then, and nothing of them is cached."""
    frame = Painter(pixels / WIDTH, MEGABYTE, MEGABYTE).frame(scene)
    tints = (mix(theme.panel, theme.good, 0.3), mix(theme.panel, theme.bad, 0.3), theme.good, theme.bad)
    return png(Palette((*theme.surfaces, *tints)).reduce(frame, scene))
