"""Moves as people type them: `c5 d6 e7`, `acquire c5-e5`, `conquer`, `vanquish c5`, `declare conquest`."""

from __future__ import annotations

from games.conquid.actions import is_vanquishable
from games.conquid.field import Field, field_of
from games.conquid.moves import ACQUIRED, CONQUER, CONQUEST, Move, text
from games.conquid.position import State
from games.core.boards.grid import read_square, square_name
from games.core.errors import BadNotation
from games.core.i18n import Translate, gettext, pgettext
from games.core.typed import COMMON, TO, Token, Vocabulary, must_be_known, nothing_fits, tokens, unreadable

EXAMPLES = pgettext("typed", "c5 d6 e7, conquer, vanquish c5, declare conquest")
_ACQUIRE, _CONQUER, _VANQUISH, _CONQUEST = "A", "C", "V", "Q"
_WORDS = {
    _ACQUIRE: pgettext(
        "typed",
        "acquire, acquires, acq, a, take, takes, claim, get, occupy, place, buy, grab, mark, settle, "
        "choose, select, put, add, expand",
    ),
    _CONQUER: pgettext("typed", "conquer, conquers, conq, c, capture, convert, conquer everything, take over"),
    _VANQUISH: pgettext(
        "typed", "vanquish, vanquishes, vanq, v, empty, clear, destroy, block, blast, wipe out, wipe, erase, remove"
    ),
    _CONQUEST: pgettext(
        "typed", "conquest, declare conquest, declare, q, win, connect, finish, declare a conquest, announce"
    ),
    "cell": pgettext("typed", "cell, cells, space, spaces, square, squares, field, land, stone, stones, me, first"),
    **COMMON,
}
_CORNERS = 2
"""A block may be named by two corners."""


def read(state: State, seat: int, typed: str, translate: Translate) -> tuple[str, ...]:
    """The moves that the text may mean. Raises BadNotation, IllegalMove."""
    field = field_of(state.size)
    found = [
        token
        for token in tokens(typed, Vocabulary(_WORDS, translate), lambda name: _is_name(field, name))
        if token != Token("word", "cell")
    ]
    must_be_known(found, EXAMPLES)
    acts = [token.text for token in found if token.kind == "word" and token.text in "ACVQ"]
    cells = _cells(found)
    if len(set(acts)) > 1 or not (acts or cells):
        raise unreadable(typed, EXAMPLES)
    return tuple(text(move) for move in _moves(state, seat, field, acts[0] if acts else "", cells, typed))


def _is_name(field: Field, name: str) -> bool:
    """A cell, or what looks like one off the board."""
    return name in field.bit or (len(name) > 1 and name[0].isascii() and name[0].isalpha() and name[1:].isdecimal())


def _moves(state: State, seat: int, field: Field, act: str, cells: list[str], typed: str) -> list[Move]:
    if act in {_CONQUER, _CONQUEST}:
        if cells:
            raise BadNotation(_without_cells(act))
        return [CONQUER if act == _CONQUER else CONQUEST]
    blocks = _blocks(state, seat, field, cells)
    if act == _VANQUISH:
        if not cells:
            everywhere = [name for name in field.corner_names if is_vanquishable(field, *_owners(state, seat), name)]
            if not everywhere:
                raise nothing_fits(typed, [])
            return [Move("V", (name,)) for name in everywhere]
        return [Move("V", (name,)) for name in blocks] or [Move("V", (_top_left(cells),))]
    if not act and len(cells) <= _CORNERS and blocks:
        return [Move("V", (name,)) for name in blocks]
    if len(cells) != ACQUIRED:
        raise BadNotation(
            gettext("Acquire takes three cells and you named {n}. Write it like A c5 d6 e7.", n=len(cells))
        )
    return [Move("A", tuple(sorted(cells, key=lambda name: read_square(name)[::-1])))]


def _cells(found: list[Token]) -> list[str]:
    """The cells named, canonically; `c5-e5` is the cells from one to the other where that makes three in a line."""
    cells: list[str] = []
    for index, token in enumerate(found):
        if token.kind != "name":
            continue
        column, row = read_square(token.text)
        name = square_name(column, row)
        if (
            index
            and found[index - 1] in {Token("sign", "-"), Token("sign", "."), Token("word", TO)}
            and len(cells) == 1
        ):
            cells = _line(cells[0], name)
        else:
            cells.append(name)
    return cells


def _line(first: str, last: str) -> list[str]:
    (column, row), (other_column, other_row) = read_square(first), read_square(last)
    across, up = other_column - column, other_row - row
    if {abs(across), abs(up)} <= {0, 2} and (across or up):
        return [first, square_name(column + across // 2, row + up // 2), last]
    return [first, last]


def _blocks(state: State, seat: int, field: Field, cells: list[str]) -> list[str]:
    """The blocks that may be emptied and hold all of the cells; the one with this top left cell alone, if it may."""
    own, other = _owners(state, seat)
    wanted = sum({field.square(name) for name in cells})
    legal = [name for name in field.corner_names if is_vanquishable(field, own, other, name)]
    holding = [name for name in legal if cells and field.blocks[name].cells & wanted == wanted]
    exact = [name for name in holding if name == _top_left(cells)]
    return exact or holding


def _owners(state: State, seat: int) -> tuple[int, int]:
    return state.cells[seat], state.cells[1 - seat]


def _top_left(cells: list[str]) -> str:
    places = [read_square(name) for name in cells]
    return square_name(min(column for column, _ in places), max(row for _, row in places))


def _without_cells(act: str) -> str:
    if act == _CONQUER:
        return gettext("Conquer takes no cells: type just conquer.")
    return gettext("Declare conquest takes no cells: type just conquest.")
