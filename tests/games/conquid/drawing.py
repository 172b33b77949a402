"""Boards drawn as text, row by row from the top; blanks between the signs count for nothing."""

from __future__ import annotations

from games.conquid import GAME
from games.conquid.position import State
from games.core.status import Seat

SIZES = ("small", "medium", "large")
_SHAPES = {14: "small", 28: "medium", 42: "large"}

WALL = """
    . . . . . . . 2 . . . . . .
    . . . . . . . 2 . . . . . .
    . . . . . . . 2 . . . . . .
    . . . . A 1 1 2 1 B . . . .
    . . . . . . . 2 . . . . . .
    . . . . . . . 2 . . . . . .
    . . . . . . . 2 . . . . . .
"""
"""A wall of the second player between the headquarters of the first one."""


def read_drawing(board: str, turn: int = 0) -> State:
    """The position of a drawing; the number of columns tells the size."""
    rows = ["".join(line.split()) for line in board.split("\n") if line.strip()]
    return GAME.rules.load(f"b={'/'.join(rows)} t={turn}", {"size": _SHAPES[len(rows[0])]})


def drawing(state: State) -> str:
    """The rows of a position, to be compared with `rows`."""
    return GAME.rules.dump(state).split()[0].removeprefix("b=").replace("/", "\n")


def rows(board: str) -> str:
    """A drawing without the blanks around its signs."""
    return "\n".join("".join(line.split()) for line in board.split("\n") if line.strip())


def start(size: str = "small") -> State:
    """The empty board."""
    return GAME.rules.start(2, {"size": size})


def after(state: State, *texts: str) -> State:
    """The position after these moves, played by the seats in turn."""
    for text in texts:
        assert state.turn is not None
        state = GAME.rules.play(state, Seat(state.turn), GAME.rules.parse(text))
    return state
