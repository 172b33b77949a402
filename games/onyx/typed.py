"""Readings of typed moves: `black c3`, `c3 d4`, `two white on e5`, `stack purple a1`, `pass`, `remove c3 d4`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.i18n import Translate, gettext, pgettext
from games.core.status import Seat
from games.core.typed import (
    COMMON,
    FROM,
    READINGS,
    SKIP,
    TIMES,
    TO,
    Token,
    Vocabulary,
    must_be_known,
    tokens,
    unfinished,
    unreadable,
)
from games.onyx.moves import COLOURS, PASS, Move, Pieces, Place, Remove, notation_of, parse_move
from games.onyx.position import State
from games.onyx.refusals import explain_no_stacks
from games.onyx.suggest import suggest
from games.onyx.turns import play

EXAMPLES = pgettext("typed", "black c3, black c3 purple d4, black stack c3, pass")
EXAMPLES_OF_REMOVAL = pgettext("typed", "remove c3 d4, all, none")
_STACK, _BOTH, _THREE, _ONE, _PASS, _REMOVE, _NONE, _ALL, _PUT = (
    "stack", "both", "3", "one", "pass", "remove", "none", "every", "put",
)  # fmt: skip
_KEEP, _BUT, _SPACE, _NO = "keep", "but", "space", "no"
_WORDS = {
    "b": pgettext("typed", "black, blacks, b, blk"),
    "p": pgettext("typed", "purple, purples, p, violet, lilac, lavender"),
    "w": pgettext("typed", "white, whites, w, wht"),
    "y": pgettext("typed", "yellow, yellows, y"),
    _STACK: pgettext("typed", "stack, stacks, double, twice, two, pair, tower, pile"),
    _BOTH: pgettext("typed", "both, both pieces, both stones"),
    _THREE: pgettext("typed", "three"),
    _ONE: pgettext("typed", "one, single"),
    _PASS: pgettext("typed", "pass, passes, skip, no move, skip turn, skip this turn, skip my turn"),
    _REMOVE: pgettext(
        "typed",
        "remove, removes, take off, take, away, end, delete, take away, clear, get rid, break up, dissolve, split, "
        "splits",
    ),
    _NONE: pgettext("typed", "none, nothing, zero"),
    _NO: pgettext("typed", "no, no stack, keep all, keep everything, not, never, don't, nope, no removal"),
    _KEEP: pgettext("typed", "keep, keeps, leave, leaves"),
    _BUT: pgettext("typed", "but"),
    _ALL: pgettext("typed", "all, every, everything, all stacks, any"),
    _PUT: pgettext(
        "typed",
        "place, places, put, puts, play, set, add, drop, go, goes, move, becomes, gets, make, give, "
        "lay, lays, set down",
    ),
    TIMES: pgettext("typed", "x, times"),
    _SPACE: pgettext("typed", "space, spaces, square, same, first, turn, round, stone, stones, now, with"),
    **COMMON,
}
_TWO = 2
_NOT_PLACED = {_REMOVE, _NONE, _NO, _KEEP, _BUT, _ALL}
_NUMBERS = {"1": _ONE, "2": _STACK, "3": _THREE}


@dataclass(slots=True)
class _Part:
    """A named space, with its colour and number if they are given."""

    space: str = ""
    colour: int | None = None
    number: int = 1


def read(state: State, seat: int, typed: str, translate: Translate) -> tuple[str, ...]:
    """Return the moves that the text may mean. Raises BadNotation."""
    removal = state.phase == "remove"
    example = EXAMPLES_OF_REMOVAL if removal else EXAMPLES
    words, names = Vocabulary(_WORDS, translate), frozenset(state.board.graph.names)
    unclear = {name: Token("word", meaning) for name in names if (meaning := words.exact(name))}
    found = tokens(
        typed,
        Vocabulary(_WORDS, translate, unclear),
        lambda name: name in names or _looks_like_space(name),
        lambda name: name in names and words.exact(name[0]) is None,  # "2b" are two black pieces
    )
    found = _with_times([token for token in found if token.kind != "sign"])
    must_be_known(found, typed, example)
    if not removal and _REMOVE in {token.text for token in found}:
        return (notation_of(Remove()),)  # its refusal says when stacks are removed
    if removal:
        return (notation_of(_removal(state, seat, list(filter(_says_something, found)), typed)),)
    moves: list[Place] = []
    refusal: GameError = unreadable(typed, example)
    for meant in _meanings(found, unclear):
        try:
            moves += _placings(seat, meant)
        except BadNotation as error:
            refusal = error
        else:
            possible = () if moves else tuple(islice(_begun(state, seat, meant), READINGS))
            refusal = unfinished(typed, possible) if possible else refusal
    if not moves:
        raise refusal
    return tuple(notation_of(move) for move in _choose(state, seat, list(dict.fromkeys(moves))))


def removes_by_words(state: State, typed: str) -> bool:
    """Whether the text only looks like the notation of a removal: "remove white stacks" names no spaces."""
    try:
        move = parse_move(typed)
    except GameError:
        return False
    spaces = state.board.graph.index_of
    return isinstance(move, Remove) and any(name.isalpha() and name not in spaces for name in move.spaces)


def _with_times(found: list[Token]) -> list[Token]:
    """Return the tokens with `2x` and `x2` as words, which may also follow a space: `black c3 x2`."""
    times = Token("word", TIMES)
    return [
        Token("word", _NUMBERS[token.text])
        if token.text in _NUMBERS and times in found[max(at - 1, 0) : at + 2]
        else token
        for at, token in enumerate(found)
    ]


def _says_something(token: Token) -> bool:
    return token.text not in {_PUT, _SPACE, SKIP, TIMES}


def _meanings(found: list[Token], unclear: Mapping[str, Token]) -> Iterator[list[Token]]:
    """Yield what the tokens may mean if the board has spaces whose names are also words: both meanings are tried."""
    both = [
        (token, unclear[token.text]) if token.kind == "name" and token.text in unclear else (token,) for token in found
    ]
    for meant in islice(product(*both), READINGS):
        yield list(filter(_says_something, meant))


def _placings(seat: int, found: list[Token]) -> list[Place]:
    """Return the moves that the tokens may mean, legal or not; none if they make no move. Raises BadNotation."""
    words = {token.text for token in found}
    if words - {TO} in ({_PASS}, {_NONE}):
        return [PASS]
    parts = _parts(found)
    if words & _NOT_PLACED or not parts or any(not part.space for part in parts):
        return []
    return _readings(seat, parts)


def _begun(state: State, seat: int, found: list[Token]) -> Iterator[str]:
    """Yield legal moves that begin with the colours and spaces of the tokens, of which one space is missing."""
    if {token.text for token in found} == {_NO}:  # "no" alone does not say that the turn is passed
        yield notation_of(PASS)
    parts = _parts(found) or [_Part()]
    if {token.text for token in found} & _NOT_PLACED or len(parts) > _TWO or any(part.number > _TWO for part in parts):
        return
    first, last = parts[0], parts[-1]
    for colour in (2 * seat, 2 * seat + 1):
        number = first.number if first.number == _TWO else ""
        begun = f"{number}{COLOURS[colour]}@{first.space}"
        if first.colour in (None, colour) and not first.space:
            yield from suggest(state, Seat(seat), begun, READINGS)
            yield from () if number else suggest(state, Seat(seat), f"{_TWO}{begun}", READINGS)
        elif first.colour in (None, colour) and not last.space and last.colour in (None, colour ^ 1):
            pairs = suggest(state, Seat(seat), f"{begun} ", READINGS)
            yield from (text for text in pairs if " " in text)


def _looks_like_space(name: str) -> bool:
    return len(name) > 1 and name[0].isalpha() and name[0] != "x" and name[1:].isdecimal()


def _removal(state: State, seat: int, found: list[Token], typed: str) -> Move:
    words = {token.text for token in found if token.kind == "word"}
    kept = set(_spaces_to_keep(found))
    names = list(dict.fromkeys(token.text for token in found if token.kind == "name" and token.text not in kept))
    if (kept and not (names and _REMOVE in words)) or (_BUT in words and not kept):
        raise unreadable(typed, EXAMPLES_OF_REMOVAL)
    keeps = bool(words & {_NONE, _NO, _PASS}) or (_KEEP in words and not kept)
    if not names and words & set(COLOURS):  # "the purple ones"
        names = _stacks_of(state, seat, words)
        if not names:
            raise IllegalMove(explain_no_stacks(state, seat))
        if keeps:
            raise unreadable(typed, EXAMPLES_OF_REMOVAL)
    if not words - {_REMOVE, _STACK, FROM, TO} and not names:
        raise unfinished(typed, suggest(state, Seat(seat), "remove ", READINGS))
    if keeps == bool(names) and (keeps or not words & {_ALL, _BOTH}):  # "keep c2" does not say what is removed
        raise unreadable(typed, EXAMPLES_OF_REMOVAL)
    if keeps:
        return Remove()
    names = names or list(state.own_stacks(seat))
    return parse_move("remove " + (",".join(names) or "none"))


def _spaces_to_keep(found: list[Token]) -> Iterator[str]:
    """Yield the spaces that are named after "keep": `remove c2 but keep d3`."""
    keeps = False
    for token in found:
        if token.kind == "name" and keeps:
            yield token.text
        elif token.text in {_KEEP, _REMOVE}:
            keeps = token.text == _KEEP


def _stacks_of(state: State, seat: int, words: set[str]) -> list[str]:
    """Return the seat's stacks of the colours among the words."""
    bit, index_of = state.board.bit, state.board.graph.index_of
    of_colours = [held for letter, held in zip(COLOURS, state.held, strict=True) if letter in words]
    return [name for name in state.own_stacks(seat) if any(held & bit[index_of[name]] for held in of_colours)]


def _parts(found: list[Token]) -> list[_Part]:
    """Return the spaces with the colours and numbers beside them; a colour may come before or after its space."""
    parts = [_Part()]
    for token in found:
        part = parts[-1]
        if token.kind == "name":
            if part.space:
                parts.append(part := _Part())
            part.space = token.text
        elif token.kind == "number":
            if part.space:
                parts.append(part := _Part())
            part.number = int(token.text)
        elif token.text in {_STACK, _BOTH, _THREE}:
            part.number = 3 if token.text == _THREE else _TWO
        elif token.text in COLOURS and len(token.text) == 1:
            if part.colour is not None:
                parts.append(part := _Part())
            part.colour = COLOURS.index(token.text)
    return _join_stack(_pair_colours([part for part in parts if part != _Part()]))


def _pair_colours(parts: list[_Part]) -> list[_Part]:
    """Match two colours with two spaces in order: `black and purple on c3 and d4`."""
    if len(parts) == _TWO + 1 and not parts[0].space and parts[1].space and parts[2] == _Part(parts[2].space):
        return [_Part(parts[1].space, parts[0].colour, parts[0].number), _Part(parts[2].space, parts[1].colour)]
    return parts


def _join_stack(parts: list[_Part]) -> list[_Part]:
    """Join two parts that make a stack: `black c3 c3`, `c3 c3` or `black and black on c3`; `b and p on c3` do not."""
    if len(parts) == _TWO:
        one, two = parts
        same_colour = two.colour in (None, one.colour)
        one.space = one.space or (two.space if None not in (one.colour, two.colour) else "")
        if one.space == two.space and same_colour and one.number == two.number == 1:
            return [_Part(one.space, one.colour, _TWO)]
    return parts


def _readings(seat: int, parts: list[_Part]) -> list[Place]:
    """Return every way to give colours of the seat to the parts that have none."""
    if len(parts) > _TWO:
        raise BadNotation(gettext("A turn places at most two pieces, not {n}.", n=len(parts)))
    if any(part.number not in (1, _TWO) for part in parts):
        raise BadNotation(gettext("A turn places at most two pieces, not {n}.", n=max(part.number for part in parts)))
    own = (2 * seat, 2 * seat + 1)
    first = own if parts[0].colour is None else (parts[0].colour,)
    if len(parts) == 1:
        return [_place(Pieces(colour, parts[0].number, parts[0].space)) for colour in first]
    second = own if parts[1].colour is None else (parts[1].colour,)
    told = parts[0].colour is not None and parts[1].colour is not None
    return [
        _place(*(Pieces(colour, part.number, part.space) for colour, part in zip(colours, parts, strict=True)))
        for colours in ((one, two) for one in first for two in second)
        if told or colours[0] != colours[1]
    ]


def _place(*pieces: Pieces) -> Place:
    """Return the turn in canonical order."""
    move = parse_move(" ".join(piece.text for piece in pieces))
    assert isinstance(move, Place)  # noqa: S101
    return move


def _choose(state: State, seat: int, readings: list[Place]) -> list[Place]:
    """Return the legal readings, or else the first of all, since its refusal says what is wrong."""
    legal = []
    for move in readings:
        try:
            play(state, seat, move)
        except GameError:
            continue
        legal.append(move)
    return legal or readings[:1]
