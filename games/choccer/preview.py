"""The table while a move is composed."""

from __future__ import annotations

from dataclasses import replace

from games.choccer.moves import parse
from games.choccer.position import GRID, State
from games.choccer.rules import apply
from games.choccer.table import table
from games.core.table import Mark, Table


def preview(state: State, draft: tuple[str, ...]) -> Table:
    """Return the table with the chosen piece marked; once a target is chosen too, show the pieces after the move."""
    shown = table(state)
    if not draft:
        return shown
    if len(draft) == 1:
        return shown.with_marks(Mark("chosen", draft))
    move = parse("".join(draft))
    moved = replace(shown, pieces=table(apply(state, move)).pieces)
    return moved.with_marks(Mark("chosen", (GRID.names[move.target],)))
