"""A panel as rows of chips: a badge for each row, and two letters for each item."""

from __future__ import annotations

from games.core.table import Item, Panel, PlayerStrip, Role, Row
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Rect, Text
from render.canvas.type import width
from render.colour import mix, on
from render.panels import strike
from render.pieces import chip
from render.theme import SMALLEST, Theme, colour_of, rim

CHIP_W, CHIP_H, CHIP_GAP = 157.0, 92.0, 10.0
_BADGE, _DISC = 46.0, 16.0


def in_chips(panel: Panel) -> bool:
    """Whether the list is shown as chips."""
    return not panel.whole and bool(panel.rows) and all(item.short for row in panel.rows for item in row.items)


def put_chips(scene: Scene, theme: Theme, rect: Rect, panel: Panel, players: tuple[PlayerStrip, ...]) -> None:
    """Put the chips across the place, or down it if it is higher than wide."""
    roles = {player.seat: player.role for player in players}
    count, across = len(panel.rows), rect.w > rect.h
    w, h = (rect.w, rect.h) if count == 0 else _size(rect, count, across=across)
    for i, row in enumerate(panel.rows):
        x, y = (rect.x + i * (w + CHIP_GAP), rect.y) if across else (rect.x, rect.y + i * (h + CHIP_GAP))
        _chip(scene, theme, Rect(x, y, w, h), row, roles)


def _size(rect: Rect, count: int, *, across: bool) -> tuple[float, float]:
    gaps = CHIP_GAP * (count - 1)
    return ((rect.w - gaps) / count, rect.h) if across else (rect.w, (rect.h - gaps) / count)


def _chip(scene: Scene, theme: Theme, rect: Rect, row: Row, roles: dict[int, Role]) -> None:
    """Put one row: its badge is full once somebody has learned what it stands for."""
    learned = any(item.owner is not None for item in row.items)
    scene.put(*rect.centre, chip_plate, theme, row.role, row.chip, (round(rect.w), round(rect.h)), learned)
    step = (rect.h - 8) / max(1, len(row.items))
    left, right = rect.x + 10 + _BADGE + 10, rect.right - 10
    for i, item in enumerate(row.items):
        _item(scene, theme, item, (left, right, rect.y + 4 + (i + 0.5) * step), roles)


def _item(scene: Scene, theme: Theme, item: Item, place: tuple[float, float, float], roles: dict[int, Role]) -> None:
    left, right, y = place
    role = None if item.owner is None else roles.get(item.owner)
    spent = item.state == "spent"
    weight, ink = ("medium", theme.muted) if role is None or spent else ("bold", theme.ink)
    scene.texts.append(Text(left, y, item.short, SMALLEST, ink, weight, "l"))
    if spent:
        w = width(item.short, SMALLEST, weight)
        scene.put(left + w / 2, y, strike, theme, w + 8)
    if role:
        scene.put(right - _DISC, y, spent_chip if spent else chip, theme, role, _DISC)


def spent_chip(theme: Theme, role: Role, r: float) -> Drawing:
    """Draw the owner of something that cannot be used now: small, on a faint plate."""
    return chip(theme, role, r * 0.62)


def chip_plate(theme: Theme, role: Role, letter: str, size: tuple[int, int], learned: bool) -> Drawing:  # noqa: FBT001 - part of a key
    """Draw the ground of a chip with its badge: full in its colour, or an outline while nobody has it."""
    w, h = size
    colour = colour_of(role, theme)
    plate = Rect(-w / 2, -h / 2, w, h)
    badge = Rect(-w / 2 + 8, -h / 2 + 8, _BADGE, h - 16)
    ground = theme.panel if learned else mix(theme.panel, theme.ground, 0.6)
    shapes = [Box(plate, 16, ground), Box(badge, 12, rim(colour, theme))]
    shapes.append(Box(badge.inset(2.5), 10, colour) if learned else Box(badge.inset(4), 9, ground))
    ink = on(colour) if learned else theme.ink
    return Drawing(tuple(shapes), (Text(badge.x + _BADGE / 2, 0, letter, 38, ink, "black"),), theme.ground, (w, h))
