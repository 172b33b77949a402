"""The rules once more, slow and simple: a board is a dictionary of signs, cells are (column, row) from 0.

Written from the rules alone and sharing nothing with the engine, to be compared with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations, product

Cell = tuple[int, int]
Board = dict[Cell, str]

SHAPES = {"small": (14, 7), "medium": (28, 14), "large": (42, 21)}


def read(position: str) -> tuple[Board, str]:
    """Board and turn of a position line."""
    board_field, turn_field, *_ = position.split()
    lines = board_field.removeprefix("b=").split("/")
    height = len(lines)
    board = {(x, height - 1 - y): sign for y, line in enumerate(lines) for x, sign in enumerate(line)}
    return board, turn_field.removeprefix("t=")


def write(board: Board, turn: str) -> str:
    """The position line of a match that goes on."""
    width, height = max(x for x, _ in board) + 1, max(y for _, y in board) + 1
    lines = ("".join(board[x, y] for x in range(width)) for y in reversed(range(height)))
    return f"b={'/'.join(lines)} t={turn}"


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with a cell, on the board or not."""
    x, y = cell
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


def name(cell: Cell) -> str:
    """The name of a cell: a column after z is written with two letters."""
    x, y = cell
    letters = chr(97 + x) if x < 26 else chr(96 + x // 26) + chr(97 + x % 26)
    return f"{letters}{y + 1}"


def conquer(board: Board, turn: str) -> Board:
    """The board after a conquer, one cell at a time."""
    mine, theirs = signs(turn)
    board = dict(board)
    todo = deque(cell for cell in board if board[cell] == theirs)
    while todo:
        cell = todo.popleft()
        if board[cell] == theirs and sum(board.get(near) == mine for near in beside(cell)) >= 2:
            board[cell] = mine
            todo.extend(near for near in beside(cell) if board.get(near) == theirs)
    return board


def block(corner: Cell) -> list[Cell]:
    """The 4 × 4 cells below and right of a top left cell."""
    x, y = corner
    return [(x + right, y - down) for down, right in product(range(4), range(4))]


def vanquishable_blocks(board: Board, turn: str, corner: Cell) -> bool:
    """True when the block may be emptied."""
    mine, _ = signs(turn)
    cells = block(corner)
    if any(cell not in board for cell in cells) or len({board[cell] for cell in cells}) > 1:
        return False
    if board[cells[0]] in "AB":
        return False
    edge = {near for cell in cells for near in beside(cell)} - set(cells)
    return sum(board.get(cell) == mine for cell in edge) >= 4


def joins(board: Board, turn: str) -> bool:
    """True when a chain of cells joins the two headquarters."""
    mine, _ = signs(turn)
    home, goal = ("A", "B") if turn == "0" else ("B", "A")
    todo = [cell for cell in board if board[cell] == mine and any(board.get(near) == home for near in beside(cell))]
    seen = set(todo)
    while todo:
        cell = todo.pop()
        for near in beside(cell):
            if board.get(near) == goal:
                return True
            if board.get(near) == mine and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


def signs(turn: str) -> tuple[str, str]:
    """The owned cells of the seat that is to move, and of the other."""
    return ("1", "2") if turn == "0" else ("2", "1")


def moves(position: str) -> Iterator[tuple[str, str]]:
    """Every legal move as text, with the position line after it."""
    board, turn = read(position)
    if turn == "-":
        return
    other = "1" if turn == "0" else "0"
    mine, _ = signs(turn)
    if joins(board, turn):
        yield "Q", position.replace(f"t={turn}", f"t=- win={turn}")
    yield "C", write(conquer(board, turn), other)
    for corner in board:
        if vanquishable_blocks(board, turn, corner):
            yield f"V {name(corner)}", write({**board, **dict.fromkeys(block(corner), ".")}, other)
    empty = sorted((cell for cell in board if board[cell] == "."), key=lambda cell: (cell[1], cell[0]))
    for three in combinations(empty, 3):
        text = " ".join(("A", *map(name, three)))
        yield text, write({**board, **dict.fromkeys(three, mine)}, other)


def perft(position: str, depth: int) -> int:
    """The number of move sequences of a length; a finished match adds nothing."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for _, after in moves(position))
