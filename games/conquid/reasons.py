"""The reasons why a move is good, in words and marks (for hints)."""

from __future__ import annotations

from collections.abc import Iterator

from games.conquid.actions import cells_conquered, is_unbreakable
from games.conquid.completions import unbreakable_acquire
from games.conquid.describe import describe
from games.conquid.distances import distance
from games.conquid.field import Field
from games.conquid.moves import CONQUER, Move
from games.conquid.position import State
from games.conquid.rules import play
from games.core.budget import Budget
from games.core.i18n import Message, gettext, ngettext
from games.core.player import Thought
from games.core.sentences import PlayerName, sentences
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
    after = play(state, seat, move)
    idea: str | None = _decisive(state, seat, after)
    if idea is None:
        idea = _why(state, seat, move, after)
        if move.action != "C" and (against := _against_conquer(state, seat, after)):
            idea = sentences(idea, against)
    return Thought(move, description.with_idea(idea, marks))


def _decisive(state: State, seat: int, after: State) -> Message | None:
    """Return what the move that leads to `after` does for or against a complete chain, now or on the next turn."""
    field = state.field
    own, other = state.cells[seat], state.cells[1 - seat]
    mine, theirs = after.cells[seat], after.cells[1 - seat]
    if _chain_need(after, 1 - seat) == 0:
        if is_unbreakable(field, other, own, 1 - seat):
            return gettext("{opponent}'s chain can't be broken any more", opponent=PlayerName(1 - seat))
        return gettext("This leaves {opponent}'s chain complete", opponent=PlayerName(1 - seat))
    if _chain_need(after, seat) == 0:
        return _complete(field, mine, theirs, seat)
    if _chain_need(state, 1 - seat) == 0:
        return gettext("This breaks {opponent}'s complete chain", opponent=PlayerName(1 - seat))
    return next(_threats(field, (own, other), (mine, theirs), seat), None)


def _why(state: State, seat: int, move: Move, after: State) -> Message:
    """Return what the move, which leads to `after`, achieves, choosing the most telling reason."""
    need, left = _chain_need(after, seat), _chain_need(after, 1 - seat)
    if move.action != "A":
        exposed, still = _next_conquer(state, 1 - seat), _next_conquer(after, 1 - seat)
        if exposed > still:
            return _protection(exposed, still, 1 - seat)
        return _cells_to_go(seat, need, left)
    if threat := _conquest_threat(state, after, seat):
        return threat
    back = left - _chain_need(state, 1 - seat)
    if back > _chain_need(state, seat) - need:
        return ngettext(
            "This sets {opponent}'s chain back by {n} cell", "This sets {opponent}'s chain back by {n} cells", back,
            opponent=PlayerName(1 - seat),
        )  # fmt: skip
    if need > left:
        return _cells_to_go(seat, need, left)
    return ngettext("{n} more cell completes the chain", "{n} more cells complete the chain", need)


def _cells_to_go(seat: int, need: int, left: int) -> Message:
    """Say how many cells both chains lack."""
    return gettext(
        "Cells to go: {name} {n}, {opponent} {left}",
        name=PlayerName(seat), n=need, opponent=PlayerName(1 - seat), left=left,
    )  # fmt: skip


def _conquest_threat(state: State, after: State, seat: int) -> Message | None:
    """Return how many cells can be conquered next that could not be before, even if the opponent conquers first."""
    taken = _next_conquer(after, seat)
    sure = min(taken, _next_conquer(play(after, 1 - seat, CONQUER), seat)) if _next_conquer(after, 1 - seat) else taken
    if sure <= _next_conquer(state, seat):
        return None
    if sure == taken:
        return ngettext("This threatens to conquer {n} cell", "This threatens to conquer {n} cells", taken)
    return ngettext(
        "Even if {opponent} conquers first, this threatens to conquer {n} cell",
        "Even if {opponent} conquers first, this threatens to conquer {n} cells",
        sure, opponent=PlayerName(1 - seat),
    )  # fmt: skip


def _next_conquer(state: State, seat: int) -> int:
    """Return the number of cells that the seat could conquer if it were to move."""
    return cells_conquered(state.field, state.cells[seat], state.cells[1 - seat]).bit_count()


def _chain_need(state: State, seat: int) -> int:
    """Return how many cells the seat's chain still needs."""
    return distance(state.field, state.cells[seat], state.cells[1 - seat], seat)


def _chain_lead(state: State, seat: int) -> int:
    """Return how many cells more the opponent's chain needs than the seat's."""
    return _chain_need(state, 1 - seat) - _chain_need(state, seat)


def _protection(exposed: int, still: int, opponent: int) -> Message:
    """Say that the opponent could have conquered `exposed` cells, and now can only conquer `still`."""
    if not still:
        return ngettext(
            "Otherwise {opponent} could conquer {n} cell", "Otherwise {opponent} could conquer {n} cells", exposed,
            opponent=PlayerName(opponent),
        )  # fmt: skip
    return ngettext(
        "This leaves {opponent} {n} cell to conquer instead of {exposed}",
        "This leaves {opponent} {n} cells to conquer instead of {exposed}",
        still, opponent=PlayerName(opponent), exposed=exposed,
    )  # fmt: skip


def _against_conquer(state: State, seat: int, after: State) -> Message | None:
    """Return what speaks against conquering at once instead of the move that leads to `after`; None if nothing is sure.

    To conquer is what players look at first, since its gain is seen on the board.
    """
    taken = _next_conquer(state, seat)
    if not taken:
        return None
    instead = play(state, seat, CONQUER)
    back = _next_conquer(instead, 1 - seat)
    if back > max(taken, _next_conquer(after, 1 - seat)):
        return ngettext(
            "Conquering {n} cell now would let {opponent} conquer {back}",
            "Conquering {n} cells now would let {opponent} conquer {back}",
            taken, opponent=PlayerName(1 - seat), back=back,
        )  # fmt: skip
    ahead = _chain_lead(after, seat) - _chain_lead(instead, seat)
    if ahead <= 0:
        return None
    return ngettext(
        "Counting what both chains still need, this is {n} cell better than conquering {taken} now",
        "Counting what both chains still need, this is {n} cells better than conquering {taken} now",
        ahead, taken=taken,
    )  # fmt: skip


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
