"""How a game is shown to people: the table, moves in words, and the questions that lead to a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Generic, TypeVar

from games.core.description import MoveDescription
from games.core.errors import BadNotation, GameError, IllegalMove
from games.core.i18n import Translate, gettext, join_list
from games.core.lesson import Lesson, Trainer
from games.core.question import DONE, Choice, Question, next_tokens
from games.core.rules import Rules
from games.core.spelling import without_move_number, without_spelling
from games.core.status import Seat
from games.core.table import Table

S = TypeVar("S")
M = TypeVar("M")

_SUGGESTED_FROM = 20_000
"""The most legal moves among which completions of the typed text are searched."""


class Presenter(ABC, Generic[S, M]):
    """Shows states and moves to people. States are given as their viewer may see them (`Rules.view`)."""

    def __init__(self, rules: Rules[S, M]) -> None:
        self.rules = rules

    @abstractmethod
    def table(self, state: S, viewer: Seat | None) -> Table:
        """Return the table as `viewer` sees it (None: a spectator)."""

    @abstractmethod
    def describe(self, state: S, seat: Seat, move: M) -> MoveDescription:
        """Describe the move, about to be played in `state`, in words and marks ("star c2-e4 takes a clover")."""

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the tutorial: five short steps for somebody who has never played."""
        return ()

    def trainer(self) -> Trainer | None:
        """Return exercises for people who have done the lessons, or None if there are none."""
        return None

    def tokens(self, state: S, move: M) -> tuple[str, ...]:
        """Return the path of tokens along which `ask` leads to the move; by default the words of its text."""
        del state
        return tuple(self.rules.text(move).split())

    def compose(self, draft: tuple[str, ...]) -> str:
        """Return the move text that a complete draft stands for: the reverse of `tokens`."""
        return " ".join(token for token in draft if token != DONE)

    def choice(self, state: S, seat: Seat, draft: tuple[str, ...], token: str) -> Choice:
        """Return the choice with which the default `ask` shows a token. Games override it for labels and cells."""
        del state, seat, draft
        return Choice(token, gettext("Done") if token == DONE else token)

    def prompt(self, state: S, seat: Seat, draft: tuple[str, ...]) -> str:
        """Return the question that the default `ask` asks."""
        del state, seat
        return gettext("Then?") if draft else gettext("Choose your move")

    def summarize(self, steps: Sequence[tuple[S, M]]) -> str:
        """Summarize the steps of a turn, each with the state before it, in a few words: "End turn: bless P1".

        Only called for games with several steps per turn.
        """
        return join_list(self.rules.text(move) for _, move in steps)

    def ask(self, state: S, seat: Seat, draft: tuple[str, ...]) -> Question | None:
        """Return the next choices of a move that begins with `draft`, or None if the draft is a whole legal move.

        The default walks the tree of the listed legal moves; games with huge move sets override it.
        Raises IllegalMove if no legal move begins so.
        """
        following = next_tokens((self.tokens(state, move) for move in self.rules.legal(state, seat)), draft)
        if following is None:
            return None
        if not following:
            raise IllegalMove(
                gettext("No legal move starts with '{text}'. Pick one from the list.", text=self.compose(draft))
            )
        choices = tuple(self.choice(state, seat, draft, token) for token in following)
        return Question(self.prompt(state, seat, draft), choices)

    def preview(self, state: S, seat: Seat, draft: tuple[str, ...]) -> Table:
        """Return the table while the seat composes a move: by default what it sees, unchanged.

        Games in which moves are built up override it to show the draft: ghosts, chosen pieces, the result so far.
        """
        del draft
        return self.table(state, seat)

    def suggest(self, state: S, seat: Seat, typed: str, limit: int = 25) -> tuple[str, ...]:
        """Return at most `limit` legal moves that complete the typed text. Games with huge move sets override it."""
        wanted = "".join(typed.lower().split())
        texts = (self.rules.text(move) for move in islice(self.rules.legal(state, seat), _SUGGESTED_FROM))
        return tuple(islice((text for text in texts if "".join(text.lower().split()).startswith(wanted)), limit))

    def read(self, state: S, seat: Seat, typed: str, translate: Translate = str) -> tuple[str, ...]:
        """Return the moves that typed text may mean, as texts; `translate` gives words in the writer's language.

        Notation is read as it is, everything else as words, also with the number of the move before it, and spelled
        out. A single reading may be illegal, so that its refusal says why; several readings are all legal. Raises
        BadNotation and IllegalMove with a sentence for the player.
        """
        bare = without_move_number(typed)
        if bare is None:
            return self._read_spelling(state, seat, typed, translate)
        numbered: tuple[str, ...] = ()
        with suppress(GameError):  # the number may be part of the move: in Onyx, "2. c3" may be two pieces
            numbered = self.read_text(state, seat, typed, translate)
        if numbered and not self._are_legal(state, seat, numbered):
            numbered = ()
        try:
            found = self._read_spelling(state, seat, bare, translate)
        except GameError:
            if not numbered:
                raise
            return numbered
        return numbered if numbered and set(numbered) <= set(found) else tuple(dict.fromkeys((*found, *numbered)))

    def _read_spelling(self, state: S, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        """Read the text; if that is impossible, read what is spelled out in it as notation."""
        try:
            return self.read_text(state, seat, typed, translate)
        except GameError:
            plain = without_spelling(typed, translate)
            if plain != typed:
                with suppress(GameError):
                    return self.read_text(state, seat, plain, translate)
            raise

    def read_text(self, state: S, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        """Do the same as `read` for text without the number of a move and without spelling."""
        try:
            move = self.rules.parse(typed)
        except (BadNotation, IllegalMove) as error:  # "Si6-j7" means the star on i6, not a space si6
            read = self.read_words if isinstance(error, BadNotation) else self._legal_readings
            found = read(state, seat, typed, translate)
            if not found:
                raise
            return found
        if self._is_legal(state, seat, move):
            return (self.rules.text(move),)
        return self._legal_readings(state, seat, typed, translate) or (self.rules.text(move),)

    def chapter(self, state: S) -> int:
        """Return the chapter of the rules that a position is about; 0 for the beginning."""
        del state
        return 0

    def threats(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return sentences that say what the seat might lose and what it could take. Games with attacks override it."""
        del state, seat
        return ()

    def own_roles(self, seat: Seat) -> frozenset[str]:
        """Return the roles of the seat's own pieces, besides the role of its strip."""
        del seat
        return frozenset()

    def examples(self, state: S) -> str:
        """Return some moves as people type them, as a list; empty if only notation is read."""
        del state
        return ""

    def read_words(self, state: S, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        """Do the same as `read` for words, not notation; empty by default. Games that read words override it."""
        del state, seat, typed, translate
        return ()

    def _legal_readings(self, state: S, seat: Seat, typed: str, translate: Translate) -> tuple[str, ...]:
        """Return what illegal notation may mean if it is read as words; empty if that is no better."""
        try:
            found = self.read_words(state, seat, typed, translate)
            moves = [self.rules.parse(text) for text in found]
        except GameError:
            return ()
        return found if all(self._is_legal(state, seat, move) for move in moves) else ()

    def _are_legal(self, state: S, seat: Seat, texts: tuple[str, ...]) -> bool:
        """Whether readings are legal: several always are, a single one may be several steps."""
        if len(texts) > 1:
            return True
        try:
            move = self.rules.parse(texts[0])
        except GameError:
            return True  # steps, which were played to be read
        return self._is_legal(state, seat, move)

    def _is_legal(self, state: S, seat: Seat, move: M) -> bool:
        try:
            self.rules.play(state, seat, move)
        except GameError:
            return False
        return True
