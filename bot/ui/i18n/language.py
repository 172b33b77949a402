"""A reader's language. Messages are translated when they are shown, never before."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from games.core.i18n import ListStyle, Message, gettext, join_list, ngettext, npgettext, pgettext

LOCALES = Path(__file__).parents[2] / "locales"
DOMAIN = "quintet"
SOURCE = "en"
"""The source language, which needs no catalogue."""
TRANSLATED = ("de",)
SUPPORTED = (SOURCE, *TRANSLATED)
_REGIONS = {"en": "en_GB"}
"""The region whose conventions apply: "a, b and c" rather than "a, b, and c"."""
_GROUPED_FROM = 10_000
"""Counts from here on are shown with their thousands set apart: 5,935,161."""
_STYLES: dict[ListStyle, Literal["standard", "or"]] = {"and": "standard", "or": "or"}


def catalogue_file(language: str, folder: Path = LOCALES) -> Path:
    """Return the catalogue file of a language."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def compile_catalogue(file: Path, language: str) -> Translations:
    """Compile a catalogue without its fuzzy entries, for which the source text is used."""
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Translations(compiled, DOMAIN)


def with_capital(words: str) -> str:
    """Return the words with an initial capital."""
    return words[:1].upper() + words[1:]


@cache
def _catalogue(language: str) -> NullTranslations:
    """Load a catalogue, compiled when first needed, so that no compiled file can be out of date."""
    return NullTranslations() if language == SOURCE else compile_catalogue(catalogue_file(language), language)


@cache
def _region(language: str) -> Locale:
    """Return the locale of a language, cached, because Babel looks for a file each time."""
    return Locale.parse(_REGIONS.get(language, language))


class Language:
    """Translates messages into a person's language."""

    def __init__(self, code: str = SOURCE, catalogue: NullTranslations | None = None) -> None:
        """`code` is a Discord locale such as `en-US` or `de`; unknown ones mean English."""
        short = code.partition("-")[0]
        self.code = short if short in SUPPORTED else SOURCE
        self._catalogue = catalogue or _catalogue(self.code)

    def __call__(self, message: str) -> str:
        """Translate a message; a plain string stays as it is."""
        if not isinstance(message, Message):
            return message
        if not message:
            return ""
        if message.list_style:
            return self._list(message.values.values(), message.list_style)
        template = self._template(message)
        if not message.values:
            return template
        shown = {key: self._value(value) for key, value in message.values.items()}
        if message.plural and message.number >= _GROUPED_FROM:
            shown["n"] = format_decimal(message.number, locale=_region(self.code))
        return template.format_map(shown)

    def alone(self, message: str) -> str:
        """Translate a message that stands alone, such as an option of a menu, with an initial capital."""
        return with_capital(self(message))

    def gettext(self, template: str, /, **values: object) -> str:
        """Create a message and translate it."""
        return self(gettext(template, **values))

    def ngettext(self, singular: str, plural: str, number: int, /, **values: object) -> str:
        """Create a message with a plural and translate it."""
        return self(ngettext(singular, plural, number, **values))

    def pgettext(self, context: str, template: str, /, **values: object) -> str:
        """Create a message with a context and translate it."""
        return self(pgettext(context, template, **values))

    def npgettext(self, context: str, singular: str, plural: str, number: int, /, **values: object) -> str:
        """Create a message with a context and a plural, and translate it."""
        return self(npgettext(context, singular, plural, number, **values))

    def join_list(self, words: Iterable[str], style: ListStyle = "and") -> str:
        """Join words as a list: "Ana", "Ana and Ben", "Ana, Ben and Eve"."""
        return self(join_list(words, style))

    def _template(self, message: Message) -> str:
        catalogue, context, template = self._catalogue, message.context, message.template
        if message.plural and context:
            return catalogue.npgettext(context, template, message.plural, message.number)
        if message.plural:
            return catalogue.ngettext(template, message.plural, message.number)
        return catalogue.pgettext(context, template) if context else catalogue.gettext(template)

    def _list(self, words: Iterable[object], style: ListStyle) -> str:
        shown = [str(self._value(word)).strip() for word in words]
        if style == "unit":  # Babel lacks it for German
            return ", ".join(shown)
        return format_list(shown, _STYLES[style], _region(self.code))

    def _value(self, value: object) -> object:
        return self(value) if isinstance(value, str) else value


ENGLISH = Language(SOURCE)
