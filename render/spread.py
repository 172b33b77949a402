"""The layout of a table with several parts: common parts above, players' mats below, each with its player's strip."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from games.core.table import Area
from render.boards.part import NUMBERS, PLATE, Centre, Factory, Floor, Part
from render.canvas.shapes import Layer, Rect
from render.layout import BAR, BAR_GAP, GAP, HIGHEST, LOWEST, MARGIN, WIDTH, Layout, footer_place
from render.panels import ground_plate
from render.strokes import POINTS_H
from render.theme import Theme

HEAD = 58.0
"""The height of the strip at the top of a mat."""
PAD = 12.0
_FRAME = 6.0
"""The width of the frame of the winner's mat."""
_BELOW = POINTS_H + 2.0
"""The room for the points of columns and colours, below a wall."""
ALONE, _ONE_ROW = 128.0, 22
"""The height of the centre beside a single mat if it has more places than one row: two rows of tiles."""
_BESIDE = 3
"""The number of mats beside which the centre takes the place of another."""
_LARGEST = 104.0
"""The largest cells of a mat."""
FLOOR_GAP = 0.3
"""The gap between the floor and the lines beside it, in cells."""
_BAND_GAP = 10.0
"""The gap below factories, below the centre, and between mats one below another."""
ROOM = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of one arrangement. With two mats the floor is below the lines, otherwise beside them: tiles are larger."""

    cell: float
    factory: float
    lines: int
    centre: Rect
    mats: tuple[Rect, ...]
    height: float
    floor_beside: bool
    bar: Rect | None


def spread(
    areas: tuple[Area, ...],
    theme: Theme,
    pixel: float,
    foot: float,
    *,
    measured: bool = False,
    ended: bool = False,
    pointed: bool = False,
) -> tuple[Layout, tuple[Part, ...], Layer]:
    """Return the places of all parts, the parts, and the layer that stays.

    If the match has `ended`, its points stand in place of what could be taken. If parts of walls are `pointed`, they
    have room for what they brought.
    """
    seats = sorted({area.seat for area in areas if area.place == "mat" and area.seat is not None})
    factories = [area for area in areas if area.kind == "factory"]
    central = sum(len(area.cells) for area in areas if area.place == "supply" and area.kind != "factory")
    plan = plan_of(len(seats), len(factories), central, foot, BAR + BAR_GAP if measured else 0, pointed=pointed)
    layer, parts, tally = Layer(), list[Part](), None
    if ended:
        bottom = (plan.bar.y if plan.bar else plan.mats[0].y) - BAR_GAP
        tally = Rect(MARGIN, MARGIN, ROOM, bottom - MARGIN)
        layer.shapes += ground_plate(theme, tally, 20, theme.board)
    else:
        parts += _factories(factories, theme, plan, pixel)
    if not ended or len(seats) == _BESIDE:
        parts += _centre(areas, theme, plan, pixel)
    for seat, mat in zip(seats, plan.mats, strict=True):
        layer.shapes += ground_plate(theme, mat, 20, theme.board)
        parts += _mat([area for area in areas if area.seat == seat], theme, mat, plan, pixel)
    for part in parts:
        part.draw(layer)
    mats = tuple(zip(seats, plan.mats, strict=True))
    foot_place = footer_place(plan.height - foot, foot)
    places = Layout(round(plan.height), (), Rect(0, 0, 0, 0), foot_place, mats=mats, bar=plan.bar, tally=tally)
    return places, tuple(parts), layer


def plan_of(seats: int, factories: int, places: int, foot: float, measure: float, *, pointed: bool = False) -> Plan:
    """Plan mats two by two; for three players, the fourth place is the centre.

    `places` is the number of those in the centre, `measure` the room for the bar. Walls that are `pointed` have room
    for points below them.
    Mats begin on whole units, rounded down, so that the lowest ones end above the footer.
    """
    rows = (seats + 1) // 2
    columns = min(2, seats)
    mat_w = (ROOM - GAP * (columns - 1)) / columns
    lines = 2 if seats == 1 and factories > 6 else 1
    beside_each_other = -(-factories // lines)
    factory = min(PLATE, (ROOM - 2 * (beside_each_other - 1)) / max(1, beside_each_other))
    supply = lines * (factory + _BAND_GAP) if factories else 0
    beside, floor_beside = seats == _BESIDE, seats != 2
    bar = {1: ALONE if places > _ONE_ROW else 84.0, 2: 84.0, 3: 0.0}.get(seats, 54.0)
    above = MARGIN + supply + (bar + _BAND_GAP if bar else 0) + measure
    room = (HIGHEST - above - foot - _BAND_GAP * (rows - 1)) / rows
    down, across = (5.0, 10 + FLOOR_GAP) if floor_beside else (6.0, 10.0)
    between = (_BELOW + _FRAME - PAD if pointed else 0.0) if floor_beside else _BELOW
    cell = min((mat_w - 2 * PAD - NUMBERS) / across, (room - HEAD - between - PAD) / down, _LARGEST)
    mat_h = HEAD + down * cell + between + PAD
    height = above + rows * mat_h + _BAND_GAP * (rows - 1) + foot
    spare = max(0.0, LOWEST - height)
    above = floor(above + spare)
    mats = tuple(
        Rect(MARGIN + (i % columns) * (mat_w + GAP), floor(above + i // columns * (mat_h + _BAND_GAP)), mat_w, mat_h)
        for i in range(seats)
    )
    band = Rect(MARGIN, MARGIN + supply, ROOM, bar + spare)
    centre = Rect(mats[1].x, mats[2].y, mat_w, mat_h) if beside else band
    who_leads = Rect(MARGIN, above - BAR - BAR_GAP, ROOM, BAR) if measure else None
    return Plan(cell, factory, lines, centre, mats, height + spare, floor_beside, who_leads)


def _factories(areas: list[Area], theme: Theme, plan: Plan, pixel: float) -> list[Part]:
    parts: list[Part] = []
    columns = max(1, -(-len(areas) // plan.lines))
    step = ROOM / columns
    for i, area in enumerate(areas):
        line, column = divmod(i, columns)
        part, x = Factory(area, theme), MARGIN + step * (column + 0.5) - plan.factory / 2
        part.place(Rect(x, MARGIN + line * (plan.factory + _BAND_GAP), plan.factory, plan.factory), pixel)
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


def _mat(areas: list[Area], theme: Theme, mat: Rect, plan: Plan, pixel: float) -> list[Part]:
    """Place lines on the left, the wall on the right, the floor below or in the corner that upper lines leave free."""
    cell = plan.cell // (2 * pixel) * 2 * pixel  # so that edges of tiles are sharp
    gap = FLOOR_GAP * cell if plan.floor_beside else 0
    spare = (mat.w - 2 * PAD - NUMBERS - 10 * cell - gap) / 3
    left, top = round((mat.x + PAD + spare) / pixel) * pixel, mat.y + HEAD
    places = {
        "lines": Rect(left + gap, top, 5 * cell, 5 * cell),
        "wall": Rect(left + gap + 5 * cell + NUMBERS + spare, top, 5 * cell, 5 * cell),
        "floor": Rect(left, top, 4 * cell, 2 * cell)
        if plan.floor_beside
        else Rect(left, top + 5 * cell + _BELOW, mat.w - 2 * (left - mat.x), cell),
    }
    parts: list[Part] = []
    for area in areas:
        part = Floor(area, theme) if area.kind == "floor" else Part(area, theme)
        part.place(places[area.kind], pixel)
        parts.append(part)
    return parts
