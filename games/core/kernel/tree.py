"""What every alpha-beta search does at a node, besides the moves. Compiled if numba is installed."""

from __future__ import annotations

from games.core.kernel.memory import HasErrors, SearchMemory

DECIDED = 50_000
"""Values beyond this are forced wins or losses."""
MASK = (1 << 62) - 1


def is_over(k: SearchMemory) -> bool:
    """Count a node; return True once the search must end."""
    k.nodes += 1
    if k.aborted == 0 and (k.nodes >= k.node_limit or k.stop != 0):
        k.aborted = 1
    return k.aborted != 0


def error_of(k: HasErrors, move: int) -> int:
    """Return by how much a level that errs by up to `error` overestimates a root move, the same at each depth.

    Since no move is misjudged by more, the chosen move costs at most twice as much.
    """
    if k.error == 0:
        return 0
    mixed = (move ^ k.salt) * 2_654_435_761_123 & MASK
    mixed = (mixed ^ mixed >> 29) * 40_503_786_121_717 & MASK
    return (mixed >> 32) % (2 * k.error + 1) - k.error


def misjudge(value: int, error: int) -> int:
    """Return the value with the error added; forced wins and losses are seen as they are."""
    return value if value > DECIDED or value < -DECIDED else value + error


def value_of_best(k: SearchMemory) -> int:
    """Return the searched value of the best root move, without the error that made it the best."""
    value = k.root_values[0]
    return value if k.best_depth == 0 else misjudge(value, -error_of(k, k.root_moves[0]))


def pick(k: SearchMemory, at: int, end: int) -> int:
    """Move the best of the remaining moves on the stack to the place `at`."""
    moves, order = k.moves, k.order
    best = at
    for other in range(at + 1, end):
        if order[other] > order[best]:
            best = other
    move = moves[best]
    moves[best], moves[at] = moves[at], move
    order[best], order[at] = order[at], order[best]
    return move


def keep_line(k: SearchMemory, ply: int, move: int) -> None:
    """Store the line from this ply on: the move, then the line after it."""
    plies = len(k.line_length)
    base, behind = ply * plies, (ply + 1) * plies
    k.line[base] = move
    length = k.line_length[ply + 1]
    for at in range(length):
        k.line[base + 1 + at] = k.line[behind + at]
    k.line_length[ply] = length + 1


def keep_best(k: SearchMemory, number: int, value: int, depth: int) -> None:
    """Move the best root move to the front, before earlier best moves, and keep its line."""
    move = k.root_moves[number]
    keep_line(k, 0, move)
    for at in range(number, 0, -1):
        k.root_moves[at], k.root_values[at] = k.root_moves[at - 1], k.root_values[at - 1]
    k.root_moves[0], k.root_values[0] = move, value
    k.best_depth = depth


def bound_of(k: SearchMemory, move: int, alpha: int) -> int:
    """Return the value that a root move must exceed to seem better than `alpha` to a level that misjudges it."""
    return misjudge(alpha, -error_of(k, move))


def keep_root_value(k: SearchMemory, number: int, value: int, alpha: int, depth: int) -> int:
    """Store the value of a root move as the level misjudges it, put a new best first, and return the best value."""
    value = misjudge(value, error_of(k, k.root_moves[number]))
    k.root_values[number] = value
    if value <= alpha:
        return alpha
    keep_best(k, number, value, depth)
    return value
