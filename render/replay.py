"""A match as an animation: pieces slide, grow and shrink from one table to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.core.table import Piece, Table
from render.canvas.animation import ENCODERS
from render.canvas.film import Change, Reel
from render.canvas.painter import MEGABYTE, Painter
from render.canvas.patches import Box
from render.canvas.scene import Scene
from render.layout import WIDTH
from render.motion import identify_all
from render.picture import compose, look_of
from render.theme import Patterns, Theme, ThemeName
from render.tween import Motion, motion

FilmFormat = Literal["webp", "gif"]
Progress = Callable[[int, int], None]
"""Called with the number of pictures drawn so far and the total."""

LARGEST = 8_000_000
"""The largest size in bytes; any Discord server accepts files below it."""
MOST_PICTURES = 400
SHORTEST, LONGEST, WHOLE, END = 250, 800, 60_000, 3000
"""Milliseconds: the least and the most for a table, about the total for all tables, and for the last one."""
BETWEEN = 40
"""The milliseconds of a frame between two tables."""
_PLANS = ((5, 1.0), (3, 1.0), (0, 1.0), (0, 0.75), (0, 0.5), (0, 0.35))
"""The number of frames between two tables and the part of the width that is kept; if a file gets too large, the next
plan is tried."""
_MOST_FRAMES = 1000
_PALETTE_SAMPLES = 6


def shown_frames(count: int) -> Sequence[int]:
    """Return which of this many tables an animation shows: all, or every second, third ..., and always the last."""
    step = max(1, -(-(count - 1) // (MOST_PICTURES - 1)))
    return [*range(0, count - 1, step), count - 1]


def _no_progress(done: int, total: int) -> None:
    """Do nothing: nobody is listening."""


def replay(
    tables: Sequence[Table],
    film: FilmFormat = "webp",
    theme: ThemeName = "dark",
    width: int = 900,
    patterns: Patterns = "small",
    progress: Progress = _no_progress,
    most: int = LARGEST,
) -> bytes:
    """Return the tables in order as an endless animation of at most `most` bytes, with frames between them.

    Of a very long match every second, third ... table is shown, and always the last. If the file gets too large, it is
    made again with fewer frames between tables, then with smaller frames. Raises ValueError if there are no tables, or
    if even the smallest frames are too large.
    """
    if not tables:
        raise ValueError("An animation needs at least one table.")
    chosen = [tables[number] for number in shown_frames(len(tables))]
    plans = [plan for plan in _PLANS if not plan[0] or len(chosen) * (1 + plan[0]) <= _MOST_FRAMES]
    for plan in plans:
        pictures = _Pictures(chosen, look_of(tables[0], theme, patterns), max(2, round(width * plan[1])))
        reel = pictures.reel()
        changes = pictures.changes(reel, plan[0], progress)
        data = ENCODERS[film](reel.size, reel.palette, changes, most)
        if data is not None:
            return data
    raise ValueError("An animation of these tables is too large.")


@dataclass(frozen=True, slots=True)
class _Still:
    """A table as it is drawn, and the ids of its pieces."""

    scene: Scene
    names: dict[Piece, str]


class _Pictures:
    """The frames of an animation."""

    def __init__(self, tables: Sequence[Table], look: Theme, width: int) -> None:
        self._look, self._width = look, width
        self._painter = Painter(width / WIDTH, 16 * MEGABYTE, 12 * MEGABYTE)
        whole = [replace(table, whole=True) for table in tables]  # a cropped part would jump from picture to picture
        self._stills = [_Still(compose(each.table, look, width), each.names()) for each in identify_all(whole)]
        high = max(still.scene.backdrop.size[1] for still in self._stills)
        self._size = width, round(high * width / WIDTH)

    def reel(self) -> Reel:
        """Return an empty reel with the colours of these frames."""
        scenes = [still.scene for still in self._stills[:: max(1, len(self._stills) // _PALETTE_SAMPLES)]]
        return Reel(self._size, self._look.ground, map(self._painter.frame, scenes), self._look.surfaces)

    def changes(self, reel: Reel, between: int, progress: Progress) -> Iterator[Change]:
        """Yield all frames, with this many between two tables."""
        total = len(self._stills)
        each = max(SHORTEST, min(LONGEST, WHOLE // total - BETWEEN * between))
        for i, still in enumerate(self._stills):
            way = None
            if i and between:
                before = self._stills[i - 1]
                way = motion(before.scene, before.names, still.scene, still.names)
            if way is not None:
                yield from self._way(reel, way, between)
            yield reel.whole(self._painter.frame(still.scene), END if i == total - 1 else each)
            progress(i + 1, total)

    def _way(self, reel: Reel, way: Motion, between: int) -> Iterator[Change]:
        """Yield the frames between two tables: the first contains everything new, the others only what is moving."""
        rest = self._painter.frame(way.rest)
        before: Box | None = None
        for step in range(1, between + 1):
            placed = way.at(step / (between + 1))
            box = _around([self._painter.box(each) for each in placed], rest.size)
            if before is None:
                frame = rest.copy()
                self._painter.lay(frame, placed)
                yield reel.whole(frame, BETWEEN)
            else:
                place = _around([box, before], rest.size)
                picture = rest.crop(place)
                self._painter.lay(picture, placed, place[:2])
                yield reel.part(picture, place[:2], rest.size, BETWEEN)
            before = box


def _around(boxes: Sequence[Box], size: tuple[int, int]) -> Box:
    """Return the smallest box around all boxes in a frame, from an even column and row on, and never empty."""
    left = min((box[0] for box in boxes), default=0)
    top = min((box[1] for box in boxes), default=0)
    right, bottom = max((box[2] for box in boxes), default=1), max((box[3] for box in boxes), default=1)
    left, top = (min(max(0, side), size[axis] - 1) // 2 * 2 for axis, side in enumerate((left, top)))
    return left, top, max(left + 1, min(size[0], right)), max(top + 1, min(size[1], bottom))
