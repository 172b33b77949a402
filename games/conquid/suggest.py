"""Suggestions: whole moves that continue the typed text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice

from games.conquid.legal import Moves
from games.conquid.moves import ACQUIRED, action_of, text
from games.conquid.position import State
from games.conquid.useful_cells import rank_cells, useful_cells
from games.core.status import Seat

_FILLERS = 40
"""The number of most useful cells that fill in for cells not typed yet."""
_BLOCKS = 5
"""The most actions other than acquires that are suggested while nothing is typed."""


def suggest(state: State, seat: Seat, typed: str, limit: int) -> tuple[str, ...]:
    """Return at most `limit` legal moves as texts. Cells keep the order in which they were typed."""
    if seat != state.turn:
        return ()
    moves = Moves(state, seat)
    words = typed.lower().replace(",", " ").split()
    if words and action_of(words[0]) is None and any(name.startswith(words[0]) for name in moves.field.bit):
        words.insert(0, "a")
    ended = not typed or typed[-1] in " ,"
    found: Iterator[str]
    if not words:
        found = chain(islice(map(text, moves.actions()), _BLOCKS), _acquires(moves, [], ""))
    elif action_of(words[0]) == "A":
        named = words[1:]
        found = _acquires(moves, named, "") if ended or not named else _acquires(moves, named[:-1], named[-1])
    else:
        wanted = " ".join([(action_of(words[0]) or words[0]).lower(), *words[1:]])
        found = (shown for shown in map(text, moves.actions()) if shown.lower().startswith(wanted))
    return _different(found, limit)


def _different(found: Iterator[str], limit: int) -> tuple[str, ...]:
    """Return the first `limit` texts that mean different moves."""
    texts: dict[frozenset[str], str] = {}
    for shown in found:
        if len(texts) == limit:
            break
        texts.setdefault(frozenset(shown.split()), shown)
    return tuple(texts.values())


def _acquires(moves: Moves, named: list[str], begun: str) -> Iterator[str]:
    """Yield acquires of the `named` cells, then a cell that starts with `begun`, then useful cells."""
    bit = moves.field.bit
    chosen = sum({bit.get(name, 0) for name in named})
    missing = ACQUIRED - len(named) - 1
    if chosen & ~moves.empty or chosen.bit_count() != len(named) or missing < -1:
        return iter(())
    if missing < 0:
        return iter(() if begun else (" ".join(("A", *named)),))
    names = moves.field.grid.names
    found = useful_cells(moves.field, moves.own | chosen, moves.other, moves.seat)
    best = [names[index] for index in rank_cells(moves.field, moves.empty & ~chosen, found)]
    following = sorted((name for name in best if name.startswith(begun)), key=lambda name: name != begun)
    return _fill_up(("A", *named), following, best[:_FILLERS], missing)


def _fill_up(head: tuple[str, ...], following: list[str], best: list[str], missing: int) -> Iterator[str]:
    """Yield each of the `following` cells with the best fillers first, then with others."""
    fillings = {name: combinations([other for other in best if other != name], missing) for name in following}
    while fillings:
        for name, filling in tuple(fillings.items()):
            rest = next(filling, None)
            if rest is None:
                del fillings[name]
            else:
                yield " ".join((*head, name, *rest))
