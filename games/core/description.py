"""A move, or the idea behind it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.i18n import Message, join_list
from games.core.sentences import sentences, without_subject
from games.core.table import Mark


@dataclass(frozen=True, slots=True)
class MoveDescription:
    """A whole sentence in two forms, without a full stop, and the marks that show where to look.

    `words` names the player with a `PlayerName`, the value `name` of the message ("Ana blesses c3"). `to_you` is what
    the player reads ("You bless c3"); it is empty if that is the same.
    """

    words: str
    marks: tuple[Mark, ...] = ()
    to_you: str = ""

    @property
    def personal(self) -> str:
        """The sentence as the player reads it."""
        return self.to_you or self.words

    def with_idea(self, idea: str | None, marks: tuple[Mark, ...]) -> MoveDescription:
        """Return the move followed by a sentence with the idea behind it."""
        if not idea:
            return MoveDescription(self.words, marks, self.to_you)
        return MoveDescription(sentences(self.words, idea), marks, sentences(self.personal, idea))


def join_steps(steps: Sequence[MoveDescription]) -> MoveDescription:
    """Join all steps of one player's turn into one sentence: "Ana moves to c3, blesses c3 and ends the turn"."""
    if len(steps) == 1:
        return steps[0]
    first, *others = (part for step in steps for part in _parts(step.words))
    marks = dict.fromkeys(mark for step in steps for mark in step.marks)
    words = join_list((first, *map(without_subject, others)))
    return MoveDescription(words, tuple(marks), sentences(*(step.personal for step in steps)))


def _parts(words: str) -> Iterator[str]:
    """Yield the sentences that make up a description."""
    if isinstance(words, Message) and words.list_style:
        yield from (str(part) if not isinstance(part, str) else part for part in words.values.values())
    else:
        yield words
