"""The reasons why a move is good, in words and marks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.sentences import PlayerName, sentences
from games.core.table import Mark
from games.cyberzul.describe import take_words, taken_cells, taken_words, tiles_taken
from games.cyberzul.layout import floor_cell, line_cell, wall_cell
from games.cyberzul.legal import legal_takes
from games.cyberzul.moves import Take
from games.cyberzul.needs import (
    best_filling,
    clearly_more,
    count_left,
    denied_filling,
    filling_points,
    last_tiles,
    wall_with,
)
from games.cyberzul.position import CENTRE, FLOOR_SPACES, Board, State
from games.cyberzul.rules import place, take, take_marker
from games.cyberzul.scoring import (
    COLOUR_SPACES,
    COLUMNS,
    ROWS,
    SPACE,
    bonus,
    has_complete_row,
    points_won_and_lost,
    score_round,
)

_LEAST_POINTS, _LEAST_PERCENT = 2, 4
"""The least points of a space, and the least difference of winning chances, that are mentioned."""
_CLEAR_PERCENT = 10
"""The difference of winning chances that says more than points do."""

_FREE = gettext("This costs nothing: the floor line is full")


def explain(
    state: State, move: Take, obvious: Take | None = None, shares: Mapping[Take, float] = MappingProxyType({})
) -> MoveDescription:
    """Explain the idea of a move, with marks on the tiles, where they go, and the wall space they are for.

    `obvious` is another move to compare it with. `shares` are what moves promise, from 0 to 1.
    """
    number = tiles_taken(state, move.source, move.colour)
    marker = not move.source and state.marker == CENTRE
    board = state.boards[state.turn]
    after = _mat_after(state, move)
    cost = _floor_words(board, after)
    gains: list[str | None] = [_line_words(state, after, move, cost), cost] if move.line else [cost or _FREE]
    begins = marker and not _is_last_round(state)
    denial = _denial(state, move)
    comparison = obvious and (
        _compare_shares(state, move, obvious, shares, _CLEAR_PERCENT)
        or compare(state, move, obvious, told=denial is not None)
        or _compare_shares(state, move, obvious, shares, _LEAST_PERCENT)
    )
    why_floor = None if move.line or denial or comparison else _why_floor(state)
    ideas = [idea for idea in (denial, comparison, why_floor) if idea]
    words, to_you = (sentences(taken, *filter(None, gains)) for taken in take_words(state, move))
    if begins:
        words = sentences(words, gettext("{name} begins the next round", name=PlayerName(state.turn)))
        to_you = sentences(to_you, gettext("You begin the next round"))
    return MoveDescription(sentences(words, *ideas), _marks(state, move, number), sentences(to_you, *ideas))


def compare(state: State, move: Take, obvious: Take, *, told: bool = False) -> Message | None:
    """Return what the move has over the obvious one; `told` if a denial of the next seat has been mentioned."""
    mats = [score_round(_mat_after(state, each))[0] for each in (move, obvious)]
    words = taken_words(state, obvious)
    more, less = (mat.score + bonus(mat.wall) for mat in mats)
    ahead = more - less
    if ahead > 0:
        return ngettext(
            "This scores {n} more point than taking {tiles} {source} {target}",
            "This scores {n} more points than taking {tiles} {source} {target}",
            ahead, **words,
        )  # fmt: skip
    rival = (state.turn + 1) % len(state.boards)
    offered = None if told else clearly_more(*(best_filling(take(state, each), rival) for each in (obvious, move)))
    if not offered:
        return None
    return ngettext(
        "Taking {tiles} {source} {target} instead would let {opponent} fill line {line} for {n} point",
        "Taking {tiles} {source} {target} instead would let {opponent} fill line {line} for {n} points",
        offered.points, line=offered.line, opponent=PlayerName(rival), **words,
    )  # fmt: skip


def _compare_shares(
    state: State, move: Take, obvious: Take, shares: Mapping[Take, float], least: int
) -> Message | None:
    """Return what both moves promise, if that is known and the obvious one promises `least` per cent less."""
    if not {move, obvious} <= shares.keys():
        return None
    more, less = (round(100 * shares[each]) for each in (move, obvious))
    if more - less < least:
        return None
    return gettext(
        "Winning chances: {more}% this way, but only {less}% by taking {tiles} {source} {target}",
        more=more, less=less, **taken_words(state, obvious),
    )  # fmt: skip


def _denial(state: State, move: Take) -> Message | None:
    """Return what another seat can no longer do; None if there is nothing to tell."""
    after = take(state, move)
    short = last_tiles(state, move, after)
    if short:
        return gettext(
            "No more of this colour is left, so {name} can't fill line {line} this round",
            name=PlayerName(short.seat), line=short.line,
        )  # fmt: skip
    denied = denied_filling(state, move, after)
    if not denied:
        return None
    return ngettext(
        "Otherwise {name} could fill line {line} for {n} point",
        "Otherwise {name} could fill line {line} for {n} points",
        denied.points, name=PlayerName((state.turn + 1) % len(state.boards)), line=denied.line,
    )  # fmt: skip


def _why_floor(state: State) -> Message | None:
    """Return why the tiles go to the floor, if other moves do not say it."""
    moves = legal_takes(state)
    if len(moves) == 1:
        return gettext("This is the only legal move")
    if any(isinstance(each, Take) and each.line for each in moves):
        return gettext("This keeps the lines free for other tiles")
    return gettext("No line can take any of the tiles that are left")


def _mat_after(state: State, move: Take) -> Board:
    """Return the mat of the player to move after the move, before the round is scored."""
    board = state.boards[state.turn]
    mine = take_marker(board) if not move.source and state.marker == CENTRE else board
    return place(mine, move.line, move.colour, tiles_taken(state, move.source, move.colour))[0]


def _is_last_round(state: State) -> bool:
    """Whether a wall row is complete once the full lines are tiled."""
    return any(has_complete_row(score_round(board)[0].wall) for board in state.boards)


def _line_words(state: State, after: Board, move: Take, cost: Message | None) -> str | None:
    """Return what the tiles do in their line, given the mat `after` the move and what the floor line costs."""
    line, colour = move.line, move.colour
    have, points = after.line(line)[0], filling_points(after, line, colour)
    wall, space = wall_with(after, line, colour), SPACE[line - 1][colour]
    if have < line:
        if _is_last_round(state) and count_left(take(state, move), colour) < line - have:
            return None if cost else gettext("This avoids the floor line in the last round")
        holds = gettext("Line {line} then holds {have} of {line}", have=have, line=line)
        if points < _LEAST_POINTS:
            return holds
        if bonus(wall) > bonus(wall & ~(1 << space)):
            return sentences(holds, gettext("Once full, it scores {points} points, bonus included", points=points))
        return sentences(holds, ngettext("Once full, it scores {n} point", "Once full, it scores {n} points", points))
    if wall & ROWS[line - 1] == ROWS[line - 1]:
        return gettext("This completes row {line} for {points} points, bonus included", line=line, points=points)
    if wall & COLUMNS[space % 5] == COLUMNS[space % 5]:
        column = space % 5 + 1
        return gettext(
            "This completes column {column} for {points} points, bonus included", column=column, points=points
        )
    if wall & COLOUR_SPACES[colour] == COLOUR_SPACES[colour]:
        return gettext("This places the fifth tile of this colour for {points} points, bonus included", points=points)
    return ngettext("This fills line {line} for {n} point", "This fills line {line} for {n} points", points, line=line)


def _floor_words(board: Board, after: Board) -> Message | None:
    """Return what the tiles that fell to the floor line cost; None if that is nothing."""
    cost = points_won_and_lost(after)[1] - points_won_and_lost(board)[1]
    if not cost:
        return None
    return ngettext("This costs {n} point on the floor line", "This costs {n} points on the floor line", cost)


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
