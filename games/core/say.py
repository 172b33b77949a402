"""Sentences for players that can be translated later.

A `Say` is an ordinary English string that also remembers the template and the values it was made from.
The games stay free of catalogues; the bot looks the template up and fills it in again in the player's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


class Say(str):
    """An English sentence with its template, for translation.

    `plural` and `number` are set when the sentence depends on a count.
    """

    __slots__ = ("number", "plural", "template", "values")

    template: str
    values: dict[str, object]
    plural: str
    number: int

    def __new__(
        cls, text: str, template: str = "", values: dict[str, object] | None = None, plural: str = "", number: int = 1
    ) -> Self:
        """Text as shown in English; `template` defaults to it."""
        self = super().__new__(cls, text)
        self.template = template or text
        self.values = values or {}
        self.plural = plural
        self.number = number
        return self

    def __getnewargs__(self) -> tuple[str, str, dict[str, object], str, int]:  # type: ignore[override]
        return str(self), self.template, self.values, self.plural, self.number


def say(template: str, /, **values: object) -> Say:
    """The sentence `template` with `{name}` filled in from `values`; a value may be a `Say` itself."""
    return Say(template.format_map(values) if values else template, template, values)


def say_all(words: Iterable[str]) -> Say:
    """The words, joined by commas; each of them keeps its own translation."""
    values: dict[str, object] = {f"_{number}": word for number, word in enumerate(words)}
    return say(", ".join(f"{{{name}}}" for name in values), **values)  # a template of names alone needs no catalogue


def say_n(singular: str, plural: str, number: int, /, **values: object) -> Say:
    """The sentence for `number` things; `{n}` stands for the number."""
    filled = {"n": number, **values}
    chosen = singular if number == 1 else plural
    return Say(chosen.format_map(filled), singular, filled, plural, number)
