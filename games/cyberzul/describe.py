"""Moves in words, with the places to look at."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.table import Mark
from games.cyberzul.layout import MARKER_CELL, centre_places, factory_cell, floor_cell, line_cell, wall_cell
from games.cyberzul.moves import Deal, Move, Take
from games.cyberzul.position import CENTRE, DRAFT, FLOOR_SPACES, OVER, Board, State
from games.cyberzul.rules import take
from games.cyberzul.tiles import LETTERS, colour_word, letters_of, size


def describe(state: State, move: Move) -> MoveDescription:
    """The move, about to be played, in words and marks."""
    if isinstance(move, Deal):
        return MoveDescription(_deal_words(state, move))
    after = take(state, move)
    marks = (Mark("from", taken_cells(state, move.source, move.colour)), Mark("last", _places(state, move, after)))
    words = take_words(state, move) if after.phase == DRAFT else _ending(state, move, after)
    return MoveDescription(words, tuple(mark for mark in marks if mark.cells))


def _deal_words(state: State, move: Deal) -> Message:
    tiles = sum(len(letters) for letters in move.factories)
    if tiles < 4 * len(move.factories):
        return ngettext(
            "fills the factories: only {n} tile is left", "fills the factories: only {n} tiles are left", tiles
        )
    if size(state.bag) < tiles:
        return gettext("fills the factories, with the tiles from the lid")
    return gettext("fills the factories")


def source_words(source: int) -> Message:
    """A source in words."""
    return gettext("factory {number}", number=source) if source else gettext("the centre")


def tiles_taken(state: State, source: int, colour: int) -> int:
    """How many tiles of the colour lie at the source."""
    heap = state.factories[source - 1] if source else state.centre
    return heap >> (colour << 3) & 255


def surplus_tiles(board: Board, line: int, number: int) -> int:
    """How many of `number` tiles find no space in the line (from 1; 0 is the floor line: none of them does)."""
    return max(0, number - line + board.line(line)[0]) if line else number


def take_words(state: State, move: Take) -> Message:
    """A take in words, without what it leads to."""
    number = tiles_taken(state, move.source, move.colour)
    board = state.boards[state.turn]
    values: dict[str, object] = {
        "number": number, "colour": colour_word(move.colour), "source": source_words(move.source), "line": move.line,
    }  # fmt: skip
    if not move.source and state.marker == CENTRE:
        words = (
            gettext("takes the marker, {number} {colour} to line {line}", **values)
            if move.line
            else gettext("takes the marker, {number} {colour} to the floor", **values)
        )
    elif move.line:
        words = gettext("takes {number} {colour} from {source} to line {line}", **values)
    else:
        words = gettext("takes {number} {colour} from {source} to the floor", **values)
    surplus = surplus_tiles(board, move.line, number)
    return gettext("{move}, {surplus} to the floor", move=words, surplus=surplus) if move.line and surplus else words


def _ending(state: State, move: Take, after: State) -> Message:
    """The last take of a round, in short, and what the round brought to each seat."""
    values: dict[str, object] = {
        "number": tiles_taken(state, move.source, move.colour), "colour": colour_word(move.colour), "line": move.line,
    }  # fmt: skip
    words = (
        gettext("takes {number} {colour} to line {line}", **values)
        if move.line
        else gettext("takes {number} {colour} to the floor", **values)
    )
    changes = zip(state.boards, after.boards, strict=True)
    scores = " ".join(f"{new.score - old.score:+d}" for old, new in changes)
    if after.phase == OVER:
        return gettext("{move}; at the end: {scores}", move=words, scores=scores)
    return gettext("{move}; round {round}: {scores}", move=words, round=state.round, scores=scores)


def taken_cells(state: State, source: int, colour: int) -> tuple[str, ...]:
    """Where the tiles of a colour lie, the marker that comes with them included."""
    if source:
        letters = letters_of(state.factories[source - 1])
        return tuple(factory_cell(source, place) for place, letter in enumerate(letters) if letter == LETTERS[colour])
    cells = tuple(cell for cell, held, _ in centre_places(state.centre, len(state.boards)) if held == colour)
    return (*cells, MARKER_CELL) if state.marker == CENTRE else cells


def _places(state: State, move: Take, after: State) -> tuple[str, ...]:
    """Where tiles come to lie: in a line and on the floor, and at the end of a round on the walls."""
    seat = state.turn
    before, board = state.boards[seat], after.boards[seat]
    cells: list[str] = []
    held, kept = (before.line(move.line)[0], board.line(move.line)[0]) if move.line else (0, 0)
    cells += [line_cell(seat, move.line, space) for space in range(held + 1, kept + 1)]
    if after.phase == DRAFT:
        cells += [floor_cell(seat, place) for place in range(len(before.floor), min(len(board.floor), FLOOR_SPACES))]
    for other, (old, new) in enumerate(zip(state.boards, after.boards, strict=True)):
        cells += [wall_cell(other, space) for space in range(25) if (new.wall & ~old.wall) >> space & 1]
    return tuple(cells)
