"""Threats in words, for players who do not see the board."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.boards.graph import name_order
from games.core.i18n import Message, gettext, join_list
from games.onyx.board import members
from games.onyx.legal import legal_spaces
from games.onyx.position import State
from games.onyx.turns import place


def threats(state: State, seat: int) -> Iterator[Message]:
    """Yield what the opponent can suffocate from one space, then what the seat can."""
    if state.phase != "play":
        return
    for mover, sentence in (
        (1 - seat, gettext("Your opponent can suffocate {space} from {origins}.")),
        (seat, gettext("You can suffocate {space} from {origins}.")),
    ):
        victims = seat if mover != seat else 1 - seat
        found = _find_suffocations(state, mover, victims)
        for space in sorted(found, key=name_order):
            origins = join_list(sorted(found[space], key=name_order), "or")
            yield sentence.with_values({"space": space, "origins": origins})


def _find_suffocations(state: State, mover: int, victims: int) -> dict[str, set[str]]:
    """Return each space of the victims that a piece or a stack suffocates, with the spaces it is suffocated from."""
    names = state.board.graph.names
    held = state.held[2 * victims] | state.held[2 * victims + 1]
    found: dict[str, set[str]] = {}
    for colour, legal in enumerate(legal_spaces(state, mover), 2 * mover):
        for space in members(legal):
            if not state.board.near[space] & held:
                continue
            for number in (0, 1):
                after = place(state, mover, (state.board.pieces[colour][number][space],))
                gone = held & ~(after.held[2 * victims] | after.held[2 * victims + 1])
                for lost in members(gone):
                    found.setdefault(names[lost], set()).add(names[space])
    return found
