"""The table while a player composes a move: what has been chosen so far, and what it would suffocate."""

from __future__ import annotations

from dataclasses import replace

from games.core.errors import GameError
from games.core.question import DONE
from games.core.table import Mark, Table
from games.onyx.ask import read_pieces
from games.onyx.rules import place
from games.onyx.state import State
from games.onyx.table import pieces_on, table
from games.onyx.tell import names_of


def preview(state: State, seat: int, draft: tuple[str, ...]) -> Table:
    """Drafted pieces lie on the board and are marked; pieces in danger still lie there. A bad draft shows nothing."""
    plain = table(state)
    if state.phase == "remove":
        own = state.own_stacks(seat)
        chosen = tuple(name for name in ",".join(draft).split(",") if name in own)
        return plain.marked(Mark("chosen", chosen)) if chosen else plain
    try:
        pieces = read_pieces(tuple(token for token in draft if token != DONE))
        after = place(state, seat, tuple(pieces)) if pieces else state
    except GameError:
        return plain
    if not pieces:
        return plain
    shown = replace(plain, pieces=(*plain.pieces, *pieces_on(state.board, pieces)))
    gone = names_of(state, state.taken & ~after.taken)
    marks = [Mark("chosen", tuple(one.space for one in pieces))]
    return shown.marked(*marks, Mark("danger", gone)) if gone else shown.marked(*marks)
