"""What is drawn around the board besides the players: plates, lists, the bottom line."""

from __future__ import annotations

from games.core.table import Item, Panel, PlayerStrip, Role, Table
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Layer, Line, Poly, Rect, Shape, Text, move, star
from render.canvas.type import fit, fit_sentence, width, wrap
from render.colour import BLACK, Colour, mix, on
from render.pieces import chip
from render.theme import GOLD, SMALLEST, Theme, colour_of, rim


def ground_plate(theme: Theme, rect: Rect, round_: float, colour: Colour) -> tuple[Box, Box]:
    """Return a flat plate with a lower edge: cheaper than a shadow, and just as quiet."""
    edge = mix(theme.ground, BLACK, 0.35 if theme.name == "dark" else 0.14)
    return Box(rect._replace(y=rect.y + 3), round_, edge), Box(rect, round_, colour)


LINE = 42.0
"""The distance from one line of words to the next."""
_MOST_LINES = 4


def footer_lines(words: str, room: float) -> tuple[str, ...]:
    """Wrap a caption into lines."""
    return wrap(words, SMALLEST, room, _MOST_LINES)


def footer(scene: Scene, theme: Theme, rect: Rect, table: Table) -> None:
    """Draw the last move in words and where the match stands, as far as the move leaves room for it.

    At the end a ribbon in the winner's colour says who has won and why.
    """
    if table.result:
        _ribbon(scene, theme, rect, table)
        return
    if not table.caption and table.headline:
        for i, line in enumerate(footer_lines(table.headline, rect.w)):
            scene.texts.append(Text(rect.x, rect.y + 32 + LINE * i, line, SMALLEST, theme.ink, "medium", "l"))
        return
    whole = " · ".join(part for part in (table.title, table.caption) if part)
    headline = _sentences(table.headline, rect.w)
    y, needed = rect.y + rect.h / 2, width(headline, SMALLEST) + 28 if headline else 0
    standings = [words for words in (whole, table.caption, table.title) if words]
    standing = next((words for words in standings if needed + width(words, SMALLEST) <= rect.w), "")
    right, size = fit(standing, (SMALLEST,), rect.w)
    scene.texts.append(Text(rect.right, y, right, size, theme.muted, "medium", "r"))
    left, size = fit_sentence(headline, (36.0, SMALLEST), rect.w - (width(right, size) + 28 if right else 0))
    if left:
        scene.texts.append(Text(rect.x, y, left, size, theme.ink, "medium", "l"))


def _sentences(words: str, room: float) -> str:
    """Return as many sentences as there is room for, but at least the first."""
    sentences = words.split(". ")
    shorter = (". ".join(sentences[:count]) for count in range(len(sentences), 0, -1))
    return next((part for part in shorter if width(part, SMALLEST) <= room), sentences[0])


def _ribbon(scene: Scene, theme: Theme, rect: Rect, table: Table) -> None:
    """Draw the result across the bottom."""
    winners = [player.role for player in table.players if player.place == 1]
    place = Rect(rect.x - 8, rect.y + 5, rect.w + 16, rect.h - 10)
    role = winners[0] if len(winners) == 1 else None
    scene.put(*place.centre, ribbon, theme, role, place.w, place.h)
    short = table.result.split(": ", maxsplit=1)[0]
    whole = width(table.result, SMALLEST, "bold") <= place.w - 150
    words, size = fit_sentence(table.result if whole else short, (38.0, 36.0, SMALLEST), place.w - 150, "bold")
    ink = on(colour_of(role, theme)) if role else theme.ink
    scene.texts.append(Text(*place.centre, words, size, ink, "bold"))


def ribbon(theme: Theme, role: Role | None, w: float, h: float) -> Drawing:
    """Draw a band in the winner's colour, with a gold star at each end."""
    colour = colour_of(role, theme) if role else theme.panel
    rect = Rect(-w / 2, -h / 2, w, h)
    shapes: list[Shape] = [Box(rect, 14, mix(GOLD, theme.keyline, 0.4)), Box(rect.inset(2), 12, GOLD)]
    shapes.append(Box(rect.inset(5), 10, colour))
    for x in (-w / 2 + 40, w / 2 - 40) if role else ():
        shapes += move((Poly(star(5, 19, 9), BLACK, BLACK, 4), Poly(star(5, 17, 8), GOLD)), x, 0)
    return Drawing(tuple(shapes), (), theme.ground, (w, h))


# -------------------------------------------------------------------- lists

ROW_LINE, TITLE, CHIP = 41.0, 58.0, 74.0


def panel_height(panel: Panel, columns: int = 1) -> float:
    """Return the least height at which the list can be read in this many columns; with several it has no title."""
    rows = [max(len(row.items) for row in panel.rows[i : i + columns]) for i in range(0, len(panel.rows), columns)]
    return (TITLE if columns == 1 else 6) + sum(items * ROW_LINE + 20 for items in rows) + 6


def panel_width(panel: Panel) -> float:
    """Return the width at which every item is complete, with the chip of its owner."""
    words = max((width(item.text, SMALLEST, "bold") for row in panel.rows for item in row.items), default=0)
    return min(400.0, 20 + CHIP + words + 12 + 40 + 14)


_SIDES = 26.0
"""The part of a list's width that is not rows, counted once for all columns."""


def panel_columns(panel: Panel, room: float) -> int:
    """Return the number of columns in which the list fits."""
    return max(1, min(len(panel.rows), int((room - _SIDES) // (panel_width(panel) - _SIDES))))


def draw_panel(layer: Layer, theme: Theme, rect: Rect, panel: Panel) -> None:
    """Draw what stays the same: the ground, the title, the chips of the rows."""
    layer.shapes += ground_plate(theme, rect, 22, theme.board)
    if _columns(rect, panel) == 1:
        layer.texts.append(Text(rect.x + 24, rect.y + 34, panel.title, SMALLEST, theme.muted, "bold", "l"))
    for row, place in zip(panel.rows, _row_places(rect, panel), strict=True):
        colour = colour_of(row.role, theme)
        layer.shapes.append(Box(place, 12, theme.panel))
        badge = Rect(place.x + 10, place.y + 10, 50, place.h - 20)
        layer.shapes += [Box(badge, 11, rim(colour, theme)), Box(badge.inset(2.5), 9, colour)]
        layer.texts.append(Text(badge.x + 25, badge.y + badge.h / 2, row.chip, 38, on(colour), "black"))


def put_panel(scene: Scene, theme: Theme, rect: Rect, panel: Panel, players: tuple[PlayerStrip, ...]) -> None:
    """Draw what changes: the owners of items and whether they can be used."""
    roles = {player.seat: player.role for player in players}
    for row, place in zip(panel.rows, _row_places(rect, panel), strict=True):
        step = (place.h - 12) / max(1, len(row.items))
        for i, item in enumerate(row.items):
            _item(scene, theme, Rect(place.x + CHIP, place.y + 6 + i * step, place.w - CHIP - 6, step), item, roles)


def _columns(rect: Rect, panel: Panel) -> int:
    return 1 if rect.h > rect.w else panel_columns(panel, rect.w)


def _row_places(rect: Rect, panel: Panel) -> list[Rect]:
    columns = _columns(rect, panel)
    lines = -(-len(panel.rows) // columns)
    top = rect.y + (TITLE if columns == 1 else 8)
    w, h = (rect.w - 12) / columns, (rect.bottom - 4 - top) / lines
    return [Rect(rect.x + 10 + i % columns * w, top + i // columns * h, w - 8, h - 8) for i in range(len(panel.rows))]


def _item(scene: Scene, theme: Theme, rect: Rect, item: Item, roles: dict[int, Role]) -> None:
    """Draw one entry: its owner's chip on the right; a ready one is bold, a spent one struck out."""
    y, role = rect.y + rect.h / 2, None if item.owner is None else roles.get(item.owner)
    weight = "bold" if item.state == "ready" else "medium"
    words, size = fit(item.text, (SMALLEST,), rect.w - 46, weight)
    stands_out = item.state == "ready" or (item.state == "spent" and role is None)
    colour = theme.ink if stands_out else theme.muted
    scene.texts.append(Text(rect.x, y, words, size, colour, weight, "l"))
    if item.state == "spent":
        scene.put(rect.x + width(words, size) / 2, y, strike, theme, width(words, size))
    if role:
        scene.put(rect.right - 22, y, chip, theme, role, 16.0)


def strike(theme: Theme, length: float) -> Drawing:
    """Draw a line through words."""
    return Drawing((Line(((-length / 2, 0), (length / 2, 0)), theme.muted, 3),))
