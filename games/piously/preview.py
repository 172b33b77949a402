"""The table while a step is composed: the result so far, and the places that may be chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.core.boards.grid import bits
from games.core.boards.hex import Hex
from games.core.errors import GameError
from games.core.table import Area, Cell, Mark, Table
from games.piously.areas import ROOM_ROLES, area, page_sheet
from games.piously.building import Draft
from games.piously.composer import FORMS, ask, compose
from games.piously.layout import Layout, cells_of
from games.piously.notation import parse
from games.piously.position import State
from games.piously.rooms import LETTERS, ROOMS, ROTATIONS, TILE_NAMES, tiles_of
from games.piously.siting import PlacesOf, cell_name, touching_places, valid_places
from games.piously.spells.shovel import free_places
from games.piously.table import table
from games.piously.turns import play


def preview(state: State, draft: tuple[str, ...]) -> Table:
    """Return the table after the draft; the present table if the draft leads nowhere."""
    try:
        whole = ask(state, draft) is None
        if state.phase == "build":
            return _building(state, Draft.read(draft))
        if whole:
            return table(play(state, state.mover, parse(compose(draft))))
        return _partial(state, draft)
    except GameError:
        return table(state)


def _partial(state: State, draft: tuple[str, ...]) -> Table:
    opener, answers = (draft[0], draft[1:]) if draft else ("", ())
    form = FORMS.get(opener)
    if form is None:
        return table(state)
    if opener == "St:":
        shown = table(state)
        return _moving(shown, state.board, answers, valid_places) if answers else shown
    if opener == "Sh:":
        return replace(table(state), areas=(_with_sites(state.board, free_places(state)),))
    after, chosen = form.partial(state, answers)
    shown = table(after)
    return shown.with_marks(Mark("chosen", tuple(TILE_NAMES[tile] for tile in chosen))) if chosen else shown


def _building(state: State, draft: Draft) -> Table:
    """Return the boards to choose from, or the board so far; spells are not shown yet."""
    shown = replace(table(state), panels=(), marks=())
    if draft.board is None:
        return replace(shown, areas=(page_sheet(draft.pages),))
    shown = replace(shown, areas=(area(draft.board),))
    if not draft.pending:
        return shown  # most boards are used unchanged, so they are drawn as large as possible
    return _moving(shown, draft.board, draft.pending, touching_places)


def _moving(shown: Table, board: Layout, answers: tuple[str, ...], places_of: PlacesOf) -> Table:
    """Return the table while a room moves, with space for all its places, so that the picture does not change."""
    shown = _sites(shown, board, answers, places_of)
    corners = _corners(board, LETTERS.index(answers[0][0]))
    return replace(shown, areas=tuple(replace(one, room=corners) for one in shown.areas))


@lru_cache(maxsize=64)
def _corners(board: Layout, room: int) -> tuple[Hex, Hex]:
    """Return the upper left and the lower right hex of all that this room can reach: it stays beside the others."""
    high, wide = _reach(room)
    others = [_offset(cell) for tile, cell in enumerate(board.cells) if tile // 4 != room]
    own = [_offset(cell) for tile, cell in enumerate(board.cells) if tile // 4 == room]
    across, down = ([place[axis] for place in others] for axis in (0, 1))
    near = ((min(across) - wide, min(down) - high), (max(across) + wide, max(down) + high))
    across, down = ([place[axis] for place in (*near, *own)] for axis in (0, 1))
    (left, right), (first, last) = (min(across), max(across)), (min(down), max(down))
    return ((left - first) // 2, first), ((right - last + 1) // 2, last)


def _reach(room: int) -> tuple[int, int]:
    """Return how many rows and half columns beyond the others a room can reach, however it is turned."""
    turned = [tuple(map(_offset, cells)) for cells in ROTATIONS[room]]
    across, down = ([[place[axis] for place in cells] for cells in turned] for axis in (0, 1))
    return max(max(one) - min(one) for one in down) + 1, max(max(one) - min(one) for one in across) + 2


def _offset(cell: Hex) -> tuple[int, int]:
    """Return the half column and the row of a hex."""
    return 2 * cell[0] + cell[1], cell[1]


def _sites(shown: Table, board: Layout, answers: tuple[str, ...], places_of: PlacesOf) -> Table:
    """Mark the room that moves; once it is turned, show its places and outline the valid ones."""
    room = LETTERS.index(answers[0][0])
    chosen = Mark("chosen", tuple(TILE_NAMES[tile] for tile in bits(tiles_of(room))))
    if room in ROOMS and len(answers) == 1:
        return shown.with_marks(chosen)
    turns = int(answers[1][4:-1]) if room in ROOMS else 0
    valid = valid_places(board, room, turns)
    outlined = dict.fromkeys(cell for place in valid for cell in cells_of(room, place))
    cells = dict.fromkeys((*outlined, *(place[:2] for place in places_of(board, room, turns))))
    ghosts = Mark("ghost", tuple(cell_name(board, cell) for cell in outlined), role=ROOM_ROLES[room])
    return replace(shown, areas=(_with_sites(board, tuple(cells)),)).with_marks(chosen, ghosts)


@lru_cache(maxsize=128)
def _with_sites(board: Layout, cells: tuple[Hex, ...]) -> Area:
    """Return the board with an empty cell for each free hex among these."""
    base = area(board)
    ghosts = (Cell(cell_name(board, cell), cell, "ghost") for cell in cells if cell not in board.tile_at)
    return replace(base, cells=(*base.cells, *ghosts))
