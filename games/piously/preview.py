"""The table while a step is composed: the result so far, and the places that may be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

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
from games.piously.rooms import LETTERS, ROOMS, TILE_NAMES, tiles_of
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
    corners = _corners(board, LETTERS.index(answers[0][0]), places_of)
    return replace(shown, areas=tuple(replace(one, room=corners) for one in shown.areas))


@lru_cache(maxsize=64)
def _corners(board: Layout, room: int, places_of: PlacesOf) -> tuple[Hex, Hex]:
    """Return the upper left and the lower right hex of all that is shown for this room, however it is turned."""
    sites = (_site_cells(board, room, turns, places_of) for turns in range(6 if room in ROOMS else 1))
    cells = [*board.cells, *chain.from_iterable(sites)]
    across, down = [2 * q + r for q, r in cells], [r for _, r in cells]
    (left, right), (first, last) = (min(across), max(across)), (min(down), max(down))
    return ((left - first) // 2, first), ((right - last + 1) // 2, last)


def _site_cells(board: Layout, room: int, turns: int, places_of: PlacesOf) -> Iterator[Hex]:
    """Yield all hexes of the valid places of a room with this many turns, then the first hex of every place."""
    for place in valid_places(board, room, turns):
        yield from cells_of(room, place)
    for place in places_of(board, room, turns):
        yield place[:2]


def _sites(shown: Table, board: Layout, answers: tuple[str, ...], places_of: PlacesOf) -> Table:
    """Mark the room that moves; once it is turned, show its places and outline the valid ones."""
    room = LETTERS.index(answers[0][0])
    chosen = Mark("chosen", tuple(TILE_NAMES[tile] for tile in bits(tiles_of(room))))
    if room in ROOMS and len(answers) == 1:
        return shown.with_marks(chosen)
    turns = int(answers[1][4:-1]) if room in ROOMS else 0
    valid = valid_places(board, room, turns)
    outlined = dict.fromkeys(cell for place in valid for cell in cells_of(room, place))
    cells = dict.fromkeys(_site_cells(board, room, turns, places_of))
    ghosts = Mark("ghost", tuple(cell_name(board, cell) for cell in outlined), role=ROOM_ROLES[room])
    return replace(shown, areas=(_with_sites(board, tuple(cells)),)).with_marks(chosen, ghosts)


@lru_cache(maxsize=128)
def _with_sites(board: Layout, cells: tuple[Hex, ...]) -> Area:
    """Return the board with an empty cell for each free hex among these."""
    base = area(board)
    ghosts = (Cell(cell_name(board, cell), cell, "ghost") for cell in cells if cell not in board.tile_at)
    return replace(base, cells=(*base.cells, *ghosts))
