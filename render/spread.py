"""A table of several parts: what is common above, the mats of the players below, each with its player's strip."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.table import Area
from render.boards.part import NUMBERS, PLATE, Centre, Factory, Floor, Part
from render.canvas.shapes import Layer, Rect
from render.layout import GAP, HIGHEST, LOWEST, MARGIN, WIDTH, Layout, footer_place
from render.panels import ground_plate
from render.theme import Theme

HEAD = 66.0
"""The strip at the top of a mat."""
PAD = 16.0
ROOM = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of one arrangement."""

    cell: float
    factory: float
    lines: int
    centre: Rect
    mats: tuple[Rect, ...]
    height: float


def spread(areas: tuple[Area, ...], theme: Theme, pixel: float, foot: float) -> tuple[Layout, tuple[Part, ...], Layer]:
    """The places of all parts, the parts, and what stays."""
    seats = sorted({area.seat for area in areas if area.place == "mat" and area.seat is not None})
    factories = [area for area in areas if area.kind == "factory"]
    plan = _plan(len(seats), len(factories), foot)
    layer, parts = Layer(), [*_factories(factories, theme, plan, pixel), *_centre(areas, theme, plan, pixel)]
    for seat, mat in zip(seats, plan.mats, strict=True):
        layer.shapes += ground_plate(theme, mat, 20, theme.board)
        parts += _mat([area for area in areas if area.seat == seat], theme, mat, plan.cell, pixel)
    for part in parts:
        part.draw(layer)
    mats = tuple(zip(seats, plan.mats, strict=True))
    places = Layout(round(plan.height), (), Rect(0, 0, 0, 0), footer_place(plan.height - foot, foot), mats=mats)
    return places, tuple(parts), layer


def _plan(seats: int, factories: int, foot: float) -> Plan:
    """Mats two by two; of three players the fourth place is the centre's."""
    rows = (seats + 1) // 2
    columns = min(2, seats)
    mat_w = (ROOM - GAP * (columns - 1)) / columns
    lines = 2 if seats == 1 and factories > 6 else 1
    beside_each_other = -(-factories // lines)
    factory = min(PLATE, (ROOM - 8 * (beside_each_other - 1)) / max(1, beside_each_other))
    supply = lines * (factory + GAP)
    beside = seats == 3
    bar = 0.0 if beside else 84.0 if seats <= 2 else 64.0
    above = MARGIN + supply + (bar + GAP if bar else 0)
    room = (HIGHEST - above - foot - GAP * (rows - 1)) / rows
    cell = min((mat_w - 2 * PAD - NUMBERS) / 10, (room - HEAD - 12 - PAD) / 6.0, 96.0)
    mat_h = HEAD + 6 * cell + 12 + PAD
    height = above + rows * mat_h + GAP * (rows - 1) + foot
    spare = max(0.0, LOWEST - height)
    above = round(above + spare)
    mats = tuple(
        Rect(MARGIN + (i % columns) * (mat_w + GAP), round(above + i // columns * (mat_h + GAP)), mat_w, mat_h)
        for i in range(seats)
    )
    band = Rect(MARGIN, MARGIN + supply, ROOM, bar + spare)
    centre = Rect(mats[1].x, mats[2].y, mat_w, mat_h) if beside else band
    return Plan(cell, factory, lines, centre, mats, height + spare)


def _factories(areas: list[Area], theme: Theme, plan: Plan, pixel: float) -> list[Part]:
    parts: list[Part] = []
    columns = max(1, -(-len(areas) // plan.lines))
    step = ROOM / columns
    for i, area in enumerate(areas):
        line, column = divmod(i, columns)
        part, x = Factory(area, theme), MARGIN + step * (column + 0.5) - plan.factory / 2
        part.place(Rect(x, MARGIN + line * (plan.factory + GAP), plan.factory, plan.factory), pixel)
        parts.append(part)
    return parts


def _centre(areas: tuple[Area, ...], theme: Theme, plan: Plan, pixel: float) -> list[Part]:
    parts: list[Part] = []
    for area in areas:
        if area.place == "supply" and area.kind != "factory":
            part = Centre(area, theme)
            part.place(plan.centre, pixel)
            parts.append(part)
    return parts


def _mat(areas: list[Area], theme: Theme, mat: Rect, cell: float, pixel: float) -> list[Part]:
    """Lines on the left, the wall on the right, the floor below."""
    cell = cell // pixel * pixel
    spare = (mat.w - 2 * PAD - NUMBERS - 10 * cell) / 3
    left, top = mat.x + PAD + spare, mat.y + HEAD
    places = {
        "lines": Rect(left, top, 5 * cell, 5 * cell),
        "wall": Rect(left + 5 * cell + NUMBERS + spare, top, 5 * cell, 5 * cell),
        "floor": Rect(left, top + 5 * cell + 12, mat.w - 2 * (left - mat.x), cell),
    }
    parts: list[Part] = []
    for area in areas:
        part = Floor(area, theme) if area.kind == "floor" else Part(area, theme)
        part.place(places[area.kind], pixel)
        parts.append(part)
    return parts
