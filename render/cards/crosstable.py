"""A cross table: everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Rect, Text
from render.canvas.type import fit, width
from render.cards.listing import row_plate
from render.cards.page import HEAD, new_page, page_png
from render.colour import mix
from render.layout import MARGIN, WIDTH
from render.theme import SMALLEST, Theme, ThemeName, theme_of

MOST = 16
"""The most people: with more, columns would be too narrow to read."""
ROW, STEP = 64.0, 70.0
_WIDEST = 92.0


class Meeting(NamedTuple):
    """The result of a meeting: the points in words, and whether it was won. `open` means not played yet."""

    text: str
    result: Literal["won", "tied", "lost", "open"] = "open"


@dataclass(frozen=True, slots=True)
class Rival:
    """A row: a name, the meetings in the order of the rows (None: with oneself), and the points."""

    name: str
    meetings: tuple[Meeting | None, ...]
    total: str
    own: bool = False


def crosstable(
    title: str, rivals: Sequence[Rival], note: str = "", theme: ThemeName = "dark", pixels: int = WIDTH
) -> bytes:
    """Draw the cross table as a PNG. Raises ValueError for more than 16 people, and if a meeting is missing."""
    if len(rivals) > MOST or any(len(rival.meetings) != len(rivals) for rival in rivals):
        raise ValueError(f"A cross table has at most {MOST} people, each with a meeting for everybody.")
    look, top = theme_of(theme), HEAD + 48.0
    scene = new_page(look, top + STEP * max(1, len(rivals)) + MARGIN, title, note)
    total = max((width(rival.total, 40, "black") for rival in rivals), default=0) + 34
    right = WIDTH - MARGIN - 12 - total
    side = min(_WIDEST, (right - MARGIN - 330) / max(1, len(rivals)))
    left = right - side * len(rivals)
    for i in range(len(rivals)):
        scene.texts.append(Text(left + side * (i + 0.5), top - 24, str(i + 1), SMALLEST, look.muted, "bold"))
    for i, rival in enumerate(rivals):
        rect = Rect(MARGIN, top + i * STEP, WIDTH - 2 * MARGIN, ROW)
        _put_rival(scene, look, rect, i, rival, (left, side))
    return page_png(scene, look, pixels)


def _put_rival(scene: Scene, theme: Theme, rect: Rect, i: int, rival: Rival, cells: tuple[float, float]) -> None:
    (left, side), y = cells, rect.y + rect.h / 2
    scene.put(*rect.centre, row_plate, theme, rect.w, rect.h, "", rival.own)
    scene.texts.append(Text(rect.x + 40, y, str(i + 1), SMALLEST, theme.muted, "bold"))
    name, size = fit(rival.name, (36.0, SMALLEST), left - rect.x - 86, "bold")
    scene.texts.append(Text(rect.x + 76, y, name, size, theme.ink, "bold", "l"))
    for j, meeting in enumerate(rival.meetings):
        x = left + side * (j + 0.5)
        result = "self" if meeting is None else meeting.result
        scene.put(x, y, meeting_cell, theme, side - 6, ROW - 12, result)
        if meeting is not None and meeting.text:
            words, size = fit(meeting.text, (36.0, SMALLEST), side - 8, "bold")
            scene.texts.append(Text(x, y, words, size, theme.ink if meeting.result != "open" else theme.muted, "bold"))
    scene.texts.append(Text(rect.right - 18, y, rival.total, 40, theme.ink, "black", "r"))


def meeting_cell(theme: Theme, w: float, h: float, result: str) -> Drawing:
    """Draw the ground of a meeting: a bar at the top or at the bottom also distinguishes won from lost."""
    rect = Rect(-w / 2, -h / 2, w, h)
    if result == "self":
        return Drawing((Box(rect, 8, theme.line),))
    colour = {"won": theme.good, "lost": theme.bad}.get(result)
    shapes = [Box(rect, 8, theme.cell if colour is None else mix(theme.panel, colour, 0.3))]
    if colour is not None:
        shapes.append(Box(Rect(rect.x + 8, rect.y + 3 if result == "won" else rect.bottom - 8, w - 16, 5), 2, colour))
    return Drawing(tuple(shapes))
