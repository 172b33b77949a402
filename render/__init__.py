"""Pictures of tables, drawn with Pillow or written as SVG. All functions may be called from several threads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from games.core.diagram import board_text
from games.core.i18n import Translate
from games.core.table import Piece, Table
from render.canvas.painter import Painter
from render.canvas.palette import Palette
from render.canvas.strips import scene_png
from render.canvas.svg import svg as encode_svg
from render.focus import focus_on, mat_cells, target_cells
from render.layout import WIDTH
from render.motion import identify
from render.picture import compose, look_of
from render.replay import replay
from render.theme import Patterns, Theme, ThemeName
from render.words import alt_text, leader, part_words

__all__ = [
    "Painter",
    "Palette",
    "Patterns",
    "ThemeName",
    "alt_text",
    "board_text",
    "focus_on",
    "leader",
    "mat_cells",
    "part_words",
    "png",
    "replay",
    "svg",
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
    """Draw the table as a PNG `width` pixels wide, between 1.2 and 1.55 times as wide as high.

    `focus` names the cells to zoom in on; see `focus_on`.
    """
    look = look_of(table, theme, patterns)
    scene = compose(focus_on(table, focus) if focus else table, look, width)
    return scene_png(scene, painter(width), palette(str(table.title), look))


def svg(
    table: Table,
    theme: ThemeName = "dark",
    width: int = WIDTH,
    patterns: Patterns = "small",
    focus: Iterable[str] = (),
    ids: Mapping[Piece, str] | None = None,
    language: Translate = str,
) -> str:
    """Draw the same picture as SVG, described by its alt text; each piece has its id.

    `ids` come from `render.motion.identify` if pieces are followed from table to table.
    """
    shown = focus_on(table, focus) if focus else table
    scene = compose(shown, look_of(table, theme, patterns), width)
    names = identify(shown).names() if ids is None else ids
    return encode_svg(scene, str(table.title), alt_text(table, language), lambda thing: names.get(thing, ""), width)


def warm(tables: Iterable[Table]) -> None:
    """Draw each table in both themes, so that the first pictures of a match are as fast as later ones."""
    for table in tables:
        png(table, "dark")
        png(table, "light")


@lru_cache(maxsize=2)
def painter(width: int) -> Painter:
    """Return the painter for pictures of this width; the usual one and one other are kept."""
    return Painter(width / WIDTH)


@lru_cache(maxsize=64)
def palette(title: str, theme: Theme) -> Palette:  # noqa: ARG001 - the key of the cache
    """Return the colours for the pictures of one game."""
    return Palette(theme.surfaces)
