"""Rating curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.core.diagram import Translate
from games.core.table import Role
from render.axes import date_words, moments, ticks
from render.canvas.painter import Painter
from render.canvas.palette import Palette
from render.canvas.pngfile import png
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Disc, Layer, Line, Point, Poly, Rect, Shape, Text
from render.canvas.type import fit, width
from render.colour import Colour, fade, mix
from render.layout import MARGIN, WIDTH
from render.panels import ground_plate
from render.pieces import chip
from render.theme import SMALLEST, Theme, ThemeName, colour_of, theme_of

HEIGHT = 820
_LINE = 52
"""From one line of the head to the next."""
_MANY = 3
"""So many curves are named in a line of their own."""
_APART = 28
_BESIDE = 52 + _APART
"""What the name of a curve needs beside its words: its chip, and the room before the next."""
_SEATS: tuple[Role, ...] = ("seat-0", "seat-1", "seat-2", "seat-3")


@dataclass(frozen=True, slots=True)
class Rated:
    """One point of a curve: when, how high, and how uncertain that is (half the height of the band)."""

    at: datetime
    rating: float
    spread: float = 0.0


@dataclass(frozen=True, slots=True)
class Curve:
    """The rating of one player, oldest point first."""

    name: str
    points: tuple[Rated, ...]


def chart(
    title: str, curves: Sequence[Curve], theme: ThemeName = "dark", width: int = WIDTH, language: Translate = str
) -> bytes:
    """Up to four rating curves as a PNG; each has its sign along the line, not only its colour.

    Raises ValueError for more curves, or when there is no point at all.
    """
    points = [point for curve in curves for point in curve.points]
    if not points or len(curves) > len(_SEATS):
        raise ValueError("A chart shows one to four curves with at least one point.")
    scene = _Chart(theme_of(theme), title, curves, language).scene()
    frame = Painter(width / WIDTH).frame(scene)
    return png(Palette(theme_of(theme).surfaces).reduced(frame, scene))


class _Chart:
    """Axes and curves in a rectangle."""

    def __init__(self, theme: Theme, title: str, curves: Sequence[Curve], language: Translate) -> None:
        self.theme, self.title, self.curves, self.language = theme, title, curves, language
        points = [point for curve in curves for point in curve.points]
        self.begin, self.end = min(p.at for p in points), max(p.at for p in points)
        if self.end - self.begin < timedelta(hours=1):
            self.begin, self.end = self.begin - timedelta(hours=12), self.end + timedelta(hours=12)
        self.ticks = ticks(min(p.rating - p.spread for p in points), max(p.rating + p.spread for p in points))
        labels = max(width(f"{tick:g}", SMALLEST, "bold") for tick in self.ticks)
        top = 96 if len(curves) < _MANY else 96 + _LINE
        self.plate = Rect(MARGIN, top, WIDTH - 2 * MARGIN, HEIGHT - top - MARGIN)
        self.field = Rect(
            self.plate.x + labels + 58, self.plate.y + 36, self.plate.w - labels - 104, self.plate.h - 110
        )

    def scene(self) -> Scene:
        """The whole picture."""
        layer = Layer()
        layer.shapes += ground_plate(self.theme, self.plate, 22, self.theme.board)
        self._axes(layer)
        for shapes in (self._band, self._line):
            for i, curve in enumerate(self.curves):
                layer.shapes += shapes(curve, colour_of(_SEATS[i], self.theme))
        scene = Scene(Backdrop((WIDTH, HEIGHT), self.theme.ground, layer))
        self._head(scene)
        for i, curve in enumerate(self.curves):
            self._signs(scene, curve, _SEATS[i])
        return scene

    def _at(self, at: datetime, rating: float) -> Point:
        across = (at - self.begin) / (self.end - self.begin)
        up = (rating - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return self.field.x + across * self.field.w, self.field.bottom - up * self.field.h

    def _axes(self, layer: Layer) -> None:
        for tick in self.ticks:
            y = self._at(self.begin, tick)[1]
            layer.shapes.append(
                Line(((self.field.x, y), (self.field.right, y)), mix(self.theme.board, self.theme.line, 0.55), 2)
            )
            layer.texts.append(Text(self.field.x - 32, y, f"{tick:g}", SMALLEST, self.theme.muted, "bold", "r"))
        free = -math.inf
        for moment in moments(self.begin, self.end):
            x, words = self._at(moment, self.ticks[0])[0], self.language(date_words(moment, self.end - self.begin))
            half = width(words, SMALLEST, "bold") / 2
            if x - half >= max(free, self.plate.x + 12) and x + half <= self.plate.right - 12:
                layer.shapes.append(Line(((x, self.field.bottom), (x, self.field.bottom + 10)), self.theme.line, 3))
                layer.texts.append(Text(x, self.field.bottom + 38, words, SMALLEST, self.theme.muted, "bold"))
                free = x + half + 40

    def _band(self, curve: Curve, colour: Colour) -> list[Shape]:
        """How uncertain the ratings are."""
        if len(curve.points) < 2 or not any(point.spread for point in curve.points):
            return []
        high = [self._at(point.at, point.rating + point.spread) for point in curve.points]
        low = [self._at(point.at, point.rating - point.spread) for point in curve.points]
        return [Poly((*high, *reversed(low)), fade(colour, 0.28))]

    def _line(self, curve: Curve, colour: Colour) -> list[Shape]:
        line = tuple(self._at(point.at, point.rating) for point in curve.points)
        if len(line) < 2:
            return [Disc(*line[0], 8, colour)]
        return [Line(line, mix(self.theme.board, self.theme.keyline, 0.6), 10), Line(line, colour, 6)]

    def _signs(self, scene: Scene, curve: Curve, role: Role) -> None:
        """The chip of the curve at its end and, where there is room, along it."""
        last = -math.inf
        for point in curve.points[:-1]:
            x, y = self._at(point.at, point.rating)
            if x - last >= 150 and x < self.field.right - 80:
                scene.put(x, y, chip, self.theme, role, 15.0)
                last = x
        scene.put(*self._at(curve.points[-1].at, curve.points[-1].rating), chip, self.theme, role, 22.0)

    def _head(self, scene: Scene) -> None:
        """The title; at its right, or below when they are many, whose curve is which, with the present rating."""
        left, right, y = float(MARGIN + 8), float(WIDTH - MARGIN - 8), self.plate.y - 44
        many = len(self.curves) >= _MANY
        names = [f"{curve.name} {curve.points[-1].rating:.0f}" for curve in self.curves]
        room = (right - left) * (1.0 if many else 0.68) + _APART - _BESIDE * len(names)
        if sum(width(name, SMALLEST, "bold") for name in names) > room:
            names = [fit(name, (SMALLEST,), room / len(names), "bold")[0] for name in names]
        widths = [width(name, SMALLEST, "bold") for name in names]
        x = left if many else right - sum(widths) - _BESIDE * len(names) + _APART
        title, size = fit(self.title, (44.0, 38.0, SMALLEST), (right if many else x - 40) - left, "bold")
        scene.texts.append(Text(left, 52, title, size, self.theme.ink, "bold", "l"))
        for role, name, wide in zip(_SEATS, names, widths, strict=False):
            scene.put(x + 20, y, chip, self.theme, role, 20.0)
            scene.texts.append(Text(x + 52, y, name, SMALLEST, self.theme.ink, "bold", "l"))
            x += wide + _BESIDE
