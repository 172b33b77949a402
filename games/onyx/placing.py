"""The questions for a turn of the play phase: what to place, then the line and the space of each piece (RULES 3)."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase, digits
from typing import NamedTuple

from games.core.boards.graph import Graph
from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import Message, gettext, join_list
from games.core.question import DONE, Choice, Question
from games.onyx.board import members
from games.onyx.legal import legal_spaces
from games.onyx.moves import COLOURS, Pieces, Place, parse_move
from games.onyx.position import State
from games.onyx.turns import place
from games.onyx.words import a_piece, piece_words, pieces_name

AT_ONCE = 20
"""The most spaces in one question; if there are more, the line is asked first."""
LARGE = 200
"""On boards with more spaces, the line is always asked first: there is no room for names beside each other."""
_LINE = "line "
_ONLY = gettext("No second piece")


class Draft(NamedTuple):
    """A turn in the making: the pieces placed so far, what is placed next and on which line, and whether it is done.

    `kind` is the colour and the number of what is placed next; None if that is not chosen or nothing follows.
    """

    pieces: tuple[Pieces, ...] = ()
    kind: tuple[int, int] | None = None
    line: int | None = None
    done: bool = False


def ask_turn(state: State, seat: int, draft: tuple[str, ...]) -> Question | None:
    """Ask for the next choice; None if the draft is a whole legal turn. Raises IllegalMove."""
    if not draft:
        return Question(gettext("What do you place?"), tuple(_kinds(state, seat)))
    if draft == ("pass",):
        return None
    read = read_draft(state, seat, draft)
    if read.done or read.kind is None:
        place(state, seat, read.pieces)
        return None
    colour, number = read.kind
    spaces = _spaces(state, read.pieces, colour)
    end = (Choice(DONE, _ONLY, group=_ONLY),) if read.pieces and read.line is None else ()
    if read.line is not None:
        spaces = [space for space in state.board.graph.lines[read.line] if space in spaces]
    if not spaces:
        raise _dead_end(draft)
    if read.line is None and _by_line(state, len(spaces) + len(end)):
        return Question(_line_prompt(state.board.graph, read), (*end, *_lines(state.board.graph, spaces)))
    shared = "" if read.line is None else _shared_letters(state.board.graph)
    places = tuple(_space(state, Pieces(colour, number, ""), space, shared) for space in spaces)
    return Question(_space_prompt(read), (*end, *places))


def _by_line(state: State, choices: int) -> bool:
    """Whether the line is asked before the space."""
    return choices > AT_ONCE or state.board.graph.size > LARGE


def turn_tokens(state: State, move: Place) -> tuple[str, ...]:
    """Return the draft that stands for the turn."""
    if not move.pieces:
        return ("pass",)
    first = move.pieces[0]
    path = [_kind_token(first.colour, first.number)]
    for index, one in enumerate(move.pieces):
        space = state.board.graph.index_of[one.space]
        if _by_line(state, len(_spaces(state, move.pieces[:index], one.colour)) + (index > 0)):
            line = next(line for line, spaces in enumerate(state.board.graph.lines) if space in spaces)
            path.append(f"{_LINE}{line}")
        path.append(one.text)
    return (*path, DONE) if len(move.pieces) == 1 and first.number == 1 else tuple(path)


def read_draft(state: State, seat: int, draft: tuple[str, ...]) -> Draft:
    """Read the tokens, whether or not the pieces may be placed there. Raises IllegalMove if no turn starts so."""
    read = Draft()
    for token in () if draft == ("pass",) else draft:
        after = None if read.done else _read_token(state, seat, read, token)
        if after is None:
            raise _dead_end(draft)
        read = after
    return read


def _read_token(state: State, seat: int, read: Draft, token: str) -> Draft | None:
    """Return the draft after one more token; None if the token cannot come next."""
    if token == DONE:
        return read._replace(kind=None, done=True) if len(read.pieces) == 1 and read.line is None else None
    if token.startswith(_LINE):
        line = token.removeprefix(_LINE)
        known = line.isascii() and line.isdigit() and len(line) < 4 and int(line) < len(state.board.graph.lines)
        return read._replace(line=int(line)) if known and read.kind and read.line is None else None
    if "@" not in token:
        kinds = {_kind_token(colour, number): (colour, number) for colour, number in _all_kinds(seat)}
        return read._replace(kind=kinds[token]) if token in kinds and read == Draft() else None
    return _with_piece(state, seat, read, token)


def _with_piece(state: State, seat: int, read: Draft, token: str) -> Draft | None:
    """Return the draft with one more piece, and with the kind of a second one if it may follow."""
    try:
        move = parse_move(token)
    except BadNotation as error:
        raise IllegalMove(error.sentence) from None
    if not isinstance(move, Place) or len(move.pieces) != 1 or len(read.pieces) == 2:
        return None
    one = move.pieces[0]
    if read.kind not in (None, (one.colour, one.number)) or (read.pieces and read.kind is None):
        return None
    pieces = (*read.pieces, one)
    place(state, seat, pieces)
    other = one.colour ^ 1
    follows = len(pieces) == 1 and one.number == 1 and _spaces(state, pieces, other)
    return Draft(pieces, (other, 1) if follows else None)


def _all_kinds(seat: int) -> Iterator[tuple[int, int]]:
    """Yield colour and number of all that the seat may place: pieces, then stacks."""
    return ((colour, number) for number in (1, 2) for colour in (2 * seat, 2 * seat + 1))


def _kind_token(colour: int, number: int) -> str:
    return f"{'2' if number == 2 else ''}{COLOURS[colour]}"


def _kinds(state: State, seat: int) -> Iterator[Choice]:
    """Yield the choices of what may be placed, and the pass."""
    legal = legal_spaces(state, seat)
    for colour, number in _all_kinds(seat):
        if legal[colour & 1]:
            yield Choice(_kind_token(colour, number), pieces_name(colour, number))
    yield Choice("pass", gettext("Pass"))


def _spaces(state: State, pieces: tuple[Pieces, ...], colour: int) -> list[int]:
    """Return where a piece of the colour may be placed beside these pieces, in the order of the board."""
    board = state.board
    used = sum(board.bit[board.graph.index_of[one.space]] for one in pieces)
    free = legal_spaces(state, colour >> 1)[colour & 1] & ~used
    return [space for space in range(board.graph.size) if free & board.bit[space]]


def _lines(graph: Graph, spaces: list[int]) -> Iterator[Choice]:
    """Yield the lines of the board that contain one of the spaces."""
    wanted = frozenset(spaces)
    for number, line in enumerate(graph.lines):
        if not wanted.isdisjoint(line):
            yield Choice(f"{_LINE}{number}", _line_name(graph, number, line))


def _line_name(graph: Graph, number: int, line: tuple[int, ...]) -> Message | str:
    if graph.columns:
        return graph.columns[number]
    if graph.row_names:
        return gettext("Row {row}", row=graph.row_names[number])
    return gettext("{first} to {last}", first=graph.names[line[0]], last=graph.names[line[-1]])


def _line_prompt(graph: Graph, read: Draft) -> Message:
    """Return the question for the line of the next piece."""
    if read.pieces:
        return _second_prompt(read)
    pieces = pieces_name(*_kind(read))
    if graph.columns:
        return gettext("{pieces}: which column?", pieces=pieces)
    if graph.row_names:
        return gettext("{pieces}: which row?", pieces=pieces)
    return gettext("{pieces}: which part of the board?", pieces=pieces)


def _space_prompt(read: Draft) -> Message:
    """Return the question for the space of the next piece."""
    if read.pieces and read.line is None:
        return _second_prompt(read)
    return gettext("{pieces}: which space?", pieces=pieces_name(*_kind(read)))


def _second_prompt(read: Draft) -> Message:
    return gettext("{first}. Add {second}?", first=piece_words(read.pieces[0]), second=a_piece(_kind(read)[0]))


def _kind(read: Draft) -> tuple[int, int]:
    """Return what is placed next; call this only if something is."""
    assert read.kind is not None  # noqa: S101 - the caller has looked
    return read.kind


def _shared_letters(graph: Graph) -> str:
    """Return the characters that the names of the spaces of a line share: those of its label."""
    if graph.columns:
        return ascii_lowercase
    return digits if graph.row_names else ""


def _space(state: State, pieces: Pieces, space: int, shared: str) -> Choice:
    """Return the choice of one space; its sign is the row number in a column, and the column letter in a row."""
    name = state.board.graph.names[space]
    placed = pieces._replace(space=name)
    return Choice(placed.text, name, (name,), _effect(state, placed, space), sign=name.strip(shared) or name)


def _effect(state: State, pieces: Pieces, space: int) -> Message | str:
    """Return what the pieces suffocate, in words; empty if nothing."""
    before = state.taken
    if not state.board.near[space] & before:
        return ""
    after = place(state, pieces.colour >> 1, (pieces,)).taken
    lost = [state.board.graph.names[space] for space in members(before & ~after)]
    return gettext("suffocates {spaces}", spaces=join_list(lost)) if lost else ""


def _dead_end(draft: tuple[str, ...]) -> IllegalMove:
    return IllegalMove(
        gettext("No legal move starts with '{text}'. Pick one from the list.", text=" ".join(draft)[:60])
    )
