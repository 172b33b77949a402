"""The reasons why a move is good, in words and marks (for hints)."""

from __future__ import annotations

from collections.abc import Iterator

from games.conquid.actions import cells_conquered
from games.conquid.completions import unbreakable_acquire
from games.conquid.describe import describe
from games.conquid.distances import distance
from games.conquid.evaluate import is_unbreakable
from games.conquid.field import Field
from games.conquid.moves import Move
from games.conquid.position import State
from games.conquid.rules import play
from games.core.budget import Budget
from games.core.i18n import Message, gettext, ngettext
from games.core.player import Thought
from games.core.sentences import PlayerName
from games.core.status import Seat
from games.core.table import Mark

_LOOKED_AT = 400
"""The number of sets of cells that are searched for a reason."""


def explain(state: State, seat: Seat, move: Move) -> Thought[Move]:
    """Return the move with the idea behind it."""
    description = describe(state, seat, move)
    if move.action == "Q":
        return Thought(move, description.with_idea(gettext("This wins the match"), description.marks))
    cells = tuple(cell for mark in description.marks for cell in mark.cells)
    marks = (Mark("hint", cells),) if cells else ()
    return Thought(move, description.with_idea(_why(state, seat, move), marks))


def _why(state: State, seat: int, move: Move) -> Message:
    """Return what the move achieves, choosing the most telling reason."""
    field = state.field
    own, other = state.cells[seat], state.cells[1 - seat]
    after = play(state, seat, move)
    mine, theirs = after.cells[seat], after.cells[1 - seat]
    need, left = distance(field, mine, theirs, seat), distance(field, theirs, mine, 1 - seat)
    before = distance(field, other, own, 1 - seat)
    if need == 0:
        return _complete(field, mine, theirs, seat)
    if before == 0 < left:
        return gettext("This breaks {opponent}'s complete chain", opponent=PlayerName(1 - seat))
    if idea := next(_threats(field, (own, other), (mine, theirs), seat), None):
        return idea
    if move.action != "A":
        return gettext(
            "Cells to go: {name} {n}, {opponent} {left}",
            name=PlayerName(seat), n=need, opponent=PlayerName(1 - seat), left=left,
        )  # fmt: skip
    taken = cells_conquered(field, mine, theirs).bit_count()
    if taken > cells_conquered(field, own, other).bit_count():
        return ngettext("This threatens to conquer {n} cell", "This threatens to conquer {n} cells", taken)
    back = left - before
    if back > distance(field, own, other, seat) - need:
        return ngettext(
            "This sets {opponent}'s chain back by {n} cell", "This sets {opponent}'s chain back by {n} cells", back,
            opponent=PlayerName(1 - seat),
        )  # fmt: skip
    return ngettext("{n} more cell completes the chain", "{n} more cells complete the chain", need)


def _threats(field: Field, before: tuple[int, int], after: tuple[int, int], seat: int) -> Iterator[Message]:
    """Yield a chain of the opponent that the move prevents, then an own chain that it threatens, both unbreakable.

    Each pair of boards has the seat's cells first. Nothing is yielded for a chain if the meter runs out.
    """
    meter = Budget(nodes=_LOOKED_AT).start()
    (own, other), (mine, theirs) = before, after
    threat = unbreakable_acquire(field, other, own, 1 - seat, meter)
    if threat is not None and unbreakable_acquire(field, theirs, mine, 1 - seat, meter) is None and meter.open:
        yield gettext("Otherwise {opponent} can complete an unbreakable chain", opponent=PlayerName(1 - seat))
    if unbreakable_acquire(field, own, other, seat, meter) is None and meter.open:
        next_turn = unbreakable_acquire(field, mine, theirs, seat, meter)
        if next_turn is not None:
            yield gettext("This threatens to complete an unbreakable chain")


def _complete(field: Field, own: int, other: int, seat: int) -> Message:
    if is_unbreakable(field, own, other, seat):
        return gettext("This completes an unbreakable chain: declare conquest next")
    return gettext("This completes a chain, which {opponent} has to break", opponent=PlayerName(1 - seat))
