"""The two themes: a colour for every role of a table, and a second sign wherever colour carries meaning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from games.core.table import PLAIN, Role, Skin
from render.colour import BLACK, WHITE, Colour, contrast, hexa, luminance, mix

ThemeName = Literal["dark", "light"]
Patterns = Literal["small", "strong"]
"""The size of the signs that distinguish colours: `strong` covers whole pieces and all owned ground."""
Sign = Literal["dot", "triangle", "square", "cross", "ring", "diamond", "saltire", "hexagon", "star", "bars"]
SMALLEST = 33.0
"""The smallest text: 11 px if a picture 1200 wide is viewed at 400."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of surfaces and inks."""

    name: ThemeName
    ground: Colour  # the whole picture
    panel: Colour  # strips and rows
    board: Colour  # the plate under a board
    cell: Colour
    alt: Colour
    line: Colour
    ink: Colour
    muted: Colour
    keyline: Colour  # outline of pieces with little contrast to the board
    good: Colour
    bad: Colour
    turf: tuple[Colour, Colour]
    chalk: Colour
    shade: float  # strength of shadows
    patterns: Patterns = "small"
    skin: Skin = PLAIN

    @property
    def emphasis(self) -> float:
        """The size of signs, as a multiple of their usual size."""
        return 1.5 if self.patterns == "strong" else 1.0

    @property
    def surfaces(self) -> tuple[Colour, ...]:
        """The colours that appear in every picture of the theme."""
        return (self.ground, self.panel, self.board, self.cell, self.alt, self.line, self.ink, self.muted, BLACK, WHITE)


DARK = Theme(
    name="dark",
    ground=hexa("#14181C"),
    panel=hexa("#202830"),
    board=hexa("#1C2028"),
    cell=hexa("#2C303C"),
    alt=hexa("#303844"),
    line=hexa("#505868"),
    ink=hexa("#F4F4F8"),
    muted=hexa("#A8B4C4"),
    keyline=hexa("#0C0C10"),
    good=hexa("#4CC488"),
    bad=hexa("#FF6C60"),
    turf=(hexa("#244440"), hexa("#285048")),
    chalk=hexa("#88A8A0"),
    shade=0.5,
)
LIGHT = Theme(
    name="light",
    ground=hexa("#E8ECF0"),
    panel=hexa("#FFFFFF"),
    board=hexa("#FCFCFC"),
    cell=hexa("#E0E8EC"),
    alt=hexa("#D4D8E4"),
    line=hexa("#B0B8C8"),
    ink=hexa("#181C20"),
    muted=hexa("#505C6C"),
    keyline=hexa("#181C20"),
    good=hexa("#10784C"),
    bad=hexa("#C02818"),
    turf=(hexa("#90C09C"), hexa("#84B490")),
    chalk=hexa("#FFFFFF"),
    shade=0.24,
)
GOLD, SILVER, BRONZE = hexa("#F2C14E"), hexa("#C9D1DC"), hexa("#D59A6A")
"""The colours of the first three places."""
GILT = hexa("#E8C46A")
"""The colour of frames of artworks, and of the curve of a profile."""
NIGHT, AMBER, HINT = hexa("#0A0C10"), hexa("#FFC53D"), hexa("#4CE0A0")
"""Colours of marks, the same in both themes: their dark edge, choices, advice."""
MOTION = hexa("#FF3FC8")
"""The colour of changes on boards where white and black show an owner: no game uses it for a state."""
THEMES: dict[ThemeName, Theme] = {"dark": DARK, "light": LIGHT}


@cache
def theme_of(name: ThemeName, patterns: Patterns = "small", skin: Skin = PLAIN) -> Theme:
    """Return the theme of that name in the skin of a game; always the same object for the same choices."""
    return replace(THEMES[name], patterns=patterns, skin=skin)


_COLOURS: dict[Role, Colour] = {
    "seat-0": hexa("#306CE8"),
    "seat-1": hexa("#F4A824"),
    "seat-2": hexa("#A81458"),
    "seat-3": hexa("#70ECD4"),
    "black": hexa("#0C0C10"),
    "white": hexa("#F8F4E8"),
    "purple": hexa("#8C40D0"),
    "yellow": hexa("#FFD84C"),
    "blue": hexa("#2C74D4"),
    "red": hexa("#D83020"),
    "orange": hexa("#F08828"),
    "cyan": hexa("#A4F0F0"),
    "pink": hexa("#DCA4B8"),
    "indigo": hexa("#3838C4"),
    "umber": hexa("#6C2818"),
    "sapphire": hexa("#60CCF4"),
    "lime": hexa("#98C060"),
}
_SIGNS: dict[Role, Sign] = {
    "seat-0": "dot",
    "seat-1": "triangle",
    "seat-2": "square",
    "seat-3": "cross",
    "black": "square",
    "white": "dot",
    "purple": "diamond",
    "yellow": "triangle",
    "blue": "ring",
    "red": "saltire",
    "orange": "diamond",
    "cyan": "hexagon",
    "pink": "star",
    "indigo": "bars",
    "umber": "square",
    "sapphire": "ring",
    "lime": "cross",
    "good": "dot",
    "bad": "saltire",
}


def colour_of(role: Role, theme: Theme) -> Colour:
    """Return the colour of a role."""
    surfaces: dict[Role, Colour] = {
        "neutral": theme.line,
        "ink": theme.ink,
        "muted": theme.muted,
        "good": theme.good,
        "bad": theme.bad,
    }
    own = next((colour for name, colour in theme.skin.colours if name == role), None)
    return hexa(own) if own else _COLOURS.get(role) or surfaces[role]


def sign_of(role: Role) -> Sign | None:
    """Return the shape that identifies a role without its colour."""
    return _SIGNS.get(role)


def rim(colour: Colour, theme: Theme) -> Colour:
    """Return the keyline that sets a piece off the board: at least 3 : 1 if the piece itself does not."""
    if theme.name == "dark":
        light = mix(colour, WHITE, 0.62)
        return light if contrast(colour, theme.board) < 4.2 else mix(colour, theme.keyline, 0.5)
    return mix(colour, theme.keyline, 0.62)


def bright(colour: Colour) -> bool:
    """Whether dark signs are easier to see on it."""
    return luminance(colour) > 0.3


def ink_on(colour: Colour) -> Colour:
    """Return the ink for a sign on a piece of this colour: light as long as that is possible."""
    return Colour(16, 20, 24) if bright(colour) else WHITE


def lighten(colour: Colour) -> Colour:
    """Return the lighter upper face of a piece."""
    return mix(colour, WHITE, 0.32 if bright(colour) else 0.15)


def shade(colour: Colour) -> Colour:
    """Return the darker lower side of a piece."""
    return mix(colour, BLACK, 0.17)
