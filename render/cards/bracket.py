"""A bracket: the pairings of a knockout, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Line, Rect, Text
from render.canvas.type import fit, width
from render.cards.page import HEAD, new_page, page_png
from render.colour import mix
from render.layout import MARGIN, WIDTH
from render.theme import SMALLEST, Theme, ThemeName, theme_of

MOST_ROUNDS = 4
"""The number of last rounds that are drawn: with more, no name could be read."""
_LINE, _STEP = 54.0, 134.0
_GAP = 36.0


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a pairing: the name ("" while it is open), the points, and whether it went on."""

    name: str
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who meet."""

    first: Slot
    second: Slot


@dataclass(frozen=True, slots=True)
class Round:
    """All pairings of a round, from the top: the winners of two neighbouring pairings meet in the next round."""

    title: str
    pairings: tuple[Pairing, ...]


def bracket(
    title: str, rounds: Sequence[Round], note: str = "", theme: ThemeName = "dark", pixels: int = WIDTH
) -> bytes:
    """Draw the last four rounds as a PNG. Raises ValueError unless each round has half the pairings of the last."""
    rounds = rounds[-MOST_ROUNDS:]
    if not rounds or any(len(one.pairings) != 2 * len(two.pairings) for one, two in pairwise(rounds)):
        raise ValueError("Every round of a bracket has half as many pairings as the one before.")
    look, top = theme_of(theme), HEAD + 56.0
    count = len(rounds[0].pairings)
    scene = new_page(look, top + _STEP * count + MARGIN - 16, title, note)
    w = (WIDTH - 2 * MARGIN - _GAP * (len(rounds) - 1)) / len(rounds)
    for column, each in enumerate(rounds):
        x, step = MARGIN + column * (w + _GAP), _STEP * count / len(each.pairings)
        words, size = fit(each.title, (SMALLEST,), w, "bold")
        scene.texts.append(Text(x + 4, top - 28, words, size, look.muted, "bold", "l"))
        for i, pairing in enumerate(each.pairings):
            y = top + step * (i + 0.5) - 8
            if column:
                _join(scene, look, x, y, step / 4)
            _put_pairing(scene, look, Rect(x, y - _LINE, w, 2 * _LINE), pairing)
    return page_png(scene, look, pixels)


def _join(scene: Scene, theme: Theme, x: float, y: float, apart: float) -> None:
    """Draw the lines from two pairings to the one in which their winners meet."""
    start, bend = x - _GAP, x - _GAP / 2
    path = ((start, y - apart), (bend, y - apart), (bend, y + apart), (start, y + apart))
    scene.backdrop.layer.shapes += [Line(path, theme.line, 4), Line(((bend, y), (x, y)), theme.line, 4)]


def _put_pairing(scene: Scene, theme: Theme, rect: Rect, pairing: Pairing) -> None:
    lead = 0 if pairing.first.won else 1 if pairing.second.won else -1
    scene.put(*rect.centre, pairing_plate, theme, rect.w, rect.h, lead)
    decided = lead >= 0
    for i, slot in enumerate((pairing.first, pairing.second)):
        y = rect.y + _LINE * (i + 0.5)
        ink = theme.ink if slot.won or not decided else theme.muted
        weight = "black" if slot.won else "bold"
        score = width(slot.score, 36, weight) + 14 if slot.score else 0
        name, size = fit(slot.name or "–", (36.0, SMALLEST), rect.w - 40 - score, weight)
        scene.texts.append(Text(rect.x + 24, y, name, size, ink, weight, "l"))
        if slot.score:
            scene.texts.append(Text(rect.right - 14, y, slot.score, 36, ink, weight, "r"))


def pairing_plate(theme: Theme, w: float, h: float, lead: int) -> Drawing:
    """Draw a plate of two lines; the winner's line is lit and has an edge."""
    rect, half = Rect(-w / 2, -h / 2, w, h), h / 2
    shapes = [Box(rect, 12, theme.panel)]
    if lead >= 0:
        y = rect.y + lead * half
        shapes.append(Box(Rect(rect.x, y, w, half), 12, mix(theme.panel, theme.good, 0.22)))
        shapes.append(Box(Rect(rect.x + 6, y + 9, 8, half - 18), 4, theme.good))
    shapes.append(Box(Rect(rect.x + 12, -1.5, w - 24, 3), 1, theme.line))
    return Drawing(tuple(shapes))
