"""Translatable messages, with gettext's own function names.

A `Message` is an ordinary English string that also remembers its template and values. The games need no catalogues:
the bot looks up the template and fills it in again in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, Self

Translate = Callable[[str], str]
"""Gives a message in the language of whoever reads or types."""
ListStyle = Literal["and", "or", "unit"]
"""How the last word of a list is joined to the others; `unit`: like them, by a comma."""


class Message(str):
    """An English text with what a translation needs.

    `template` has a `{name}` for each of `values`. `plural` and `number` are set when the text depends on a count,
    `context` when the same English means two things, `list_style` when the text is a list of `values`.
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
        """Text as shown in English; `template` defaults to it."""
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
        """The same message about another number of things."""
        if not self.plural:
            return self
        return npgettext(self.context, self.template, self.plural, number, **{**self.values, "n": number})

    def with_values(self, values: Mapping[str, object]) -> Message:
        """The same message with other values."""
        if self.list_style:
            return join_list((one if isinstance(one, str) else str(one) for one in values.values()), self.list_style)
        chosen = self.plural if self.plural and self.number != 1 else self.template
        text = chosen.format_map(values) if values else chosen
        return Message(text, self.template, dict(values), self.plural, self.number, self.context)


def gettext(template: str, /, **values: object) -> Message:
    """The message `template` with `{name}` filled in from `values`; a value may be a `Message` itself."""
    return Message(template.format_map(values) if values else template, template, values)


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> Message:
    """The message for `number` things; `{n}` stands for the number."""
    return npgettext("", singular, plural, number, **values)


def pgettext(context: str, template: str, /, **values: object) -> Message:
    """Like `gettext`, for English that has more than one meaning: `context` tells translators which."""
    return Message(template.format_map(values) if values else template, template, values, context=context)


def npgettext(context: str, singular: str, plural: str, number: int, /, **values: object) -> Message:
    """Like `ngettext`, with a `context` as in `pgettext`."""
    filled = {"n": number, **values}
    chosen = singular if number == 1 else plural
    return Message(chosen.format_map(filled), singular, filled, plural, number, context)


def count_things(name: str, number: int) -> Message:
    """A number of something: "2 blue tiles", where its name has a plural."""
    things = name.with_number(number) if isinstance(name, Message) else name
    return gettext("{number} {things}", number=number, things=things)


def join_list(words: Iterable[str], style: ListStyle = "and") -> Message:
    """A list as a sentence names it: "a", "a and b", "a, b and c"; empty for no words.

    It is joined again when it is shown, each word translated, without blanks around it.
    """
    values: dict[str, object] = {f"_{number}": word for number, word in enumerate(words)}
    *others, last = (str(value).strip() for value in values.values() or ("",))
    last_joint = ", " if style == "unit" else f" {style} "
    text = ", ".join(others) + last_joint + last if others else last
    return Message(text, values=values, list_style=style)
