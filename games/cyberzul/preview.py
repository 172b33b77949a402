"""The table while a take is composed: what is taken, and every space where it could go."""

from __future__ import annotations

from games.core.table import Mark, Table
from games.cyberzul.composer import heap_at, source_and_colour, tile_cells
from games.cyberzul.describe import taken_cells, tiles_taken
from games.cyberzul.layout import ROLES, floor_cell, line_cell
from games.cyberzul.legal import destinations
from games.cyberzul.moves import Take, parse
from games.cyberzul.position import FLOOR_SPACES, State
from games.cyberzul.table import table
from games.cyberzul.tiles import colours_in


def preview(state: State, draft: tuple[str, ...]) -> Table:
    """Return the table with the tiles of a legal draft ringed, and ghosts of them in each line where they could go."""
    shown = table(state)
    source, colour = source_and_colour(draft)
    if colour is None:
        held = colours_in(heap_at(state, source))
        cells = tuple(cell for each in held for cell in tile_cells(state, source, each))
        return shown.with_marks(Mark("chosen", cells))
    lines = destinations(state.boards[state.turn], colour)
    if len(words := " ".join(draft).split()) == 3:
        move = parse(" ".join(words))
        lines = [move.line] if isinstance(move, Take) else []
    number = tiles_taken(state, source, colour)
    ghosts = tuple(cell for line in lines for cell in _spaces(state, line, number))
    chosen = Mark("chosen", taken_cells(state, source, colour))
    return shown.with_marks(chosen, Mark("ghost", ghosts, role=ROLES[colour])) if ghosts else shown.with_marks(chosen)


def _spaces(state: State, line: int, number: int) -> list[str]:
    """Return the spaces that `number` tiles fill in a line of the player to move (0: the floor), as far as they fit."""
    board, seat = state.boards[state.turn], state.turn
    if not line:
        held = len(board.floor)
        return [floor_cell(seat, place) for place in range(held, min(FLOOR_SPACES, held + number))]
    held = board.line(line)[0]
    return [line_cell(seat, line, space) for space in range(held + 1, min(line, held + number) + 1)]
