"""Small tables made by hand, one of each geometry."""

from __future__ import annotations

from games.core.boards.grid import Grid, column_name
from games.core.i18n import ngettext
from games.core.table import Area, Cell, Item, Mark, Panel, Piece, PlayerStrip, Row, Table, Token, Zone

GRID = Grid(5, 4)
ANA = PlayerStrip(0, "seat-0", side="Black", score="3", note="attacks a–b", name="Ana", clock="4:07", active=True)
BEN = PlayerStrip(
    1,
    "seat-1",
    side="White",
    score="11",
    tokens=(Token("gem", "blue", 2, ngettext("blue gem", "blue gems", 1)),),
    name="Ben",
    clock="0:09",
)


def squares() -> Area:
    """A board of 5 × 4 squares named a1 to e4."""
    cells = tuple(Cell(name, (i % 5, i // 5)) for i, name in enumerate(GRID.names))
    columns, rows = tuple(column_name(i) for i in range(5)), tuple(str(i + 1) for i in range(4))
    return Area("board", "grid", cells, columns=columns, rows=rows)


def grid_table(*pieces: Piece, marks: tuple[Mark, ...] = ()) -> Table:
    """The squares with pieces, two players, a last move."""
    return Table("Draughts", (squares(),), pieces, (ANA, BEN), marks, caption="Turn 3", headline="circle a1-a2")


def hex_table() -> Table:
    """Two rooms of two hexes, an aura, a person, a list of two spells."""
    names = ("P1", "P2", "U1", "U2")
    places = ((0, 0), (1, 0), (0, 1), (1, 1))
    cells = tuple(Cell(name, at, text=name) for name, at in zip(names, places, strict=True))
    zones = (Zone("Pink", ("P1", "P2"), "pink"), Zone("Umber", ("U1", "U2"), "umber"))
    pieces = (Piece("P1", "aura", "white", "w", "White aura"), Piece("P1", "priest", "white", "W", "White piece"))
    rows = (Row("P", "pink", (Item("Priestess", 0, "ready"), Item("Purify", 1, "spent"))),)
    players = (PlayerStrip(0, "white", side="White", active=True), PlayerStrip(1, "black", side="Black"))
    return Table("Chapel", (Area("board", "hex", cells, zones=zones),), pieces, players, (), (Panel("Spells", rows),))


def graph_table() -> Table:
    """Three spaces in a triangle."""
    cells = (Cell("hub", (0, 0)), Cell("east", (1, 0)), Cell("north", (0.5, 0.9)))
    area = Area("board", "graph", cells, edges=((0, 1), (1, 2), (0, 2)))
    marks = (Mark("territory", ("hub", "east"), role="black"), Mark("territory", ("east",), role="white"))
    return Table("Points", (area,), (Piece("hub", "counter", "black", "b", "Black piece"),), (), marks)


def mat_table() -> Table:
    """One factory, a centre, and a small mat for each of two players."""
    factory = Area("f", "grid", tuple(Cell(f"F{i}", (i % 2, i // 2)) for i in range(4)), "supply", "factory", "1")
    centre = Area("c", "grid", tuple(Cell(f"C{i}", (i, 0)) for i in range(6)), "supply", "centre", "Centre")
    mats = []
    for seat in (0, 1):
        lines = tuple(Cell(f"{seat}L{r}{x}", (x, 4 - r), "hole") for r in range(5) for x in range(4 - r, 5))
        wall = tuple(Cell(f"{seat}W{i}", (i % 5, i // 5), "ghost", "blue") for i in range(25))
        floor = tuple(Cell(f"{seat}F{i}", (i, 0), "penalty", text="-1") for i in range(7))
        mats += [
            Area(f"l{seat}", "grid", lines, "mat", "lines", seat=seat, rows=tuple("54321")),
            Area(f"w{seat}", "grid", wall, "mat", "wall", seat=seat),
            Area(f"x{seat}", "grid", floor, "mat", "floor", seat=seat),
        ]
    pieces = (Piece("F0", "tile", "blue", "B", "blue tile"), Piece("0L04", "tile", "red", "R", "red tile"))
    return Table("Tiles", (factory, centre, *mats), pieces, (ANA, BEN), caption="Round 1")
