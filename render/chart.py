"""Rating curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.core.table import Role
from render.canvas.painter import Painter
from render.canvas.palette import Palette
from render.canvas.pngfile import png
from render.canvas.scene import Backdrop, Scene
from render.canvas.shapes import Disc, Layer, Line, Point, Poly, Rect, Shape, Text
from render.canvas.type import fit, width
from render.colour import mix
from render.layout import MARGIN, WIDTH
from render.panels import ground_plate
from render.pieces import chip
from render.theme import SMALLEST, Theme, ThemeName, colour_of, theme_of

HEIGHT = 820
_STEPS = (1, 2, 5)
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


def chart(title: str, curves: Sequence[Curve], theme: ThemeName = "dark", width: int = WIDTH) -> bytes:
    """Up to four rating curves as a PNG; each has its sign along the line, not only its colour.

    Raises ValueError for more curves, or when there is no point at all.
    """
    points = [point for curve in curves for point in curve.points]
    if not points or len(curves) > len(_SEATS):
        raise ValueError("A chart shows one to four curves with at least one point.")
    scene = _Chart(theme_of(theme), title, curves).scene()
    frame = Painter(width / WIDTH).frame(scene)
    return png(Palette(theme_of(theme).surfaces).reduced(frame, scene))


class _Chart:
    """Axes and curves in a rectangle."""

    def __init__(self, theme: Theme, title: str, curves: Sequence[Curve]) -> None:
        self.theme, self.title, self.curves = theme, title, curves
        points = [point for curve in curves for point in curve.points]
        self.begin, self.end = min(p.at for p in points), max(p.at for p in points)
        if self.end - self.begin < timedelta(hours=1):
            self.begin, self.end = self.begin - timedelta(hours=12), self.end + timedelta(hours=12)
        self.ticks = ticks(min(p.rating - p.spread for p in points), max(p.rating + p.spread for p in points))
        labels = max(width(f"{tick:g}", SMALLEST, "bold") for tick in self.ticks)
        self.plate = Rect(MARGIN, 96, WIDTH - 2 * MARGIN, HEIGHT - 96 - MARGIN)
        self.field = Rect(
            self.plate.x + labels + 58, self.plate.y + 36, self.plate.w - labels - 104, self.plate.h - 110
        )

    def scene(self) -> Scene:
        """The whole picture."""
        layer = Layer()
        layer.shapes += ground_plate(self.theme, self.plate, 22, self.theme.board)
        self._axes(layer)
        for i, curve in enumerate(self.curves):
            layer.shapes += self._curve(curve, _SEATS[i])
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
            x, words = self._at(moment, self.ticks[0])[0], _date(moment, self.end - self.begin)
            half = width(words, SMALLEST, "bold") / 2
            if x - half >= max(free, self.plate.x + 12) and x + half <= self.plate.right - 12:
                layer.shapes.append(Line(((x, self.field.bottom), (x, self.field.bottom + 10)), self.theme.line, 3))
                layer.texts.append(Text(x, self.field.bottom + 38, words, SMALLEST, self.theme.muted, "bold"))
                free = x + half + 40

    def _curve(self, curve: Curve, role: Role) -> list[Shape]:
        colour = colour_of(role, self.theme)
        line = [self._at(point.at, point.rating) for point in curve.points]
        shapes: list[Shape] = []
        if len(line) > 1:
            high = [self._at(point.at, point.rating + point.spread) for point in curve.points]
            low = [self._at(point.at, point.rating - point.spread) for point in curve.points]
            if any(point.spread for point in curve.points):
                shapes.append(Poly((*high, *reversed(low)), mix(self.theme.board, colour, 0.28)))
            shapes += [
                Line(tuple(line), mix(self.theme.board, self.theme.keyline, 0.6), 10),
                Line(tuple(line), colour, 6),
            ]
        else:
            shapes.append(Disc(*line[0], 8, colour))
        return shapes

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
        """Title on the left; on the right whose curve is which, with the present rating."""
        right = float(WIDTH - MARGIN - 8)
        room = (WIDTH - 2 * MARGIN) * 0.68 / len(self.curves) - 84
        for i in reversed(range(len(self.curves))):
            curve = self.curves[i]
            words, size = fit(
                f"{curve.name} {curve.points[-1].rating:.0f}" if curve.points else curve.name, (SMALLEST,), room, "bold"
            )
            scene.texts.append(Text(right, 52, words, size, self.theme.ink, "bold", "r"))
            right -= width(words, size, "bold") + 32
            scene.put(right, 52, chip, self.theme, _SEATS[i], 20.0)
            right -= 48
        title, size = fit(self.title, (44.0, 38.0, SMALLEST), right - MARGIN - 8, "bold")
        scene.texts.append(Text(MARGIN + 8, 52, title, size, self.theme.ink, "bold", "l"))


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest, four to seven of them."""
    span = max(high - low, 1e-6 + abs(high) * 0.02, 4.0)
    middle = (low + high) / 2
    low, high = min(low, middle - span / 2), max(high, middle + span / 2)
    for power in range(-2, 9):
        for step in _STEPS:
            size = step * 10.0**power
            first, last = math.floor(low / size), math.ceil(high / size)
            if last - first <= 6:
                return [tick * size for tick in range(first, last + 1)]
    raise ValueError("The ratings are too far apart for a chart.")


_HOURS = (1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 720, 1440, 2160, 4320, 8760, 17520, 43800)


def moments(begin: datetime, end: datetime) -> list[datetime]:
    """Round moments, whole hours or days, at most eight."""
    hours = (end - begin) / timedelta(hours=1)
    step = next((step for step in _HOURS if hours / step <= 7), _HOURS[-1])
    start = begin.replace(minute=0, second=0, microsecond=0)
    start = start.replace(hour=start.hour // step * step if step < 24 else 0)
    moments = (start + timedelta(hours=step * i) for i in range(10))
    return [moment for moment in moments if begin <= moment <= end]


def _date(moment: datetime, span: timedelta) -> str:
    if span > timedelta(days=500):
        return f"{moment:%b %Y}"
    return f"{moment.day} {moment:%b}" if span > timedelta(days=7) or not moment.hour else f"{moment:%H:%M}"
