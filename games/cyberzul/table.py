"""The contents of the table."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.table import Mark, Piece, PlayerStrip, Skin, Standing, Table, Token
from games.cyberzul.describe import with_sign
from games.cyberzul.layout import (
    MARKER_CELL,
    ROLES,
    SEATS,
    areas,
    centre_places,
    factory_cell,
    floor_cell,
    line_cell,
    wall_cell,
)
from games.cyberzul.position import CENTRE, DRAFT, FILL, OVER, Board, State
from games.cyberzul.scoring import COLOUR_SPACES, COLUMNS, ROWS, count_complete, points_won_and_lost, score_round
from games.cyberzul.tiles import LETTERS, MARKER, TILE_NAMES, Heap, colour_word, letters_of, size

SKIN = Skin(emblem=tuple(("tile", role) for role in ROLES))
_BONUSES = ((2, ROWS), (7, COLUMNS), (10, COLOUR_SPACES))
"""The final points for each kind of group."""
_USUAL = 40
"""The score from which on a lane of the standing is full."""


def table(state: State) -> Table:
    """Return the whole table, which is the same for everybody."""
    players = tuple(_player(state, seat) for seat in range(len(state.boards)))
    marks = tuple(_bonuses(state)) if state.phase == OVER else ()
    return Table(
        "Cyberzul",
        areas(len(state.boards)),
        tuple(_pieces(state)),
        players,
        marks,
        caption=_caption(state),
        skin=SKIN,
        standing=_standing(state),
    )


def _standing(state: State) -> Standing:
    """Return the points of each player, and what this round has brought so far; the leader's lane may be full."""
    sure = tuple(board.score for board in state.boards)
    gains = (max(0, score_round(board)[0].score - board.score) for board in state.boards)
    likely = tuple(gains) if state.phase == DRAFT else (0,) * len(sure)
    most = max(map(sum, zip(sure, likely, strict=True)))
    return Standing(sure, max(most, _USUAL) * len(sure), likely)


def _bonuses(state: State) -> Iterator[Mark]:
    """Yield a mark for each row, column and colour that brought final points (RULES 4.3)."""
    for seat, board in enumerate(state.boards):
        for points, groups in _BONUSES:
            for group in groups:
                if board.wall & group == group:
                    cells = tuple(wall_cell(seat, space) for space in range(25) if group >> space & 1)
                    yield Mark("link", cells, f"+{points}", SEATS[seat])


def _caption(state: State) -> Message:
    if state.phase == DRAFT:
        return gettext("Round {round}", round=state.round)
    if state.phase == FILL:
        return gettext("Round {round}: the factories are being filled", round=state.round)
    return ngettext("Over after {n} round", "Over after {n} rounds", state.round)


def _player(state: State, seat: int) -> PlayerStrip:
    board = state.boards[seat]
    tokens: tuple[Token, ...] = ()
    if seat == state.marker and MARKER not in board.floor:
        tokens = (Token("marker", "neutral", name=gettext("starting marker")),)
    side = gettext("Player {number}", number=seat + 1)
    score, note, final = ngettext("{n} point", "{n} points", board.score), _note(board), _final_note(board)
    return PlayerStrip(
        seat,
        SEATS[seat],
        side,
        str(board.score),
        note if state.phase == DRAFT else final,
        tokens,
        final_note=final,
        score_words=score,
    )


def _note(board: Board) -> str:
    """Return what this round has brought so far."""
    won, lost = points_won_and_lost(board)
    if won and won == lost:
        return gettext("{won} and {lost} this round", won=with_sign(won), lost=with_sign(-lost))
    change = score_round(board)[0].score - board.score
    return gettext("{points} this round", points=with_sign(change)) if change else ""


def _final_note(board: Board) -> str:
    """Return what is complete on the wall."""
    rows, columns, colours = (count_complete(board.wall, groups) for groups in (ROWS, COLUMNS, COLOUR_SPACES))
    counted = (
        (rows, ngettext("{n} row", "{n} rows", rows)),
        (columns, ngettext("{n} column", "{n} columns", columns)),
        (colours, ngettext("{n} colour", "{n} colours", colours)),
    )
    found = [words for number, words in counted if number]
    return gettext("{groups} complete", groups=join_list(found)) if found else ""


def _pieces(state: State) -> Iterator[Piece]:
    for number, tiles in enumerate(state.factories, 1):
        for place, letter in enumerate(letters_of(tiles)):
            yield _tile(factory_cell(number, place), LETTERS.index(letter))
    if state.marker == CENTRE and state.phase == DRAFT:
        yield _marker(MARKER_CELL)
    yield from _centre_pieces(state.centre, len(state.boards))
    for seat, board in enumerate(state.boards):
        yield from _board_pieces(seat, board)


def _centre_pieces(centre: Heap, seats: int) -> Iterator[Piece]:
    grouped = len(centre_places(centre, seats)) < size(centre)
    for cell, colour, number in centre_places(centre, seats):
        yield _tile(cell, colour, str(number) if grouped else "")


def _board_pieces(seat: int, board: Board) -> Iterator[Piece]:
    for line in range(1, 6):
        number, colour = board.line(line)
        for space in range(1, number + 1):
            yield _tile(line_cell(seat, line, space), colour)
    for space in range(25):
        if board.wall >> space & 1:
            yield _tile(wall_cell(seat, space), (space % 5 - space // 5) % 5)
    for place, token in enumerate(board.floor):
        cell = floor_cell(seat, place)
        yield _marker(cell) if token == MARKER else _tile(cell, LETTERS.index(token))


def _tile(cell: str, colour: int, text: str = "") -> Piece:
    return Piece(cell, "tile", ROLES[colour], LETTERS[colour], TILE_NAMES[colour], text, word=colour_word(colour))


def _marker(cell: str) -> Piece:
    return Piece(cell, "marker", "neutral", MARKER, gettext("starting marker"))
