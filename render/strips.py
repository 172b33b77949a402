"""The strips of the players: above the board, beside it, beside a map, or at the top of a mat."""

from __future__ import annotations

from typing import Literal

from games.core.diagram import player_name
from games.core.table import PlayerStrip, Role, Token
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Rect, Text
from render.canvas.type import fit, width, wrap
from render.colour import Colour, mix, on
from render.panels import LINE, ground_plate
from render.pieces import chip, glyph_drawing
from render.theme import BRONZE, GOLD, SILVER, SMALLEST, Theme, colour_of

NAME_SIZES = (40.0, 36.0, SMALLEST)
SCORE_SIZES = (56.0, 48.0, 42.0, SMALLEST)
_ONE_LINE = 46.0
State = Literal["active", "waiting", "won", "lost"]
_METALS = {1: GOLD, 2: SILVER, 3: BRONZE}


def plate(theme: Theme, w: float, h: float, role: Role, state: State) -> Drawing:
    """Draw the ground of a strip: a frame and a hint of colour show the player to move, or the winner."""
    rect = Rect(-w / 2, -h / 2, w, h)
    if state in ("waiting", "lost"):
        dim = mix(theme.ground, theme.line, 0.22 if theme.name == "dark" else 0.08)
        ground = theme.panel if state == "waiting" else dim
        return Drawing(ground_plate(theme, rect, 18, ground), (), theme.ground, (w, h + 8))
    colour = colour_of(role, theme)
    grey = max(colour[:3]) - min(colour[:3]) < 40
    tint = mix(theme.panel, colour, 0.08 if grey else 0.24)
    if state == "won":
        tint = mix(tint, GOLD, 0.42 if theme.name == "dark" else 0.8)
        shapes = (Box(rect, 18, mix(GOLD, theme.keyline, 0.5)), Box(rect.inset(2), 16, GOLD))
        return Drawing((*shapes, Box(rect.inset(8), 11, tint)), (), theme.ground, (w, h + 8))
    shapes = (Box(rect, 18, theme.ink), Box(rect.inset(4), 14, theme.panel))
    return Drawing((*shapes, Box(rect.inset(7), 12, tint)), (), theme.ground, (w, h + 8))


def state_of(player: PlayerStrip) -> State:
    """Return the player's state: to move, waiting, or how the match ended for them."""
    if player.place is not None:
        return "won" if player.place == 1 else "lost"
    return "active" if player.active else "waiting"


def medal(theme: Theme, place: int) -> Drawing:
    """Draw the final rank."""
    metal = _METALS.get(place, theme.muted)
    rect = Rect(-24, -21, 48, 42)
    shapes = (Box(rect.inset(-3), 24, mix(metal, theme.keyline, 0.7)), Box(rect, 21, metal))
    return Drawing(shapes, (Text(0, 0, str(place), 34, on(metal), "black"),))


def strip(scene: Scene, theme: Theme, rect: Rect, player: PlayerStrip) -> None:
    """Put the strip of a player: chip, name, side and note, things held, clock or final rank, score."""
    scene.put(*rect.centre, plate, theme, rect.w, rect.h, player.role, state_of(player))
    if rect.h < _ONE_LINE * 2:
        one_line(scene, theme, rect, player)
    elif rect.h > _ONE_LINE * 2.5:
        _tall(scene, theme, rect, player)
    elif rect.w < 430:
        _narrow(scene, theme, rect, player)
    else:
        _wide(scene, theme, rect, player)


def _note_ink(theme: Theme, player: PlayerStrip) -> Colour:
    return theme.ink if state_of(player) in ("active", "won") else theme.muted


def _name_ink(theme: Theme, player: PlayerStrip) -> Colour:
    return theme.muted if state_of(player) == "lost" else theme.ink


def _notes(player: PlayerStrip) -> tuple[str, ...]:
    """Return candidates for the second line, the most informative first: two parts of a note say more than the side."""
    side = player.side if player.name else ""
    parts = player.note.split(", ") if player.note else []
    notes = [", ".join(parts[:count]) for count in range(len(parts), 0, -1)]
    if not notes or not side:
        return (*notes, side)
    whole, least = f"{side} · {notes[0]}", f"{side} · {notes[-1]}"
    return (whole, *notes[:-1], least, notes[-1], side) if len(notes) > 1 else (whole, side)


_NEAR_SCORE = 8
"""How much nearer to the score than the clock a note may come."""


def _score_sizes(player: PlayerStrip, room: float) -> tuple[float, ...]:
    """Return the possible sizes of the score: smaller for three digits if only then two parts of the note fit."""
    told = width(", ".join(player.note.split(", ")[:2]), SMALLEST)
    fitting = (
        SCORE_SIZES[i:]
        for i, size in enumerate(SCORE_SIZES)
        if told + width(player.score, size, "black") + 20 - _NEAR_SCORE <= room
    )
    return SCORE_SIZES if player.tokens or len(player.score) < 3 else next(fitting, SCORE_SIZES)


def _wide(scene: Scene, theme: Theme, rect: Rect, player: PlayerStrip) -> None:
    y, left, right = rect.y + rect.h / 2, rect.x + 94, rect.right - 22
    scene.put(rect.x + 52, y, chip, theme, player.role, 30.0)
    right = _score(scene, theme, player, right, y, rect.w * 0.24, _score_sizes(player, right - left))
    notes = _notes(player)
    high, low = (y - 24, y + 25) if notes[0] or player.tokens else (y, y)
    end = _clock(scene, theme, player, right, high)
    name, size = fit(player_name(player), NAME_SIZES, end - left, "bold")
    scene.texts.append(Text(left, high, name, size, _name_ink(theme, player), "bold", "l"))
    room = right - left - (20 + _least(player.tokens) if player.tokens else -_NEAR_SCORE)
    note = next((note for note in notes if width(note, SMALLEST) <= room), notes[-1])
    note, size = fit(note, (SMALLEST,), room)
    _tokens(scene, theme, player.tokens, left + (width(note, size) + 20 if note else 0), low, right)
    if note:
        scene.texts.append(Text(left, low, note, size, _note_ink(theme, player), "medium", "l"))


def _narrow(scene: Scene, theme: Theme, rect: Rect, player: PlayerStrip) -> None:
    y, left, right = rect.y + rect.h / 2, rect.x + 82, rect.right - 18
    scene.put(rect.x + 45, y, chip, theme, player.role, 26.0)
    name, size = fit(player_name(player), NAME_SIZES, right - left, "bold")
    scene.texts.append(Text(left, y - 24, name, size, _name_ink(theme, player), "bold", "l"))
    end = _score(scene, theme, player, right, y + 23, (right - left) * 0.55, (46.0, 40.0, SMALLEST))
    if player.clock or player.place is not None:
        words, size = fit(player.clock, (SMALLEST,), end - left)
        if player.place is not None:
            scene.put(left + 26, y + 23, medal, theme, player.place)
        elif words:
            scene.texts.append(Text(left, y + 23, words, size, _note_ink(theme, player), "medium", "l"))
    else:
        _tokens(scene, theme, player.tokens, left, y + 23, end)


def _tall(scene: Scene, theme: Theme, rect: Rect, player: PlayerStrip) -> None:
    """Put a strip beside the board: chip and name; clock or rank and score; things held; the side and the note."""
    y, left, right = rect.y + 46, rect.x + 20, rect.right - 20
    scene.put(rect.x + 46, y, chip, theme, player.role, 26.0)
    for line, size, at in _name_lines(player_name(player), right - left - 64):
        scene.texts.append(Text(left + 64, y + at, line, size, _name_ink(theme, player), "bold", "l"))
    y += 58
    end = _score(scene, theme, player, right, y, (right - left) * 0.5)
    if player.place is not None:
        scene.put(left + 26, y, medal, theme, player.place)
    else:
        words, size = fit(player.clock, (SMALLEST,), end - left)
        if words:
            scene.texts.append(Text(left, y, words, size, _note_ink(theme, player), "medium", "l"))
    y += 54
    if player.tokens and y + 24 < rect.bottom:
        _tokens(scene, theme, player.tokens, left, y, right)
        y += _ONE_LINE
    for line in _lines(player, right - left, int((rect.bottom - y + 22) // LINE)):
        scene.texts.append(Text(left, y, line, SMALLEST, _note_ink(theme, player), "medium", "l"))
        y += LINE


def _name_lines(name: str, room: float) -> list[tuple[str, float, float]]:
    """Return a name in one line, or in two if one would cut it: each with its size and distance below the centre."""
    line, size = fit(name, NAME_SIZES, room, "bold")
    lines = wrap(name, SMALLEST, room, 2, "bold") if line.endswith("…") else ()
    return [(lines[0], SMALLEST, -19.0), (lines[1], SMALLEST, 17.0)] if len(lines) > 1 else [(line, size, 0.0)]


def _lines(player: PlayerStrip, room: float, count: int) -> list[str]:
    """Return the parts of the note, each on its own lines, as many as fit; below the side if there is room for both."""
    note: list[str] = []
    whole = True
    for part in player.note.split(", ") if player.note else []:
        lines = wrap(part, SMALLEST, room, 2)
        whole = whole and len(note) + len(lines) <= count
        note += lines if whole else ()
    side = list(wrap(player.side, SMALLEST, room, 2)) if player.name else []
    return [*side, *note] if whole and len(side) + len(note) <= count else (note or side)[: max(0, count)]


def one_line(scene: Scene, theme: Theme, rect: Rect, player: PlayerStrip) -> None:
    """Put a strip on one line: at the top of a player's mat, or beside a map."""
    y, left, right = rect.y + rect.h / 2, rect.x + 74, rect.right - 20
    scene.put(rect.x + 40, y, chip, theme, player.role, 24.0)
    right = _score(scene, theme, player, right, y, rect.w * 0.24, (48.0, 42.0, SMALLEST))
    right = _clock(scene, theme, player, right, y)
    held = 16 + 46 * len(player.tokens) if player.tokens else 0
    name, size = fit(player_name(player), (38.0, SMALLEST), right - left - held, "bold")
    scene.texts.append(Text(left, y, name, size, _name_ink(theme, player), "bold", "l"))
    left += width(name, size, "bold") + 16
    left = _tokens(scene, theme, player.tokens, left, y, right)
    if player.note and left + width(player.note, SMALLEST) < right:
        scene.texts.append(Text(left, y, player.note, SMALLEST, _note_ink(theme, player), "medium", "l"))


def mat_frame(theme: Theme, w: float, h: float, head: float, role: Role, state: State) -> Drawing:
    """Draw the frame of the winner's mat, or of the head of the mat of the player to move, in their colour.

    It does not go around the whole mat of the player to move: then two mats would be drawn anew at each turn.
    """
    rect, colour = Rect(-w / 2, -h / 2, w, h), GOLD if state == "won" else colour_of(role, theme)
    place = Rect(rect.x + 4, rect.y + 4, w - 8, head - 8)
    tint = mix(theme.panel, colour, 0.42 if theme.name == "dark" else 0.54)
    if state == "won":
        band = (Box(place, 16, tint), Box(place._replace(y=place.y + 20, h=place.h - 20), 4, tint))
        edge = mix(GOLD, theme.keyline, 0.5)
        return Drawing((*band, Box(rect.inset(-1), 21, None, edge, 8), Box(rect.inset(1), 19, None, GOLD, 5)))
    return Drawing((Box(rect._replace(h=head), 20, theme.ink), Box(place, 16, tint)))


def _score(
    scene: Scene,
    theme: Theme,
    player: PlayerStrip,
    right: float,
    y: float,
    room: float,
    sizes: tuple[float, ...] = SCORE_SIZES,
) -> float:
    """Put the score with its right end at `right`; return where the room to its left ends."""
    words, size = fit(player.score, sizes, room, "black")
    if not words:
        return right
    scene.texts.append(Text(right, y, words, size, _name_ink(theme, player), "black", "r"))
    return right - width(words, size, "black") - 20


def _clock(scene: Scene, theme: Theme, player: PlayerStrip, right: float, y: float) -> float:
    """Put the clock, or at the end the rank; return where the room to its left ends."""
    if player.place is not None:
        scene.put(right - 30, y, medal, theme, player.place)
        return right - 76
    words, size = fit(player.clock, (38.0, SMALLEST), 190)
    if not words:
        return right
    scene.texts.append(Text(right, y, words, size, _note_ink(theme, player), "medium", "r"))
    return right - width(words, size) - 20


_CLOSEST = 26.0
"""The distance from one held thing to the next, if there are many."""


def _numbers(tokens: tuple[Token, ...]) -> tuple[list[str], float]:
    """Return the number beside each held thing, and the room that the numbers take."""
    numbers = [str(token.number) if token.number > 1 else "" for token in tokens]
    return numbers, sum(width(number, SMALLEST, "bold") + 8 for number in numbers if number)


def _least(tokens: tuple[Token, ...]) -> float:
    """Return the least room in which held things can be distinguished."""
    return 40 + _numbers(tokens)[1] + _CLOSEST * (len(tokens) - 1)


def _tokens(scene: Scene, theme: Theme, tokens: tuple[Token, ...], left: float, y: float, right: float) -> float:
    """Put each held thing once with its number, closer together if there are many; return where they end."""
    numbers, words = _numbers(tokens)
    step = min(46.0, (right - left - words - 40) / max(1, len(tokens) - 1)) if len(tokens) > 1 else 46.0
    for token, number in zip(tokens, numbers, strict=True) if step > 12 else ():
        scene.put(left + 20, y, glyph_drawing, theme, token.glyph, token.role, 20.0)
        if number:
            scene.texts.append(Text(left + 42, y, number, SMALLEST, theme.ink, "bold", "l"))
            left += width(number, SMALLEST, "bold") + 8
        left += step
    return left
