"""The legal steps of the mover, listed, counted or drawn at random (RULES 3-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from random import Random

from games.core.boards.grid import bits
from games.core.errors import IllegalMove
from games.piously import actions
from games.piously.boards import CLASSIC, numbered_board, random_board
from games.piously.moves import Bless, Build, Drop, End, Move, PickUp, Put, Walk
from games.piously.position import State
from games.piously.spells import ready_spells
from games.piously.turns import play


def puts(state: State) -> Iterable[Move]:
    """Return the legal entries (RULES 3)."""
    return [Put(tile) for tile in bits(actions.free_tiles(state))]


def walks(state: State) -> Iterable[Move]:
    """Return the legal walks (RULES 5.1)."""
    return [Walk(tile) for tile in bits(actions.reachable_tiles(state))] if state.actions else ()


def blessings(state: State) -> Iterable[Move]:
    """Return the legal blessings (RULES 5.2)."""
    return (Bless(),) if 0 < actions.blessing_cost(state) <= state.actions else ()


def drops(state: State) -> Iterable[Move]:
    """Return the legal drops (RULES 5.3)."""
    if not state.actions or not state.arts[state.mover]:
        return ()
    return [
        Drop(room, tile)
        for room in bits(actions.droppable_rooms(state))
        for tile in bits(actions.reachable_tiles(state))
    ]


def pick_ups(state: State) -> Iterable[Move]:
    """Return the legal pick-ups (RULES 5.4)."""
    if not state.actions or not state.arts[state.mover]:
        return ()
    return [PickUp(room) for room in bits(actions.recoverable_rooms(state))]


def ends(state: State) -> Iterable[Move]:
    """Return the legal ends of the turn (RULES 5.5)."""
    return [End(), *map(End, actions.learnable_spells(state))]


ACTIONS: tuple[Callable[[State], Iterable[Move]], ...] = (walks, blessings, drops, pick_ups, ends)
"""The kinds of actions, each with its legal steps."""

SHOWN_BOARDS = 100
"""The number of boards that are listed, out of countless ones."""


class Steps:
    """The legal steps of the player who builds, places or plays."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        state = self._state
        if state.phase == "build":
            boards = (Build(numbered_board(number)) for number in range(SHOWN_BOARDS - 1))
            return chain((Build(CLASSIC),), boards)
        if state.phase == "place":
            return iter(puts(state))
        acts = chain.from_iterable(kind(state) for kind in ACTIONS)
        return chain(acts, chain.from_iterable(spell.casts(state) for spell in ready_spells(state)))

    def __contains__(self, move: object) -> bool:
        try:
            play(self._state, self._state.mover, move)  # type: ignore[arg-type]
        except IllegalMove:
            return False
        return True

    def count(self) -> int | None:
        """Return the exact number of steps; None while the board is to be built."""
        state = self._state
        if state.phase == "build":
            return None
        if state.phase == "place":
            return len(list(puts(state)))
        acts = sum(len(list(kind(state))) for kind in ACTIONS)
        return acts + sum(spell.count(state) for spell in ready_spells(state))

    def sample(self, rng: Random) -> Move:
        """Return a random step: first draw a kind of action or a spell, then a step, lest one spell drown the rest."""
        state = self._state
        if state.phase == "build":
            return Build(random_board(rng))
        if state.phase == "place":
            return rng.choice(list(puts(state)))
        ready = ready_spells(state)
        kinds = len(ACTIONS) + len(ready)
        while True:
            kind = int(rng.random() * kinds)
            if kind < len(ACTIONS):
                listed = list(ACTIONS[kind](state))
                if listed:
                    return listed[int(rng.random() * len(listed))]
            else:
                move: Move | None = ready[kind - len(ACTIONS)].draw(state, rng)
                if move is not None:
                    return move
