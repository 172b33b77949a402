"""Sentences with players' names, which are filled in only where the sentences are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from games.core.i18n import Message, gettext, pgettext

YOU, ME = pgettext("name of a player", "You"), pgettext("name of a player", "Me")
"""The players of a lesson: the learner, and the bot."""


class PlayerName(str):
    """A placeholder in a sentence for the name of the player on a seat, which `fill_names` replaces."""

    __slots__ = ("seat",)

    seat: int

    def __new__(cls, seat: int) -> Self:
        """Create a placeholder that reads as "Player 1" if nobody fills in a name."""
        self = super().__new__(cls, f"Player {seat + 1}")
        self.seat = seat
        return self

    def __getnewargs__(self) -> tuple[int]:  # type: ignore[override]
        return (self.seat,)


_TWO = gettext("{first}. {second}")


def sentences(first: str, *others: str) -> str:
    """Join whole sentences one after another, the last without its full stop."""
    text = first
    for other in others:
        text = _TWO.with_values({"first": text, "second": other})
    return text


def split_sentences(text: str) -> list[str]:
    """Return the sentences that `sentences` has joined; of any other text, the text."""
    if not isinstance(text, Message) or text.template != _TWO.template:
        return [text]
    return [sentence for part in text.values.values() if isinstance(part, str) for sentence in split_sentences(part)]


def end_sentence(text: str) -> str:
    """Return a translated sentence with a capital and a full stop; an empty one stays empty."""
    whole = text[:1].upper() + text[1:]
    return whole if not whole or whole.endswith((".", "!", "?")) else f"{whole}."


def first_sentence(text: str) -> str:
    """Return the first of `sentences`: what was played, without what it led to."""
    return split_sentences(text)[0]


def fill_names(text: str, names: Sequence[str]) -> str:
    """Fill in the players' names, by seat, wherever the text has a placeholder for them."""
    if isinstance(text, PlayerName):
        return names[text.seat] if text.seat < len(names) else text
    if not isinstance(text, Message) or not text.values:
        return text
    return text.with_values(
        {key: fill_names(value, names) if isinstance(value, str) else value for key, value in text.values.items()}
    )


def without_subject(text: str) -> str:
    """Return the sentence as it continues a list about the same player: "blesses c3"."""
    if not isinstance(text, Message):
        return text
    values = text.values
    if isinstance(values.get("name"), PlayerName):
        return text.with_values({**values, "name": ""})
    first = values.get("first")
    return text.with_values({**values, "first": without_subject(first)}) if isinstance(first, str) else text
