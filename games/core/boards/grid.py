"""The square grid: names of squares, neighbours, bitboards.

Columns are lettered from `a` at the left (`z` is followed by `aa`), rows numbered from 1 at the bottom. A bitboard is
an integer with bit `row * columns + column` for each square, counted from 0 at the bottom left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from games.core.errors import BadNotation, IllegalMove
from games.core.i18n import gettext

_SQUARE = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: a, b, ... z, aa, ab ..."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return name


def column_index(name: str) -> int:
    """Return the column, counted from 0, that these letters name: the reverse of `column_name`."""
    index = 0
    for letter in name:
        index = index * 26 + ord(letter) - 96
    return index - 1


def square_name(column: int, row: int) -> str:
    """Return the name of a square from its column and row, counted from 0."""
    return f"{column_name(column)}{row + 1}"


def read_square(text: str) -> tuple[int, int]:
    """Read the column and row, counted from 0, of a square name on a board of any size. Raises BadNotation."""
    match = _SQUARE.fullmatch(text.lower())
    if not match:
        raise BadNotation(gettext("I couldn't read '{text}'. Use a letter and a number, e.g. c5.", text=text[:20]))
    return column_index(match[1]), int(match[2]) - 1


def bits(board: int) -> Iterator[int]:
    """Yield the indices of the bits that are set, from the lowest."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


@dataclass(frozen=True)
class Grid:
    """A board of `columns` × `rows` squares. Squares are indices, row by row from the bottom left."""

    columns: int
    rows: int

    @cached_property
    def size(self) -> int:
        """The number of squares."""
        return self.columns * self.rows

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each square."""
        return tuple(square_name(i % self.columns, i // self.columns) for i in range(self.size))

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The index of each square, by name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each square, the bitboard of its neighbours along the edges."""
        return tuple(self._around(i) for i in range(self.size))

    @cached_property
    def all(self) -> int:
        """The bitboard of the whole board."""
        return (1 << self.size) - 1

    def square(self, text: str) -> int:
        """Return the square with this name. Raises BadNotation if it is unreadable, IllegalMove if off the board."""
        index = self.index_of.get(text)
        if index is not None:
            return index
        column, row = read_square(text)
        if column >= self.columns or row >= self.rows:
            last = self.names[-1]
            raise IllegalMove(
                gettext("{square} isn't on the board, which goes from a1 to {last}.", square=text, last=last)
            )
        return row * self.columns + column

    def ray(self, square: int, step: tuple[int, int]) -> tuple[int, ...]:
        """Return the squares from `square` to the edge in one direction, without `square` itself."""
        column, row = square % self.columns + step[0], square // self.columns + step[1]
        squares = []
        while 0 <= column < self.columns and 0 <= row < self.rows:
            squares.append(row * self.columns + column)
            column, row = column + step[0], row + step[1]
        return tuple(squares)

    def _around(self, square: int) -> int:
        return sum(1 << self.ray(square, step)[0] for step in ORTHOGONAL if self.ray(square, step))


def board_text(columns: int, squares: str) -> str:
    """Join the rows from the top down by `/`; `squares` has one character per square, from the bottom left."""
    return "/".join(squares[start : start + columns] for start in range(len(squares) - columns, -1, -columns))


def read_board(text: str, columns: int, rows: int, alphabet: str) -> str:
    """Do the reverse of `board_text`: return one character per square, from the bottom left. Raises BadNotation."""
    lines = text.split("/")
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise BadNotation(
            gettext(
                "The board must have {rows} rows of {columns} characters, joined by '/'.", rows=rows, columns=columns
            )
        )
    squares = "".join(reversed(lines))
    wrong = set(squares) - set(alphabet)
    if wrong:
        raise BadNotation(
            gettext("'{char}' means nothing on the board. It knows: {known}", char=min(wrong), known=alphabet)
        )
    return squares


def read_fields(text: str, names: tuple[str, ...]) -> dict[str, str]:
    """Read the `name=value` fields of a position line, each of `names` once, in any order. Raises BadNotation."""
    fields: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in names or name in fields:
            raise BadNotation(gettext("I couldn't read '{word}' in the position.", word=word[:40]))
        fields[name] = value
    return fields
