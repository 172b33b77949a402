"""The properties of Onyx that the bot needs to know."""

from __future__ import annotations

from games.core.i18n import gettext
from games.core.info import GameInfo, Option
from games.onyx.board import offered_boards
from games.onyx.words import SIDES

_KING = (4, 5, 6, 7, 8, 9, 10, 12, 15, 19)
_HEX = (3, 4, 5, 6, 7)
_SNUB = (2, 3, 4, 5, 6)
_GRID = (6, 8, 10, 13)
_BOARD = Option(
    "board",
    gettext("Board"),
    values=(
        *(f"king-{n}" for n in _KING),
        *(f"hex-{n}" for n in _HEX),
        *(f"snub-{n}" for n in _SNUB),
        *(f"grid-{n}" for n in _GRID),
    ),
    default="king-8",
    free=offered_boards(),
    labels=(
        *(gettext("Square, {n} by {n}, with diagonals", n=n) for n in _KING),
        *(gettext("Hexagon of side {n}, {spaces} spaces", n=n, spaces=3 * n * (n - 1) + 1) for n in _HEX),
        *(gettext("Snub square tiling, {n} by {n} spaces", n=2 * n) for n in _SNUB),
        *(gettext("Square, {n} by {n}, without diagonals", n=n) for n in _GRID),
    ),
)

INFO = GameInfo(
    key="onyx",
    title="Onyx",
    version=1,
    summary=gettext("Place and stack pieces of two colours, suffocate your opponent's, and hold territory with both."),
    goal=gettext(
        "Have more points at the end: your higher colour counts once, the lower one twice. "
        "Each colour scores the spaces it holds and the empty land that it touches."
    ),
    sides=SIDES,
    options=(_BOARD,),
    repetition=3,
)
