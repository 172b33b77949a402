"""Threats in words, for players who do not see the board: how near both sides are to a link, and what is in reach."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.boards.grid import bits
from games.core.i18n import Message, gettext
from games.piously.position import State
from games.piously.rooms import NOWHERE
from games.piously.table import linked_rooms
from games.piously.words import tile_list


def threats(state: State, seat: int) -> Iterator[Message]:
    """Yield how many rooms both have linked, and the auras of the seat that the other piece can reach in one step."""
    yield gettext(
        "Your auras link {own} of 7 rooms, your opponent's {other}.",
        own=linked_rooms(state, seat), other=linked_rooms(state, 1 - seat),
    )  # fmt: skip
    here = state.objects[1 - seat]
    if here == NOWHERE:
        return
    reached = (state.board.near[here] & ~state.taken | 1 << here) & state.auras[seat]
    if any(bits(reached)):
        yield gettext("Your opponent can step onto your auras on {tiles}.", tiles=tile_list(reached))
