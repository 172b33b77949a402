"""The language of a person: sentences are translated when they are shown, never before."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.support import NullTranslations, Translations

from games.core.say import Say, say, say_n

LOCALES = Path(__file__).parents[1] / "locales"
SUPPORTED = ("en", "de")


@cache
def _catalogue(language: str) -> NullTranslations:
    return Translations.load(LOCALES, [language], "quintet")


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
        if self.code == "en":
            return str(sentence)
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

    def _value(self, value: object) -> object:
        return self(value) if isinstance(value, str) else value


ENGLISH = Language("en")
