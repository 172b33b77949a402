"""Bring the catalogues up to date with the source: `python -m bot.locales`, or `make messages`.

New sentences are added without a translation, those that are gone are removed; nothing is guessed. English is the
language of the source, so its catalogue fills itself.
"""

from __future__ import annotations

from io import SEEK_END, BytesIO

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.locales.sentences import template
from bot.ui.i18n.language import SUPPORTED, catalogue_file

HEADER = """\
# The sentences of Quintet. `make messages` brings this file up to date with the source.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def updated(language: str) -> bytes:
    """The catalogue of a language as it should be: every sentence of the source, with the known translations."""
    with catalogue_file(language).open("rb") as file:
        catalogue = read_po(file, locale=language)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    if language == "en":
        _translate_into_itself(catalogue)
    written = BytesIO(HEADER.format(language=language, plural_forms=catalogue.plural_forms).encode())
    written.seek(0, SEEK_END)
    write_po(written, catalogue, width=120, sort_by_file=True, omit_header=True, include_lineno=False)
    return written.getvalue()


def _translate_into_itself(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.id:
            message.string = message.id


def main() -> None:
    """Update all catalogues, and say what is left to translate."""
    for language in SUPPORTED:
        content = updated(language)
        catalogue_file(language).write_bytes(content)
        catalogue = read_po(BytesIO(content), locale=language)
        missing = [message for message in catalogue if message.id and not _translated(message.string)]
        print(f"{language}: {len(catalogue)} sentences, {len(missing)} to translate")


def _translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) and all(string or ())


if __name__ == "__main__":
    main()
