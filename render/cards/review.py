"""The card of a review: who was ahead after each turn, the decisive moments, how well each player played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.core.i18n import Translate, gettext
from games.core.table import PLAIN, Role, Skin
from render.canvas.scene import Scene
from render.canvas.shapes import Disc, Line, Point, Poly, Rect, Text
from render.canvas.type import fit, width
from render.cards.listing import row_plate
from render.cards.page import HEAD, new_page, page_png
from render.colour import Colour, contrast, mix
from render.layout import GAP, MARGIN, WIDTH
from render.panels import ground_plate
from render.pieces import chip
from render.theme import SMALLEST, Theme, ThemeName, colour_of, rim, theme_of

_CHART = 430.0
_ROW, _STEP = 96.0, 106.0
_LEFT = 118.0
"""The room beside the chart for the names of the players above and below its middle."""
_FOOT = 54.0
_PAIR = 2
_SEEN = 1.3


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A player: the accuracy in words, a note, and the share of the points from turn to turn.

    `shares` are pairs of the part of the match that is over and the share, both from 0 to 1.
    """

    name: str
    role: Role
    accuracy: str = ""
    note: str = ""
    shares: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn shown with a number on the chart of its player; a turn without a number has lost less."""

    seat: int
    at: float
    share: float
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A match from its first turn to its last (`turns` in all), in the look of its game."""

    players: tuple[Reviewed, ...]
    moments: tuple[Moment, ...]
    turns: int
    skin: Skin = PLAIN


def review(
    title: str,
    course: Course,
    note: str = "",
    theme: ThemeName = "dark",
    pixels: int = WIDTH,
    language: Translate = str,
) -> bytes:
    """Draw the card as a PNG. For two players, one curve shows who stands better; for more, each player has a line."""
    players, moments, turns = course.players, course.moments, course.turns
    look = theme_of(theme, skin=course.skin)
    scene = new_page(look, HEAD + _CHART + GAP + len(players) * _STEP + MARGIN - (_STEP - _ROW), title, note)
    plate = Rect(MARGIN, HEAD, WIDTH - 2 * MARGIN, _CHART)
    scene.backdrop.layer.shapes += ground_plate(look, plate, 20, look.board)
    field = Rect(plate.x + _LEFT, plate.y + 34, plate.w - _LEFT - 40, plate.h - 34 - _FOOT - 10)
    if len(players) == _PAIR:
        _put_duel(scene, look, field, players)
    else:
        _put_lines(scene, look, field, players, language)
    for moment in moments:
        _put_moment(scene, look, field, moment, flipped=len(players) == _PAIR and moment.seat == 1)
    low = plate.bottom - _FOOT / 2 - 4
    first, last = (language(gettext("turn {number}", number=number)) for number in (1, turns))
    scene.texts.append(Text(field.x, low, first, SMALLEST, look.muted, "medium", "l"))
    if turns > 1:
        scene.texts.append(Text(field.right, low, last, SMALLEST, look.muted, "medium", "r"))
    top = plate.bottom + GAP
    for row, player in enumerate(players):
        _put_player(scene, look, Rect(MARGIN, top + row * _STEP, WIDTH - 2 * MARGIN, _ROW), player, language)
    return page_png(scene, look, pixels)


def _place(field: Rect, at: float, share: float) -> Point:
    return field.x + field.w * at, field.bottom - field.h * share


def _put_duel(scene: Scene, theme: Theme, field: Rect, players: Sequence[Reviewed]) -> None:
    """Draw one curve: above the middle the first player stands better, below it the second."""
    first, second = players
    middle = field.centre[1]
    shapes = scene.backdrop.layer.shapes
    for player, y in ((first, field.y + 30), (second, field.bottom - 30)):
        scene.put(field.x - _LEFT / 2, y, chip, theme, player.role, 28.0)
    line = tuple(_place(field, at, share) for at, share in first.shares)
    if line:
        for player, limit in ((first, min), (second, max)):
            edge = tuple((x, limit(y, middle)) for x, y in _with_crossings(line, middle))
            shapes.append(Poly((*edge, (line[-1][0], middle), (line[0][0], middle)), _ground(theme, player.role)))
    shapes.append(Line(((field.x, middle), (field.right, middle)), theme.line, 3))
    if len(line) > 1:
        shapes += [Line(line, theme.keyline, 9), Line(line, theme.ink, 5)]
    elif line:
        shapes.append(Disc(*line[0], 10, theme.ink))


def _ground(theme: Theme, role: Role) -> Colour:
    """Return the colour between the middle and the curve, which must be visible on the board."""
    colour = colour_of(role, theme)
    ground = mix(theme.board, colour, 0.62)
    return ground if contrast(ground, theme.board) > _SEEN else mix(theme.board, rim(colour, theme), 0.4)


def _with_crossings(line: Sequence[Point], level: float) -> list[Point]:
    """Return the line with an added point wherever it crosses a level."""
    found = [line[0]]
    for (x, y), (x2, y2) in pairwise(line):
        if (y - level) * (y2 - level) < 0:
            found.append((x + (x2 - x) * (level - y) / (y2 - y), level))
        found.append((x2, y2))
    return found


def _put_lines(scene: Scene, theme: Theme, field: Rect, players: Sequence[Reviewed], language: Translate) -> None:
    """Draw a line for each player, from the bottom (no chance) to the top (sure to win)."""
    shapes = scene.backdrop.layer.shapes
    for part in (0.0, 0.5, 1.0):
        y = field.bottom - field.h * part
        shapes.append(Line(((field.x, y), (field.right, y)), mix(theme.board, theme.line, 0.6), 2))
        percent = language(gettext("{percent}%", percent=f"{100 * part:.0f}"))
        scene.texts.append(Text(field.x - 14, y, percent, SMALLEST, theme.muted, "medium", "r"))
    for player in players:
        line = tuple(_place(field, at, share) for at, share in player.shares)
        if len(line) > 1:
            shapes += [Line(line, theme.keyline, 11), Line(line, colour_of(player.role, theme), 7)]
        if line:
            scene.put(*line[-1], chip, theme, player.role, 18.0)


def _put_moment(scene: Scene, theme: Theme, field: Rect, moment: Moment, *, flipped: bool) -> None:
    """Put the number of the moment in a disc; a turn without a number is a small disc."""
    x, y = _place(field, moment.at, 1 - moment.share if flipped else moment.share)
    shapes = scene.backdrop.layer.shapes
    if moment.number is None:
        shapes += [Disc(x, y, 10, theme.keyline), Disc(x, y, 7, theme.bad)]
        return
    y = min(max(y, field.y + 20), field.bottom - 20)
    shapes += [Disc(x, y, 30, theme.keyline), Disc(x, y, 26, theme.bad)]
    scene.texts.append(Text(x, y, str(moment.number), 38, theme.board, "black", "m"))


def _put_player(scene: Scene, theme: Theme, rect: Rect, player: Reviewed, language: Translate) -> None:
    """Put a plate with the chip, the name and the comments on how they played."""
    y, left, right = rect.y + rect.h / 2, rect.x + 92, rect.right - 24
    scene.put(*rect.centre, row_plate, theme, rect.w, rect.h)
    scene.put(rect.x + 48, y, chip, theme, player.role, 30.0)
    words = language(gettext("accuracy"))
    if player.accuracy:
        scene.texts.append(Text(right, y - 18, player.accuracy, 46, theme.ink, "black", "r"))
        scene.texts.append(Text(right, y + 26, words, SMALLEST, theme.muted, "medium", "r"))
    room = right - left - max(width(player.accuracy, 46, "black"), width(words, SMALLEST)) - 24
    note, small = fit(player.note, (SMALLEST,), room)
    name, size = fit(player.name, (40.0, 36.0, SMALLEST), room, "bold")
    scene.texts.append(Text(left, y - 20 if note else y, name, size, theme.ink, "bold", "l"))
    if note:
        scene.texts.append(Text(left, y + 24, note, small, theme.muted, "medium", "l"))
