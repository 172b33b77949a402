"""Descriptions of moves in words, with the places to look at."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.sentences import PlayerName, sentences
from games.core.table import Mark
from games.cyberzul.layout import (
    MARKER_CELL,
    SEATS,
    centre_places,
    factory_cell,
    floor_cell,
    line_cell,
    wall_cell,
)
from games.cyberzul.moves import Deal, Move, Take
from games.cyberzul.position import CENTRE, DRAFT, FILL, FLOOR_SPACES, OVER, Board, State
from games.cyberzul.rules import take
from games.cyberzul.scoring import bonus, wall_points
from games.cyberzul.tiles import LETTERS, letters_of, size, tiles_words


def describe(state: State, move: Move) -> MoveDescription:
    """Describe the move that is about to be played, in words and marks."""
    if isinstance(move, Deal):
        return MoveDescription(_deal_words(state, move))
    after = take(state, move)
    marks = (Mark("from", taken_cells(state, move.source, move.colour)), Mark("last", _places(state, move, after)))
    shown = tuple(mark for mark in (*marks, *_gains(state, after)) if mark.cells)
    words, to_you = take_words(state, move)
    if after.phase != DRAFT:
        ending = _round_words(state, after)
        return MoveDescription(sentences(words, ending), shown, sentences(to_you, ending))
    return MoveDescription(words, shown, to_you)


def _deal_words(state: State, move: Deal) -> Message:
    tiles = sum(len(letters) for letters in move.factories)
    if tiles < 4 * len(move.factories):
        return ngettext(
            "The factories are filled: only {n} tile is left",
            "The factories are filled: only {n} tiles are left",
            tiles,
        )
    if size(state.bag) < tiles:
        return gettext("The factories are filled, with tiles from the lid")
    return gettext("The factories are filled")


def tiles_taken(state: State, source: int, colour: int) -> int:
    """Return the number of tiles of the colour at the source."""
    heap = state.factories[source - 1] if source else state.centre
    return heap >> (colour << 3) & 255


def surplus_tiles(board: Board, line: int, number: int) -> int:
    """Return how many of `number` tiles find no space in the line (from 1; for 0, the floor line: all)."""
    return max(0, number - line + board.line(line)[0]) if line else number


def taken_words(state: State, move: Take) -> dict[str, object]:
    """Return what is taken, from where and to where, for a sentence with {tiles} {source} {target}."""
    return {
        "tiles": tiles_words(tiles_taken(state, move.source, move.colour), move.colour),
        "source": gettext("from factory {number}", number=move.source) if move.source else gettext("from the centre"),
        "target": gettext("into line {line}", line=move.line) if move.line else gettext("onto the floor"),
    }


def take_words(state: State, move: Take) -> tuple[str, str]:
    """Return a take without its results in two wordings: with the player's name, and addressed to the player."""
    number = tiles_taken(state, move.source, move.colour)
    values: dict[str, object] = {"name": PlayerName(state.turn), **taken_words(state, move)}
    words = gettext("{name} takes {tiles} {source} {target}", **values)
    to_you = gettext("You take {tiles} {source} {target}", **values)
    besides = []
    if not move.source and state.marker == CENTRE:
        besides.append(gettext("The starting marker comes along"))
    surplus = surplus_tiles(state.boards[state.turn], move.line, number) if move.line else 0
    if surplus:
        besides.append(ngettext("{n} tile falls to the floor", "{n} tiles fall to the floor", surplus))
    return sentences(words, *besides), sentences(to_you, *besides)


def _round_words(state: State, after: State) -> Message:
    """Return what the round brought to the players whose points it changed, and their new scores."""
    told = [
        gettext("{name} {change} (now {total})", name=PlayerName(seat), change=change, total=new.score)
        for seat, (old, new) in enumerate(zip(state.boards, after.boards, strict=True))
        if (change := _change(old, new, bonus(new.wall) if after.phase == OVER else 0))
    ]
    changes = join_list(told, "unit") if told else gettext("nobody's points change")
    if after.phase == OVER:
        return gettext("Last round and bonuses: {changes}", changes=changes)
    return gettext("Round {round}: {changes}", round=state.round, changes=changes)


def _change(old: Board, new: Board, final: int) -> str:
    """Return the points of a round and the `final` ones with their sign, then the lost ones: "+3 −1"; empty if none."""
    won = final + sum(points for _, points in _find_new_tiles(old, new))
    lost = old.score + won - new.score
    return " ".join(with_sign(points) for points in (won, -lost) if points)


def _find_new_tiles(old: Board, new: Board) -> Iterator[tuple[int, int]]:
    """Yield each space of the wall that the round has covered, with the points for its tile."""
    wall = old.wall
    for space in range(25):
        if (new.wall & ~wall) >> space & 1:
            wall |= 1 << space
            yield space, wall_points(wall, *divmod(space, 5))


def with_sign(points: int) -> str:
    """Return a change of points with its sign: "+2", "−1"."""
    return f"{'+' if points > 0 else '−'}{abs(points)}"


def taken_cells(state: State, source: int, colour: int) -> tuple[str, ...]:
    """Return the cells of the tiles of a colour, including the marker if it comes with them."""
    if source:
        letters = letters_of(state.factories[source - 1])
        return tuple(factory_cell(source, place) for place, letter in enumerate(letters) if letter == LETTERS[colour])
    cells = tuple(cell for cell, held, _ in centre_places(state.centre, len(state.boards)) if held == colour)
    return (*cells, MARKER_CELL) if state.marker == CENTRE else cells


def _gains(state: State, after: State) -> Iterator[Mark]:
    """Yield marks for the points of each new wall tile at the end of a round, and for the cost of the floor lines.

    After the last round, the final bonuses are shown instead.
    """
    for seat, (old, new) in enumerate(zip(state.boards, after.boards, strict=True)):
        total = old.score
        for space, points in _find_new_tiles(old, new) if after.phase == FILL else ():
            total += points
            yield Mark("gain", (wall_cell(seat, space),), with_sign(points), SEATS[seat])
        if after.phase == FILL and new.score < total:
            yield Mark("gain", (floor_cell(seat, 0),), with_sign(new.score - total), "bad")


def _places(state: State, move: Take, after: State) -> tuple[str, ...]:
    """Return the places where tiles come to lie: in a line, on the floor and, at the end of a round, on the walls."""
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
