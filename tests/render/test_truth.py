"""Pictures do not lie: what differs in one state differs clearly on the picture, whatever marks lie on it.

For each game, pairs of positions that differ in one state are drawn under every mark, theme and set of patterns, and
are compared at full size and as small as on a phone, there also as people with one of three colour blindnesses see
them. Only the box in which the unmarked pictures differ is looked at.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageCms

import games
import render
from games.core.table import Mark, Table
from render.theme import Patterns, ThemeName

Box = tuple[int, int, int, int]
Lab = tuple[float, float, float]

PHONE = 400
CLEAR = 10.0
"""Two colours are told apart at a glance when CIE76's distance is larger."""
SHARE, MEAN = 0.12, 6.0
"""So much of the box must differ clearly, and by so much on average all of it."""
MARKS: tuple[Mark | None, ...] = (
    None,
    *(Mark(kind, ()) for kind in ("last", "from", "chosen", "hint", "danger", "link")),
    Mark("link", (), "+10", "white"),
    *(Mark("territory", (), role=role, faded=True) for role in ("black", "white")),
    *(Mark(kind, (), role=role) for kind in ("territory", "way", "path") for role in ("black", "white")),
)
"""One mark of each kind that lies on what is there, to be laid on a cell; of coloured ones a dark and a light one."""
QUICK: dict[str, tuple[tuple[str, str], ...]] = defaultdict(
    lambda: (("dark", "small"),),
    {"choccer": (("light", "small"),), "piously": (("dark", "small"), ("light", "strong"))},
)
"""For each game the theme and the patterns that are looked at each time."""
EYES: dict[str, tuple[float, ...] | None] = {
    "usual": None,
    "protan": (0.152, 1.053, -0.205, 0, 0.115, 0.786, 0.099, 0, -0.004, -0.048, 1.052, 0),
    "deutan": (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0),
    "tritan": (1.256, -0.077, -0.179, 0, -0.078, 0.931, 0.148, 0, 0.005, 0.691, 0.304, 0),
}
"""How colours turn for eyes that lack one kind of cone."""


@dataclass(frozen=True)
class Pair:
    """Two position lines of a game that differ in one state, and the cell on which the marks lie."""

    game: str
    one: str
    other: str
    cell: str
    options: tuple[tuple[str, str], ...] = ()
    whole: bool = False
    """Whether what differs is beside the board, so that strips and lists are looked at too."""
    changes: tuple[Callable[[Table], Table], Callable[[Table], Table]] | None = None
    """What makes both tables of their positions, where these do not tell the difference."""

    def tables(self) -> tuple[Table, Table]:
        """What spectators see."""
        game = games.find(self.game)
        options = game.info.check_options(dict(self.options))
        one, other = (game.presenter.table(game.rules.load(line, options), None) for line in (self.one, self.other))
        if self.changes:
            one, other = self.changes[0](one), self.changes[1](other)
        return one, other


def _acting(seat: int, table: Table) -> Table:
    """The table when it is this seat's turn."""
    players = (
        replace(player, name="Ana" if player.seat else "Ben", active=player.seat == seat) for player in table.players
    )
    return replace(table, players=tuple(players))


def _won_by(seat: int, table: Table) -> Table:
    """The table when this seat has won."""
    players = (
        replace(player, name="Ana" if player.seat else "Ben", place=1 if player.seat == seat else 2)
        for player in table.players
    )
    return replace(table, players=tuple(players), result=f"{'Ana' if seat else 'Ben'} wins")


def _with_stacks(height: int, table: Table) -> Table:
    """The table with all stacks so high."""
    pieces = (piece._replace(height=height) if piece.height > 1 else piece for piece in table.pieces)
    return replace(table, pieces=tuple(pieces))


BOTH_ACT = partial(_acting, 0), partial(_acting, 1)
BOTH_WIN = partial(_won_by, 0), partial(_won_by, 1)


def _choccer(squares: str, held: str = "-") -> str:
    rows = (
        "...........",
        "...........",
        f"...{squares}.......",
        "...........",
        "....*......",
        "...........",
        "..t....C...",
    )
    return f"b={'/'.join(rows)} held={held} pts=0,0 turn=9 t=0"


def _onyx(space: str) -> str:
    return f"b=..../.{space}../...w/b... t=0 ph=play passed=00 removed=00"


def _conquid(cell: str) -> str:
    free = "." * 14
    return f"b={free}/.....{cell}......../{free}/....A....B..../{free}/{free}/{free} t=0"


def _piously(auras: str, spent: str = "-", owners: str = "w------", objects: str = "W=O1,B=O3,P=-") -> str:
    line = "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0/X3,-2"
    return f"{line} {auras}/..../..../..../..../..../..../. W=O1,B=O3,P=P2 {owners} {spent} w3 9"


def _cyberzul(line: str = "-", wall: str = "....." * 5, floor: str = "-", factory: str = "BORK") -> str:
    rows = "/".join(wall[i : i + 5] for i in range(0, 25, 5))
    mats = f"p0=0:-,-,{line},-,-:{rows}:{floor} p1=0:-,-,-,-,-:...../...../...../...../.....:-"
    return f"n=2 r=2 s=0 t=0 ph=draft f={factory}/-/-/-/- c=- m=C bag=20,20,20,20,20 lid=0,0,0,0,0 {mats}"


PAIRS = {
    "choccer: whose piece": Pair("choccer", _choccer("C"), _choccer("c"), "d5"),
    "choccer: which piece": Pair("choccer", _choccer("C"), _choccer("T"), "d5"),
    "choccer: a gem held": Pair("choccer", _choccer("C"), _choccer("C", "d5:red"), "d5"),
    "choccer: which gem is held": Pair("choccer", _choccer("C", "d5:blue"), _choccer("C", "d5:red"), "d5"),
    "choccer: which gem lies free": Pair("choccer", _choccer("+"), _choccer("*"), "d5"),
    "conquid: whose cell": Pair("conquid", _conquid("1"), _conquid("2"), "f6", (("size", "small"),)),
    "conquid: owned or not": Pair("conquid", _conquid("1"), _conquid("."), "f6", (("size", "small"),)),
    "onyx: which of one's colours": Pair("onyx", _onyx("b"), _onyx("p"), "b3", (("board", "king-4"),)),
    "onyx: whose piece": Pair("onyx", _onyx("p"), _onyx("w"), "b3", (("board", "king-4"),)),
    "onyx: piece or stack": Pair("onyx", _onyx("b"), _onyx("B"), "b3", (("board", "king-4"),)),
    "piously: white aura or none": Pair("piously", _piously("w..."), _piously("...."), "P1", (("board", "classic"),)),
    "piously: black aura or none": Pair("piously", _piously("b..."), _piously("...."), "P1", (("board", "classic"),)),
    "piously: whose aura": Pair("piously", _piously("b..."), _piously("w..."), "P1", (("board", "classic"),)),
    "piously: whose aura under a thing": Pair(
        "piously", _piously(".b.."), _piously(".w.."), "P2", (("board", "classic"),)
    ),
    "piously: aura under a thing or none": Pair(
        "piously", _piously(".w.."), _piously("...."), "P2", (("board", "classic"),)
    ),
    "onyx: how high a stack is": Pair(
        "onyx",
        _onyx("B"),
        _onyx("B"),
        "b3",
        (("board", "king-4"),),
        changes=(partial(_with_stacks, 2), partial(_with_stacks, 3)),
    ),
    "piously: whose piece": Pair(
        "piously", _piously(".w.."), _piously(".w..").replace("W=O1,B=O3", "W=O3,B=O1"), "O1", (("board", "classic"),)
    ),
    "piously: spent or not": Pair(
        "piously", _piously("...."), _piously("....", "P"), "P1", (("board", "classic"),), whole=True
    ),
    "piously: whose spell": Pair(
        "piously", _piously("...."), _piously("....", owners="b------"), "P1", (("board", "classic"),), whole=True
    ),
    "piously: learned or not": Pair(
        "piously", _piously("...."), _piously("....", owners="-------"), "P1", (("board", "classic"),), whole=True
    ),
    "cyberzul: which tile in a line": Pair("cyberzul", _cyberzul("B1"), _cyberzul("O1"), "1L31"),
    "cyberzul: a black tile in a line or none": Pair("cyberzul", _cyberzul("K1"), _cyberzul(), "1L31"),
    "cyberzul: a tile on the wall or its ghost": Pair("cyberzul", _cyberzul(wall="B" + "." * 24), _cyberzul(), "1W11"),
    "cyberzul: a black tile on the wall or its ghost": Pair(
        "cyberzul", _cyberzul(wall="...K." + "." * 20), _cyberzul(), "1W14"
    ),
    "cyberzul: a tile on the floor or none": Pair("cyberzul", _cyberzul(floor="R"), _cyberzul(), "1F1"),
    "cyberzul: which tile in a factory": Pair("cyberzul", _cyberzul(), _cyberzul(factory="BORR"), "F1d"),
    **{
        f"{game}: {what}": Pair(game, line, line, cell, options, whole=True, changes=changes)
        for game, line, cell, options in (
            ("choccer", _choccer("C"), "d5", ()),
            ("conquid", _conquid("1"), "f6", (("size", "small"),)),
            ("onyx", _onyx("b"), "b3", (("board", "king-4"),)),
            ("piously", _piously("...."), "P1", (("board", "classic"),)),
            ("cyberzul", _cyberzul(), "1L31", ()),
        )
        for what, changes in (("whose turn", BOTH_ACT), ("who has won", BOTH_WIN))
    },
}


def mark(table: Table, one: Mark | None, pair: Pair) -> Table:
    """The table with one mark on the cell; of what differs on the board alone without what it says of itself."""
    if pair.whole:
        return table if one is None else table.with_marks(replace(one, cells=(pair.cell,)))
    silent = tuple(replace(player, score="", note="", tokens=()) for player in table.players)
    plain = replace(table, players=silent, panels=(), caption="", headline="", standing=None)
    return plain if one is None else plain.with_marks(replace(one, cells=(pair.cell,)))


def draw(table: Table, theme: ThemeName, patterns: Patterns) -> Image.Image:
    """The picture at full size."""
    return Image.open(io.BytesIO(render.png(table, theme=theme, patterns=patterns))).convert("RGB")


def as_on_a_phone(picture: Image.Image) -> Image.Image:
    """The picture as small as it is seen there."""
    return picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)


@cache
def _to_lab() -> ImageCms.ImageCmsTransform:
    return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")


def lab(picture: Image.Image, eyes: str) -> list[Lab]:
    """The colours of all pixels in CIELAB, as these eyes see them."""
    matrix = EYES[eyes]
    seen = picture if matrix is None else picture.convert("RGB", matrix)
    turned = ImageCms.applyTransform(seen, _to_lab())
    assert turned is not None
    light, green, blue = (channel.tobytes() for channel in turned.split())
    return [(c * 100 / 255, a - 128, b - 128) for c, a, b in zip(light, green, blue, strict=True)]


def distances(one: Image.Image, other: Image.Image, eyes: str) -> list[float]:
    """CIE76's distance of each pixel to the same one of the other picture."""
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return [sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) ** 0.5 for here, there in pairs]


def differing(one: Image.Image, other: Image.Image) -> Box:
    """The box outside of which the pictures are the same."""
    box = ImageChops.difference(one, other).convert("L").point(lambda level: 255 if level > 24 else 0).getbbox()
    assert box is not None, "the pictures are the same"
    return box


def cases() -> list[object]:
    """Every pair in the dark theme with small signs, and, among the slow tests, in all others."""
    themes: tuple[ThemeName, ...] = ("dark", "light")
    patterns: tuple[Patterns, ...] = ("small", "strong")
    every = product(PAIRS, themes, patterns)
    return [
        pytest.param(*case, marks=() if case[1:] in QUICK[case[0].split(":")[0]] else pytest.mark.slow)
        for case in every
    ]


@pytest.mark.parametrize("name, theme, patterns", cases())
def test_what_differs_is_seen_to_differ(name: str, theme: ThemeName, patterns: Patterns) -> None:
    pair = PAIRS[name]
    tables = pair.tables()
    render.palette.cache_clear()
    for table in tables:  # both in the same colours, which are found with the first pictures
        draw(mark(table, None, pair), theme, patterns)
    large = {one: [draw(mark(table, one, pair), theme, patterns) for table in tables] for one in MARKS}
    small = {one: [as_on_a_phone(picture) for picture in pictures] for one, pictures in large.items()}
    for width, pictures in ((1200, large), (PHONE, small)):
        box = differing(*pictures[None])
        for laid in MARKS:
            one, other = (picture.crop(box) for picture in pictures[laid])
            size = (min(one.width, 60), min(one.height, 60))
            one, other = one.resize(size, Image.Resampling.BOX), other.resize(size, Image.Resampling.BOX)
            for eyes in EYES if width == PHONE else ("usual",):
                found = distances(one, other, eyes)
                clear, mean = sum(d > CLEAR for d in found) / len(found), sum(found) / len(found)
                where = f"{name}, {laid}, {theme}, {patterns}, {eyes}, {width} px: {clear:.2f}, {mean:.1f}"
                assert clear >= SHARE, where
                assert mean >= MEAN, where
