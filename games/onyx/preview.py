"""The table while a turn is composed: the drafted pieces are on the board, and what they suffocate is marked."""

from __future__ import annotations

from dataclasses import replace

from games.core.errors import GameError
from games.core.table import Mark, Table
from games.onyx.describe import names_of
from games.onyx.placing import read_draft
from games.onyx.position import State
from games.onyx.table import pieces_on, table
from games.onyx.turns import place


def preview(state: State, seat: int, draft: tuple[str, ...]) -> Table:
    """Return the table with the drafted pieces marked; endangered pieces stay. A bad draft shows nothing."""
    plain = table(state)
    if state.phase == "remove":
        own = state.own_stacks(seat)
        chosen = tuple(name for name in ",".join(draft).split(",") if name in own)
        return plain.with_marks(Mark("chosen", chosen)) if chosen else plain
    try:
        pieces = read_draft(state, seat, draft).pieces
        after = place(state, seat, pieces) if pieces else state
    except GameError:
        return plain
    if not pieces:
        return plain
    shown = replace(plain, pieces=(*plain.pieces, *pieces_on(state.board, pieces)))
    gone = names_of(state, state.taken & ~after.taken)
    marks = [Mark("chosen", tuple(one.space for one in pieces))]
    return shown.with_marks(*marks, Mark("danger", gone)) if gone else shown.with_marks(*marks)
