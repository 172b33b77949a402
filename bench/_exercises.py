"""Exercises: positions with a win, with a win that the opponent threatens, or with a lead to keep.

A finder takes a position and returns an exercise. It returns None if there is nothing to find, if every turn is a
solution, or if no turn that was tried is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Generic, TypeVar

import games
from games.choccer.legal import legal_moves
from games.choccer.position import NOBODY
from games.choccer.position import State as ChoccerState
from games.choccer.rules import apply as play_choccer
from games.conquid.actions import is_connected
from games.conquid.completions import completing_sets, unbreakable_acquire
from games.conquid.legal import Moves
from games.conquid.moves import Move as ConquidMove
from games.conquid.position import State as ConquidState
from games.conquid.propose import propose
from games.conquid.rules import play as play_conquid
from games.core.boards.grid import bits
from games.core.budget import Budget
from games.core.game import AnyGame
from games.core.status import CHANCE, Outcome, Seat
from games.onyx.legal import Placements
from games.onyx.position import State as OnyxState
from games.onyx.removal import settled_lead
from games.onyx.turns import play as play_onyx
from games.piously import legal as piously_legal
from games.piously.actions import ACTIONS
from games.piously.defence import can_win
from games.piously.moves import End
from games.piously.moves import Move as PiouslyMove
from games.piously.position import State as PiouslyState
from games.piously.search import Beam, plans
from games.piously.spells import ready_spells
from games.piously.turns import play as play_piously

S = TypeVar("S")

_NODES = {"choccer": 300, "conquid": 60, "onyx": 300, "piously": 60}
"""The number of nodes per move in the matches from which positions are taken."""
_OPENING = 2
_LONGEST = 200
_SAMPLES = 200
_ADDED_AURAS = 8
_BRANCHES = 40
"""The most ways of casting a spell that are tried in the search for a win within a turn of Piously."""
_MOST_STATES, _MOST_SOUGHT = 2500, 8000
_DEFENCES = Beam(30, 12)


@dataclass(frozen=True)
class Exercise(Generic[S]):
    """A position, and a test whether the position after the whole turn is a solution."""

    state: S
    is_solved: Callable[[S], bool]


def positions(key: str, seed: int) -> Iterator[tuple[Any, Seat]]:
    """Yield the positions of a match of easy against itself."""
    game, rng = games.find(key), Random(seed)
    state = game.rules.start(2, game.info.check_options({}))
    for ply in range(_LONGEST):
        status = game.rules.status(state)
        if isinstance(status, Outcome):
            return
        seat = min(status.seats)
        if ply >= _OPENING and seat != CHANCE:
            yield state, seat
        state = game.rules.play(state, seat, _next_move(game, state, seat, ply, rng))


def _next_move(game: AnyGame, state: object, seat: Seat, ply: int, rng: Random) -> object:
    if seat == CHANCE:
        return game.rules.deal(state, rng)
    if ply < _OPENING:
        return game.rules.legal(state, seat).sample(rng)
    return game.player.think(state, seat, "easy", Budget(nodes=_NODES[game.info.key]), rng).move


def choccer_win(state: ChoccerState, seat: Seat, rng: Random) -> Exercise[ChoccerState] | None:
    """Return an exercise if a move wins the match at once."""
    del rng
    return Exercise(state, lambda after: _has_won(after, seat)) if _wins_at_once(state, seat) else None


def choccer_defence(state: ChoccerState, seat: Seat, rng: Random) -> Exercise[ChoccerState] | None:
    """Return an exercise if the other side could win the match with its next move."""
    del rng
    other = Seat(1 - seat)

    def is_safe(after: ChoccerState) -> bool:
        return not _wins_at_once(after, other) if after.seat == other else not _has_won(after, other)

    if _wins_at_once(state, seat):
        return None
    found = {is_safe(play_choccer(state, move)) for move in legal_moves(state, seat)}
    return Exercise(state, is_safe) if len(found) == 2 else None


def _wins_at_once(state: ChoccerState, seat: Seat) -> bool:
    return any(_has_won(play_choccer(state, move), seat) for move in legal_moves(state, seat))


def _has_won(state: ChoccerState, seat: Seat) -> bool:
    return state.seat == NOBODY and state.points[seat] > state.points[1 - seat]


def conquid_win(state: ConquidState, seat: Seat, rng: Random) -> Exercise[ConquidState] | None:
    """Return an exercise if an acquire completes a chain that no reply breaks; conquest cannot be declared yet."""
    del rng
    if _is_decided(state) or not _can_complete(state, seat):
        return None

    def is_solved(after: ConquidState) -> bool:
        if not is_connected(after.field, after.cells[seat], seat):
            return False
        answers = (play_conquid(after, 1 - seat, move) for move in Moves(after, Seat(1 - seat)).actions())
        return all(answer.winner is None and is_connected(answer.field, answer.cells[seat], seat) for answer in answers)

    return Exercise(state, is_solved)


def conquid_defence(state: ConquidState, seat: Seat, rng: Random) -> Exercise[ConquidState] | None:
    """Return an exercise if the other side could complete such a chain in its next turn."""
    field, other = state.field, 1 - seat
    if _is_decided(state) or _can_complete(state, seat) or not _can_complete(state, other):
        return None

    def is_safe(after: ConquidState) -> bool:
        if is_connected(field, after.cells[other], other):
            return False
        return is_connected(field, after.cells[seat], seat) or not _can_complete(after, other)

    threats = completing_sets(field, state.cells[other], state.cells[seat], other)
    useful = [1 << each for each in dict.fromkeys(cell for cells in threats for cell in bits(cells))]
    blocks = [ConquidMove("A", field.names(a | b | c)) for a, b, c in combinations(useful[:12], 3)]
    tried = [*propose(state, seat, rng), *rng.sample(blocks, min(_SAMPLES // 4, len(blocks)))]
    return Exercise(state, is_safe) if any(is_safe(play_conquid(state, seat, move)) for move in tried) else None


def _is_decided(state: ConquidState) -> bool:
    return any(is_connected(state.field, state.cells[seat], seat) for seat in (0, 1))


def _can_complete(state: ConquidState, seat: int) -> bool:
    own, other = state.cells[seat], state.cells[1 - seat]
    return unbreakable_acquire(state.field, own, other, seat, Budget().start()) is not None


def onyx_lead(state: OnyxState, seat: Seat, rng: Random) -> Exercise[OnyxState] | None:
    """Return an exercise if the side has passed: it must not end its turn behind, or the other may pass and win."""
    if state.phase != "play" or not state.passed >> seat & 1:
        return None
    legal = Placements(state, seat)
    drawn = (play_onyx(state, seat, legal.sample(rng)) for _ in range(_SAMPLES))
    found = {settled_lead(after, seat) >= 0 for after in drawn}
    return Exercise(state, lambda after: settled_lead(after, seat) >= 0) if len(found) == 2 else None


def piously_win(state: PiouslyState, seat: Seat, rng: Random) -> Exercise[PiouslyState] | None:
    """Return an exercise if this side can link its rooms in this turn; random auras of its own are added until then."""
    if state.phase != "play" or state.actions < ACTIONS or state.spent:
        return None
    state = _with_auras(state, seat, rng, _wins_this_turn)
    return Exercise(state, lambda after: _has_linked(after, seat)) if _wins_this_turn(state) else None


def piously_defence(state: PiouslyState, seat: Seat, rng: Random) -> Exercise[PiouslyState] | None:
    """Return an exercise if the other side would link its rooms in its next turn unless this side acts.

    Such positions are rare in matches, so random auras of the other side are added until it threatens to win.
    """
    if state.phase != "play" or state.actions < ACTIONS or state.spent:
        return None

    def end_turn(state: PiouslyState) -> PiouslyState:
        return play_piously(state, seat, End())

    def is_safe(after: PiouslyState) -> bool:
        return after.mover == seat if after.phase == "over" else not _wins_this_turn(after)

    state = _with_auras(state, 1 - seat, rng, lambda state: _wins_this_turn(end_turn(state)))
    if end_turn(state).phase == "over" or _wins_this_turn(state) or is_safe(end_turn(state)):
        return None
    found = plans(state, _DEFENCES, Budget(nodes=20 * _SAMPLES).start(), rng)[:_BRANCHES]
    return Exercise(state, is_safe) if any(is_safe(plan.state) for plan in found) else None


def _has_linked(state: PiouslyState, seat: int) -> bool:
    return state.phase == "over" and state.mover == seat


def _with_auras(state: PiouslyState, seat: int, rng: Random, is_enough: Callable[[PiouslyState], bool]) -> PiouslyState:
    """Return the position with random auras of a side added until they are enough, but at most `_ADDED_AURAS`."""
    blanks = list(bits(state.board.tiles & ~(state.auras[0] | state.auras[1])))
    for tile in rng.sample(blanks, min(_ADDED_AURAS, len(blanks))):
        if is_enough(state):
            break
        white, black = state.auras
        state = state._replace(auras=(white, black | 1 << tile) if seat else (white | 1 << tile, black))
    return state


def _wins_this_turn(state: PiouslyState) -> bool:
    """Whether the side to move can link its rooms within its turn, by the levels' own search or by another one.

    The other search tries actions and spells that have few ways, the most recently found step first.
    """
    if state.phase == "over":
        return False
    if can_win(state, Budget().start(), _MOST_SOUGHT):
        return True
    mover, waiting, seen = state.mover, [state], {state}
    while waiting and len(seen) < _MOST_STATES:
        here = waiting.pop()
        for move in _steps(here):
            after = play_piously(here, mover, move)
            if after.phase == "over":
                if after.mover == mover:
                    return True
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def _steps(state: PiouslyState) -> Iterator[PiouslyMove]:
    for kind in piously_legal.ACTIONS[:-1]:
        yield from kind(state)
    for spell in ready_spells(state):
        casts = []
        for cast in spell.casts(state):
            casts.append(cast)
            if len(casts) > _BRANCHES:
                break
        else:
            yield from casts


FINDERS: Mapping[str, tuple[str, Callable[[Any, Seat, Random], Exercise[Any] | None]]] = {
    "a win at once": ("choccer", choccer_win),
    "a win at once, prevented": ("choccer", choccer_defence),
    "an unbreakable chain": ("conquid", conquid_win),
    "an unbreakable chain, prevented": ("conquid", conquid_defence),
    "not behind after a pass": ("onyx", onyx_lead),
    "a win within a turn": ("piously", piously_win),
    "a win within a turn, prevented": ("piously", piously_defence),
}
"""Every kind of exercise: what there is to see, the game, and the function that finds it."""
