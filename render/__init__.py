"""Pictures of tables, drawn with Pillow."""

from __future__ import annotations

from functools import cache

from games.core.table import Table
from render.alt import alt_text
from render.canvas.encode import Palette
from render.canvas.encode import png as encode_png
from render.canvas.painter import Painter
from render.picture import compose
from render.theme import THEMES, ThemeName


@cache
def _painter(width: int) -> Painter:
    return Painter(width / 1200)


@cache
def _palette(title: str, theme: ThemeName) -> Palette:
    return Palette(THEMES[theme].surfaces)


def png(table: Table, theme: ThemeName = "dark", width: int = 1200) -> bytes:
    """The table as a PNG."""
    scene = compose(table, THEMES[theme], width)
    frame = _painter(width).frame(scene)
    return encode_png(_palette(table.title, theme).reduced(frame, scene))


__all__ = ["alt_text", "png"]
