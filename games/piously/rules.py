"""Playing a step: who may, which rule it falls under, and how a match ends (RULES 4 to 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.errors import IllegalMove, NotYourTurn
from games.core.say import say
from games.core.status import CHANCE, Outcome, Turn, tie, turn, won
from games.piously import actions, artworks, bewitchments
from games.piously import moves as m
from games.piously.rooms import BLACK, SIDES, TILE_NAMES
from games.piously.state import TIED, State

_TURN: dict[type, Callable[[State, Any], State]] = {
    m.Walk: actions.walk,
    m.Bless: actions.bless,
    m.Drop: actions.drop,
    m.PickUp: actions.pick_up,
    m.End: actions.end,
    m.Priestess: artworks.priestess,
    m.Illusionist: artworks.illusionist,
    m.Opportunist: artworks.opportunist,
    m.Usurper: artworks.usurper,
    m.Stonemason: artworks.stonemason,
    m.Locksmith: artworks.locksmith,
    m.Yeoman: artworks.yeoman,
    m.Purify: bewitchments.purify,
    m.Imprint: bewitchments.imprint,
    m.Overwork: bewitchments.overwork,
    m.Upset: bewitchments.upset,
    m.Shovel: bewitchments.shovel,
    m.Leap: bewitchments.leap,
    m.Yoke: bewitchments.yoke,
}
_RULES: dict[str, dict[type, Callable[[State, Any], State]]] = {
    "build": {m.Build: actions.build},
    "place": {m.Put: actions.put},
    "play": _TURN,
    "over": {},
}


def play(state: State, seat: int, move: m.Move) -> State:
    """The state after the step. Raises IllegalMove or NotYourTurn."""
    if state.mover != seat or state.phase == "over":
        raise not_your_turn(state)
    try:
        rule = _RULES[state.phase][type(move)]
    except KeyError:
        raise wrong_phase(state) from None
    return rule(state, move)


def not_your_turn(state: State) -> NotYourTurn:
    """The refusal of a seat that may not act."""
    if state.phase == "over":
        return NotYourTurn(say("The match is over."))
    if state.mover == CHANCE:
        return NotYourTurn(say("The board is being drawn by chance."))
    return NotYourTurn(say("It's {side}'s turn.", side=SIDES[state.mover]))


def wrong_phase(state: State) -> IllegalMove:
    """The refusal of a step that belongs to another phase."""
    if state.phase == "build":
        return IllegalMove(say("The board must be built first, e.g. board:P0,0,0/I3,-1,1/..."))
    if state.phase == "place":
        return IllegalMove(say("Your piece must enter the board first, e.g. @{tile}.", tile=TILE_NAMES[0]))
    return IllegalMove(say("The board stands and both pieces are placed: move, bless, cast a spell or end your turn."))


def status(state: State) -> Turn | Outcome:
    """Whose turn it is, or how the match ended (RULES 8)."""
    if state.phase != "over":
        return turn(state.mover, state.phase)
    if state.mover == TIED:
        return tie(2, say("Both colours have linked all seven rooms at once."))
    if state.mover == BLACK:
        return won(BLACK, say("Black's auras link all seven rooms"))
    return won(state.mover, say("White's auras link all seven rooms"))
