"""A move, or the idea behind it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.i18n import Message, join_list
from games.core.sentences import sentences, without_subject
from games.core.table import Mark


@dataclass(frozen=True, slots=True)
class MoveDescription:
    """A whole sentence in two forms, without full stop, and where on the table to look.

    `words` names the player by a `PlayerName`, the value `name` of the message ("Ana blesses c3"); `to_you` is told to
    the player ("You bless c3") and empty where it reads the same.
    """

    words: str
    marks: tuple[Mark, ...] = ()
    to_you: str = ""

    @property
    def personal(self) -> str:
        """The sentence as the player reads it."""
        return self.to_you or self.words

    def with_idea(self, idea: Message | None, marks: tuple[Mark, ...]) -> MoveDescription:
        """The move followed by a sentence with the idea behind it."""
        if not idea:
            return MoveDescription(self.words, marks, self.to_you)
        return MoveDescription(sentences(self.words, idea), marks, sentences(self.personal, idea))


def join_steps(steps: Sequence[MoveDescription]) -> MoveDescription:
    """All steps of one player's turn, in one sentence: "Ana moves to c3, blesses c3 and ends the turn"."""
    if len(steps) == 1:
        return steps[0]
    first, *others = (part for step in steps for part in _parts(step.words))
    marks = dict.fromkeys(mark for step in steps for mark in step.marks)
    words = join_list((first, *map(without_subject, others)))
    return MoveDescription(words, tuple(marks), sentences(*(step.personal for step in steps)))


def _parts(words: str) -> Iterator[str]:
    """The sentences that a description is a list of."""
    if isinstance(words, Message) and words.list_style:
        yield from (str(part) if not isinstance(part, str) else part for part in words.values.values())
    else:
        yield words
