"""A bracket: the pairings of a knockout, round by round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Line, Rect, Text
from render.canvas.type import fit, width
from render.cards.page import HEAD, new_page, page_png
from render.colour import mix
from render.layout import MARGIN, WIDTH
from render.theme import GOLD, SMALLEST, Theme, ThemeName, theme_of

MOST_ROUNDS = 4
"""The number of last rounds that are drawn: with more, no name could be read."""
_LINE, _STEP = 50.0, 116.0
_GAP = 30.0
Way = Literal["open", "decided", "winner"]
_ORDER: tuple[Way, ...] = ("open", "decided", "winner")
"""The kinds of lines from back to front."""


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
    look, top = theme_of(theme), HEAD + 52.0
    count = len(rounds[0].pairings)
    scene = new_page(look, top + _STEP * count + MARGIN - 8, title, note)
    w = (WIDTH - 2 * MARGIN - _GAP * (len(rounds) - 1)) / len(rounds)
    way = _way_of_the_winner(rounds)
    for column, each in enumerate(rounds):
        x, step = MARGIN + column * (w + _GAP), _STEP * count / len(each.pairings)
        words, size = fit(each.title, (SMALLEST,), w, "bold")
        is_final = column == len(rounds) - 1 > 0
        head = top + step / 2 - _LINE - 28 if is_final else top - 24
        scene.texts.append(Text(x + 4, head, words, size, look.ink if is_final else look.muted, "bold", "l"))
        for i, pairing in enumerate(each.pairings):
            y = top + step * (i + 0.5) - 4
            if column:
                above, below = (_kind(rounds, way, column - 1, j) for j in (2 * i, 2 * i + 1))
                _join(scene, look, x, y, step / 4, (above, below))
            _put_pairing(scene, look, Rect(x, y - _LINE, w, 2 * _LINE), pairing, (column, i) in way)
    return page_png(scene, look, pixels)


def _way_of_the_winner(rounds: Sequence[Round]) -> frozenset[tuple[int, int]]:
    """Return the round and number of each pairing of the winner of all, as far as they are drawn."""
    winner = _winner(rounds[-1].pairings[0]) if len(rounds[-1].pairings) == 1 else ""
    way, i = set[tuple[int, int]](), 0
    for column in reversed(range(len(rounds))) if winner else ():
        way.add((column, i))
        i = 2 * i + (column > 0 and _winner(rounds[column - 1].pairings[2 * i]) != winner)
    return frozenset(way)


def _winner(pairing: Pairing) -> str:
    """Return the name of the one who goes on, or "" if that is not decided."""
    return next((slot.name for slot in (pairing.first, pairing.second) if slot.won), "")


def _kind(rounds: Sequence[Round], way: Collection[tuple[int, int]], column: int, i: int) -> Way:
    """Return what kind of line leads on from a pairing."""
    if (column, i) in way:
        return "winner"
    return "decided" if _winner(rounds[column].pairings[i]) else "open"


def _join(scene: Scene, theme: Theme, x: float, y: float, apart: float, kinds: tuple[Way, Way]) -> None:
    """Draw the lines from two pairings to the one in which their winners meet; the winner's way lies on top."""
    start, bend = x - _GAP, x - _GAP / 2
    ways = ((kinds[0], -apart), (kinds[1], apart))
    for kind, away in sorted(ways, key=lambda one: _ORDER.index(one[0])):
        path = ((start, y + away), (bend, y + away), (bend, y), (x, y))
        inks = {"open": (theme.line, 4), "decided": (mix(theme.line, theme.good, 0.65), 4)}
        edge = mix(GOLD, theme.keyline, 0.5)
        lines = [inks[kind]] if kind in inks else [(edge, 9), (GOLD, 5)]
        scene.backdrop.layer.shapes += [Line(path, ink, wide) for ink, wide in lines]


def _put_pairing(scene: Scene, theme: Theme, rect: Rect, pairing: Pairing, of_winner: bool) -> None:  # noqa: FBT001
    lead = 0 if pairing.first.won else 1 if pairing.second.won else -1
    scene.put(*rect.centre, pairing_plate, theme, rect.w, rect.h, lead, of_winner)
    decided = lead >= 0
    for i, slot in enumerate((pairing.first, pairing.second)):
        y = rect.y + _LINE * (i + 0.5)
        ink = theme.ink if slot.won or not decided else theme.muted
        weight = "black" if slot.won else "bold"
        score = width(slot.score, 36, weight) + 12 if slot.score else 0
        name, size = fit(slot.name or "–", (36.0, SMALLEST), rect.w - 36 - score, weight)
        scene.texts.append(Text(rect.x + 22, y, name, size, ink, weight, "l"))
        if slot.score:
            scene.texts.append(Text(rect.right - 12, y, slot.score, 36, ink, weight, "r"))


def pairing_plate(theme: Theme, w: float, h: float, lead: int, of_winner: bool) -> Drawing:  # noqa: FBT001
    """Draw a plate of two lines; the line of the one who goes on is lit and has an edge, golden for the winner."""
    rect, half, light = Rect(-w / 2, -h / 2, w, h), h / 2, GOLD if of_winner else theme.good
    shapes = [Box(rect, 12, theme.panel)]
    if lead >= 0:
        y = rect.y + lead * half
        strength = 0.22 if not of_winner else 0.4 if theme.name == "dark" else 0.7
        shapes.append(Box(Rect(rect.x, y, w, half), 12, mix(theme.panel, light, strength)))
        shapes.append(Box(Rect(rect.x + 6, y + 9, 8, half - 18), 4, light))
    shapes.append(Box(Rect(rect.x + 12, -1.5, w - 24, 3), 1, theme.line))
    return Drawing(tuple(shapes))
