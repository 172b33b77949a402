"""The table while a move is composed."""

from __future__ import annotations

from games.choccer.position import State
from games.choccer.table import table
from games.core.table import Mark, Table


def preview(state: State, draft: tuple[str, ...]) -> Table:
    """The table with the chosen piece marked."""
    shown = table(state)
    return shown.with_marks(Mark("chosen", draft[:1])) if draft else shown
