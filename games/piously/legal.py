"""The legal moves of the mover, never listed as a whole unless asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from games.core.errors import IllegalMove
from games.piously.boards import CLASSIC, numbered_board, random_board
from games.piously.moves import Build, Move
from games.piously.options import ACTIONS, SPELLS, draw, puts, spells, ways
from games.piously.rules import play
from games.piously.state import State

SHOWN_BOARDS = 100
"""Of the countless boards this many are listed."""


class Steps:
    """The legal steps of one who builds, places or plays."""

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
        return chain(acts, chain.from_iterable(SPELLS[spell](state) for spell in spells(state)))

    def __contains__(self, move: object) -> bool:
        try:
            play(self._state, self._state.mover, move)  # type: ignore[arg-type]
        except IllegalMove:
            return False
        return True

    def count(self) -> int | None:
        """The exact number of steps; None while the board is to be built."""
        state = self._state
        if state.phase == "build":
            return None
        if state.phase == "place":
            return len(list(puts(state)))
        acts = sum(len(list(kind(state))) for kind in ACTIONS)
        return acts + sum(ways(state, spell) for spell in spells(state))

    def sample(self, rng: Random) -> Move:
        """A kind of action, or a spell, is drawn first, then one of its steps: no spell drowns all else."""
        state = self._state
        if state.phase == "build":
            return Build(random_board(rng))
        if state.phase == "place":
            return rng.choice(list(puts(state)))
        ready = spells(state)
        kinds = len(ACTIONS) + len(ready)
        while True:
            kind = int(rng.random() * kinds)
            if kind < len(ACTIONS):
                listed = list(ACTIONS[kind](state))
                if listed:
                    return listed[int(rng.random() * len(listed))]
            else:
                move = draw(state, ready[kind - len(ACTIONS)], rng)
                if move is not None:
                    return move
