"""What is left to do in a catalogue: missing translations, and translations of sentences that have changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po


def read_catalogue(file: Path, language: str) -> Catalog:
    """The catalogue in a file."""
    with file.open("rb") as source:
        return read_po(source, locale=language)


def find_unfinished(catalogue: Catalog) -> tuple[list[Message], list[Message]]:
    """The messages that lack a translation or a form of it, and those whose translation needs a review (`fuzzy`)."""
    messages = [message for message in catalogue if message.id]
    return [one for one in messages if not _is_translated(one)], [one for one in messages if one.fuzzy]


def _is_translated(message: Message) -> bool:
    string = message.string
    return bool(string) if isinstance(string, str) else bool(string) and all(string or ())


def restore_previous(file: Path) -> None:
    """Write the comments with the former English as gettext does, and drop them once the review is done.

    Babel writes them (`#| msgid "…"`), but reads them as comments of translators, which it then writes as `# | msgid`.
    """
    entries = file.read_text(encoding="utf-8").split("\n\n")
    file.write_text("\n\n".join("\n".join(_with_previous(entry.splitlines())) for entry in entries) + "\n", "utf-8")


def _with_previous(lines: list[str]) -> Iterator[str]:
    former = [f"#{line.removeprefix('# ')}" for line in lines if line.startswith("# |")]
    fresh = [line for line in lines if line.startswith("#|")]
    fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
    comments = [line for line in lines if line.startswith("#") and not line.startswith(("# |", "#|"))]
    yield from comments
    if fuzzy:
        yield from fresh or former
    yield from (line for line in lines if not line.startswith("#"))
