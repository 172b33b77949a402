"""The four actions and their notation (RULES 8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from games.core.boards.grid import read_square, square_name
from games.core.errors import BadNotation
from games.core.i18n import gettext

Action = Literal["A", "C", "V", "Q"]

ACQUIRED = 3
"""The number of cells that an acquire takes."""

_WORDS: dict[str, Action] = {
    "a": "A", "acquire": "A", "c": "C", "conquer": "C", "v": "V", "vanquish": "V", "q": "Q", "conquest": "Q",
}  # fmt: skip
_CELLS_NAMED: dict[Action, int] = {"A": ACQUIRED, "C": 0, "V": 1, "Q": 0}


class Move(NamedTuple):
    """An action and the cells it names.

    An acquire names three cells, by row from the bottom, then column; a vanquish names the top left cell of its block.
    """

    action: Action
    cells: tuple[str, ...] = ()


CONQUER = Move("C")
CONQUEST = Move("Q")


def parse(text: str) -> Move:
    """Parse a move: letter or word of the action, then cells in any order. Raises BadNotation."""
    words = text.replace(",", " ").split()
    action = action_of(words[0]) if words else None
    if action is None:
        raise BadNotation(
            gettext("I couldn't read '{text}'. Type e.g. A c5 d6 e7, C, V c5 or Q.", text=text.strip()[:20])
        )
    if len(words) - 1 != _CELLS_NAMED[action]:
        raise BadNotation(_wrong_count(action, len(words) - 1))
    return Move(action, tuple([name for _, name in sorted(map(_place, words[1:]))]))


def action_of(word: str) -> Action | None:
    """Return the action that a letter or a word stands for."""
    return _WORDS.get(word.lower())


def text(move: Move) -> str:
    """Return the move in canonical notation."""
    return " ".join((move.action, *move.cells))


@lru_cache(maxsize=2048)
def _place(word: str) -> tuple[tuple[int, int], str]:
    """Return row and column of a cell, for sorting, and its canonical name."""
    column, row = read_square(word)
    return (row, column), square_name(column, row)


def _wrong_count(action: Action, named: int) -> str:
    if action == "A":
        return gettext("Acquire takes three cells and you named {n}. Type it like A c5 d6 e7.", n=named)
    if action == "V":
        return gettext("Vanquish takes one cell, the top left one of the block. Type it like V c5.")
    return gettext("{action} takes no cells: type just {action}.", action=action)
