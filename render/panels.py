"""What stands around the board: the strips of the players, lists, the line below."""

from __future__ import annotations

from games.core.diagram import player_name
from games.core.table import Item, Panel, Player, Role, Table, Token
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Layer, Line, Rect, Text
from render.canvas.type import fit, width, wrap
from render.colour import BLACK, Colour, hexa, mix, on
from render.pieces import counter, glyph_drawing, priest
from render.theme import SMALLEST, Theme, colour_of, rim

NAME_SIZES = (40.0, 36.0, SMALLEST)
SCORE_SIZES = (56.0, 48.0, 42.0, SMALLEST)
_METALS = {1: hexa("#F2C14E"), 2: hexa("#C9D1DC"), 3: hexa("#D59A6A")}


def ground_plate(theme: Theme, rect: Rect, round_: float, colour: Colour) -> tuple[Box, Box]:
    """A flat plate with a lower edge: cheaper than a shadow, and as quiet."""
    edge = mix(theme.ground, BLACK, 0.35 if theme.name == "dark" else 0.14)
    return Box(rect._replace(y=rect.y + 3), round_, edge), Box(rect, round_, colour)


def plate(theme: Theme, w: float, h: float, active: Role | None) -> Drawing:
    """The ground of a strip; the one whose turn it is has a frame and a breath of its colour."""
    rect = Rect(-w / 2, -h / 2, w, h)
    if active is None:
        return Drawing(ground_plate(theme, rect, 18, theme.panel), (), theme.ground, (w, h + 8))
    colour = colour_of(active, theme)
    grey = max(colour[:3]) - min(colour[:3]) < 40
    tint = mix(theme.panel, colour, 0.08 if grey else 0.24)
    shapes = (Box(rect, 18, theme.ink), Box(rect.inset(4), 14, theme.panel), Box(rect.inset(7), 12, tint))
    return Drawing(shapes, (), theme.ground, (w, h + 8))


def chip(theme: Theme, role: Role, r: float) -> Drawing:
    """The colour and sign of a player: a counter, or a person where people walk the board."""
    return priest(theme, role, r) if theme.chip == "priest" else counter(theme, role, r)


def medal(theme: Theme, place: int) -> Drawing:
    """The final rank."""
    metal = _METALS.get(place, theme.muted)
    rect = Rect(-26, -25, 52, 50)
    shapes = (Box(rect.inset(-3), 26, mix(metal, theme.keyline, 0.7)), Box(rect, 24, metal))
    return Drawing(shapes, (Text(0, 0, str(place), 36, on(metal), "black"),))


def strip(scene: Scene, theme: Theme, rect: Rect, player: Player) -> None:
    """One player: chip, name, side and note, what is held, clock or final rank, score."""
    scene.put(*rect.centre, plate, theme, rect.w, rect.h, player.role if player.active else None)
    if rect.h > 160:
        _card(scene, theme, rect, player)
    elif rect.w < 430:
        _narrow(scene, theme, rect, player)
    else:
        _wide(scene, theme, rect, player)


def _second(theme: Theme, player: Player) -> Colour:
    return theme.ink if player.active else theme.muted


def _notes(player: Player) -> tuple[str, ...]:
    """What may stand in the second line, the fullest first."""
    side = player.side if player.name else ""
    whole = " · ".join(part for part in (side, player.note) if part)
    parts = player.note.split(", ")
    return (whole, *(", ".join(parts[:count]) for count in range(len(parts), 0, -1) if player.note), side)


def _wide(scene: Scene, theme: Theme, rect: Rect, player: Player) -> None:
    y, left, right = rect.y + rect.h / 2, rect.x + 94, rect.right - 22
    scene.put(rect.x + 52, y, chip, theme, player.role, 30.0)
    right = _score(scene, theme, player, right, y, rect.w * 0.24)
    notes = _notes(player)
    high, low = (y - 24, y + 25) if notes[0] or player.tokens else (y, y)
    end = _clock(scene, theme, player, right, high)
    name, size = fit(player_name(player), NAME_SIZES, end - left, "bold")
    scene.texts.append(Text(left, high, name, size, theme.ink, "bold", "l"))
    room = right - left - (60 if player.tokens else 0)
    note = next((note for note in notes if width(note, SMALLEST) <= room), notes[-2])
    note, size = fit(note, (SMALLEST,), room)
    _tokens(scene, theme, player.tokens, left + (width(note, size) + 14 if note else 0), low, right)
    if note:
        scene.texts.append(Text(left, low, note, size, _second(theme, player), "medium", "l"))


def _narrow(scene: Scene, theme: Theme, rect: Rect, player: Player) -> None:
    y, left, right = rect.y + rect.h / 2, rect.x + 82, rect.right - 18
    scene.put(rect.x + 45, y, chip, theme, player.role, 26.0)
    name, size = fit(player_name(player), NAME_SIZES, right - left, "bold")
    scene.texts.append(Text(left, y - 24, name, size, theme.ink, "bold", "l"))
    end = _score(scene, theme, player, right, y + 23, (right - left) * 0.55, (46.0, 40.0, SMALLEST))
    if player.clock or player.place is not None:
        words, size = fit(player.clock, (SMALLEST,), end - left)
        if player.place is not None:
            scene.put(left + 26, y + 23, medal, theme, player.place)
        elif words:
            scene.texts.append(Text(left, y + 23, words, size, _second(theme, player), "medium", "l"))
    else:
        _tokens(scene, theme, player.tokens, left, y + 23, end)


def _card(scene: Scene, theme: Theme, rect: Rect, player: Player) -> None:
    """A strip that stands beside the board: everything under each other."""
    left, right, y = rect.x + 24, rect.right - 24, rect.y + 54
    scene.put(left + 28, y, chip, theme, player.role, 30.0)
    name, size = fit(player_name(player), NAME_SIZES, right - left - 76, "bold")
    scene.texts.append(Text(left + 76, y, name, size, theme.ink, "bold", "l"))
    low = rect.bottom - 48
    end = _score(scene, theme, player, right, low, (right - left) * 0.6)
    if player.place is not None:
        scene.put(left + 28, low, medal, theme, player.place)
    elif player.clock:
        words, size = fit(player.clock, (40.0, 36.0, SMALLEST), end - left)
        scene.texts.append(Text(left, low, words, size, _second(theme, player), "medium", "l"))
    room = int((low - 34 - (y + 38)) // 42)
    if player.tokens and room > 0:
        _tokens(scene, theme, player.tokens, left, y + 38 + 42 * room - 21, right)
        room -= 1
    side = wrap(player.side, SMALLEST, right - left, max(1, room)) if player.name else ()
    lines = (*side, *wrap(player.note, SMALLEST, right - left, max(1, room - len(side))))
    for i, line in enumerate(lines[:room]):
        scene.texts.append(Text(left, y + 60 + 42 * i, line, SMALLEST, _second(theme, player), "medium", "l"))


def mat_head(scene: Scene, theme: Theme, rect: Rect, player: Player) -> None:
    """A strip on one line at the top of a player's mat."""
    y, left, right = rect.y + rect.h / 2, rect.x + 74, rect.right - 20
    scene.put(rect.x + 40, y, chip, theme, player.role, 24.0)
    right = _score(scene, theme, player, right, y, rect.w * 0.24, (48.0, 42.0, SMALLEST))
    right = _clock(scene, theme, player, right, y)
    name, size = fit(player_name(player), (38.0, SMALLEST), right - left, "bold")
    scene.texts.append(Text(left, y, name, size, theme.ink, "bold", "l"))
    left += width(name, size, "bold") + 16
    left = _tokens(scene, theme, player.tokens, left, y, right)
    if player.note and left + width(player.note, SMALLEST) < right:
        scene.texts.append(Text(left, y, player.note, SMALLEST, _second(theme, player), "medium", "l"))


def mat_frame(theme: Theme, w: float, h: float) -> Drawing:
    """The frame of the mat whose turn it is."""
    rect = Rect(-w / 2, -h / 2, w, h)
    return Drawing((Box(rect, 20, None, theme.ink, 4),))


def _score(scene: Scene, theme: Theme, player: Player, right: float, y: float, room: float, sizes: tuple[float, ...] = SCORE_SIZES) -> float:
    """The score with its right end at `right`; returns where the room to its left ends."""
    words, size = fit(player.score, sizes, room, "black")
    if not words:
        return right
    scene.texts.append(Text(right, y, words, size, theme.ink, "black", "r"))
    return right - width(words, size, "black") - 20


def _clock(scene: Scene, theme: Theme, player: Player, right: float, y: float) -> float:
    """The clock, or at the end the rank; returns where the room to its left ends."""
    if player.place is not None:
        scene.put(right - 30, y, medal, theme, player.place)
        return right - 76
    words, size = fit(player.clock, (38.0, SMALLEST), 190)
    if not words:
        return right
    scene.texts.append(Text(right, y, words, size, _second(theme, player), "medium", "r"))
    return right - width(words, size) - 20


def _tokens(scene: Scene, theme: Theme, tokens: tuple[Token, ...], left: float, y: float, right: float) -> float:
    """Things held, each once with its number, closer together where there are many; returns where they end."""
    numbers = [f"×{token.number}" if token.number > 1 else "" for token in tokens]
    words = sum(width(number, SMALLEST, "bold") + 8 for number in numbers if number)
    step = min(46.0, (right - left - words - 40) / max(1, len(tokens) - 1)) if len(tokens) > 1 else 46.0
    for token, number in zip(tokens, numbers, strict=True) if step > 12 else ():
        scene.put(left + 20, y, glyph_drawing, theme, token.glyph, token.role, 20.0)
        if number:
            scene.texts.append(Text(left + 42, y, number, SMALLEST, theme.ink, "bold", "l"))
            left += width(number, SMALLEST, "bold") + 8
        left += step
    return left


def footer(scene: Scene, theme: Theme, rect: Rect, table: Table) -> None:
    """The last move in words, and where the match stands: as much of that as there is room for."""
    whole = " · ".join(part for part in (table.title, table.caption) if part)
    y, needed = rect.y + rect.h / 2, width(table.headline, SMALLEST) + 28 if table.headline else 0
    standings = [words for words in (whole, table.caption, table.title) if words]
    standing = next((words for words in standings if needed + width(words, SMALLEST) <= rect.w), standings[-1])
    right, size = fit(standing, (SMALLEST,), rect.w * 0.4 if needed else rect.w)
    scene.texts.append(Text(rect.right, y, right, size, theme.muted, "medium", "r"))
    left, size = fit(table.headline, (36.0, SMALLEST), rect.w - width(right, size) - 28)
    if left:
        scene.texts.append(Text(rect.x, y, left, size, theme.ink, "medium", "l"))


# -------------------------------------------------------------------- lists

ROW_LINE, TITLE, CHIP = 41.0, 58.0, 74.0


def panel_height(panel: Panel, columns: int = 1) -> float:
    """The least height at which the list can be read, in so many columns; in several it has no title."""
    rows = [max(len(row.items) for row in panel.rows[i : i + columns]) for i in range(0, len(panel.rows), columns)]
    return (TITLE if columns == 1 else 6) + sum(items * ROW_LINE + 20 for items in rows) + 6


def panel_width(panel: Panel) -> float:
    """The width at which every item is whole, with the chip of its owner."""
    words = max((width(item.text, SMALLEST, "bold") for row in panel.rows for item in row.items), default=0)
    return min(400.0, 20 + CHIP + words + 12 + 40 + 14)


def panel_columns(panel: Panel, room: float) -> int:
    """In how many columns the list can stand side by side."""
    return max(1, min(len(panel.rows), int(room // panel_width(panel))))


def draw_panel(layer: Layer, theme: Theme, rect: Rect, panel: Panel) -> None:
    """What stays: the ground, the title, the chips of the rows."""
    layer.shapes += ground_plate(theme, rect, 22, theme.board)
    if _columns(rect, panel) == 1:
        layer.texts.append(Text(rect.x + 24, rect.y + 34, panel.title, SMALLEST, theme.muted, "bold", "l"))
    for row, place in zip(panel.rows, _row_places(rect, panel), strict=True):
        colour = colour_of(row.role, theme)
        layer.shapes.append(Box(place, 12, theme.panel))
        badge = Rect(place.x + 10, place.y + 10, 50, place.h - 20)
        layer.shapes += [Box(badge, 11, rim(colour, theme)), Box(badge.inset(2.5), 9, colour)]
        layer.texts.append(Text(badge.x + 25, badge.y + badge.h / 2, row.chip, 38, on(colour), "black"))


def put_panel(scene: Scene, theme: Theme, rect: Rect, panel: Panel, players: tuple[Player, ...]) -> None:
    """What changes: who owns an item and whether it can be used."""
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
    return [
        Rect(rect.x + 10 + i % columns * w, top + i // columns * h, w - 8, h - 8) for i in range(len(panel.rows))
    ]


def _item(scene: Scene, theme: Theme, rect: Rect, item: Item, roles: dict[int, Role]) -> None:
    """One entry: its owner's chip on the right; a spent one is struck out and pale, a ready one has a dot."""
    y, role = rect.y + rect.h / 2, None if item.owner is None else roles.get(item.owner)
    words, size = fit(item.text, (SMALLEST,), rect.w - 46)
    weight = "bold" if item.state == "ready" else "medium"
    if item.state == "ready":
        words, size = fit(item.text, (SMALLEST,), rect.w - 46, "bold")
    colour = theme.ink if item.state == "ready" or role is None else theme.muted
    if item.state == "open" and role is None:
        colour = theme.muted
    scene.texts.append(Text(rect.x, y, words, size, colour, weight, "l"))
    if item.state == "spent":
        scene.put(rect.x + width(words, size) / 2, y, strike, theme, width(words, size))
    if role:
        scene.put(rect.right - 22, y, chip, theme, role, 16.0)


def strike(theme: Theme, length: float) -> Drawing:
    """A line through words."""
    return Drawing((Line(((-length / 2, 0), (length / 2, 0)), theme.muted, 3),))
