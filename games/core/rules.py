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
    """The one authority on states and moves. Stateless: a move returns a new state."""

    info: GameInfo

    @abstractmethod
    def start(self, seats: int, options: Options) -> S:
        """Return the first position. Raises BadNotation for seats or options that the game does not have."""

    @abstractmethod
    def status(self, state: S) -> Turn | Outcome:
        """Return the turn, or the outcome of the match."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> LegalMoves[M]:
        """Return the legal moves of the seat; there are none if it may not act."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """Return the state after the move.

        Raises IllegalMove with a sentence for the player, NotYourTurn if the seat may not act or the match is over.
        """

    @abstractmethod
    def parse(self, text: str) -> M:
        """Return the move that the text means. Raises BadNotation if it cannot be read."""

    @abstractmethod
    def text(self, move: M) -> str:
        """Return the move in canonical notation."""

    @abstractmethod
    def dump(self, state: S) -> str:
        """Return the position on one line."""

    @abstractmethod
    def load(self, text: str, options: Options) -> S:
        """Return the state of a position line, even one that cannot arise in play. Raises BadNotation."""

    def seats(self, state: S) -> int:
        """Return the number of seats in the match. Games with a variable number override this."""
        del state
        return self.info.max_seats

    def view(self, state: S, viewer: Seat | None) -> S:
        """Return the state without what `viewer` (None: a spectator) may not know. Games with secrets override this."""
        del viewer
        return state

    def deal(self, state: S, rng: Random) -> M:
        """Return a move of chance, with the probabilities of the rules. Only called if CHANCE is to act."""
        return self.legal(state, CHANCE).sample(rng)
