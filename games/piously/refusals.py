"""Refusals of steps: sentences that say what is wrong and, if that helps, what would be possible."""

from __future__ import annotations

from games.core.errors import IllegalMove, NotYourTurn
from games.core.i18n import Message, gettext
from games.core.status import CHANCE
from games.piously.position import State, at, owns
from games.piously.rooms import (
    ARTWORK,
    BEWITCHMENT,
    NOWHERE,
    ROOM_NAMES,
    SIDES,
    SPELL_NAMES,
    TILE_NAMES,
    X,
)
from games.piously.words import is_artwork, object_name, object_title, tile_list


def no_actions(state: State) -> IllegalMove | None:
    """Return the refusal of an action when none is left."""
    if state.actions:
        return None
    return IllegalMove(gettext("You have no actions left: cast a spell or end your turn."))


def no_piece(state: State) -> IllegalMove | None:
    """Return the refusal of a step that needs the own piece."""
    if state.objects[state.mover] != NOWHERE:
        return None
    return IllegalMove(gettext("Your piece isn't on the board."))


def explain_absent_tile(state: State, tile: int) -> Message | None:
    """Return the sentence about a tile that is not on the board."""
    return gettext("X isn't on the board.") if not state.board.tiles >> tile & 1 else None


def explain_taken(state: State, tile: int) -> Message | None:
    """Return the sentence about a tile that holds an object."""
    thing = at(state, tile)
    if thing is None:
        return None
    return gettext("{tile} is taken: {thing} is there.", tile=TILE_NAMES[tile], thing=object_name(thing))


def explain_absent_object(state: State, thing: int) -> Message | None:
    """Return the sentence about an object that is not on the board."""
    if state.objects[thing] == NOWHERE:
        return gettext("{thing} isn't on the board.", thing=object_title(thing))
    return None


def cannot_put(state: State, tile: int) -> IllegalMove:
    """Return why the piece may not enter (RULES 3)."""
    if tile == X:
        return IllegalMove(gettext("A piece enters the board on a tile of a room, not on X."))
    return IllegalMove(explain_taken(state, tile) or gettext("{tile} is taken.", tile=TILE_NAMES[tile]))


def cannot_walk(state: State, tile: int, reach: int) -> IllegalMove:
    """Return why the piece may not move there (RULES 5.1); `reach` are the tiles that it can reach."""
    return no_actions(state) or no_piece(state) or IllegalMove(
        explain_absent_tile(state, tile) or explain_taken(state, tile) or gettext(
            "{tile} isn't next to your piece. From {here} you can reach: {reach}.",
            tile=TILE_NAMES[tile], here=TILE_NAMES[state.objects[state.mover]], reach=tile_list(reach),
        )
    )  # fmt: skip


def cannot_bless(state: State) -> IllegalMove:
    """Return why the tile cannot be blessed (RULES 5.2)."""
    tile = state.objects[state.mover]
    refusal = no_actions(state) or no_piece(state)
    if refusal is None and state.auras[state.mover] >> tile & 1:
        refusal = IllegalMove(gettext("{tile} already has your aura.", tile=TILE_NAMES[tile]))
    return refusal or IllegalMove(
        gettext("Replacing your opponent's aura on {tile} costs 2 actions; you have 1.", tile=TILE_NAMES[tile])
    )


def not_learnt(state: State, room: int) -> IllegalMove | None:
    """Return the refusal for an artwork that is not the mover's."""
    if owns(state, room):
        return None
    return IllegalMove(gettext("The {artwork} isn't yours: its spell must be learnt first.", artwork=SPELL_NAMES[room]))


def cannot_drop(state: State, room: int, tile: int) -> IllegalMove:
    """Return why the artwork cannot be dropped there (RULES 5.3)."""
    refusal = no_actions(state) or not_learnt(state, room) or no_piece(state)
    if refusal:
        return refusal
    lies = state.objects[ARTWORK + room]
    if lies != NOWHERE:
        return IllegalMove(
            gettext(
                "The {artwork} is already on the board, on {tile}.", artwork=SPELL_NAMES[room], tile=TILE_NAMES[lies]
            )
        )
    far = gettext(
        "{tile} isn't next to your piece: an artwork is dropped on a neighbouring tile.", tile=TILE_NAMES[tile]
    )
    return IllegalMove(explain_absent_tile(state, tile) or explain_taken(state, tile) or far)


def cannot_pick_up(state: State, room: int) -> IllegalMove:
    """Return why the artwork cannot be picked up (RULES 5.4)."""
    refusal = no_actions(state) or not_learnt(state, room) or no_piece(state)
    if refusal:
        return refusal
    lies = state.objects[ARTWORK + room]
    if lies == NOWHERE:
        return IllegalMove(gettext("The {artwork} isn't on the board.", artwork=SPELL_NAMES[room]))
    return IllegalMove(
        gettext(
            "The {artwork} is out of reach: {tile} isn't next to your piece.",
            artwork=SPELL_NAMES[room],
            tile=TILE_NAMES[lies],
        )
    )


def cannot_learn(state: State, spell: int) -> IllegalMove:
    """Return why the spell cannot be learnt (RULES 5.5)."""
    room, tile = spell % BEWITCHMENT, state.objects[state.mover]
    if (state.arts[0] | state.arts[1]) >> room & 1:
        return IllegalMove(gettext("The spells of {room} have already been learnt.", room=ROOM_NAMES[room]))
    if tile == NOWHERE:
        return IllegalMove(gettext("Your piece isn't on the board."))
    return IllegalMove(
        gettext("To learn {spell}, your piece must stand in {room}; it stands on {tile}.",
            spell=SPELL_NAMES[spell], room=ROOM_NAMES[room], tile=TILE_NAMES[tile])
    )  # fmt: skip


def cannot_cast(state: State, spell: int) -> IllegalMove:
    """Return why the spell cannot be cast at all (RULES 6)."""
    name, room = SPELL_NAMES[spell], spell % BEWITCHMENT
    if not (state.arts[0] | state.arts[1]) >> room & 1:
        return IllegalMove(gettext("Nobody has learnt {spell} yet.", spell=name))
    if not owns(state, spell):
        return IllegalMove(gettext("{spell} belongs to {side}.", spell=name, side=SIDES[1 - state.mover]))
    if state.spent >> room & 1:
        return IllegalMove(gettext("You have already cast {spell} this turn.", spell=name))
    if not is_artwork(spell):
        return IllegalMove(gettext("Your piece isn't on the board."))
    tile = state.objects[ARTWORK + room]
    if tile == NOWHERE:
        return IllegalMove(gettext("The {artwork} must be on the board to be cast: drop it first.", artwork=name))
    return IllegalMove(
        gettext(
            "The {artwork} must lie on an aura of yours to be cast. {tile} has none.",
            artwork=name,
            tile=TILE_NAMES[tile],
        )
    )


def not_your_turn(state: State) -> NotYourTurn:
    """Return the refusal of a seat that may not act."""
    if state.phase == "over":
        return NotYourTurn(gettext("The match is over."))
    if state.mover == CHANCE:
        return NotYourTurn(gettext("The board is being drawn at random."))
    return NotYourTurn(gettext("It's {name}'s move.", name=SIDES[state.mover]))


def wrong_phase(state: State) -> IllegalMove:
    """Return the refusal of a step that belongs to another phase."""
    if state.phase == "build":
        return IllegalMove(gettext("The board must be built first, e.g. board:P0,0,0/I3,-1,1/..."))
    if state.phase == "place":
        return IllegalMove(gettext("Your piece must enter the board first, e.g. @{tile}.", tile=TILE_NAMES[0]))
    return IllegalMove(
        gettext("The board is built and both pieces are on it. Move, bless, cast a spell or end your turn.")
    )
