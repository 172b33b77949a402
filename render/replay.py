"""A match as an animation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from games.core.table import Table
from render.canvas.film import Film, gif, webp
from render.canvas.painter import Painter
from render.layout import WIDTH
from render.picture import compose, look_of
from render.theme import Patterns, ThemeName

FilmFormat = Literal["webp", "gif"]
Progress = Callable[[int, int], None]
"""Told how many pictures of how many are drawn."""

LARGEST = 8_000_000
"""Bytes: less than that any Discord server takes."""
MOST_PICTURES = 400
SMALLEST_WIDTH = 300
SHORTEST, LONGEST, WHOLE, END = 250, 1000, 60_000, 3000
"""Milliseconds: least and most for a picture, about for the whole, for the last picture."""


def shown(count: int) -> Sequence[int]:
    """Which of so many tables an animation shows: all, or every second, third ..., and always the last."""
    step = max(1, -(-(count - 1) // (MOST_PICTURES - 1)))
    return [*range(0, count - 1, step), count - 1]


def _no_progress(done: int, total: int) -> None:
    """Nobody listens."""


def replay(
    tables: Sequence[Table],
    film: FilmFormat = "webp",
    theme: ThemeName = "dark",
    width: int = 600,
    patterns: Patterns = "small",
    progress: Progress = _no_progress,
) -> bytes:
    """The tables one after the other as an endless animation of less than 8 MB.

    Of a very long match every second, third ... table is shown, and always the last. When the file gets too large it
    is made again with smaller pictures. Raises ValueError when there is no table.
    """
    if not tables:
        raise ValueError("An animation needs at least one table.")
    chosen = [tables[number] for number in shown(len(tables))]
    each = max(SHORTEST, min(LONGEST, WHOLE // len(chosen)))
    durations = [each] * (len(chosen) - 1) + [END]
    while True:
        frames = _frames(chosen, theme, width, patterns, progress)
        data = gif(frames, durations) if film == "gif" else webp(frames, durations)
        if len(data) < LARGEST or width <= SMALLEST_WIDTH:
            return data
        width = max(SMALLEST_WIDTH, width * 3 // 4)


def _frames(tables: Sequence[Table], theme: ThemeName, width: int, patterns: Patterns, progress: Progress) -> Film:
    """All pictures in one palette, all of one size."""
    painter, look = Painter(width / WIDTH), look_of(tables[0], theme, patterns)
    scenes = [compose(table, look, width) for table in tables]
    film = Film(width, round(max(scene.backdrop.size[1] for scene in scenes) * width / WIDTH), look.ground)
    film.learn((painter.frame(scene) for scene in scenes[:: max(1, len(scenes) // 6)]), look.surfaces)
    for done, scene in enumerate(scenes, 1):
        film.add(painter.frame(scene))
        progress(done, len(scenes))
    return film
