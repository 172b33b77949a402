"""Readings of typed moves: `c5 d6 e7`, `acquire c5-e5`, `conquer`, `vanquish c5`, `declare conquest`."""

from __future__ import annotations

import re

from games.conquid.actions import cells_conquered, is_vanquishable
from games.conquid.field import Field, field_of
from games.conquid.moves import ACQUIRED, CONQUER, CONQUEST, Move, text
from games.conquid.position import State
from games.conquid.suggest import suggest
from games.core.boards.grid import read_square, square_name
from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.i18n import Translate, gettext, pgettext
from games.core.status import Seat
from games.core.typed import (
    COMMON,
    READINGS,
    SKIP,
    TO,
    Token,
    Vocabulary,
    could_play,
    must_be_known,
    nothing_fits,
    tokens,
    unfinished,
    unreadable,
)

EXAMPLES = pgettext("typed", "c5 d6 e7, conquer, vanquish c5, declare conquest")
_ACQUIRE, _CONQUER, _VANQUISH, _CONQUEST = "A", "C", "V", "Q"
_CODE_OR_ARTICLE = "a"
"""The code of an acquire, which can also be an article: `a c5 d6 e7`, but `a conquest`."""
_TAKE_OVER, _ATTACK, _PASS = "take over", "attack", "pass"
"""Words for an acquire if cells are named, else for a conquer; for a vanquish if cells are named; for nothing."""
_WORDS = {
    _ACQUIRE: pgettext(
        "typed",
        "acquire, acquires, acq, take, takes, claim, get, occupy, place, buy, grab, mark, settle, choose,"
        " select, put, add, expand, colour, color, paint, fill, extend, give, gimme, build, grow, grow to,"
        " take land, go, go for, go with, going, going for",
    ),
    _CODE_OR_ARTICLE: pgettext("typed", "a"),
    _CONQUER: pgettext("typed", "conquer, conquers, conq, c, convert, conquer everything"),
    _TAKE_OVER: pgettext("typed", "take over, capture"),
    _VANQUISH: pgettext(
        "typed", "vanquish, vanquishes, vanq, v, empty, clear, destroy, block, blast, wipe out, wipe, erase, remove"
    ),
    _ATTACK: pgettext("typed", "attack, attacks, kill, hit, strike"),
    _CONQUEST: pgettext(
        "typed",
        "conquest, declare conquest, declare, q, win, connect, finish, declare a conquest, announce, call, victory",
    ),
    "cell": pgettext(
        "typed",
        "cell, cells, own, make, makes, space, spaces, square, squares, field, land, stone, stones, me, mine, first, "
        "row, column, line, enemy, opponent, three, plus, game, "
        "chain, long, give up, gives up, lose, loses, nothing, everything",
    ),
    _PASS: pgettext("typed", "pass, skip"),
    **COMMON,
}
_UP_TO = {Token("sign", "-"), Token("sign", "."), Token("sign", ">"), Token("word", TO)}
_SIZE_OF_BLOCK = re.compile(r"4 ?x ?4")
_CORNERS = 2
"""The most corners by which a block may be named."""


def read(state: State, seat: int, typed: str, translate: Translate) -> tuple[str, ...]:
    """Return the moves that the text may mean. Raises BadNotation or IllegalMove."""
    field = field_of(state.size)
    vocabulary = Vocabulary(_WORDS, translate)
    typed_tokens = tokens(
        _SIZE_OF_BLOCK.sub("", typed), vocabulary, lambda name: _is_name(field, name), field.bit.__contains__
    )
    meant = [_without_article(token, typed_tokens[at + 1 : at + 2]) for at, token in enumerate(typed_tokens)]
    found = [token for token in meant if token != Token("word", "cell")]
    must_be_known(found, typed, EXAMPLES)
    if Token("word", _PASS) in found:
        raise IllegalMove(gettext("You can't pass. Acquire three cells, conquer or vanquish."))
    cells = _cells(found)
    meanings = {_TAKE_OVER: _ACQUIRE, _ATTACK: _VANQUISH} if cells else {_TAKE_OVER: _CONQUER}
    words = [meanings.get(token.text, token.text) for token in found if token.kind == "word"]
    acts = [word for word in words if word in "ACVQ"]
    if not (acts or cells) and len(found) < len(meant):
        raise unfinished(typed, suggest(state, Seat(seat), "", READINGS))
    if len(set(acts)) > 1 or not (acts or cells):
        raise unreadable(typed, EXAMPLES)
    return tuple(text(move) for move in _moves(state, seat, field, acts[0] if acts else "", cells, typed))


def _without_article(token: Token, following: list[Token]) -> Token:
    """Return the code of an acquire if cells or nothing follow, else a word that is skipped."""
    if token != Token("word", _CODE_OR_ARTICLE):
        return token
    return Token("word", SKIP if following and following[0].kind == "word" else _ACQUIRE)


def _is_name(field: Field, name: str) -> bool:
    """Whether the word is a cell, or looks like one off the board."""
    return name in field.bit or (len(name) > 1 and name[0].isascii() and name[0].isalpha() and name[1:].isdecimal())


def _moves(state: State, seat: int, field: Field, act: str, cells: list[str], typed: str) -> list[Move]:
    if act in {_CONQUER, _CONQUEST}:
        if cells and not (act == _CONQUER and set(cells) == _taken(state, seat, field)):
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
        raise _not_three(state, seat, cells)
    return [Move("A", tuple(sorted(cells, key=lambda name: read_square(name)[::-1])))]


def _not_three(state: State, seat: int, cells: list[str]) -> GameError:
    """Return the refusal of an acquire of more or fewer than three cells; fewer are offered with useful others."""
    offered = suggest(state, Seat(seat), " ".join((_ACQUIRE, *cells, "")), READINGS)
    if len(cells) < ACQUIRED and offered:
        return could_play(gettext("Acquire takes three cells and you named {n}.", n=len(cells)), offered)
    return BadNotation(gettext("Acquire takes three cells and you named {n}. Type it like A c5 d6 e7.", n=len(cells)))


def _taken(state: State, seat: int, field: Field) -> set[str]:
    """Return the cells that a conquer takes."""
    return set(field.names(cells_conquered(field, *_owners(state, seat))))


def _cells(found: list[Token]) -> list[str]:
    """Return the canonical names of the cells; `c5-e5` includes the cell between if that makes three in a line."""
    cells: list[str] = []
    for index, token in enumerate(found):
        if token.kind != "name":
            continue
        column, row = read_square(token.text)
        name = square_name(column, row)
        if index and found[index - 1] in _UP_TO and len(cells) == 1:
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
    """Return the blocks that may be emptied and hold all the cells; if one has this top left cell, only that one."""
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
