"""Suggestions: legal moves that continue the typed text, without listing all moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from games.core.boards.graph import name_order
from games.core.errors import GameError
from games.onyx.board import members
from games.onyx.legal import legal_spaces
from games.onyx.moves import Move, Pieces, Place, Remove, notation_of, parse_move
from games.onyx.position import State
from games.onyx.turns import play


def suggest(state: State, seat: int, typed: str, limit: int) -> tuple[str, ...]:
    """Return at most `limit` texts."""
    words = typed.lower().replace(",", " ").split()
    partial = words.pop() if words and not typed[-1:].isspace() and not typed.endswith(",") else ""
    found = _removals(state, seat, words, partial) if state.phase == "remove" else _turns(state, seat, words, partial)
    return tuple(islice(dict.fromkeys(notation_of(move) for move in islice(found, 4 * limit)), limit))


def _turns(state: State, seat: int, words: list[str], partial: str) -> Iterator[Move]:
    if not words:
        if "pass".startswith(partial):
            yield Place()
        yield from _firsts(state, seat, partial)
        return
    try:
        move = parse_move(" ".join(words))
        play(state, seat, move)
    except GameError:
        return
    if not partial:
        yield move
    if isinstance(move, Place) and len(move.pieces) == 1:
        yield from _pairs(state, move.pieces[0], partial)


def _firsts(state: State, seat: int, partial: str) -> Iterator[Place]:
    """Yield single pieces, stacks, and then pairs whose first piece is already typed."""
    exact = None
    legal = legal_spaces(state, seat)
    for number in (1, 2):
        for colour in (2 * seat, 2 * seat + 1):
            for pieces in _matching(state, colour, number, legal[colour & 1], partial):
                yield Place((pieces,))
                if pieces.text == partial and number == 1:
                    exact = pieces
    if exact:
        yield from _pairs(state, exact, "")


def _pairs(state: State, first: Pieces, partial: str) -> Iterator[Place]:
    """Yield the piece together with each piece of the other colour."""
    if first.number == 2:
        return
    other = first.colour ^ 1
    used = state.board.bit[state.board.graph.index_of[first.space]]
    for second in _matching(state, other, 1, legal_spaces(state, other >> 1)[other & 1] & ~used, partial):
        yield Place((first, second) if first.colour < other else (second, first))


def _matching(state: State, colour: int, number: int, spaces: int, partial: str) -> Iterator[Pieces]:
    """Yield the pieces whose notation or space starts as typed."""
    column = state.board.pieces[colour][number - 1]
    for space in members(spaces):
        pieces = column[space]
        if pieces.text.startswith(partial) or pieces.space.startswith(partial):
            yield pieces


def _removals(state: State, seat: int, words: list[str], partial: str) -> Iterator[Move]:
    """Yield the removal of what is named so far, then of that with one more stack."""
    own = state.own_stacks(seat)
    named = [word for word in words if word != "remove"]
    if not set(named) <= set(own) or len(set(named)) < len(named):
        return
    open_ended = partial if partial not in {"", "remove"[: len(partial)]} or named else ""
    if partial in own and partial not in named:
        named, open_ended = [*named, partial], ""
    if not open_ended or (not named and "none".startswith(open_ended)):
        yield Remove(tuple(sorted(named, key=name_order)))
    for name in own:
        if name not in named and name.startswith(open_ended):
            yield Remove(tuple(sorted((*named, name), key=name_order)))
