"""The rules of a game: what may happen, what follows, and how it is written down."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Generic, TypeVar

from games.core.info import GameInfo, Options
from games.core.legal import LegalMoves
from games.core.status import CHANCE, Outcome, Seat, Turn

S = TypeVar("S")
M = TypeVar("M")


class Rules(ABC, Generic[S, M]):
    """The one authority over states and moves. Stateless: a move returns a new state."""

    info: GameInfo

    @abstractmethod
    def start(self, seats: int, options: Options) -> S:
        """The first position. Raises BadNotation for seats or options that the game does not have."""

    @abstractmethod
    def status(self, state: S) -> Turn | Outcome:
        """The turn, or the outcome of the match."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> LegalMoves[M]:
        """The legal moves of the seat; none if it may not act."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """The state after the move.

        Raises IllegalMove with a sentence for the player, NotYourTurn when the seat may not act or all is over.
        """

    @abstractmethod
    def parse(self, text: str) -> M:
        """The move that the text means. Raises BadNotation if it cannot be read."""

    @abstractmethod
    def text(self, move: M) -> str:
        """The move in canonical notation."""

    @abstractmethod
    def dump(self, state: S) -> str:
        """The position on one line."""

    @abstractmethod
    def load(self, text: str, options: Options) -> S:
        """The state of a position line, also of one that cannot arise in play. Raises BadNotation."""

    def seats(self, state: S) -> int:
        """The number of seats in the match. Games for a varying number override this."""
        del state
        return self.info.max_seats

    def view(self, state: S, viewer: Seat | None) -> S:
        """The state with what `viewer` (None: a spectator) may not know hidden. Games with secrets override this."""
        del viewer
        return state

    def deal(self, state: S, rng: Random) -> M:
        """A move of chance, with the probabilities of the rules. Only called when CHANCE is to act."""
        return self.legal(state, CHANCE).sample(rng)
