"""Actions in words and marks."""

from __future__ import annotations

from games.choccer.moves import HAND_ON, Action, sides, text
from games.choccer.rules import WORTH
from games.choccer.state import BIT, EMPTY, GRID, ZONES, State, gem_at
from games.choccer.words import GEMS, piece_name
from games.core.boards.grid import bits
from games.core.description import MoveDescription
from games.core.say import Say, say
from games.core.table import Mark


def tell(state: State, action: Action) -> MoveDescription:
    """The action, about to be done by the side to act, in words; its squares are marked."""
    origin, target = GRID.names[action.origin], GRID.names[action.target]
    return MoveDescription(_with_scoring(state, action), (Mark("from", (origin,)), Mark("last", (target,))))


def scored_gems(state: State, action: Action) -> list[int]:
    """RED or BLUE for each gem that is scored after the action (RULES 6.1)."""
    own, _ = sides(state, state.seat)
    zone = ZONES[1 - state.seat]
    gems = [gem_at(state, square) for square in bits(own & state.holders & zone & ~BIT[action.origin])]
    carrier = action.origin if state.holders & BIT[action.origin] else action.target
    brought = gem_at(state, carrier)
    return [*gems, brought] if brought != EMPTY and zone & BIT[action.target] else gems


def _with_scoring(state: State, action: Action) -> Say:
    deed, gems = _deed(state, action), scored_gems(state, action)
    points = sum(WORTH[gem] for gem in gems)
    if not gems:
        return deed
    if len(gems) == 1:
        return say("{deed} and scores the {gem}: {points} points", deed=deed, gem=GEMS[gems[0]], points=points)
    return say("{deed} and scores {gems} gems: {points} points", deed=deed, gems=len(gems), points=points)


def _deed(state: State, action: Action) -> Say:
    piece, move = piece_name(state.board[action.origin]), text(action)
    found, gem = state.board[action.target], gem_at(state, action.target)
    if action.verb == HAND_ON:
        return say(
            "{piece} {origin} hands the {gem} to the {receiver} on {target}",
            piece=piece, origin=GRID.names[action.origin], gem=GEMS[gem_at(state, action.origin)],
            receiver=piece_name(found), target=GRID.names[action.target],
        )  # fmt: skip
    if state.gems & BIT[action.target]:
        return say("{piece} {move} picks up the {gem}", piece=piece, move=move, gem=GEMS[gem])
    if found == EMPTY:
        return say("{piece} {move}", piece=piece, move=move)
    capture = say("{piece} {move} takes a {victim}", piece=piece, move=move, victim=piece_name(found))
    return capture if gem == EMPTY else say("{capture} and its {gem}", capture=capture, gem=GEMS[gem])
