"""Why a move is good, in words and marks (for hints)."""

from __future__ import annotations

from games.conquid.actions import cells_conquered
from games.conquid.describe import describe
from games.conquid.distances import distance
from games.conquid.evaluate import is_unbreakable
from games.conquid.field import Field
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.rules import play
from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.player import Thought
from games.core.status import Seat
from games.core.table import Mark


def explain(state: State, seat: Seat, move: Move) -> Thought[Move]:
    """The move with the idea behind it."""
    description = describe(state, seat, move)
    cells = tuple(cell for mark in description.marks for cell in mark.cells)
    if move.action == "Q":
        return Thought(move, MoveDescription(gettext("joins the headquarters and wins"), description.marks))
    marks = (Mark("hint", cells),) if cells else ()
    return Thought(move, MoveDescription(_why(state, seat, move, description.words), marks))


def _why(state: State, seat: int, move: Move, words: str) -> Message:
    """What the move achieves, the most telling reason first."""
    field = state.field
    own, other = state.cells[seat], state.cells[1 - seat]
    after = play(state, seat, move)
    mine, theirs = after.cells[seat], after.cells[1 - seat]
    need, left = distance(field, mine, theirs, seat), distance(field, theirs, mine, 1 - seat)
    before = distance(field, other, own, 1 - seat)
    if need == 0:
        return _complete(field, mine, theirs, seat)
    if before == 0 < left:
        return gettext("{move}, which breaks the opponent's complete chain", move=words)
    if move.action != "A":
        return gettext("{move}. Cells to go: you {n}, your opponent {left}", move=words, n=need, left=left)
    taken = cells_conquered(field, mine, theirs).bit_count()
    if taken > cells_conquered(field, own, other).bit_count():
        return ngettext("threatens to conquer {n} cell", "threatens to conquer {n} cells", taken)
    back = left - before
    if back > distance(field, own, other, seat) - need:
        return ngettext(
            "sets the opponent's chain back by {n} cell", "sets the opponent's chain back by {n} cells", back
        )
    return ngettext("leaves {n} cell to complete the chain", "leaves {n} cells to complete the chain", need)


def _complete(field: Field, own: int, other: int, seat: int) -> Message:
    if is_unbreakable(field, own, other, seat):
        return gettext("completes a chain that no conquer can break: conquest comes next")
    return gettext("completes a chain, so the opponent has to break it")
