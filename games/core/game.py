"""The contract that every game keeps.

A game is a stateless object; states and moves are frozen, hashable values. A move returns a new state.
Above `games`, moves and positions are text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Generic, TypeVar

from games.core.errors import IllegalMove
from games.core.info import GameInfo, Options
from games.core.legal import LegalMoves, drawn
from games.core.lesson import Lesson
from games.core.question import DONE, Choice, Question, next_tokens
from games.core.say import say
from games.core.status import CHANCE, Outcome, Seat, Turn
from games.core.table import Table, Telling
from games.core.thought import Budget, Thought

S = TypeVar("S")
M = TypeVar("M")


class Game(ABC, Generic[S, M]):
    """One game. `S` is its state, `M` its move."""

    info: GameInfo

    @abstractmethod
    def start(self, seats: int, options: Options) -> S:
        """The first position. Raises BadNotation for seats or options that the game does not have."""

    @abstractmethod
    def status(self, state: S) -> Turn | Outcome:
        """Whose turn it is, or how the match ended."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> LegalMoves[M]:
        """The legal moves of the seat; none when it may not act."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """The state after the move.

        Raises IllegalMove with a sentence for the player, NotYourTurn when the seat may not act or all is over.
        """

    @abstractmethod
    def parse(self, text: str) -> M:
        """The move that the text means. Raises BadNotation when it cannot be read."""

    @abstractmethod
    def text(self, move: M) -> str:
        """The move in canonical notation."""

    @abstractmethod
    def dump(self, state: S) -> str:
        """The position on one line."""

    @abstractmethod
    def load(self, text: str, options: Options) -> S:
        """The state of a position line, also of one that cannot arise in play. Raises BadNotation."""

    @abstractmethod
    def table(self, state: S, viewer: Seat | None) -> Table:
        """What `viewer` (None: a spectator) sees on the table."""

    @abstractmethod
    def tell(self, state: S, seat: Seat, move: M) -> Telling:
        """The move, about to be played in `state`, in words and marks ("star c2-e4 takes a clover")."""

    @abstractmethod
    def evaluate(self, state: S, seat: Seat) -> float:
        """How well `seat` stands, from -1 (lost) to 1 (won), seen at a glance. Used by greedy players and searches."""

    def lessons(self) -> tuple[Lesson, ...]:
        """The tutorial: five short steps for somebody who has never played."""
        return ()

    def seats(self, state: S) -> int:
        """How many seats the match has. Games for a varying number override this."""
        del state
        return self.info.max_seats

    def view(self, state: S, viewer: Seat | None) -> S:
        """The state with what `viewer` may not know hidden. Games with secrets override this."""
        del viewer
        return state

    def tokens(self, state: S, move: M) -> tuple[str, ...]:
        """The move as the path of tokens that `ask` leads along; by default the words of its text."""
        del state
        return tuple(self.text(move).split())

    def compose(self, draft: tuple[str, ...]) -> str:
        """The move text that a complete draft stands for: the reverse of `tokens`."""
        return " ".join(token for token in draft if token != DONE)

    def choice(self, state: S, seat: Seat, draft: tuple[str, ...], token: str) -> Choice:
        """How the default `ask` shows one token. Games override it for labels and the cells pointed at."""
        del state, seat, draft
        return Choice(token, say("Done") if token == DONE else token)

    def prompt(self, state: S, seat: Seat, draft: tuple[str, ...]) -> str:
        """What the default `ask` asks."""
        del state, seat
        return say("Then?") if draft else say("Choose your move")

    def ask(self, state: S, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        """The next choices of a move that begins with `draft`; None when the draft is a whole legal move.

        The default walks the tree of the listed legal moves; games with huge move sets override it.
        Raises IllegalMove when no legal move begins so.
        """
        following = next_tokens((self.tokens(state, move) for move in self.legal(state, seat)), draft)
        if following is None:
            return None
        if not following:
            raise IllegalMove(say("No legal move begins with '{text}'.", text=self.compose(draft)))
        choices = tuple(self.choice(state, seat, draft, token) for token in following)
        return Question(self.prompt(state, seat, draft), choices)

    def preview(self, state: S, seat: Seat, draft: tuple[str, ...]) -> Table:
        """The table while the seat composes a move: by default what it sees, nothing changed.

        Games whose moves are built up override it to show the draft: ghosts, what has been chosen, the result so far.
        """
        del draft
        return self.table(state, seat)

    def suggest(self, state: S, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        """At most `limit` legal moves, as texts, that continue what is typed. Games with huge move sets override it."""
        wanted = "".join(typed.lower().split())
        texts = (self.text(move) for move in islice(self.legal(state, seat), 20_000))
        return tuple(islice((text for text in texts if "".join(text.lower().split()).startswith(wanted)), limit))

    def deal(self, state: S, rng: Random) -> M:
        """A move of chance, with the probabilities of the rules. Only called when CHANCE is to act."""
        return self.legal(state, CHANCE).sample(rng)

    def propose(self, state: S, seat: Seat, rng: Random) -> Iterable[M]:
        """Legal moves that are worth a try, at least one: by default all, or a sample of very many. For searches."""
        return drawn(self.legal(state, seat), rng, 200)

    def imagine(self, view: S, seat: Seat, rng: Random) -> S:
        """A state that may lie behind what `seat` sees. Games whose views leave gaps fill them in here, by chance."""
        del seat, rng
        return view

    def think(self, view: S, seat: Seat, level: str, budget: Budget, rng: Random) -> Thought[M]:
        """A move for `seat`, who sees `view`, within the budget; never an illegal one.

        Deterministic for the same `rng` and a budget of nodes. The default searches without knowledge of the game.
        """
        from games.core import search  # noqa: PLC0415 - a search builds on the contract

        return search.think(self, view, seat, level, budget, rng)
