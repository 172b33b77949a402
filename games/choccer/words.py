"""The names of things, in words for players."""

from __future__ import annotations

from games.choccer.position import BLUE, CIRCLE, CLOVER, RED, STAR, TRIANGLE, kind
from games.core.i18n import Message, gettext

SIDES = gettext("Black"), gettext("White")

KINDS = {CIRCLE: gettext("circle"), TRIANGLE: gettext("triangle"), CLOVER: gettext("clover"), STAR: gettext("star")}
TITLES = {CIRCLE: gettext("Circle"), TRIANGLE: gettext("Triangle"), CLOVER: gettext("Clover"), STAR: gettext("Star")}
GROUPS = {
    CIRCLE: gettext("Circles"),
    TRIANGLE: gettext("Triangles"),
    CLOVER: gettext("Clovers"),
    STAR: gettext("Stars"),
}
GEMS = {RED: gettext("red gem"), BLUE: gettext("blue gem")}


def piece_name(piece: int) -> Message:
    """The piece in the middle of a sentence: "star"."""
    return KINDS[kind(piece)]
