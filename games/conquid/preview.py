"""The table while a move is composed: the cells chosen so far, or what the action would change."""

from __future__ import annotations

from dataclasses import replace

from games.conquid.composer import ask, chosen_cells, compose
from games.conquid.describe import describe
from games.conquid.moves import parse
from games.conquid.position import State
from games.conquid.table import table
from games.core.status import Seat
from games.core.table import Mark, Table


def preview(state: State, seat: Seat, draft: tuple[str, ...]) -> Table:
    """Return the table with the cells chosen so far, or those that the chosen action would change, marked."""
    shown = table(state)
    if draft[:1] == ("A",):
        cells = chosen_cells(draft)
        return shown.with_marks(Mark("chosen", cells)) if cells else shown
    if not draft or ask(state, seat, draft) is not None:
        return shown
    marks = describe(state, seat, parse(compose(draft))).marks
    return shown.with_marks(*(replace(mark, kind="chosen") if mark.kind == "last" else mark for mark in marks))
