"""The names of things, in words for players."""

from __future__ import annotations

from games.choccer.position import BLUE, CIRCLE, CLOVER, RED, STAR, TRIANGLE, kind
from games.core.say import Say, say

SIDES = say("Black"), say("White")

KINDS = {CIRCLE: say("circle"), TRIANGLE: say("triangle"), CLOVER: say("clover"), STAR: say("star")}
TITLES = {CIRCLE: say("Circle"), TRIANGLE: say("Triangle"), CLOVER: say("Clover"), STAR: say("Star")}
GROUPS = {CIRCLE: say("Circles"), TRIANGLE: say("Triangles"), CLOVER: say("Clovers"), STAR: say("Stars")}
GEMS = {RED: say("red gem"), BLUE: say("blue gem")}


def piece_name(piece: int) -> Say:
    """The piece in the middle of a sentence: "star"."""
    return KINDS[kind(piece)]
