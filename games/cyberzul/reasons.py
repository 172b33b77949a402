"""Why a move is good, in words and marks."""

from __future__ import annotations

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.sentences import PlayerName, sentences
from games.core.table import Mark
from games.cyberzul.describe import take_words, taken_cells, tiles_taken
from games.cyberzul.layout import floor_cell, line_cell, wall_cell
from games.cyberzul.moves import Take
from games.cyberzul.policy import Policy, supply
from games.cyberzul.position import CENTRE, FLOOR_SPACES, Board, State
from games.cyberzul.rules import place, take_marker
from games.cyberzul.scoring import (
    COLOUR_SPACES,
    COLUMNS,
    ROWS,
    SPACE,
    has_complete_row,
    round_points,
    score_round,
    wall_points,
)

_CLEAR_MARGIN = 2.0
"""A player needs tiles that gain so many points more than the next best ones."""


def explain(state: State, move: Take) -> MoveDescription:
    """The idea of a move, and where to look: where the tiles lie, where they go, and the wall space they are for."""
    number = tiles_taken(state, move.source, move.colour)
    marker = not move.source and state.marker == CENTRE
    board = state.boards[state.turn]
    mine = take_marker(board) if marker else board
    after, _ = place(mine, move.line, move.colour, number)
    ideas = [_line_words(state, after, move) if move.line else _floor_words(board, after)]
    if marker:
        ideas.append(gettext("You begin the next round"))
    rival = needed_by(state, move)
    if rival is not None:
        ideas.append(gettext("{name} needs these tiles", name=PlayerName(rival)))
    words, to_you = take_words(state, move)
    return MoveDescription(sentences(words, *ideas), _marks(state, move, number), sentences(to_you, *ideas))


def _line_words(state: State, after: Board, move: Take) -> Message:
    """What the tiles do in their line, `after` the move."""
    have = after.line(move.line)[0]
    values: dict[str, object] = {"line": move.line}
    if have < move.line:
        if any(has_complete_row(score_round(board)[0].wall) for board in state.boards):
            return gettext("This keeps the tiles off the floor in the last round")
        return gettext("Line {line} then holds {have} of {line}", have=have, **values)
    above = after.lines & (1 << 6 * (move.line - 1)) - 1
    wall = score_round(Board(0, above, after.wall))[0].wall | 1 << SPACE[move.line - 1][move.colour]
    space = SPACE[move.line - 1][move.colour]
    points = wall_points(wall, move.line - 1, space % 5)
    values["points"] = points
    if wall & ROWS[move.line - 1] == ROWS[move.line - 1]:
        return ngettext(
            "This completes row {line} for {n} point", "This completes row {line} for {n} points", points, **values
        )
    if wall & COLUMNS[space % 5] == COLUMNS[space % 5]:
        values["column"] = space % 5 + 1
        return ngettext(
            "This completes column {column} for {n} point",
            "This completes column {column} for {n} points",
            points,
            **values,
        )
    if wall & COLOUR_SPACES[move.colour] == COLOUR_SPACES[move.colour]:
        return ngettext(
            "This sets the fifth tile of this colour for {n} point",
            "This sets the fifth tile of this colour for {n} points",
            points,
            **values,
        )
    return ngettext("This fills line {line} for {n} point", "This fills line {line} for {n} points", points, **values)


def _floor_words(board: Board, after: Board) -> Message:
    cost = round_points(board) - round_points(after)
    if not cost:
        return gettext("It costs nothing: the floor line is full")
    return ngettext("It costs {n} point on the floor line", "It costs {n} points on the floor line", cost)


def needed_by(state: State, move: Take) -> int | None:
    """The next seat, when the tiles of this move gain clearly more for it than any others."""
    seat = (state.turn + 1) % len(state.boards)
    policy = Policy()
    board = state.boards[seat]
    gains = {
        (source, colour): policy.gains(board, colour, number, marker)[0][0]
        for source, colour, number, marker in supply(state)
    }
    wanted = gains.pop((move.source, move.colour))
    return seat if gains and wanted > max(gains.values()) + _CLEAR_MARGIN else None


def _marks(state: State, move: Take, number: int) -> tuple[Mark, ...]:
    seat, board = state.turn, state.boards[state.turn]
    source = Mark("from", taken_cells(state, move.source, move.colour))
    if not move.line:
        first = min(len(board.floor), FLOOR_SPACES - 1)
        places = range(first, min(first + number, FLOOR_SPACES))
        return source, Mark("hint", tuple(floor_cell(seat, at) for at in places))
    held = board.line(move.line)[0]
    spaces = range(held + 1, min(held + number, move.line) + 1)
    cells = [line_cell(seat, move.line, space) for space in spaces]
    return source, Mark("hint", (*cells, wall_cell(seat, SPACE[move.line - 1][move.colour])))
