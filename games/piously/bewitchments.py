"""The seven bewitchments: what they may do, and what follows (RULES 6 and 7)."""

from __future__ import annotations

from games.core.boards.hex import DIRECTIONS, STEPS, moved
from games.core.errors import IllegalMove
from games.core.say import say
from games.piously.layout import Layout, layout
from games.piously.moves import Imprint, Leap, Overwork, Purify, Shovel, Upset, Yoke
from games.piously.refusals import called, cannot_cast
from games.piously.rooms import (
    BEWITCHMENT,
    INDIGO,
    LIME,
    NOWHERE,
    ORANGE,
    PINK,
    SAPPHIRE,
    TILE_NAMES,
    UMBER,
    YELLOW,
    X,
)
from games.piously.state import State, blessed, rearranged, recoloured, settled, zone
from games.piously.words import tile_list

DIRECTION_NAMES = tuple(DIRECTIONS)


def available(state: State, room: int) -> bool:
    """True when the mover has the room's bewitchment, charged, and a piece on the board to cast it with."""
    arts, mover = state.arts[1 - state.mover], state.mover
    return (arts & ~state.spent) >> room & 1 == 1 and state.objects[mover] != NOWHERE


def _here(state: State, room: int) -> int:
    """The tile of the mover's piece. Raises IllegalMove when the bewitchment cannot be cast."""
    if not available(state, room):
        raise cannot_cast(state, room + BEWITCHMENT)
    return state.objects[state.mover]


def impure(state: State) -> int:
    """The tiles that Purify may make own."""
    return state.board.near[state.objects[state.mover]] & state.taken & ~state.auras[state.mover]


def purify(state: State, move: Purify) -> State:
    """A neighbouring tile with an object becomes own."""
    _here(state, PINK)
    tiles = impure(state)
    if not tiles >> move.tile & 1:
        tile, possible = TILE_NAMES[move.tile], tile_list(tiles)
        raise IllegalMove(
            say("Purify needs a neighbouring tile with an object and without your aura, not {tile}. Possible: {tiles}.",
                tile=tile, tiles=possible)
        )  # fmt: skip
    return recoloured(state, blessed(state.auras, state.mover, move.tile), PINK)


def imprint(state: State, _move: Imprint) -> State:
    """What lies around the enemy's piece is copied to the same sides of the own one, blanks too [M1]."""
    here, there = _here(state, INDIGO), state.objects[1 - state.mover]
    step, (white, black) = state.board.step, state.auras
    new_white, new_black = white, black
    for source, target in zip((there, *step[there]), (here, *step[here]), strict=True):
        if NOWHERE not in (source, target):
            new_white = new_white & ~(1 << target) | (white >> source & 1) << target
            new_black = new_black & ~(1 << target) | (black >> source & 1) << target
    return recoloured(state, (new_white, new_black), INDIGO)


def extra_actions(state: State) -> int:
    """What Overwork would add now."""
    return (state.board.near[state.objects[state.mover]] & state.taken).bit_count()


def overwork(state: State, _move: Overwork) -> State:
    """One more action for each object beside the own piece."""
    _here(state, ORANGE)
    board, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
    more = extra_actions(state)
    return settled((board, auras, objects, taken, arts, spent | 1 << ORANGE, mover, phase, actions + more, turn))


def upset(state: State, move: Upset) -> State:
    """The auras on and around the own piece's tile are arranged anew."""
    _here(state, UMBER)
    tiles, (white, black) = zone(state), state.auras
    beyond = (move.white | move.black) & ~tiles
    if beyond:
        raise IllegalMove(
            say("Out of Upset's reach: {far}. It reaches: {tiles}.", far=tile_list(beyond), tiles=tile_list(tiles))
        )
    numbers = (white & tiles).bit_count(), (black & tiles).bit_count()
    if move.white & move.black or (move.white.bit_count(), move.black.bit_count()) != numbers:
        raise IllegalMove(
            say("Upset keeps the number of auras: {white} white, {black} black.", white=numbers[0], black=numbers[1])
        )
    return recoloured(state, (white & ~tiles | move.white, black & ~tiles | move.black), UMBER)


def diggable(state: State) -> tuple[int, ...]:
    """The directions in which Shovel may put X; none when the piece stands on X."""
    here = state.objects[state.mover]
    return tuple(d for d in range(6) if state.board.step[here][d] == NOWHERE) if here < X else ()


def shovel(state: State, move: Shovel) -> State:
    """X goes, with its aura and object, to a free space beside the own piece, which must not stand on X itself [N1]."""
    here, direction = _here(state, SAPPHIRE), move.direction
    if here == X:
        if direction is not None:
            raise IllegalMove(say("Your piece stands on X: Shovel can only be cast without effect, as Sh."))
        return _shovelled(state, state.board)
    if direction is None:
        raise IllegalMove(
            say("Shovel needs a direction, e.g. Sh:{name}.", name=DIRECTION_NAMES[(*diggable(state), 0)[0]])
        )
    board = state.board
    tile = board.step[here][direction]
    if tile != NOWHERE:
        name = DIRECTION_NAMES[direction]
        raise IllegalMove(
            say("There is no free space to the {name}: {tile} lies there.", name=name, tile=TILE_NAMES[tile])
        )
    return _shovelled(state, layout(board.places, moved(board.cells[here], STEPS[direction])))


def _shovelled(state: State, board: Layout) -> State:
    _, auras, objects, taken, arts, spent, mover, phase, actions, turn = state
    return settled((board, auras, objects, taken, arts, spent | 1 << SAPPHIRE, mover, phase, actions, turn))


def leapable(state: State) -> int:
    """The tiles with an object that Leap may swap with."""
    return state.board.rows[state.objects[state.mover]] & state.taken


def leap(state: State, move: Leap) -> State:
    """The own piece and another object in a straight line swap."""
    here, thing = _here(state, LIME), move.thing
    there = state.objects[thing]
    if not leapable(state) >> there & 1:
        raise IllegalMove(say("No straight line of tiles leads from your piece to {thing}.", thing=called(thing)))
    objects = list(state.objects)
    objects[state.mover], objects[thing] = there, here
    return rearranged(state, objects, LIME)


def yoked(state: State, thing: int, direction: int) -> tuple[int, int] | None:
    """Where the own piece and the other object would land; None when they cannot [K1]."""
    step, taken = state.board.step, state.taken
    here, there = state.objects[state.mover], state.objects[thing]
    own, other = step[here][direction], step[there][direction]
    if thing == state.mover or NOWHERE in (own, other):
        return None
    if (own != there and taken >> own & 1) or (other != here and taken >> other & 1):
        return None
    return own, other


def yoke(state: State, move: Yoke) -> State:
    """The own piece and another object both move one step."""
    _here(state, YELLOW)
    landed = yoked(state, move.thing, move.direction)
    if landed is None:
        raise _cannot_yoke(state, move)
    objects = list(state.objects)
    objects[state.mover], objects[move.thing] = landed
    return rearranged(state, objects, YELLOW)


def _cannot_yoke(state: State, move: Yoke) -> IllegalMove:
    thing, direction = move.thing, DIRECTION_NAMES[move.direction]
    if thing == state.mover:
        return IllegalMove(say("Yoke needs another object beside your piece's own."))
    if state.objects[thing] == NOWHERE:
        return IllegalMove(say("Yoke needs an object on the board; {thing} is not.", thing=called(thing)))
    return IllegalMove(
        say("Your piece and {thing} can't both step to the {direction}: each needs a free tile there.",
            thing=called(thing), direction=direction)
    )  # fmt: skip
