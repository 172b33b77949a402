"""What the next round brings: it is dealt by chance and played out many times. Compiled if numba is installed."""

from __future__ import annotations

from games.core.kernel.positions import mix
from games.core.kernel.tree import is_over
from games.cyberzul.deals import PLACES
from games.cyberzul.kernel.memory import IN_CENTRE, Memory
from games.cyberzul.kernel.playout import draw, play_out
from games.cyberzul.kernel.value import count_points


def count_tiles(heap: int) -> int:
    """Return the number of tiles in a heap."""
    return (heap & 255) + (heap >> 8 & 255) + (heap >> 16 & 255) + (heap >> 24 & 255) + (heap >> 32)


def draw_tile(k: Memory, heap: int, number: int) -> int:
    """Return one of this number of tiles, as a heap, drawn by chance."""
    shift, at = 0, draw(k, number)
    while at >= heap >> shift & 255:
        at -= heap >> shift & 255
        shift += 8
    return 1 << shift


def deal(k: Memory) -> None:
    """Fill the factories at the start of a round, from the bag and then from the lid (RULES 1.6-1.8)."""
    supply, lid, dealt = k.bag, k.lid, 0
    left = count_tiles(supply)
    for source in range(1, k.sources):
        heap = 0
        for _ in range(PLACES):
            if left == 0:
                supply, lid = lid, 0
                left = count_tiles(supply)
            if left > 0:
                tile = draw_tile(k, supply, left)
                supply -= tile
                heap += tile
                left -= 1
        k.heap[source] = heap
        dealt += heap
    k.heap[0], k.rest[0], k.marker[0] = 0, dealt, IN_CENTRE


def play_rounds(k: Memory, count: int) -> None:
    """Deal and play the round this many times, and add up the points of each seat."""
    for _ in range(count):
        if is_over(k):
            return
        k.random = mix(k.seed, k.rounds) & 0x7FFFFFFF
        deal(k)
        play_out(k)
        count_points(k)
        k.ply = 0
        k.rounds += 1
        for seat in range(k.seats):
            k.sum_points[seat] += k.points[seat]
