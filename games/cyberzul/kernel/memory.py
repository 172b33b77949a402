"""The memory of the search: constant tables, the positions of a line of moves, and what has been found.

Heaps, lines and walls are packed as in `position.State`. What a move changes has a row for each ply. A move is
`30 * source + 6 * colour + line`, as in `moves.Take`: source 0 is the centre, line 0 the floor line.
"""

from __future__ import annotations

from functools import cache
from math import exp

from games.core.kernel.memory import TableMemory, table_sizes
from games.core.kernel.run import Kernel
from games.cyberzul.evaluate import Weights
from games.cyberzul.moves import Take
from games.cyberzul.position import CENTRE, FACTORIES, LINES, State
from games.cyberzul.scoring import COLOUR_SPACES, COLUMNS, FLOOR_SUMS, ROWS, SPACE, wall_points
from games.cyberzul.weights import DRAFT_WEIGHTS, ROUND_WEIGHTS

SEATS = max(FACTORIES)
SOURCES = FACTORIES[SEATS] + 1
LONGEST = 64
"""The greatest number of plies of a line; a round in play has at most 36 moves."""
MOST_MOVES = 30 * SOURCES
ROOM = LONGEST * MOST_MOVES
IN_CENTRE = SEATS
"""The value of `marker` while nobody has taken the marker."""
WEIGHTS = 2
"""The number of `Weights`."""
AFTER_ROUND, DRAFTING = range(WEIGHTS)
"""The place of those for the end of a round, and of those for single moves."""
KINDS = 3
"""The kinds of sets of wall spaces: columns, colours and rows, in this order."""
COLUMN, COLOUR, ROW = range(KINDS)
FILLS = LINES * 6
"""The number of pairs of a pattern line and a number of tiles in it."""
WALLS = 1 << 12
"""The number of walls whose worth is kept."""
GAINS = 1 << 14
"""The number of ways to take some tiles with some mat whose gains are kept: for each line, and the best line."""
APPEALS = 2400
"""The appeal of a move depends on how much less it gains than the best one, up to this many hundredths of a point."""

_TEMPERATURE = 220
"""By how many hundredths of a point a move must gain more to have e times the appeal."""
_ROWS = {
    "heap": SOURCES * LONGEST, "rest": LONGEST, "marker": LONGEST, "turn": LONGEST, "lines": SEATS * LONGEST,
    "fallen": SEATS * LONGEST,
}  # fmt: skip
_ROUND = {"seats": 0, "sources": 0, "start": 0, "wall": SEATS, "score": SEATS, "bag": 0, "lid": 0}
_FOUND = {
    "killers": 2 * LONGEST, "history": MOST_MOVES, "is_cut": 0, "known_wall": WALLS, "known_worth": WALLS,
    "mat": SEATS, "points": SEATS,
}  # fmt: skip
_PLAYOUTS = {
    "known_gains": GAINS, "gains": 8 * GAINS, "random": 0, "result": SEATS, "sums": SEATS, "edges": 0, "nodes_used": 0,
    "seed": 0, "rounds": 0, "sum_points": SEATS, "path_edge": LONGEST, "path_node": LONGEST,
}  # fmt: skip
_NODE = ("node_edge", "node_moves", "node_tried", "node_visits", "node_total")
_EDGE = ("edge_move", "edge_prior", "edge_visits", "edge_total", "edge_node")
_TABLES = {
    "space": LINES * 5, "spaces": KINDS * 5, "run": 32 * 5, "floor_sum": len(FLOOR_SUMS), "appeal": APPEALS,
    "tiles_worth": KINDS * WEIGHTS * 6, "last_worth": KINDS * WEIGHTS * 5,
    "set_worth": KINDS * WEIGHTS * 6 * FILLS, "across": WEIGHTS, "down": WEIGHTS, "both": WEIGHTS,
    "line_worth": WEIGHTS * FILLS, "aim": WEIGHTS * FILLS, "start_worth": WEIGHTS,
}  # fmt: skip


def sizes(table_bits: int, edge_bits: int) -> dict[str, int]:
    """Return the number of integers of every field, 0 for a single one.

    The transposition table has 2 ** `table_bits` entries, and the tree of playouts 2 ** `edge_bits` moves.
    """
    tree = dict.fromkeys(_EDGE, 1 << edge_bits) | dict.fromkeys(_NODE, 1 << edge_bits - 3)
    return _ROWS | _ROUND | _FOUND | _PLAYOUTS | tree | _TABLES | table_sizes(LONGEST, ROOM, table_bits)


class Memory(TableMemory):
    """The fields of `sizes`. If the search is compiled, they are the fields of a record."""

    # By ply: the heaps of the centre and the factories, all of them together, the holder of the marker, the seat to
    # move, and of each seat the lines and the number of tokens on the floor line.
    heap: list[int]
    rest: list[int]
    marker: list[int]
    turn: list[int]
    lines: list[int]
    fallen: list[int]
    # What does not change during a round: the numbers of seats and of sources, who began the round, walls and scores.
    seats: int
    sources: int
    start: int
    wall: list[int]
    score: list[int]
    bag: int
    lid: int
    # What the search has learnt so far. `is_cut` is 1 if a line has ended before the end of the round.
    killers: list[int]
    history: list[int]
    is_cut: int
    known_wall: list[int]
    known_worth: list[int]
    # Of each seat, the mat after tiling, and the points to expect in hundredths.
    mat: list[int]
    points: list[int]
    # Of playouts: the gains of moves met before, the state of the random numbers, and for each seat the result of the
    # last one and the sum of all results, in millionths. Of the next round: the seed of its deals, how often it has
    # been played, and the sum of the points of each seat, in hundredths.
    known_gains: list[int]
    gains: list[int]
    random: int
    result: list[int]
    sums: list[int]
    seed: int
    rounds: int
    sum_points: list[int]
    # The tree. Of a node: its first edge, how many it has and how many of these have been tried, its visits and the sum
    # of the results for the player to move. Of an edge: its move, prior probability, visits and results, and the node
    # behind it, if any. And the path of the current playout.
    edges: int
    nodes_used: int
    node_edge: list[int]
    node_moves: list[int]
    node_tried: list[int]
    node_visits: list[int]
    node_total: list[int]
    edge_move: list[int]
    edge_prior: list[int]
    edge_visits: list[int]
    edge_total: list[int]
    edge_node: list[int]
    path_edge: list[int]
    path_node: list[int]
    # Tables: the wall space of a colour in a row, the spaces of each column, colour and row, runs of tiles, the appeal
    # of a move by how much less it gains than the best one, and the weights of `evaluate.expected_points` in hundredths
    # of a point. `set_worth` has a place for each kind, weights, number of tiles in the set, line and tiles in it.
    space: list[int]
    spaces: list[int]
    run: list[int]
    floor_sum: list[int]
    appeal: list[int]
    tiles_worth: list[int]
    last_worth: list[int]
    set_worth: list[int]
    across: list[int]
    down: list[int]
    both: list[int]
    line_worth: list[int]
    aim: list[int]
    start_worth: list[int]


@cache
def tables(seats: int) -> dict[str, int | list[int]]:
    """Return the tables for this many players, which never change."""
    all_weights = ROUND_WEIGHTS[seats], DRAFT_WEIGHTS
    sets = [getattr(weights, kind) for kind in ("columns", "colours", "rows") for weights in all_weights]
    return {
        "space": [space for row in SPACE for space in row],
        "spaces": [*COLUMNS, *COLOUR_SPACES, *ROWS],
        "run": [wall_points(covered, 0, column) for covered in range(32) for column in range(5)],
        "floor_sum": list(FLOOR_SUMS),
        "appeal": [max(1, round(1_000_000 * exp(-less / _TEMPERATURE))) for less in range(APPEALS)],
        "tiles_worth": [_hundredths(worth) for each in sets for worth in each.tiles],
        "last_worth": [_hundredths(worth) for each in sets for worth in each.last],
        "set_worth": [worth for each in sets for line in each.line for worth in _by_fullness(line)],
        "across": [_hundredths(weights.across) for weights in all_weights],
        "down": [_hundredths(weights.down) for weights in all_weights],
        "both": [_hundredths(weights.both) for weights in all_weights],
        "line_worth": [worth for weights in all_weights for worth in _line_worths(weights)],
        "aim": [worth for weights in all_weights for worth in _by_fullness(weights.aim)],
        "start_worth": [_hundredths(weights.start) for weights in all_weights],
    }


def _line_worths(weights: Weights) -> list[int]:
    """Return the worth of every unfinished line, by row and number of tiles; 0 where there is none."""
    rows = ((), *weights.lines)
    return [_hundredths(row[number - 1]) if 0 < number <= len(row) else 0 for row in rows for number in range(6)]


def _by_fullness(worth: float) -> list[int]:
    """Return what counts by how full a line is, by row and number of tiles."""
    return [_hundredths(worth * number / (row + 1)) for row in range(LINES) for number in range(6)]


def _hundredths(points: float) -> int:
    return round(100 * points)


def fields_of(state: State) -> dict[str, int | list[int]]:
    """Return the fields of a position in the form that `Kernel.begin` takes."""
    heaps = [state.centre, *state.factories]
    return {
        "heap": heaps,
        "rest": [sum(heaps)],
        "marker": [IN_CENTRE if state.marker == CENTRE else state.marker],
        "turn": [state.turn],
        "lines": [board.lines for board in state.boards],
        "fallen": [len(board.floor) for board in state.boards],
        "seats": len(state.boards),
        "sources": len(heaps),
        "start": state.start,
        "wall": [board.wall for board in state.boards],
        "score": [board.score for board in state.boards],
        "bag": state.bag,
        "lid": state.lid,
    }


def number_of(move: Take) -> int:
    """Return the number that stands for the move."""
    return 30 * move.source + 6 * move.colour + move.line


def move_of(number: int) -> Take:
    """Return the move that the number stands for."""
    return Take(number // 30, number // 6 % 5, number % 6)


MODULES = (
    "games.core.kernel.tree",
    "games.core.kernel.positions",
    "games.core.kernel.table",
    "games.cyberzul.kernel.position",
    "games.cyberzul.kernel.value",
    "games.cyberzul.kernel.search",
    "games.cyberzul.kernel.playout",
    "games.cyberzul.kernel.tree",
    "games.cyberzul.kernel.next_round",
)
"""The modules to compile, in the order in which they depend on each other."""
KERNEL = Kernel(MODULES, Memory, sizes(table_bits=16, edge_bits=17), sizes(table_bits=19, edge_bits=20))
