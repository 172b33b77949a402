"""Moves in words and marks."""

from __future__ import annotations

from games.choccer.legal import sides
from games.choccer.moves import HAND_ON, Move, text
from games.choccer.position import BIT, EMPTY, GRID, ZONES, State, gem_at
from games.choccer.rules import POINTS
from games.choccer.words import GEMS, piece_name
from games.core.boards.grid import bits
from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, ngettext
from games.core.table import Mark


def describe(state: State, move: Move) -> MoveDescription:
    """The move, about to be made by the side to act, in words; its squares are marked."""
    origin, target = GRID.names[move.origin], GRID.names[move.target]
    return MoveDescription(_with_scoring(state, move), (Mark("from", (origin,)), Mark("last", (target,))))


def scored_gems(state: State, move: Move) -> list[int]:
    """RED or BLUE for each gem that is scored after the move (RULES 6.1)."""
    own, _ = sides(state, state.seat)
    zone = ZONES[1 - state.seat]
    gems = [gem_at(state, square) for square in bits(own & state.holders & zone & ~BIT[move.origin])]
    carrier = move.origin if state.holders & BIT[move.origin] else move.target
    brought = gem_at(state, carrier)
    return [*gems, brought] if brought != EMPTY and zone & BIT[move.target] else gems


def _with_scoring(state: State, move: Move) -> Message:
    words, gems = _describe_move(state, move), scored_gems(state, move)
    points = sum(POINTS[gem] for gem in gems)
    if not gems:
        return words
    if len(gems) == 1:
        return ngettext(
            "{deed} and scores the {gem}: {n} point",
            "{deed} and scores the {gem}: {n} points",
            points,
            deed=words,
            gem=GEMS[gems[0]],
        )
    return ngettext(
        "{deed} and scores {gems} gems: {n} point",
        "{deed} and scores {gems} gems: {n} points",
        points,
        deed=words,
        gems=len(gems),
    )


def _describe_move(state: State, move: Move) -> Message:
    piece, notation = piece_name(state.board[move.origin]), text(move)
    found, gem = state.board[move.target], gem_at(state, move.target)
    if move.verb == HAND_ON:
        return gettext(
            "{piece} {origin} hands the {gem} to the {receiver} on {target}",
            piece=piece, origin=GRID.names[move.origin], gem=GEMS[gem_at(state, move.origin)],
            receiver=piece_name(found), target=GRID.names[move.target],
        )  # fmt: skip
    if state.gems & BIT[move.target]:
        return gettext("{piece} {move} picks up the {gem}", piece=piece, move=notation, gem=GEMS[gem])
    if found == EMPTY:
        return gettext("{piece} {move}", piece=piece, move=notation)
    capture = gettext("{piece} {move} takes a {victim}", piece=piece, move=notation, victim=piece_name(found))
    return capture if gem == EMPTY else gettext("{capture} and its {gem}", capture=capture, gem=GEMS[gem])
