"""Positions drawn as text: rows from the top down, blanks for the eye."""

from __future__ import annotations

from games.core.status import Seat, Turn
from games.onyx import GAME
from games.onyx.position import State

_FIELDS = {"play": "t={turn} ph=play", "remove": "t=01 ph=remove", "over": "t=- ph=over"}


def read_drawing(diagram: str, *, turn: int = 0, board: str = "", phase: str = "play", passed: str = "00") -> State:
    """The position of a diagram; a square with king's moves unless a board is named."""
    lines = rows(diagram)
    fields = _FIELDS[phase].format(turn=turn)
    line = f"b={'/'.join(lines)} {fields} passed={passed} removed={'11' if phase == 'over' else '00'}"
    return GAME.rules.load(line, {"board": board or f"king-{len(lines)}"})


def rows(diagram: str) -> list[str]:
    """The rows of a diagram from the top down, without blanks."""
    return ["".join(row.split()) for row in diagram.strip().splitlines()]


def board_of(state: State) -> list[str]:
    """The rows of a position, as `rows` gives them."""
    return GAME.rules.dump(state).split()[0].removeprefix("b=").split("/")


def mover(state: State) -> Seat:
    """The seat to act, the lower one of two."""
    status = GAME.rules.status(state)
    assert isinstance(status, Turn), "the match is over"
    return min(status.seats)


def after(state: State, *turns: str) -> State:
    """The position after some turns of whoever is to act."""
    for text in turns:
        state = GAME.rules.play(state, mover(state), GAME.rules.parse(text))
    return state


def legal_texts(state: State, seat: int | None = None) -> set[str]:
    """All legal moves as texts."""
    return {GAME.rules.text(move) for move in GAME.rules.legal(state, mover(state) if seat is None else Seat(seat))}
