"""The steps that compose a move: the action, then three cells or a block (RULES 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from games.conquid.actions import cells_conquered, is_connected
from games.conquid.field import Field, field_of
from games.conquid.legal import Moves
from games.conquid.moves import ACQUIRED, Move
from games.conquid.position import State
from games.conquid.refusals import not_your_turn
from games.conquid.useful_cells import UsefulCells, rank_cells, useful_cells
from games.core.boards.grid import Grid, square_name
from games.core.errors import IllegalMove
from games.core.i18n import gettext, ngettext
from games.core.question import Choice, Question
from games.core.status import Seat

SUGGESTED = 25
"""The number of cells that are offered first, whatever their region: as many as fill one menu."""
_NEAR = (7, 4)
"""The most columns and rows between these cells and the best one, so that their picture can be read on a phone."""
_REGION = 5
"""The side of the regions of 5 × 5 cells in which the other cells are grouped; one region fills a page."""
_BAND = 3 * _REGION


def ask(state: State, seat: Seat, draft: tuple[str, ...]) -> Question | None:
    """Ask for the next choice; None if the draft is a whole legal move. Raises IllegalMove if none starts like it."""
    if seat != state.turn:
        raise IllegalMove(not_your_turn(state))
    moves = Moves(state, seat)
    if not draft:
        return Question(gettext("What do you want to do?"), tuple(_actions(moves)))
    action, cells = draft[0], chosen_cells(draft)
    if action not in {choice.token for choice in _actions(moves)}:
        raise _dead_end(draft)
    if action == "A":
        return _cell_question(moves, cells, draft)
    if action == "V":
        return _block_question(moves, cells, draft)
    if cells:
        raise _dead_end(draft)
    return None


def tokens(move: Move) -> tuple[str, ...]:
    """Return the draft that stands for the move; the cells of an acquire are chosen together."""
    return (move.action, ",".join(move.cells)) if move.cells else (move.action,)


def compose(draft: tuple[str, ...]) -> str:
    """Return the text of the move that a complete draft stands for."""
    return " ".join(draft).replace(",", " ")


def chosen_cells(draft: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells of a draft, which may have been chosen together or one after the other."""
    return tuple(name for token in draft[1:] for name in token.split(","))


def _actions(moves: Moves) -> Iterator[Choice]:
    """Yield the possible actions, the winning one first."""
    empty, blocks = moves.empty.bit_count(), moves.corners().bit_count()
    if is_connected(moves.field, moves.own, moves.seat):
        yield Choice("Q", gettext("Declare conquest"), note=gettext("Your cells join the two headquarters: you win"))
    if empty >= ACQUIRED:
        yield Choice("A", gettext("Acquire"), note=gettext("Takes 3 of the {n} empty cells", n=empty))
    taken = cells_conquered(moves.field, moves.own, moves.other).bit_count()
    if taken:
        note = ngettext("Takes {n} of your opponent's cells", "Takes {n} of your opponent's cells", taken)
        yield Choice("C", gettext("Conquer"), note=note)
    else:
        yield Choice("C", gettext("Conquer nothing"), note=gettext("Takes nothing now"))
    if blocks:
        note = ngettext("Empties the only possible block", "Empties one of {n} possible blocks", blocks)
        yield Choice("V", gettext("Vanquish"), note=note)


def _cell_question(moves: Moves, cells: tuple[str, ...], draft: tuple[str, ...]) -> Question | None:
    """Ask for the missing cells of an acquire; None if there are three."""
    field = moves.field
    chosen = 0
    for name in cells:
        bit = field.bit.get(name, 0)
        if not bit & moves.empty or bit & chosen:
            raise _dead_end(draft)
        chosen |= bit
    if len(cells) > ACQUIRED:
        raise _dead_end(draft)
    missing = ACQUIRED - len(cells)
    if not missing:
        return None
    empty = moves.empty & ~chosen
    found = useful_cells(field, moves.own | chosen, moves.other, moves.seat)
    choices = tuple(
        _cell(field, index, found, name)
        for name, indices in regions(moves.state.size)
        for index in indices
        if empty >> index & 1
    )
    useful = tuple(field.grid.names[index] for index in _choose_useful(field, rank_cells(field, empty, found)))
    prompt = ngettext("Choose {n} cell", "Choose {n} cells", missing)
    return Question(prompt, choices, missing, missing, suggested=useful)


def _choose_useful(field: Field, ranked: Sequence[int]) -> list[int]:
    """Return the best of these cells, and the most useful ones near it."""
    row, column = divmod(ranked[0], field.grid.columns)
    places = ((index, *divmod(index, field.grid.columns)) for index in ranked)
    near = (index for index, y, x in places if abs(x - column) <= _NEAR[0] and abs(y - row) <= _NEAR[1])
    return list(islice(near, SUGGESTED))


def _cell(field: Field, index: int, found: UsefulCells, group: str) -> Choice:
    name = field.grid.names[index]
    return Choice(name, name, (name,), found.reason(1 << index), group)


@cache
def regions(size: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the regions of 5 × 5 cells that cover the board, with names and cells, in reading order, three to a band.

    Regions that follow each other lie close together, because those with few empty cells share a picture.
    """
    grid = field_of(size).grid
    corners = (
        (top, left)
        for band in range(0, grid.columns, _BAND)
        for top in range(grid.rows, 0, -_REGION)
        for left in range(band, min(band + _BAND, grid.columns), _REGION)
    )
    return tuple(_region(grid, top, left) for top, left in corners)


def _region(grid: Grid, top: int, left: int) -> tuple[str, tuple[int, ...]]:
    """Return the name and the cells of the region with this upper left corner."""
    rows = range(top - 1, max(0, top - _REGION) - 1, -1)
    columns = range(left, min(left + _REGION, grid.columns))
    name = f"{square_name(columns[0], rows[0])}–{square_name(columns[-1], rows[-1])}"
    return name, tuple(row * grid.columns + column for row in rows for column in columns)


def _block_question(moves: Moves, cells: tuple[str, ...], draft: tuple[str, ...]) -> Question | None:
    """Ask for the block of a vanquish; None if a legal one is named."""
    corners = moves.field.names(moves.corners())
    if cells:
        if len(cells) > 1 or cells[0] not in corners:
            raise _dead_end(draft)
        return None
    places = {index: place for place, (_, indices) in enumerate(regions(moves.state.size)) for index in indices}

    def key(choice: Choice) -> tuple[int, int]:
        return _GROUNDS.index(choice.note), places[moves.field.grid.index_of[choice.token]]

    found = sorted((_block(moves, corner) for corner in corners), key=key)
    return Question(gettext("Which block do you empty?"), tuple(found))


_GROUNDS = (gettext("Your opponent's land"), gettext("Empty land"), gettext("Your own land"))


def _block(moves: Moves, corner: str) -> Choice:
    block = moves.field.blocks[corner].cells
    note = _GROUNDS[0 if block & moves.other else 2 if block & moves.own else 1]
    return Choice(corner, moves.field.block_name(block), (*moves.field.names(block), corner), note)


def _dead_end(draft: tuple[str, ...]) -> IllegalMove:
    return IllegalMove(
        gettext("No legal move starts with '{text}'. Pick one from the list.", text=" ".join(draft)[:40])
    )
