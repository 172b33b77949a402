"""German as its players say it: what stands in the catalogue and in the rules, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.catalog import Message

from bot.locales.review import read_catalogue
from bot.ui.i18n.language import catalogue_file
from tests.bot.texts import TYPED, forms, rules, without_code

WITHOUT_MARKDOWN = {
    "Press Join on its card to take part.": "an event of the server",
    "When it starts by itself, e.g. 20:00 or 2h (default: when you press Start)": "a command",
    "When it starts by itself, e.g. 20:00 or 2h (empty: when you press Start)": "a command",
}
"""Sentences that name a button and can't show it in bold, and where they stand."""
OF_DISCORD = {"Events erstellen", "Kanäle verwalten", "Rollen verwalten"}
"""What Discord itself calls its permissions."""
GONE = (
    r"Dinge?n?",
    r"Einladung\w*",
    r"Gleichstand\w*",
    r"Person \d",
    r"Spielenden?",
    r"Startspieler\w*",
    r"Tagesuhr\w*",
    r"aufgeladen",
    r"auflädt",
    r"stumpfen? Parkettierung",
    r"unentschieden\w*",
    r"versiegelt",
    r"wird eigen",
)
"""Words that the glossary has another word for, as regular expressions."""


def _messages() -> list[Message]:
    return [message for message in read_catalogue(catalogue_file("de"), "de") if message.id]


def sentences() -> Iterator[tuple[str, str]]:
    """The English of each message, and each form of its German; not what people type."""
    for message in _messages():
        if message.context != TYPED:
            yield from ((forms(message.id)[0], form) for form in forms(message.string or ""))


def _rules() -> dict[str, str]:
    """The German rules of each game, without what stands in them as code."""
    return {key: without_code(text) for key, text in rules("de").items()}


# ---------------------------------------------------------------------- buttons

_BOLD = re.compile(r"\*\*([^*{}.→]+)\*\*")
"""Names in bold, but for ways through Discord's settings."""
_PRESSED = re.compile(r"[Dd]rück\w*")


def test_a_button_is_named_as_it_is_labelled() -> None:
    """Whoever looks for **Fortsetzen** finds a button of that name: some message is exactly that."""
    labels = {form for message in _messages() for form in forms(message.string or "")} | OF_DISCORD
    named = [
        (name, text)
        for _, text in sentences()
        for name in _BOLD.findall(text)
        if f"**{name}**:" not in text[: len(name) + 5]
    ]
    assert [(name, text) for name, text in named if name not in labels] == []
    assert len(named) > 40


def test_a_button_is_named_in_bold() -> None:
    plain = [english for english, text in sentences() if _PRESSED.search(text) and not _BOLD.search(text)]
    assert sorted(plain) == sorted(WITHOUT_MARKDOWN.keys() & set(plain))


# ---------------------------------------------------------------------- writing


def test_quotation_marks_and_dashes_are_german() -> None:
    """What is quoted stands between „ and “; `'` and `"` stand nowhere."""
    texts = [text for _, text in sentences()] + list(_rules().values())
    bare = [re.sub(r"„[^„“]*“", "", text) for text in texts]
    assert [text for text in bare if re.search(r"['\"„“”]", text)] == []


def test_readers_are_called_du() -> None:
    polite = re.compile(r"[a-zäöüß,] (?:Sie|Ihnen|Ihre?[mnrs]?)\b")
    assert [text for _, text in sentences() if polite.search(text)] == []
    assert [key for key, text in _rules().items() if polite.search(text)] == []


_VERBS = (
    "ist|sind|hat|haben|wird|werden|darf|dürfen|muss|müssen|kann|können|braucht|bekommt|beginnt|folgt|fehlt|geht"
    "|gehört|gewinnt|kommt|kommen|liegt|liegen|nimmt|schlägt|steht|stehen|tauscht|verlässt|wechseln|zählt|zieht|ziehst"
)
_SMALL = re.compile(
    rf": (?:aber|alle|auf|aus|bei|beide|das|dein\w*|dem|den|der|die|du|ein|eine|einen|er|erst|es|für|hier|ihr|im|in"
    rf"|jede|jeder|jedes|kein\w*|man|nichts|niemand|sein|sie|so)\b[^,.:;|„“]*?\b(?:{_VERBS})\b"
)


def written_small(text: str) -> list[str]:
    """Full sentences after a colon that do not begin with a capital, as far as common verbs give them away."""
    return [found[0] for found in _SMALL.finditer(text.replace("\n", " "))]


def test_a_full_sentence_after_a_colon_begins_with_a_capital() -> None:
    assert [text for _, text in sentences() if written_small(text)] == []
    prose = {key: re.sub(r"(?m)^(?:mark|b=|P0|n=).*$|\([^)]*\)", "", text) for key, text in _rules().items()}
    assert {key: found for key, text in prose.items() if (found := written_small(text))} == {}


def test_a_sentence_that_begins_small_after_a_colon_is_found() -> None:
    assert written_small("Es müssen drei sein: bei weniger als drei kann niemand erwerben.")
    assert written_small("Er zählt doppelt: er ist ein Stapel.")
    assert not written_small("Es müssen drei sein: Bei weniger als drei kann niemand erwerben.")
    assert not written_small("Du nimmst vier Fliesen: ein blaues Paar und zwei rote.")


# ---------------------------------------------------------------------- words


def test_words_that_the_glossary_has_another_word_for_are_not_used() -> None:
    gone = re.compile(rf"\b(?:{'|'.join(GONE)})\b")
    assert [text for _, text in sentences() if gone.search(text)] == []
    assert {key: found for key, text in _rules().items() if (found := gone.findall(text))} == {}


def test_a_seat_of_one_is_not_spoken_to_as_several() -> None:
    """Where only one person plays, "Ziehen können nur Ana" is wrong: names after a verb of several need a colon."""
    several = re.compile(r"\b(?:können|dürfen|müssen|haben|sind) nur \{(?:names|players|people)\}")
    assert [text for _, text in sentences() if several.search(text)] == []
