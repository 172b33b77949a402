"""Translatable messages, with gettext's own function names.

A `Message` is an ordinary English string that also remembers its template and values. The games need no catalogues:
the bot looks up the template and fills it in again in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Self

Translate = Callable[[str], str]
"""A function that translates a message into the reader's or writer's language."""
ListStyle = Literal["and", "or", "unit"]
"""How the last word of a list is joined to the others; with `unit` it is joined by a comma like the others."""


class Message(str):
    """An English text together with what a translation needs.

    `template` has a `{name}` for each of `values`. `plural` and `number` are set if the text depends on a count,
    `context` if the same English has two meanings, and `list_style` if the text is a list of `values`.
    """

    __slots__ = ("context", "list_style", "number", "plural", "template", "values")

    template: str
    values: dict[str, object]
    plural: str
    number: int
    context: str
    list_style: ListStyle | None

    def __new__(
        cls,
        text: str,
        template: str = "",
        values: dict[str, object] | None = None,
        plural: str = "",
        number: int = 1,
        context: str = "",
        list_style: ListStyle | None = None,
    ) -> Self:
        """Create a message that reads as `text` in English; `template` defaults to `text`."""
        self = super().__new__(cls, text)
        self.template = template or text
        self.values = values or {}
        self.plural = plural
        self.number = number
        self.context = context
        self.list_style = list_style
        return self

    def __getnewargs__(  # type: ignore[override]
        self,
    ) -> tuple[str, str, dict[str, object], str, int, str, ListStyle | None]:
        return str(self), self.template, self.values, self.plural, self.number, self.context, self.list_style

    def with_number(self, number: int) -> Message:
        """Return the same message for another number of things."""
        if not self.plural:
            return self
        return npgettext(self.context, self.template, self.plural, number, **{**self.values, "n": number})

    def with_values(self, values: Mapping[str, object]) -> Message:
        """Return the same message with other values."""
        if self.list_style:
            return join_list((one if isinstance(one, str) else str(one) for one in values.values()), self.list_style)
        chosen = self.plural if self.plural and self.number != 1 else self.template
        text = chosen.format_map(values) if values else chosen
        return Message(text, self.template, dict(values), self.plural, self.number, self.context)


def gettext(template: str, /, **values: object) -> Message:
    """Return the message `template` with `{name}` filled in from `values`; a value may be a `Message` itself."""
    return Message(template.format_map(values) if values else template, template, values)


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> Message:
    """Return the message for `number` things; `{n}` stands for the number."""
    return npgettext("", singular, plural, number, **values)


def pgettext(context: str, template: str, /, **values: object) -> Message:
    """Like `gettext`, for English words with more than one meaning: `context` tells translators which one."""
    return Message(template.format_map(values) if values else template, template, values, context=context)


def npgettext(context: str, singular: str, plural: str, number: int, /, **values: object) -> Message:
    """Like `ngettext`, with a `context` as in `pgettext`."""
    filled = {"n": number, **values}
    chosen = singular if number == 1 else plural
    return Message(chosen.format_map(filled), singular, filled, plural, number, context)


def count_things(name: str, number: int) -> Message:
    """Return a number of things: "2 blue tiles", if the name has a plural."""
    things = name.with_number(number) if isinstance(name, Message) else name
    return gettext("{number} {things}", number=number, things=things)


def join_list(words: Iterable[str], style: ListStyle = "and") -> Message:
    """Return a list as it reads in a sentence: "a", "a and b", "a, b and c"; empty for no words.

    It is joined again when it is shown, with each word translated and stripped of blanks.
    """
    values: dict[str, object] = {f"_{number}": word for number, word in enumerate(words)}
    *others, last = (str(value).strip() for value in values.values() or ("",))
    last_joint = ", " if style == "unit" else f" {style} "
    text = ", ".join(others) + last_joint + last if others else last
    return Message(text, values=values, list_style=style)
