"""Threats in words, for players who do not see the board."""

from __future__ import annotations

from games.choccer.legal import legal_moves
from games.choccer.moves import MOVE
from games.choccer.position import BIT, GRID, State
from games.choccer.words import the_piece
from games.core.i18n import Message, gettext, join_list


def threats(state: State, seat: int) -> tuple[Message, ...]:
    """Return which pieces of the seat can be captured, and from where, then those that it can capture."""
    taken = gettext("Your opponent can capture {piece} on {square} from {origins}.")
    takes = gettext("You can capture {piece} on {square} from {origins}.")
    return (*_captures(state, 1 - seat, taken), *_captures(state, seat, takes))


def _captures(state: State, seat: int, sentence: Message) -> list[Message]:
    others = state.black if seat else state.white
    origins: dict[int, list[str]] = {}
    for move in legal_moves(state, seat):
        if move.verb == MOVE and others & BIT[move.target]:
            origins.setdefault(move.target, []).append(GRID.names[move.origin])
    return [
        sentence.with_values(
            {
                "piece": the_piece(state.board[target]),
                "square": GRID.names[target],
                "origins": join_list(names, "or"),
            }
        )
        for target, names in sorted(origins.items())
    ]
