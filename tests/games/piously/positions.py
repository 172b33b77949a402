"""Positions for tests: drawn by chance over all that a line can hold, or small ones written out."""

from __future__ import annotations

from random import Random

from games.piously import GAME
from games.piously.boards import CLASSIC, random_board
from games.piously.layout import layout
from games.piously.notation import board_text
from games.piously.position import State
from games.piously.rooms import LETTERS, OBJECT_LETTERS, TILE_NAMES

CARD = "P0,0,0/I3,-1,1/O2,2,2/U1,1,4/S0,-1,1/L1,-2,2/Y-3,1,0"
"""The board on the designer's card:

          Y2.   L3.   L2.   L1.
    ...
"""
BLANK = "/".join(["...."] * 7)


def load(line: str) -> State:
    return GAME.rules.load(line, {})


def random_line(rng: Random) -> str:
    """A position of the phase play with anything anywhere, most of it unreachable; the board is valid."""
    board = layout(CLASSIC if rng.random() < 0.2 else random_board(rng))
    free = sorted(
        {(q + dq, r + dr) for q, r in board.cells for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}
        - set(board.cells)
    )
    x = rng.choice(free) if rng.random() < 0.6 else None
    tiles = list(TILE_NAMES) if x else list(TILE_NAMES[:28])
    weights = (rng.random(), rng.random(), rng.random())
    aura = {tile: rng.choices("wb.", weights)[0] for tile in tiles}
    things = [thing for thing in OBJECT_LETTERS if rng.random() < (0.95 if thing in "WB" else 0.6)]
    lying = dict(zip(things, rng.sample(tiles, len(things)), strict=True))
    owners = "".join(rng.choice("wb-wbwb") for _ in range(7))
    spent = "".join(
        letter for letter, owner in zip(LETTERS, owners, strict=False) if owner != "-" and rng.random() < 0.2
    )
    groups = ["".join(aura[letter + n] for n in "1234") for letter in LETTERS[:7]]
    fields = (
        f"{board_text(board.places)}/" + ("X{},{}".format(*x) if x else "X-"),
        "/".join([*groups, aura.get("X", "-")]),
        ",".join(f"{thing}={tile}" for thing, tile in lying.items()) or "-",
        owners,
        spent or "-",
        rng.choice("wb") + str(rng.choice((0, 1, 2, 3, 3, 3))),
        str(rng.randrange(1, 60)),
    )
    return " ".join(fields)


THREATENED = (
    (
        "P0,0,4/I1,1,3/O-3,-1,5/U0,-2,4/S3,1,3/L-1,-1,1/Y2,-3,2/X-1,0 wbww/...w/w.w./bb../w..w/ww.w/w.w./. "
        "W=P3,B=S4,P=O3,Y=Y3 b-b-bbw - b3 8"
    ),
    (
        "P0,0,4/I1,1,3/O-3,-1,5/U0,-2,4/S3,1,3/L-1,-1,1/Y2,-3,2/X3,-4 wwww/.w../.w.w/bb../...w/..../w.ww/. "
        "W=U2,B=P3,P=O3,Y=P2 b-bbbbw - b3 10"
    ),
)
"""Black is to move, and White links its rooms next turn if Black does nothing, with the help of a spell."""
