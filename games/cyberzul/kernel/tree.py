"""A Monte Carlo tree search through the rest of a round, for any number of players. Compiled if numba is installed.

Within a round nothing is hidden or left to chance, so the tree is exact. It ends where the factories would be filled
again. Each player plays for themselves. Priors and results are in millionths.
"""

from __future__ import annotations

from math import sqrt

from games.core.kernel.tree import is_over, pick
from games.cyberzul.kernel.memory import APPEALS, LONGEST, SOURCES, Memory
from games.cyberzul.kernel.playout import NEVER, WHOLE, count_results, gains_of, marker_at, play_out
from games.cyberzul.kernel.position import generate, make

EAGERNESS = 1200
"""The trust in priors of moves that have seldom been tried, in thousandths."""
WIDTH = 16
"""The most moves of a position below the root that are looked at."""


def add_node(k: Memory) -> int:
    """Add the position to the tree with its moves, the likeliest first; return the node, or 0 if there is no room."""
    first, edge, node = k.top, k.edges, k.nodes_used
    number = generate(k)
    k.top = first
    kept = number if node == 0 else min(number, WIDTH)
    if edge + kept > len(k.edge_move) or node >= len(k.node_edge):
        return 0
    best = NEVER
    for at in range(first, first + number):
        move = k.moves[at]
        source, colour = move // 30, move // 6 % 5
        count = k.heap[SOURCES * k.ply + source] >> 8 * colour & 255
        k.order[at] = k.gains[gains_of(k, colour, count, marker_at(k, source)) + move % 6]
        best = max(best, k.order[at])
    whole = 0
    for at in range(first, first + number):
        k.order[at] = k.appeal[min(best - k.order[at], APPEALS - 1)]
        whole += k.order[at]
    for at in range(kept):
        k.edge_move[edge + at] = pick(k, first + at, first + number)
        k.edge_prior[edge + at] = WHOLE * k.order[first + at] // whole
    k.node_edge[node], k.node_moves[node] = edge, kept
    k.edges, k.nodes_used = edge + kept, node + 1
    return node


def select(k: Memory, node: int) -> int:
    """Return the edge to follow next: good so far, or of a high prior and seldom tried.

    The edges of a node are first tried in the order of their priors.
    """
    first, tried, visits = k.node_edge[node], k.node_tried[node], k.node_visits[node]
    eager = int(sqrt(EAGERNESS * EAGERNESS * (visits + 1)))
    best, choice = NEVER * 1000, first
    for edge in range(first, first + tried):
        times = k.edge_visits[edge]
        value = k.edge_total[edge] // times + eager * k.edge_prior[edge] // (1000 * (1 + times))
        if value > best:
            best, choice = value, edge
    if tried < k.node_moves[node]:
        known = k.node_total[node] // visits if visits else 0
        if known + eager * k.edge_prior[first + tried] // 1000 > best:
            k.node_tried[node] = tried + 1
            return first + tried
    return choice


def favourite(k: Memory, node: int) -> int:
    """Return the edge of a node that has been visited most, of equal ones the first."""
    best = k.node_edge[node]
    for edge in range(best + 1, best + k.node_tried[node]):
        if k.edge_visits[edge] > k.edge_visits[best]:
            best = edge
    return best


def play_once(k: Memory) -> None:
    """Follow the tree to its edge, play the round to its end, and record the result on the way back."""
    node = depth = 0
    while True:
        edge = select(k, node)
        k.path_node[depth], k.path_edge[depth] = node, edge
        depth += 1
        make(k, k.edge_move[edge])
        if k.rest[k.ply] == 0 or k.ply + 1 >= LONGEST:
            break
        if k.edge_node[edge] == 0 and k.edge_visits[edge] > 0:
            k.edge_node[edge] = add_node(k)
        node = k.edge_node[edge]
        if node == 0:
            play_out(k)
            break
    count_results(k)
    k.ply = 0
    for at in range(depth):
        node, edge, result = k.path_node[at], k.path_edge[at], k.result[k.turn[at]]
        k.node_visits[node] += 1
        k.node_total[node] += result
        k.edge_visits[edge] += 1
        k.edge_total[edge] += result
    for seat in range(k.seats):
        k.sums[seat] += k.result[seat]


def grow(k: Memory, most: int) -> None:
    """Grow the tree by up to this many playouts, at least by one; a forced move gets just one."""
    if k.nodes_used == 0:
        add_node(k)
    if k.node_moves[0] == 1:
        most = 1
    while k.node_visits[0] < most:
        play_once(k)
        if is_over(k):
            return
