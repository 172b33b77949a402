"""The contents of the table."""

from __future__ import annotations

from functools import cache

from games.choccer.legal import sides
from games.choccer.position import (
    BIT,
    BLACK,
    BLUE,
    CIRCLE,
    CLOVER,
    EMPTY,
    GRID,
    NOBODY,
    RED,
    STAR,
    TRIANGLE,
    TURNS,
    WHITE,
    ZONES,
    State,
    gem_at,
    kind,
    side,
    start,
)
from games.choccer.rules import POINTS
from games.choccer.words import GEMS, OWN_PIECES, SIDES, TO_THE_GEM
from games.core.boards.grid import bits, column_name
from games.core.i18n import Message, gettext, join_list, ngettext, npgettext, pgettext
from games.core.table import Area, Cell, Glyph, Look, Piece, PlayerStrip, Role, Skin, Standing, Table, Token, Zone

_ROLES: tuple[Role, Role] = ("black", "white")
SKIN = Skin(
    "pitch",
    "counter",
    (("black", "#2C2424"), ("white", "#F4ECD4")),
    (("star", "black"), ("clover", "black"), ("gem", "red"), ("gem", "blue"), ("clover", "white"), ("star", "white")),
)
"""The colours of the set: ebony and ivory."""
_GLYPHS: dict[int, Glyph] = {CIRCLE: "circle", TRIANGLE: "triangle", CLOVER: "clover", STAR: "star"}
_GEM_ROLES: dict[int, Role] = {RED: "red", BLUE: "blue"}
_SETUP = start().board
_PIECES = (b"CTLS", b"ctls")
_ATTACKS = {BLACK: gettext("attacks {columns}", columns="a–b"), WHITE: gettext("attacks {columns}", columns="j–k")}
"""The attacked columns of each side: not "left" or "right", since the board may be shown from the other side."""
_ZONE_NAMES = {BLACK: gettext("Black's zone"), WHITE: gettext("White's zone")}


def table(state: State) -> Table:
    """Return the board, what stands on it, and both sides."""
    pieces = tuple(_piece(state, square) for square in range(GRID.size) if state.board[square] != EMPTY)
    players = _player(state, BLACK), _player(state, WHITE)
    return Table(
        gettext("Choccer"),
        (board(),),
        pieces,
        players,
        caption=_caption(state),
        skin=SKIN,
        standing=_standing(state),
    )


def _standing(state: State) -> Standing:
    """Return the points of each side, and what its held gems would add; the free gems are still open.

    Once the match is over, only the points count.
    """
    if state.seat == NOBODY:
        return Standing(state.points, sum(state.points))
    held = [0, 0]
    for seat in (BLACK, WHITE):
        own, _ = sides(state, seat)
        red, gems = (own & state.red).bit_count(), (own & state.holders).bit_count()
        held[seat] = red * POINTS[RED] + (gems - red) * POINTS[BLUE]
    free = sum(POINTS[state.board[square]] for square in bits(state.gems))
    return Standing(state.points, sum(state.points) + sum(held) + free, (held[BLACK], held[WHITE]))


def scored_gems(state: State) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return how many blue and red gems each side has scored; none if the points do not tell.

    The pieces that a side has captured are missing from the board; the rest of its points come from gems.
    """
    left = {gem: state.board.count(gem) for gem in (BLUE, RED)}
    red_held = state.red.bit_count()
    missing = 2 - left[BLUE] - state.holders.bit_count() + red_held, 1 - left[RED] - red_held
    if missing == (0, 0):
        return (0, 0), (0, 0)
    worths = [sum(POINTS[piece] * (_SETUP.count(piece) - state.board.count(piece)) for piece in of) for of in _PIECES]
    rest = [points - worth for points, worth in zip(state.points, reversed(worths), strict=True)]
    found = [(blue, red) for red in range(2) for blue in range(3)]
    black, white = (
        next((gems for gems in found if gems[0] * POINTS[BLUE] + gems[1] * POINTS[RED] == worth), (0, 0))
        for worth in rest
    )
    return (black, white) if (black[0] + white[0], black[1] + white[1]) == missing else ((0, 0), (0, 0))


@cache
def board() -> Area:
    """Return the empty board with both capture zones, each in the colour of the side that it belongs to."""
    cells = tuple(_cell(square) for square in range(GRID.size))
    columns = tuple(column_name(column) for column in range(GRID.columns))
    rows = tuple(str(row + 1) for row in range(GRID.rows))
    return Area("board", "grid", cells, zones=(_zone(BLACK), _zone(WHITE)), columns=columns, rows=rows)


def _zone(seat: int) -> Zone:
    return Zone(_ZONE_NAMES[seat], tuple(GRID.names[square] for square in bits(ZONES[seat])), _ROLES[seat])


def _cell(square: int) -> Cell:
    column, row = square % GRID.columns, square // GRID.columns
    look: Look = "alt" if column % 2 == 0 else "cell"
    role: Role | None = None
    for seat in (BLACK, WHITE):
        if ZONES[seat] & BIT[square]:
            look, role = "goal", _ROLES[seat]
    return Cell(GRID.names[square], (column, row), look, role)


def _piece(state: State, square: int) -> Piece:
    cell, content, gem = GRID.names[square], state.board[square], gem_at(state, square)
    if state.gems & BIT[square]:
        return Piece(cell, "gem", _GEM_ROLES[gem], chr(content), GEMS[gem])
    carries = None if gem == EMPTY else Token("gem", _GEM_ROLES[gem], name=GEMS[gem])
    glyph, role = _GLYPHS[kind(content)], _ROLES[side(content)]
    return Piece(cell, glyph, role, chr(content), _content_name(content, gem), carries=carries)


@cache
def _content_name(content: int, gem: int) -> Message:
    piece = OWN_PIECES[side(content)][kind(content)]
    return piece if gem == EMPTY else gettext("{piece} with {gem}", piece=piece, gem=TO_THE_GEM[gem])


def _player(state: State, seat: int) -> PlayerStrip:
    own, _ = sides(state, seat)
    red = (own & state.red).bit_count()
    blue = (own & state.holders & ~state.red).bit_count()
    gems = Token("gem", "red", red, GEMS[RED]), Token("gem", "blue", blue, GEMS[BLUE])
    tokens = tuple(token for token in gems if token.number)
    note = _ATTACKS[seat] if state.seat != NOBODY else ""
    blue_scored, red_scored = scored_gems(state)[seat]
    scored = Token("gem", "blue", blue_scored, GEMS[BLUE]), Token("gem", "red", red_scored, GEMS[RED])
    points = state.points[seat]
    final = ngettext("{n} point", "{n} points", points)
    return PlayerStrip(
        seat,
        _ROLES[seat],
        SIDES[seat],
        str(points),
        note,
        tokens,
        tuple(token for token in scored if token.number),
        final_note="",
        score_words=final,
        held=_held_words(red, blue),
    )


def _held_words(red: int, blue: int) -> Message | str:
    """Return the gems that the pieces of a side hold, in words."""
    gems = [pgettext("what is held", "the red gem")] if red else []
    if blue:
        gems.append(npgettext("what is held", "a blue gem", "{n} blue gems", blue))
    return gettext("holds {gems}", gems=join_list(gems)) if gems else ""


def _caption(state: State) -> Message:
    if state.seat == NOBODY:
        return ngettext("Over after {n} turn", "Over after {n} turns", state.turn - 1)
    return gettext("Turn {turn} of {turns}", turn=state.turn, turns=TURNS)
