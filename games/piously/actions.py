"""Building, placing and the five actions: what is possible, and what it does (RULES 2, 3 and 5)."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.piously.layout import find_flaw, layout, overlap
from games.piously.moves import Bless, Build, Drop, End, PickUp, Put, Walk
from games.piously.position import State, bless_tile, end_step, initial_state
from games.piously.refusals import cannot_bless, cannot_drop, cannot_learn, cannot_pick_up, cannot_put, cannot_walk
from games.piously.rooms import ARTWORK, BEWITCHMENT, BLACK, NOWHERE, ROOM_TILES, WHITE, X

ACTIONS = 3
"""The number of actions at the start of a turn."""


def build(state: State, move: Build) -> State:
    """Lay out the board; White places next (RULES 2). Raises IllegalMove."""
    reason = overlap(move.places) or find_flaw(board := layout(move.places))
    if reason:
        raise IllegalMove(reason)
    return initial_state(board, WHITE, "place")._replace(turn=state.turn)


def free_tiles(state: State) -> int:
    """Return the tiles of rooms without an object, where a piece may enter."""
    return ROOM_TILES & ~state.taken


def put(state: State, move: Put) -> State:
    """Let a piece enter; after Black's, White has the first turn (RULES 3) [T1]. Raises IllegalMove."""
    if not free_tiles(state) >> move.tile & 1:
        raise cannot_put(state, move.tile)
    mover, objects = state.mover, list(state.objects)
    taken = (state.taken | 1 << move.tile) & ~(1 << objects[mover])
    objects[mover] = move.tile
    state = state._replace(objects=tuple(objects), taken=taken, mover=1 - mover)
    return state._replace(phase="play", actions=ACTIONS, turn=1) if mover == BLACK else state


def reachable_tiles(state: State) -> int:
    """Return the free tiles beside the mover's piece."""
    return state.board.near[state.objects[state.mover]] & ~state.taken


def walk(state: State, move: Walk) -> State:
    """Move the mover's piece to an adjacent tile (RULES 5.1). Raises IllegalMove."""
    board, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
    here, there = objects[mover], move.tile
    free = board.near[here] & ~taken
    if actions < 1 or not free >> there & 1:
        raise cannot_walk(state, there, free)
    objects = (objects[0], there, *objects[2:]) if mover else (there, *objects[1:])
    taken ^= 1 << here | 1 << there
    return end_step((board, auras, objects, taken, arts, spent, mover, phase, actions - 1, turn))


def blessing_cost(state: State) -> int:
    """Return the cost of blessing the mover's tile; 0 if it cannot be blessed."""
    here = state.objects[state.mover]
    if here == NOWHERE or state.auras[state.mover] >> here & 1:
        return 0
    return 2 if state.auras[1 - state.mover] >> here & 1 else 1


def bless(state: State, _move: Bless) -> State:
    """Bless the tile of the mover's piece (RULES 5.2). Raises IllegalMove."""
    board, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
    cost = blessing_cost(state)
    if not 0 < cost <= actions:
        raise cannot_bless(state)
    auras = bless_tile(auras, mover, objects[mover])
    return end_step((board, auras, objects, taken, arts, spent, mover, phase, actions - cost, turn))


def droppable_rooms(state: State) -> int:
    """Return the rooms whose artwork the mover could drop."""
    rooms = state.arts[state.mover]
    return sum(1 << room for room in range(7) if rooms >> room & 1 and state.objects[ARTWORK + room] == NOWHERE)


def drop(state: State, move: Drop) -> State:
    """Drop an artwork on a neighbouring tile without an object, of any aura (RULES 5.3) [D1]. Raises IllegalMove."""
    board, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
    thing, tile = ARTWORK + move.room, move.tile
    own = arts[mover] >> move.room & 1
    if actions < 1 or not own or objects[thing] != NOWHERE or not board.near[objects[mover]] & ~taken & 1 << tile:
        raise cannot_drop(state, move.room, tile)
    objects = (*objects[:thing], tile, *objects[thing + 1 :])
    return end_step((board, auras, objects, taken | 1 << tile, arts, spent, mover, phase, actions - 1, turn))


def recoverable_rooms(state: State) -> int:
    """Return the rooms whose artwork the mover could pick up."""
    rooms, near = state.arts[state.mover], state.board.near[state.objects[state.mover]]
    return sum(1 << room for room in range(7) if rooms >> room & 1 and near >> state.objects[ARTWORK + room] & 1)


def pick_up(state: State, move: PickUp) -> State:
    """Take an artwork off the board (RULES 5.4). Raises IllegalMove."""
    board, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
    thing = ARTWORK + move.room
    tile = objects[thing]
    if actions < 1 or not arts[mover] >> move.room & 1 or not board.near[objects[mover]] >> tile & 1:
        raise cannot_pick_up(state, move.room)
    objects = (*objects[:thing], NOWHERE, *objects[thing + 1 :])
    return end_step((board, auras, objects, taken ^ 1 << tile, arts, spent, mover, phase, actions - 1, turn))


def learnable_spells(state: State) -> tuple[int, ...]:
    """Return the two spells that the mover may choose from at the end of the turn, or none (RULES 5.5)."""
    tile = state.objects[state.mover]
    room = tile >> 2
    if tile >= X or (state.arts[0] | state.arts[1]) >> room & 1:
        return ()
    return room, room + BEWITCHMENT


def end(state: State, move: End) -> State:
    """End the turn: the mover takes a spell, the opponent the other one [E1]; all are ready again (RULES 5.5)."""
    board, auras, objects, taken, arts, _, mover, phase, _, turn = state
    spell = move.learn
    if spell is not None:
        if spell not in learnable_spells(state):
            raise cannot_learn(state, spell)
        artist = mover if spell < BEWITCHMENT else 1 - mover
        bit = 1 << spell % BEWITCHMENT
        arts = (arts[0], arts[1] | bit) if artist else (arts[0] | bit, arts[1])
    return end_step((board, auras, objects, taken, arts, 0, 1 - mover, phase, ACTIONS, turn + 1))
