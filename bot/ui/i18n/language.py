"""The language of a person: sentences are translated when they are shown, never before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from games.core.say import Say, say, say_n

LOCALES = Path(__file__).parents[2] / "locales"
SUPPORTED = ("en", "de")


def catalogue_file(language: str) -> Path:
    """Where the translations into a language stand."""
    return LOCALES / language / "LC_MESSAGES" / "quintet.po"


@cache
def _catalogue(language: str) -> Translations:
    """Compiled when first needed, so that no compiled file can be out of date."""
    compiled = BytesIO()
    with catalogue_file(language).open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Translations(compiled, "quintet")


class Language:
    """Turns sentences into the person's language."""

    def __init__(self, code: str = "en") -> None:
        """`code` is a Discord locale such as `en-US` or `de`; unknown ones mean English."""
        short = code.partition("-")[0]
        self.code = short if short in SUPPORTED else "en"
        self._catalogue = _catalogue(self.code)

    def __call__(self, sentence: str) -> str:
        """The sentence, translated; a plain string stays as it is."""
        if not isinstance(sentence, Say):
            return sentence
        if not sentence:
            return ""
        if sentence.plural:
            template = self._catalogue.ngettext(sentence.template, sentence.plural, sentence.number)
        else:
            template = self._catalogue.gettext(sentence.template)
        if not sentence.values:
            return template
        return template.format_map({key: self._value(value) for key, value in sentence.values.items()})

    def say(self, template: str, /, **values: object) -> str:
        """Make a sentence and translate it."""
        return self(say(template, **values))

    def say_n(self, singular: str, plural: str, number: int, /, **values: object) -> str:
        """Make a sentence about a number of things and translate it."""
        return self(say_n(singular, plural, number, **values))

    def listed(self, names: Sequence[str]) -> str:
        """Names as a sentence tells them, each once: "Ana", "Ana and Ben", "Ana, Ben and Eve"."""
        *others, last = dict.fromkeys(names)
        return self.say("{others} and {last}", others=", ".join(others), last=last) if others else last

    def _value(self, value: object) -> object:
        return self(value) if isinstance(value, str) else value


ENGLISH = Language("en")
