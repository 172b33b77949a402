"""The effects of moves, and the end of a match (RULES 2-7)."""

from __future__ import annotations

from functools import cache

from games.conquid import moves
from games.conquid.actions import acquired_cells, cells_conquered, is_connected, is_vanquishable
from games.conquid.field import field_of
from games.conquid.info import INFO
from games.conquid.legal import legal
from games.conquid.moves import Move
from games.conquid.position import State, dump, load
from games.conquid.refusals import explain_not_connected, explain_not_free, explain_not_vanquishable, not_your_turn
from games.core.errors import IllegalMove, NotYourTurn
from games.core.i18n import gettext
from games.core.info import Options
from games.core.legal import LegalMoves
from games.core.rules import Rules
from games.core.status import Outcome, Seat, Turn, turn, win


class ConquidRules(Rules[State, Move]):
    """The rules of RULES.md."""

    info = INFO

    def start(self, seats: int, options: Options) -> State:
        self.info.check_seats(seats)
        return State(self._size(options), (0, 0))

    def status(self, state: State) -> Turn | Outcome:
        return turn(state.turn) if state.turn is not None else _conquest(state.winner)

    def legal(self, state: State, seat: Seat) -> LegalMoves[Move]:
        return legal(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        return play(state, seat, move)

    def parse(self, text: str) -> Move:
        return moves.parse(text)

    def text(self, move: Move) -> str:
        return moves.text(move)

    def dump(self, state: State) -> str:
        return dump(state)

    def load(self, text: str, options: Options) -> State:
        return load(text, self._size(options))

    def _size(self, options: Options) -> str:
        return self.info.check_options(options)["size"]


def play(state: State, seat: int, move: Move) -> State:
    """Return the state after the move. Raises NotYourTurn or IllegalMove."""
    if state.turn != seat:
        raise NotYourTurn(not_your_turn(state))
    field = field_of(state.size)
    own, other = state.cells[seat], state.cells[1 - seat]
    action, cells = move
    if action == "A":
        acquired = acquired_cells(field, own, other, cells)
        if not acquired:
            raise IllegalMove(explain_not_free(field, own, other, cells))
        own |= acquired
    elif action == "C":
        taken = cells_conquered(field, own, other)
        own |= taken
        other ^= taken
    elif action == "V":
        if not is_vanquishable(field, own, other, cells[0]):
            raise IllegalMove(explain_not_vanquishable(field, own, cells[0]))
        outside = ~field.blocks[cells[0]].cells
        own &= outside
        other &= outside
    elif is_connected(field, own, seat):
        return State(state.size, state.cells, None, seat)
    else:
        raise IllegalMove(explain_not_connected(field, own, other, seat))
    return State(state.size, (other, own) if seat else (own, other), 1 - seat)


@cache
def _conquest(winner: int | None) -> Outcome:
    return win(winner or 0, gettext("a chain joins the two headquarters"))
