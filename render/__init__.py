"""Pictures of tables, drawn with Pillow. All functions may be called from several threads."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.core.diagram import board_text
from games.core.table import Table
from render.canvas.painter import Painter
from render.canvas.palette import Palette
from render.canvas.pngfile import png as encode_png
from render.focus import focused, mat_cells, target_cells
from render.layout import WIDTH
from render.picture import compose, look_of
from render.replay import replay
from render.theme import Patterns, Theme, ThemeName
from render.words import alt_text

__all__ = [
    "Painter",
    "Palette",
    "Patterns",
    "ThemeName",
    "alt_text",
    "board_text",
    "focused",
    "mat_cells",
    "png",
    "replay",
    "target_cells",
    "warm",
]


def png(
    table: Table,
    theme: ThemeName = "dark",
    width: int = WIDTH,
    patterns: Patterns = "small",
    focus: Iterable[str] = (),
) -> bytes:
    """The table as a PNG `width` pixels wide, between 1.2 and 1.55 times as wide as high.

    `focus` names cells to look at closely, see `focused`.
    """
    look = look_of(table, theme, patterns)
    scene = compose(focused(table, focus) if focus else table, look, width)
    frame = painter(width).frame(scene)
    return encode_png(palette(str(table.title), look).reduced(frame, scene))


def warm(tables: Iterable[Table]) -> None:
    """Draw each table in both themes, so that the first pictures of a match come as fast as the others."""
    for table in tables:
        png(table, "dark")
        png(table, "light")


@lru_cache(maxsize=2)
def painter(width: int) -> Painter:
    """The painter of pictures of this width: the usual one and one other are kept."""
    return Painter(width / WIDTH)


@lru_cache(maxsize=64)
def palette(title: str, theme: Theme) -> Palette:  # noqa: ARG001 - the key of the cache
    """The colours of one game's pictures."""
    return Palette(theme.surfaces)
