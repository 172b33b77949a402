"""Piously: turns of random steps, and random answers to the best of them.

A walk goes through a turn; of a few random steps it takes the one that looks best, with some noise. A third of the time
is for own turns. Then the opponent answers, again and again, the turn that still looks best. What a position is worth
is measured by the tiles that a colour would have to win, nearest room first, to link all of them.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from random import Random
from time import process_time

from games.core.boards.grid import bits
from games.piously.actions import learnable_spells
from games.piously.layout import Layout, connected_tiles
from games.piously.legal import Steps
from games.piously.moves import End, Move
from games.piously.position import TIED, State
from games.piously.rooms import ROOMS, X, rooms_of
from games.piously.turns import play

_WON = 1000.0
_FOR_OWN_TURNS = 0.33
_TRIED, _LONGEST, _NOISE = 8, 14, 0.6
_ANSWERED = 60
"""The number of own turns that are answered."""
_SEEN_ENOUGH = 0.25
"""The share of the most answers to a turn that another one must have had to be chosen."""
_AURA, _SPELL = 0.1, 0.4
_FAR = 12
_ROOM_TILES = (1 << X) - 1

Ends = dict[State, tuple[Move, ...]]
"""Turns by the positions after them."""


def think(state: State, seconds: float, rng: Random) -> list[Move]:
    """Return the turn after which the answers seen in this much processor time are worth least."""
    if state.phase != "play":
        return [Steps(state).sample(rng)]
    began, seat = process_time(), state.mover
    ends: Ends = {}
    while not ends or process_time() < began + _FOR_OWN_TURNS * seconds:
        walk(state, ends, rng)
        won = next((turn for after, turn in ends.items() if after.phase == "over" and after.mover == seat), None)
        if won:
            return list(won)
    turns = sorted(ends, key=lambda after: worth(after, seat), reverse=True)[:_ANSWERED]
    worst = {after: worth(after, seat) for after in turns}
    answers = dict.fromkeys(turns, 0)
    while process_time() < began + seconds:
        after = max(turns, key=worst.__getitem__)
        replies: Ends = {}
        if after.phase == "play":
            walk(after, replies, rng)
        worst[after] = min([worst[after], *(worth(reply, seat) for reply in replies)])
        answers[after] += 1
    enough = _SEEN_ENOUGH * max(answers.values())
    return list(ends[max((after for after in turns if answers[after] >= enough), key=worst.__getitem__)])


def walk(state: State, ends: Ends, rng: Random) -> None:
    """Walk through a turn, and add the turns that end at each position on the way, or win there."""
    seat = state.mover
    steps: tuple[Move, ...] = ()
    for _ in range(_LONGEST):
        for spell in (None, *learnable_spells(state)):
            end = End(spell)
            ends.setdefault(play(state, seat, end), (*steps, end))
        tried = [move for move in (Steps(state).sample(rng) for _ in range(_TRIED)) if not isinstance(move, End)]
        found = [(play(state, seat, move), move) for move in tried]
        if not found:
            return
        state, move = max(found, key=lambda each: worth(each[0], seat) + rng.gauss(0, _NOISE))
        steps = (*steps, move)
        if state.phase == "over":
            ends.setdefault(state, steps)
            return


def worth(state: State, seat: int) -> float:
    """Return what the position is worth to a side, in tiles to be won."""
    if state.phase == "over":
        return 0.0 if state.mover == TIED else _WON if state.mover == seat else -_WON
    own, theirs = state.auras[seat], state.auras[1 - seat]
    tiles = missing_tiles(state.board, theirs, own) - missing_tiles(state.board, own, theirs)
    spells = state.arts[seat].bit_count() - state.arts[1 - seat].bit_count()
    return tiles + _AURA * (own.bit_count() - theirs.bit_count()) + _SPELL * spells


@lru_cache(maxsize=1 << 16)
def missing_tiles(board: Layout, own: int, theirs: int) -> float:
    """Return the tiles to be won for a link of all rooms, from the best group and nearest room first.

    A tile of the opponent counts as two.
    """
    best, rest = float(_FAR), own
    while rest:
        group = connected_tiles(board.near, own, rest & -rest)
        rest &= ~group
        best = min(best, _spread(board, own, theirs, group))
    return best


def _spread(board: Layout, own: int, theirs: int, group: int) -> float:
    total = 0.0
    while rooms_of(group & _ROOM_TILES).bit_count() < len(ROOMS):
        cost, way = _nearest_room(board, own, theirs, group)
        total += cost
        if total >= _FAR:
            return _FAR
        for tile in bits(way & ~group):
            group |= connected_tiles(board.near, own | 1 << tile, 1 << tile)
    return total


def _nearest_room(board: Layout, own: int, theirs: int, group: int) -> tuple[float, int]:
    """Return the cost of the way from the group to the nearest room without a tile of it, and the way."""
    linked = rooms_of(group & _ROOM_TILES)
    waiting = [(0, group, tile) for tile in bits(group)]
    seen = 0
    while waiting:
        cost, way, tile = heappop(waiting)
        if seen >> tile & 1:
            continue
        seen |= 1 << tile
        if tile < X and not rooms_of(1 << tile) & linked:
            return cost, way
        for other in bits(board.near[tile] & ~seen):
            step = 0 if own >> other & 1 else 2 if theirs >> other & 1 else 1
            heappush(waiting, (cost + step, way | 1 << other, other))
    return _FAR, group
