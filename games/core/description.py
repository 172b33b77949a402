"""A move, or the idea behind it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from games.core.i18n import Message, gettext, join_list
from games.core.table import Mark


class PlayerName(str):
    """Stands in a sentence for the name of the player on a seat, until `fill_names` puts the name there."""

    __slots__ = ("seat",)

    seat: int

    def __new__(cls, seat: int) -> Self:
        """Reads as "Player 1" where nobody fills in a name."""
        self = super().__new__(cls, f"Player {seat + 1}")
        self.seat = seat
        return self

    def __getnewargs__(self) -> tuple[int]:  # type: ignore[override]
        return (self.seat,)


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


def sentences(first: str, *others: str) -> str:
    """Whole sentences, one after the other, the last without its full stop."""
    text = first
    for other in others:
        text = gettext("{first}. {second}", first=text, second=other)
    return text


def first_sentence(text: str) -> str:
    """The first of `sentences`: what was played, without what it led to."""
    while isinstance(text, Message) and isinstance(first := text.values.get("first"), str):
        text = first
    return text


def fill_names(text: str, names: Sequence[str]) -> str:
    """The text with the names of the players, by seat, wherever it stands for them."""
    if isinstance(text, PlayerName):
        return names[text.seat] if text.seat < len(names) else text
    if not isinstance(text, Message) or not text.values:
        return text
    return text.with_values(
        {key: fill_names(value, names) if isinstance(value, str) else value for key, value in text.values.items()}
    )


def without_subject(text: str) -> str:
    """The sentence as it goes on in a list after one of the same player: "blesses c3"."""
    if not isinstance(text, Message):
        return text
    values = text.values
    if isinstance(values.get("name"), PlayerName):
        return text.with_values({**values, "name": ""})
    first = values.get("first")
    return text.with_values({**values, "first": without_subject(first)}) if isinstance(first, str) else text


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
