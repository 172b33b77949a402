"""The card of a person: for each game the rating, its history, and the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.core.i18n import Translate, gettext
from render.canvas.scene import Scene
from render.canvas.shapes import Disc, Line, Point, Poly, Rect, Text
from render.canvas.type import fit, width
from render.cards.page import HEAD, new_page, page_png
from render.colour import Colour, fade, mix
from render.dates import date_words
from render.layout import GAP, MARGIN, WIDTH
from render.panels import ground_plate
from render.theme import GILT, SMALLEST, Theme, ThemeName, theme_of

_HALF, _WHOLE = 320.0, 480.0
"""The height of a game: with two side by side, and with only one."""
_WORDS = 170.0
"""The part of that height taken by the words above the curve."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """A person's achievements in a game: the rating in words, a title, the results, and all ratings so far."""

    game: str
    rating: str
    title: str = ""
    record: str = ""
    points: tuple[tuple[datetime, float], ...] = ()


def profile(
    name: str,
    achievements: Sequence[Achievement],
    note: str = "",
    theme: ThemeName = "dark",
    pixels: int = WIDTH,
    language: Translate = str,
) -> bytes:
    """Draw the card as a PNG: the games in two columns, a single game over the whole width.

    A curve shows the first rating, the highest and the current one; the change since the first is above it.
    """
    look = theme_of(theme)
    alone = len(achievements) == 1
    high = _WHOLE if alone else _HALF
    rows = 1 if alone else -(-len(achievements) // 2)
    scene = new_page(look, HEAD + rows * (high + GAP) + MARGIN - GAP, name, note)
    w = WIDTH - 2 * MARGIN if alone else (WIDTH - 2 * MARGIN - GAP) / 2
    for i, achievement in enumerate(achievements):
        last = i == len(achievements) - 1 and i % 2 == 0
        x, y = MARGIN + i % 2 * (w + GAP), HEAD + i // 2 * (high + GAP)
        wide = WIDTH - 2 * MARGIN if last else w
        _put_achievement(scene, look, Rect(x, y, wide, high), achievement, language)
    return page_png(scene, look, pixels)


def _put_achievement(scene: Scene, theme: Theme, rect: Rect, achievement: Achievement, language: Translate) -> None:
    scene.backdrop.layer.shapes += ground_plate(theme, rect, 20, theme.board)
    left, right, y = rect.x + 24, rect.right - 24, rect.y + 46
    texts = scene.texts
    texts.append(Text(right, y, achievement.rating, 52, theme.ink, "black", "r"))
    room = right - left - width(achievement.rating, 52, "black") - 20
    game, size = fit(achievement.game, (42.0, 36.0, SMALLEST), room, "bold")
    texts.append(Text(left, y, game, size, theme.ink, "bold", "l"))
    change = _change(achievement)
    if change:
        colour = theme.good if change > 0 else theme.bad
        texts.append(Text(right, y + 48, f"{change:+d}".replace("-", "−"), 36, colour, "bold", "r"))
    said = " · ".join(part for part in (achievement.title, achievement.record) if part)
    short = (said, achievement.record, achievement.title)
    room = right - left - (width(f"{change:+d}", 36, "bold") + 24 if change else 0)
    words = next(
        (words for words in short if words and width(words, SMALLEST) <= room), fit(said, (SMALLEST,), room)[0]
    )
    texts.append(Text(left, y + 48, words, SMALLEST, theme.muted, "medium", "l"))
    if achievement.points:
        field = Rect(left + 6, rect.y + _WORDS - 24, right - left - 12, rect.h - _WORDS - 26)
        _put_curve(scene, theme, field, achievement.points, language)


def _change(achievement: Achievement) -> int:
    """Return by how much the rating has risen since the first one."""
    return round(achievement.points[-1][1]) - round(achievement.points[0][1]) if len(achievement.points) > 1 else 0


def _put_curve(
    scene: Scene, theme: Theme, field: Rect, points: Sequence[tuple[datetime, float]], language: Translate
) -> None:
    """Draw the curve with a line at the first rating, its date and the peak below; a single rating has no peak."""
    texts, muted, low = scene.texts, theme.muted, field.bottom + 22
    begin, end = points[0][0], points[-1][0]
    first = language(gettext("since {date}", date=date_words(begin, end - begin)))
    texts.append(Text(field.x - 6, low - 6, first, SMALLEST, muted, "medium", "l"))
    line = _line(Rect(field.x, field.y, field.w, field.h - 34), points)
    peak = max(range(len(points)), key=lambda i: points[i][1])
    shapes = scene.backdrop.layer.shapes
    level = ((field.x, line[0][1]), (field.right, line[0][1]))
    shapes.append(Line(level, mix(theme.board, theme.line, 0.6), 2.5))
    if len(points) == 1:
        shapes.append(Disc(*line[0], 11, theme.ink))
        return
    shapes.append(Poly((*line, (line[-1][0], field.bottom - 28), (line[0][0], field.bottom - 28)), fade(GILT, 0.16)))
    shapes += [Line(line, mix(theme.board, theme.keyline, 0.6), 10), Line(line, _curve_ink(theme), 6)]
    shapes += [Disc(*line[0], 9, theme.muted), Disc(*line[peak], 12, theme.board), Disc(*line[peak], 10, theme.good)]
    shapes += [Disc(*line[-1], 13, theme.board), Disc(*line[-1], 11, theme.ink)]
    words = language(gettext("peak {rating}", rating=round(points[peak][1])))
    texts.append(Text(field.right + 6, low - 6, words, SMALLEST, muted, "medium", "r"))


def _curve_ink(theme: Theme) -> Colour:
    return GILT if theme.name == "dark" else mix(GILT, theme.ink, 0.35)


def _line(field: Rect, points: Sequence[tuple[datetime, float]]) -> tuple[Point, ...]:
    """Return the ratings match by match, from left to right, scaled to the range of the ratings, at least 60 points."""
    values = [value for _, value in points]
    middle, half = (min(values) + max(values)) / 2, max(30.0, (max(values) - min(values)) / 2)
    count = max(1, len(points) - 1)
    return tuple(
        (
            field.x + field.w * (i / count if len(points) > 1 else 0.5),
            field.y + field.h * (0.5 - (value - middle) / (2 * half)),
        )
        for i, value in enumerate(values)
    )
