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
from games.piously.layout import Layout, Places, cells_of, layout
from games.piously.notation import parse
from games.piously.position import State
from games.piously.rooms import LETTERS, ROOMS, TILE_NAMES, tiles_of
from games.piously.siting import PlacesOf, cell_name, touching_places, valid_places
from games.piously.spells.shovel import free_places
from games.piously.table import table
from games.piously.turns import play

_REACH = 4
"""How far beyond the others a room can reach: the longest has four tiles in a row."""


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
        shown = _sites(shown, state.board, answers, valid_places) if answers else shown
        return _with_room(shown, state.board.places)
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
    if not draft.pending and not draft.moved:
        return shown  # most boards are used unchanged, so they are drawn as large as possible
    shown = _sites(shown, draft.board, draft.pending, touching_places) if draft.pending else shown
    return _with_room(shown, draft.base or draft.board.places)


def _with_room(shown: Table, places: Places) -> Table:
    """Return the table with space around these rooms for one that moves, so that the picture does not change."""
    return replace(shown, areas=tuple(replace(one, room=_corners(places)) for one in shown.areas))


@lru_cache(maxsize=64)
def _corners(places: Places) -> tuple[Hex, Hex]:
    """Return the upper left and the lower right hex of all that a moved room can reach."""
    cells = layout(places).cells
    across, down = [2 * q + r for q, r in cells], [r for _, r in cells]
    first, last = min(down) - _REACH, max(down) + _REACH
    left, right = min(across) - 2 * _REACH, max(across) + 2 * _REACH
    return ((left - first) // 2, first), ((right - last + 1) // 2, last)


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
