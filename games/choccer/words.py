"""The names of things in words for players: alone, and with an article in a sentence."""

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
"""The names of what stands on a square, by side."""
GEMS = {RED: ngettext("red gem", "red gems", 1), BLUE: ngettext("blue gem", "blue gems", 1)}
THE_GEM = {RED: pgettext("accusative", "the red gem"), BLUE: pgettext("accusative", "the blue gem")}
"""The gem that is picked up, handed on or scored."""
TO_THE_GEM = {RED: pgettext("dative", "the red gem"), BLUE: pgettext("dative", "the blue gem")}
"""The gem that a piece holds or comes nearer to."""
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
    """Return the piece that is moved, guarded or threatened: "the star"."""
    return _THE_PIECE[kind(piece)]


def a_piece(piece: int) -> Message:
    """Return the piece that is captured: "a star"."""
    return _A_PIECE[kind(piece)]


def piece_itself(piece: int) -> Message:
    """Return the piece as the subject of a sentence: "the star"."""
    return _PIECE_ITSELF[kind(piece)]


def to_the_piece(piece: int) -> Message:
    """Return the piece that something goes to: "the star"."""
    return _TO_THE_PIECE[kind(piece)]


def from_the_piece(piece: int) -> Message:
    """Return the piece that something comes from: "from the star" (two words in German)."""
    return _FROM_THE_PIECE[kind(piece)]
