"""A list of people with places and numbers: a leaderboard, standings, a league table, a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Poly, Rect, Text, ngon
from render.canvas.type import fit, width
from render.cards.page import HEAD, new_page, page_png
from render.colour import mix
from render.layout import MARGIN, WIDTH
from render.strips import medal
from render.theme import SMALLEST, Theme, ThemeName, theme_of

Zone = Literal["", "up", "down"]
ROW, STEP = 68.0, 76.0
_COLUMN = 34.0
"""The room between two columns."""
_HEADING = 50.0
"""The room for a heading above a line."""
_NAMES = (38.0, 36.0, SMALLEST)
_METALS = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list.

    `cells` stand under the columns; `note` follows the name if there is room. `moved` is the number of places somebody
    has climbed (or fallen) since the last time, `zone` says whether the place leads up or down, and `own` marks the
    reader's own line. A `heading` stands above the line.
    """

    place: int | None
    name: str
    cells: tuple[str, ...] = ()
    note: str = ""
    moved: int = 0
    zone: Zone = ""
    own: bool = False
    heading: str = ""


def listing(
    title: str,
    columns: Sequence[str],
    entries: Sequence[Entry],
    note: str = "",
    theme: ThemeName = "dark",
    pixels: int = WIDTH,
) -> bytes:
    """Draw the list as a PNG; the last column is what counts. Raises ValueError if an entry has other columns."""
    if any(len(entry.cells) != len(columns) for entry in entries):
        raise ValueError("Every entry of a list has one cell for each column.")
    look = theme_of(theme)
    top = HEAD + (50.0 if any(columns) else 0.0)
    tops = _line_tops(columns, entries, top)
    scene = new_page(look, (tops[-1] if tops else top) + STEP + MARGIN - 4, title, note)
    ends = _column_ends(columns, entries)
    for end, words in zip(ends, columns, strict=True):
        scene.texts.append(Text(end, top - 26, words, SMALLEST, look.muted, "bold", "r"))
    moves = any(entry.moved for entry in entries)
    for entry, y in zip(entries, tops, strict=True):
        _put_entry(scene, look, Rect(MARGIN, y, WIDTH - 2 * MARGIN, ROW), entry, ends, moves=moves)
        if entry.heading:
            scene.texts.append(Text(MARGIN + 8, y - 26, entry.heading, SMALLEST, look.muted, "bold", "l"))
    return page_png(scene, look, pixels)


def _line_tops(columns: Sequence[str], entries: Sequence[Entry], top: float) -> list[float]:
    """Return where each line begins, from the top. A heading takes room unless it is first and beside the columns."""
    tops = list[float]()
    for entry in entries:
        has_room = not tops and any(columns)
        top += _HEADING if entry.heading and not has_room else 0.0
        tops.append(top)
        top += STEP
    return tops


def _column_ends(columns: Sequence[str], entries: Sequence[Entry]) -> list[float]:
    """Return where the cells of each column end, from the left."""
    ends, end = list[float](), WIDTH - MARGIN - 24.0
    for i in range(len(columns) - 1, -1, -1):
        weight = "black" if i == len(columns) - 1 else "bold"
        widest = max([width(columns[i], SMALLEST, "bold"), *(width(e.cells[i], 40, weight) for e in entries)])
        ends.insert(0, end)
        end -= widest + _COLUMN
    return ends


def _put_entry(scene: Scene, theme: Theme, rect: Rect, entry: Entry, ends: Sequence[float], *, moves: bool) -> None:
    y = rect.y + rect.h / 2
    scene.put(*rect.centre, row_plate, theme, rect.w, rect.h, entry.zone, entry.own)
    left = rect.x + 56
    if entry.place is not None and entry.place <= _METALS:
        scene.put(left, y, medal, theme, entry.place)
    elif entry.place is not None:
        scene.texts.append(Text(left, y, str(entry.place), 36, theme.muted, "bold"))
    left = rect.x + 108
    if moves:
        _put_move(scene, theme, left + 14, y, entry.moved)
        left += 84
    first = min((end - width(c, 40, "black") for end, c in zip(ends, entry.cells, strict=True)), default=rect.right)
    room = first - _COLUMN - left
    name, size = fit(entry.name, _NAMES, room, "bold")
    scene.texts.append(Text(left, y, name, size, theme.ink, "bold", "l"))
    start = left + width(name, size, "bold") + 20
    if entry.note and start + width(entry.note, SMALLEST) <= left + room:
        scene.texts.append(Text(start, y, entry.note, SMALLEST, theme.muted, "medium", "l"))
    for end, cell in zip(ends[:-1], entry.cells[:-1], strict=True):
        scene.texts.append(Text(end, y, cell, 36, theme.muted, "bold", "r"))
    if entry.cells:
        scene.texts.append(Text(ends[-1], y, entry.cells[-1], 40, theme.ink, "black", "r"))


def _put_move(scene: Scene, theme: Theme, x: float, y: float, moved: int) -> None:
    """Put an arrow up or down, and the number of places."""
    if moved:
        scene.put(x, y, climb, theme, moved > 0)
        scene.texts.append(Text(x + 18, y, str(abs(moved)), SMALLEST, theme.muted, "bold", "l"))


def climb(theme: Theme, up: bool) -> Drawing:  # noqa: FBT001 - part of a key
    """Draw a triangle that points up or down."""
    return Drawing((Poly(ngon(3, 12, -90 if up else 90), theme.good if up else theme.bad),))


def row_plate(theme: Theme, w: float, h: float, zone: Zone = "", own: bool = False) -> Drawing:  # noqa: FBT001, FBT002 - a key
    """Draw the ground of a line: framed if it is the reader's own, its edge coloured if the place leads up or down."""
    rect = Rect(-w / 2, -h / 2, w, h)
    shapes = [Box(rect, 14, theme.panel)]
    if own:
        shapes = [Box(rect, 14, theme.ink), Box(rect.inset(4), 10, mix(theme.panel, theme.line, 0.35))]
    if zone:
        colour = theme.good if zone == "up" else theme.bad
        shapes.append(Box(Rect(rect.x + 8, rect.y + 10, 10, h - 20), 5, colour))
    return Drawing(tuple(shapes), (), theme.ground, (w, h))
