"""The names of things, in words for players: alone, and with their article in a sentence."""

from __future__ import annotations

from games.choccer.position import BLUE, CIRCLE, CLOVER, RED, STAR, TRIANGLE, kind
from games.core.i18n import Message, gettext, ngettext, pgettext

SIDES = gettext("Black"), gettext("White")

KINDS = {CIRCLE: gettext("circle"), TRIANGLE: gettext("triangle"), CLOVER: gettext("clover"), STAR: gettext("star")}
TITLES = {CIRCLE: gettext("Circle"), TRIANGLE: gettext("Triangle"), CLOVER: gettext("Clover"), STAR: gettext("Star")}
GROUPS = {
    CIRCLE: gettext("Circles"),
    TRIANGLE: gettext("Triangles"),
    CLOVER: gettext("Clovers"),
    STAR: gettext("Stars"),
}
OWN_PIECES = (
    {
        CIRCLE: gettext("Black circle"), TRIANGLE: gettext("Black triangle"),
        CLOVER: gettext("Black clover"), STAR: gettext("Black star"),
    },
    {
        CIRCLE: gettext("White circle"), TRIANGLE: gettext("White triangle"),
        CLOVER: gettext("White clover"), STAR: gettext("White star"),
    },
)  # fmt: skip
"""By side: what stands on a square."""
GEMS = {RED: ngettext("red gem", "red gems", 1), BLUE: ngettext("blue gem", "blue gems", 1)}
THE_GEM = {RED: pgettext("accusative", "the red gem"), BLUE: pgettext("accusative", "the blue gem")}
"""What is picked up, handed on, scored."""
TO_THE_GEM = {RED: pgettext("dative", "the red gem"), BLUE: pgettext("dative", "the blue gem")}
"""What a piece holds, or comes nearer to."""
_THE_PIECE = {
    CIRCLE: pgettext("accusative", "the circle"),
    TRIANGLE: pgettext("accusative", "the triangle"),
    CLOVER: pgettext("accusative", "the clover"),
    STAR: pgettext("accusative", "the star"),
}
_PIECE_ITSELF = {
    CIRCLE: pgettext("nominative", "the circle"),
    TRIANGLE: pgettext("nominative", "the triangle"),
    CLOVER: pgettext("nominative", "the clover"),
    STAR: pgettext("nominative", "the star"),
}
_A_PIECE = {
    CIRCLE: pgettext("accusative", "a circle"),
    TRIANGLE: pgettext("accusative", "a triangle"),
    CLOVER: pgettext("accusative", "a clover"),
    STAR: pgettext("accusative", "a star"),
}
_TO_THE_PIECE = {
    CIRCLE: pgettext("dative", "the circle"),
    TRIANGLE: pgettext("dative", "the triangle"),
    CLOVER: pgettext("dative", "the clover"),
    STAR: pgettext("dative", "the star"),
}
_FROM_THE_PIECE = {
    CIRCLE: pgettext("from", "from the circle"),
    TRIANGLE: pgettext("from", "from the triangle"),
    CLOVER: pgettext("from", "from the clover"),
    STAR: pgettext("from", "from the star"),
}


def the_piece(piece: int) -> Message:
    """What is moved, guarded, threatened: "the star"."""
    return _THE_PIECE[kind(piece)]


def a_piece(piece: int) -> Message:
    """What is captured: "a star"."""
    return _A_PIECE[kind(piece)]


def piece_itself(piece: int) -> Message:
    """A piece that does or is something: "the star"."""
    return _PIECE_ITSELF[kind(piece)]


def to_the_piece(piece: int) -> Message:
    """Where something goes to: "the star"."""
    return _TO_THE_PIECE[kind(piece)]


def from_the_piece(piece: int) -> Message:
    """Where something comes from: "from the star", which German says in two words."""
    return _FROM_THE_PIECE[kind(piece)]
