"""The value of a position: `evaluate.static_value` on the integers of a `Memory`. Compiled if numba is installed."""

from __future__ import annotations

from games.choccer.evaluate import WIN
from games.choccer.kernel.memory import SQUARES, Memory
from games.choccer.kernel.position import HELD
from games.choccer.position import TURNS


def terminal_value(k: Memory, seat: int) -> int:
    """Return the value of a finished match; the sooner it ended, the more a win is worth and the less a loss."""
    lead = k.points[seat] - k.points[1 - seat]
    if lead > 0:
        return WIN - k.turn
    return k.turn - WIN if lead < 0 else 0


def static_value(k: Memory, seat: int) -> int:
    """Return the value of an unfinished position for the seat, in hundredths of a point."""
    value = 100 * (k.points[0] - k.points[1]) + k.material
    left = TURNS + 1 - k.turn
    for number in range(k.gems):
        if k.gem_state[number] == HELD:
            square = k.gem_square[number]
            piece = k.board[square]
            steps = k.steps[piece * SQUARES + square]
            if 2 * steps <= left + 1:
                worth = k.held_value[k.gem_red[number] * 6 + min(steps, 5)]
                value += worth if piece < 5 else -worth
    return -value if seat else value
