"""Descriptions of moves, in words and marks."""

from __future__ import annotations

from games.choccer.legal import sides
from games.choccer.moves import HAND_ON, Move
from games.choccer.position import BIT, EMPTY, GRID, ZONES, State, gem_at
from games.choccer.rules import POINTS, apply
from games.choccer.words import THE_GEM, TO_THE_GEM, a_piece, from_the_piece, the_piece
from games.core.boards.grid import bits
from games.core.description import MoveDescription
from games.core.i18n import Message, gettext, join_list, ngettext
from games.core.sentences import PlayerName, sentences, without_subject
from games.core.table import Mark


def describe(state: State, move: Move) -> MoveDescription:
    """Describe the move that the side to act is about to make, in words, and mark its squares."""
    origin, target = GRID.names[move.origin], GRID.names[move.target]
    words, to_you = _describe_move(state, move)
    scored = _scoring(state, move)
    if scored is not None:
        words, to_you = join_list((words, without_subject(scored[0]))), sentences(to_you, scored[1])
    lost = _lost_turns(state, move)
    if lost is not None:
        words, to_you = sentences(words, lost), sentences(to_you, lost)
    return MoveDescription(words, (Mark("from", (origin,)), Mark("last", (target,))), to_you)


def _lost_turns(state: State, move: Move) -> Message | None:
    """Return whose turns are lost after the move because they cannot act (RULES 2.3); None if nobody's are."""
    lost = apply(state, move).turn - state.turn - 1
    if not lost:
        return None
    if lost == 1:
        return gettext("{name} has no legal move: that turn is lost", name=PlayerName(1 - state.seat))
    return gettext("Nobody has a legal move any more")


def scored_gems(state: State, move: Move) -> list[int]:
    """Return RED or BLUE for each gem that is scored after the move (RULES 6.1)."""
    own, _ = sides(state, state.seat)
    zone = ZONES[1 - state.seat]
    gems = [gem_at(state, square) for square in bits(own & state.holders & zone & ~BIT[move.origin])]
    carrier = move.origin if state.holders & BIT[move.origin] else move.target
    brought = gem_at(state, carrier)
    return [*gems, brought] if brought != EMPTY and zone & BIT[move.target] else gems


def _scoring(state: State, move: Move) -> tuple[Message, Message] | None:
    """Return what the move scores, in two wordings: with the player's name, and addressed to the player."""
    gems = scored_gems(state, move)
    points = sum(POINTS[gem] for gem in gems)
    values = {"name": PlayerName(state.seat), "gems": join_list(THE_GEM[gem] for gem in gems)}
    if not gems:
        return None
    return (
        ngettext("{name} scores {gems}: {n} point", "{name} scores {gems}: {n} points", points, **values),
        ngettext("You score {gems}: {n} point", "You score {gems}: {n} points", points, **values),
    )


def _describe_move(state: State, move: Move) -> tuple[str, str]:
    """Return the move in two wordings: with the player's name, and addressed to the player."""
    found, gem = state.board[move.target], gem_at(state, move.target)
    values: dict[str, object] = {
        "name": PlayerName(state.seat), "piece": the_piece(state.board[move.origin]),
        "origin": GRID.names[move.origin], "target": GRID.names[move.target],
    }  # fmt: skip
    if move.verb == HAND_ON:
        values["gem"] = THE_GEM[gem_at(state, move.origin)]
        values |= {"giver": from_the_piece(state.board[move.origin]), "receiver": the_piece(found)}
        return (
            gettext("{name} hands {gem} on {giver} on {origin} to {receiver} on {target}", **values),
            gettext("You hand {gem} on {giver} on {origin} to {receiver} on {target}", **values),
        )
    if gem != EMPTY:
        values["gem"] = THE_GEM[gem]
    if state.gems & BIT[move.target]:
        return (
            gettext("{name} moves {piece} from {origin} to {target} and picks up {gem}", **values),
            gettext("You move {piece} from {origin} to {target} and pick up {gem}", **values),
        )
    if found == EMPTY and state.holders & BIT[move.origin] and not ZONES[1 - state.seat] & BIT[move.target]:
        values["gem"] = TO_THE_GEM[gem_at(state, move.origin)]
        return (
            gettext("{name} moves {piece} with {gem} from {origin} to {target}", **values),
            gettext("You move {piece} with {gem} from {origin} to {target}", **values),
        )
    if found == EMPTY:
        return (
            gettext("{name} moves {piece} from {origin} to {target}", **values),
            gettext("You move {piece} from {origin} to {target}", **values),
        )
    values["victim"] = a_piece(found)
    if gem == EMPTY:
        return (
            gettext("{name} moves {piece} from {origin} to {target} and captures {victim}", **values),
            gettext("You move {piece} from {origin} to {target} and capture {victim}", **values),
        )
    return (
        gettext("{name} moves {piece} from {origin} to {target}, captures {victim} and takes {gem}", **values),
        gettext("You move {piece} from {origin} to {target}, capture {victim} and take {gem}", **values),
    )
