"""Readings of typed moves: `blue from 3 to line 2`, `9 red 1`, `2 white from the centre to the floor`, `3b2`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from games.core.errors import IllegalMove
from games.core.i18n import Translate, gettext, pgettext
from games.core.typed import (
    COMMON,
    FROM,
    READINGS,
    THEN,
    TIMES,
    TO,
    WITH,
    Token,
    Vocabulary,
    could_play,
    must_be_known,
    nothing_fits,
    tokens,
    unfinished,
    unreadable,
)
from games.cyberzul.legal import legal_takes
from games.cyberzul.moves import Take, text
from games.cyberzul.position import LINES, State
from games.cyberzul.refusals import explain_no_factory, explain_no_line
from games.cyberzul.tiles import COLOURS, counts_of

EXAMPLES = pgettext("typed", "3 blue 2, red from the centre to line 4, white 5 floor")
_FACTORY, _CENTRE, _LINE, _FLOOR = "factory", "centre", "line", "floor"
_TOP_LINE, _LAST_LINE = "top line", "last line"
_OTHER_COLOUR, _PASS, _MARKER, _WALL = "other colour", "pass", "marker", "wall"
_WORDS = {
    "blue": pgettext("typed", "blue, b"),
    "orange": pgettext("typed", "orange, o, yellow"),
    "red": pgettext("typed", "red, r"),
    "black": pgettext("typed", "black, k, blk"),
    "white": pgettext("typed", "white, w, wht"),
    _FACTORY: pgettext("typed", "factory, factories, fac, display, plate, disc, disk"),
    _CENTRE: pgettext("typed", "centre, center, c, middle, m, pool, centre of the table, table centre, central, ctr"),
    _LINE: pgettext("typed", "line, lines, row, rows, pattern line, pattern row"),
    _TOP_LINE: pgettext("typed", "top line, top row, uppermost line, uppermost row"),
    _LAST_LINE: pgettext("typed", "last line, last row, bottom line, bottom row, lowest line, lowest row"),
    _FLOOR: pgettext(
        "typed",
        "floor, floor line, f, ground, penalty, minus, bin, trash, discard, dump, throw away, away, 🗑, bottom floor",
    ),
    "take": pgettext(
        "typed",
        "take, takes, get, draft, put, place, puts, drop, move, go, goes, grab, throw, use, give, pick, "
        "add, store, keep, fill, fills, finish, complete",
    ),
    "1": pgettext("typed", "one, first"),
    "2": pgettext("typed", "two, second"),
    "3": pgettext("typed", "three, third"),
    "4": pgettext("typed", "four, fourth"),
    "5": pgettext("typed", "five, fifth"),
    "6": pgettext("typed", "six, sixth"),
    "7": pgettext("typed", "seven, seventh"),
    "8": pgettext("typed", "eight, eighth"),
    "9": pgettext("typed", "nine, ninth"),
    "ordinal": pgettext("typed", "st, nd, rd, th, number, no., nr."),
    _OTHER_COLOUR: pgettext("typed", "green, purple, violet, pink, grey, gray, brown, turquoise, cyan"),
    _PASS: pgettext("typed", "pass, skip, nothing"),
    _MARKER: pgettext("typed", "marker, starting marker, start marker, first player marker"),
    TIMES: pgettext("typed", "x, times"),
    _WALL: pgettext("typed", "wall, the wall"),
    **COMMON,
}
_IMPOSSIBLE = {
    _WALL: gettext("Tiles go into a line first. Full lines reach the wall at the end of the round."),
    _OTHER_COLOUR: gettext("The tiles are blue, orange, red, black and white."),
    _PASS: gettext("You can't pass. Take tiles, onto the floor if nothing else fits."),
    _MARKER: gettext("The starting marker comes along with the first tiles from the centre. Name a colour."),
}
_SAYS_NOTHING = {"take", "ordinal", _FACTORY, _LINE, FROM, TO, WITH, THEN}
_NEAR = 6
"""The most legal moves that are named when nothing fits."""


@dataclass(slots=True)
class _Wanted:
    """What the words ask for: source and line as in `Take`; `loose` numbers may be either."""

    source: int | None = None
    line: int | None = None
    colour: int | None = None
    number: int | None = None
    loose: list[int] = field(default_factory=list)


def read(state: State, typed: str, translate: Translate) -> tuple[str, ...]:
    """Return the moves that the text may mean. Raises BadNotation or IllegalMove."""
    read_tokens = tokens(typed, Vocabulary(_WORDS, translate), _is_name)
    found = [token for token in _with_line_numbers(read_tokens) if token.kind != "sign" and token.text != TIMES]
    must_be_known(found, typed, EXAMPLES)
    for token in found:
        if token.text in _IMPOSSIBLE:
            raise IllegalMove(_IMPOSSIBLE[token.text])
    moves = [move for move in legal_takes(state) if isinstance(move, Take)]
    if found and all(token.text in _SAYS_NOTHING for token in found):
        raise unfinished(typed, map(text, moves))
    if len({token.text for token in found if token.text in COLOURS}) > 1:
        raise IllegalMove(gettext("You take the tiles of one colour only. Name one."))
    wanted = _collect(list(_with_numbers(list(_without_red_lines(found)))))
    if wanted == _Wanted():
        raise unreadable(typed, EXAMPLES)
    if len(wanted.loose) > 2:
        raise unreadable(typed, EXAMPLES)
    _must_exist(state, wanted)
    if wanted.source == 0 and not state.centre and wanted.colour is None:
        raise could_play(gettext("The centre is empty."), map(text, moves))
    fitting = [move for move in moves if _fits(state, move, wanted)]
    if not fitting and wanted.colour is not None and len(wanted.loose) < 2 and wanted.number is None:
        written = _as_written(moves, wanted)
        if written is not None:
            return (text(written),)
    if not fitting and wanted.number is not None:
        whole = [text(move) for move in moves if _fits(state, move, replace(wanted, number=None))]
        raise could_play(gettext("You take all the tiles of a colour from there."), whole or map(text, moves))
    if not fitting or len(fitting) > READINGS:
        raise nothing_fits(typed, [text(move) for move in _near(state, moves, wanted)][:_NEAR])
    return tuple(text(move) for move in fitting)


def _is_name(name: str) -> bool:
    """Whether the word names a factory (`f3`) or a line (`l2`, `r2`, in German `z2`)."""
    return len(name) == 2 and name[0] in "flrz" and name[1].isdecimal()


def _with_line_numbers(found: list[Token]) -> Iterator[Token]:
    """Yield the tokens with "top line" as line 1 and "last line" as line 5."""
    numbers = {Token("word", _TOP_LINE): 1, Token("word", _LAST_LINE): LINES}
    for token in found:
        if token in numbers:
            yield from (Token("word", _LINE), Token("number", str(numbers[token])))
        else:
            yield token


def _without_red_lines(found: list[Token]) -> Iterator[Token]:
    """Yield the tokens with `r2` read as line 2 if a colour is named, else as red with the number 2."""
    coloured = any(token.text in COLOURS for token in found)
    for token in found:
        if token.kind == "name" and token.text[0] == "r" and not coloured:
            yield from (Token("word", "red"), Token("number", token.text[1]))
        else:
            yield token


def _with_numbers(found: list[Token]) -> Iterator[Token]:
    """Yield number words as numbers; "one" is one only beside a factory or a line, else a tile: "the white one"."""
    for index, token in enumerate(found):
        if token.kind != "word" or not token.text.isdecimal():
            yield token
            continue
        before, after = (found[at].text if 0 <= at < len(found) else "" for at in (index - 1, index + 1))
        if token.text != "1" or before in {FROM, TO, _FACTORY, _LINE} or after in {_FACTORY, _LINE}:
            yield Token("number", token.text)


def _collect(found: list[Token]) -> _Wanted:
    wanted = _Wanted()
    place = behind = ""
    counted = _index_of_count(found)
    for index, token in enumerate(found):
        if index == counted:
            wanted.number = int(token.text)
        elif token.kind == "number":
            behind = _place_behind(found, index)
            if not _add_number(wanted, int(token.text), behind or place):
                return _Wanted()
            place = ""
        elif token.kind == "name":
            if not _add_number(wanted, int(token.text[1]), _FACTORY if token.text[0] == "f" else _LINE):
                return _Wanted()
        elif token.text in COLOURS:
            colour = COLOURS.index(token.text)
            if wanted.colour not in (None, colour):  # no move has two colours
                return _Wanted()
            wanted.colour = colour
        elif token.text in {_CENTRE, _FLOOR}:
            if not _add_number(wanted, 0, FROM if token.text == _CENTRE else TO):
                return _Wanted()
            place = ""
        elif token.text in {_FACTORY, _LINE, FROM, TO} and not behind:
            place = token.text
        behind = behind if token.kind == "number" or token.text == "ordinal" else ""
    return _with_loose_numbers(wanted)


def _place_behind(found: list[Token], index: int) -> str:
    """Return the word for a factory or a line that follows a number: `1st factory`, but not `blue 1 line 2`.

    In `factory 1 line` the number belongs to the word before it, unless that follows a number: `1st factory 3rd line`.
    """
    before = [token for token in found[max(index - 3, 0) : index] if token.text != "ordinal"]
    if before and before[-1].text in {_FACTORY, _LINE} and (len(before) == 1 or before[-2].kind != "number"):
        return ""
    following = [token for token in found[index + 1 : index + 4] if token.text != "ordinal"]
    place = following[0].text if following else ""
    numbered = len(following) > 1 and following[1].kind in {"number", "name"}
    return place if place in {_FACTORY, _LINE} and not numbered else ""


def _with_loose_numbers(wanted: _Wanted) -> _Wanted:
    """Assign the loose numbers: the first of two is the source; a single one is whichever is still missing."""
    if len(wanted.loose) == 2 and wanted.source is None and wanted.line is None:
        wanted.source, wanted.line = wanted.loose
        wanted.loose = []
    elif len(wanted.loose) == 1 and wanted.source is not None and wanted.line is None:
        wanted.line = wanted.loose.pop()
    elif len(wanted.loose) == 1 and wanted.line is not None and wanted.source is None:
        wanted.source = wanted.loose.pop()
    return wanted


def _index_of_count(found: list[Token]) -> int:
    """Return the index of the tile count: a number before a colour if source and line are named too; -1 if none."""
    numbers = [index for index, token in enumerate(found) if token.kind in {"number", "name"}]
    told = sum(token.text in {_CENTRE, _FLOOR} for token in found)
    for index in numbers:
        before = found[index - 1].text if index else ""
        after = found[index + 1].text if index + 1 < len(found) else ""
        is_place = before in {FROM, TO, _FACTORY, _LINE} or found[index].kind == "name"
        if after in COLOURS and not is_place and (len(numbers) + told > 2 or _named_elsewhere(found, index)):
            return index
    return -1


def _named_elsewhere(found: list[Token], index: int) -> bool:
    """Whether a word elsewhere names the source, so that a number before a colour does not."""
    others = found[:index] + found[index + 1 :]
    return any(token.text in {FROM, _FACTORY, _CENTRE} or token.text[:1] == "f" != token.text for token in others
               if token.kind in {"word", "name"} and token.text != _FLOOR)  # fmt: skip


def _add_number(wanted: _Wanted, number: int, place: str) -> bool:
    """Set the number of the place; return False if it already has another, since there is one source and one line."""
    if place in {FROM, _FACTORY}:
        wanted.source, before = number, wanted.source
    elif place in {TO, _LINE}:
        wanted.line, before = number, wanted.line
    else:
        wanted.loose.append(number)
        return True
    return before in (None, number)


def _fits(state: State, move: Take, wanted: _Wanted) -> bool:
    if wanted.source not in (None, move.source) or wanted.line not in (None, move.line):
        return False
    if wanted.colour not in (None, move.colour):
        return False
    tiles = state.factories[move.source - 1] if move.source else state.centre
    if wanted.number not in (None, counts_of(tiles)[move.colour]):
        return False
    if not wanted.loose:
        return True
    return wanted.loose[0] in ((move.source or None), (move.line or None))


def _must_exist(state: State, wanted: _Wanted) -> None:
    """Raise IllegalMove if there is no factory or line with a given number; a loose number may be either."""
    sources = [wanted.source or 0, *(number for number in wanted.loose if number > LINES)]
    if max(sources) > len(state.factories):
        raise IllegalMove(explain_no_factory(state, max(sources)))
    if (wanted.line or 0) > LINES:
        raise IllegalMove(explain_no_line(wanted.line or 0))


def _as_written(moves: Sequence[Take], wanted: _Wanted) -> Take | None:
    """Return the move as it would be written, so that its refusal says what is wrong; None if too little is given.

    Of a line that is told without a source, any source with the colour can tell why it does not fit.
    """
    sources = [move.source for move in moves if move.colour == wanted.colour] if wanted.line else []
    source = next(iter([*wanted.loose, *sources]), None) if wanted.source is None else wanted.source
    if source is None or wanted.colour is None:
        return None
    return Take(source, wanted.colour, wanted.line or 0)


def _near(state: State, moves: list[Take], wanted: _Wanted) -> list[Take]:
    """Return legal moves that match part of what is asked for."""
    del state
    for close in (
        [move for move in moves if wanted.source == move.source and wanted.colour in (None, move.colour)],
        [move for move in moves if wanted.colour == move.colour and wanted.line in (None, move.line)],
        [move for move in moves if wanted.colour == move.colour],
        [move for move in moves if wanted.source == move.source],
    ):
        if close:
            return close
    return moves
