"""Boards drawn as text, as the tests want them."""

from __future__ import annotations

from games.choccer import GAME
from games.choccer.position import State
from games.core.status import Seat

BLACK, WHITE = Seat(0), Seat(1)


def read_drawing(board: str, held: str = "-", points: str = "0,0", turn: int = 1, seat: int | str = 0) -> State:
    """The state of a board drawn in seven lines, blanks between the spaces, the columns' letters left out."""
    rows = "/".join("".join(line.split()) for line in board.split("\n") if line.strip())
    return GAME.rules.load(f"b={rows} held={held} pts={points} turn={turn} t={seat}", {})


def legal(state: State, origin: str = "") -> set[str]:
    """All that can be done, or what the piece on `origin` can do, as texts."""
    moves = GAME.rules.legal(state, Seat(state.seat))
    return {text for text in map(GAME.rules.text, moves) if text.startswith(origin)}


def reach(state: State, origin: str) -> set[str]:
    """The squares that the piece on `origin` can move to."""
    return {text.partition("-")[2] for text in legal(state, origin) if "-" in text}


def play_all(state: State, *texts: str) -> State:
    """The state after these actions of whoever is to act."""
    for text in texts:
        state = GAME.rules.play(state, Seat(state.seat), GAME.rules.parse(text))
    return state


def fields(state: State) -> dict[str, str]:
    """The fields of the position line."""
    return dict(word.split("=") for word in GAME.rules.dump(state).split())
