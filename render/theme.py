"""Two themes, and what the roles of the Table look like: a colour and, for everything it tells, a second sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.core.table import Role
from render.colour import BLACK, WHITE, Colour, contrast, hexa, luminance, mix

ThemeName = Literal["dark", "light"]
Sign = Literal["dot", "triangle", "square", "cross", "ring", "diamond", "saltire", "hexagon", "star", "bars"]
SMALLEST = 33.0
"""The smallest text: 11 px when a picture 1200 wide is seen at 400."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Surfaces and inks."""

    name: ThemeName
    ground: Colour  # the whole picture
    panel: Colour  # strips and rows
    board: Colour  # the plate under a board
    cell: Colour
    alt: Colour
    line: Colour
    ink: Colour
    muted: Colour
    keyline: Colour  # around pieces that would melt into the board
    good: Colour
    bad: Colour
    turf: tuple[Colour, Colour]
    chalk: Colour
    shade: float  # strength of shadows

    @property
    def surfaces(self) -> tuple[Colour, ...]:
        """The colours that every picture of the theme has."""
        return (self.ground, self.panel, self.board, self.cell, self.alt, self.line, self.ink, self.muted, BLACK, WHITE)


DARK = Theme(
    name="dark",
    ground=hexa("#14161B"),
    panel=hexa("#22262F"),
    board=hexa("#1C2027"),
    cell=hexa("#2B313B"),
    alt=hexa("#323945"),
    line=hexa("#4F596A"),
    ink=hexa("#F3F5F9"),
    muted=hexa("#AAB4C3"),
    keyline=hexa("#0B0D11"),
    good=hexa("#4CC38A"),
    bad=hexa("#FF6B5E"),
    turf=(hexa("#23443F"), hexa("#28504A")),
    chalk=hexa("#86A89F"),
    shade=0.5,
)
LIGHT = Theme(
    name="light",
    ground=hexa("#E9ECF1"),
    panel=hexa("#FFFFFF"),
    board=hexa("#FAFBFD"),
    cell=hexa("#E1E6ED"),
    alt=hexa("#D3DAE4"),
    line=hexa("#AEB8C6"),
    ink=hexa("#171B22"),
    muted=hexa("#515B6C"),
    keyline=hexa("#171B22"),
    good=hexa("#127A4B"),
    bad=hexa("#C2261A"),
    turf=(hexa("#D3E7DA"), hexa("#C3DDCD")),
    chalk=hexa("#FFFFFF"),
    shade=0.24,
)
THEMES: dict[ThemeName, Theme] = {"dark": DARK, "light": LIGHT}

_COLOURS: dict[Role, Colour] = {
    "seat-0": hexa("#2E6BE6"),
    "seat-1": hexa("#F4A825"),
    "seat-2": hexa("#A81457"),
    "seat-3": hexa("#6EEBD5"),
    "black": hexa("#2A2D3A"),
    "white": hexa("#F6F3EA"),
    "purple": hexa("#8B3FD1"),
    "yellow": hexa("#FFD84D"),
    "blue": hexa("#2F78D6"),
    "red": hexa("#D8321F"),
    "orange": hexa("#EE8A2A"),
    "cyan": hexa("#A5F0F2"),
    "pink": hexa("#DDA3B9"),
    "indigo": hexa("#3A3AC4"),
    "umber": hexa("#6B2A1A"),
    "sapphire": hexa("#5ECBF5"),
    "lime": hexa("#97BE5F"),
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
    """The colour of a role."""
    surfaces: dict[Role, Colour] = {
        "neutral": theme.line,
        "ink": theme.ink,
        "muted": theme.muted,
        "good": theme.good,
        "bad": theme.bad,
    }
    return _COLOURS.get(role) or surfaces[role]


def sign_of(role: Role) -> Sign | None:
    """The shape that tells a role apart without its colour."""
    return _SIGNS.get(role)


def rim(colour: Colour, theme: Theme) -> Colour:
    """The keyline that keeps a piece apart from the board: at least 3 : 1 where the piece itself is not."""
    if theme.name == "dark":
        light = mix(colour, WHITE, 0.62)
        return light if contrast(colour, theme.board) < 4.2 else mix(colour, theme.keyline, 0.5)
    return mix(colour, theme.keyline, 0.62)


def bright(colour: Colour) -> bool:
    """Whether dark signs are seen better on it."""
    return luminance(colour) > 0.25


def lit(colour: Colour) -> Colour:
    """The lighter upper face of a piece."""
    return mix(colour, WHITE, 0.32 if bright(colour) else 0.15)


def shaded(colour: Colour) -> Colour:
    """The darker lower side of a piece."""
    return mix(colour, BLACK, 0.17)
