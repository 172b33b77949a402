"""A game: its title and options, its rules, its presenter and its computer player.

All four are stateless; states and moves are frozen, hashable values. Outside of `games`, moves and positions are
text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.core.info import GameInfo
from games.core.player import Player, Thought
from games.core.presenter import Presenter
from games.core.rules import Rules

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M]):
    """One game. `S` is the type of its states, `M` that of its moves.

    `rules` alone is enough to play; `presenter` shows positions and moves to people; `player` is the computer player.
    """

    info: GameInfo
    rules: Rules[S, M]
    presenter: Presenter[S, M]
    player: Player[S, M]

    @property
    def minds_history(self) -> bool:
        """Whether the computer player must know earlier positions: repetitions end the match, or lead nowhere."""
        return self.info.repetition is not None or self.player.minds_repetitions

    def turn_of(self, thought: Thought[M]) -> tuple[M, ...]:
        """Return the move of a thought; if a turn has several steps, include the planned steps after it."""
        return (thought.move, *thought.line) if self.info.multi_step else (thought.move,)


AnyGame = Game[Any, Any]
"""A game whose states and moves are opaque to the caller."""
