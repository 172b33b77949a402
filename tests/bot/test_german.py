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
    r"[Gg]leich(?:gültig)?,? (?:was|wer|wie|ob|welche\w*)",
    r"aufgeladen",
    r"auflädt",
    r"ist (?:\w+ )?gleich",
    r"je (?:Partie|Runde|Zug)",
    r"[Dd]as droht",
    r"[Dd]ie Drohung ist",
    r"stumpfen? Parkettierung",
    r"unentschieden\w*",
    r"versiegelt",
    r"wieder genommen",
    r"wird eigen",
    r"zweien",
)
"""Words that there is a better word for, or the glossary another one, as regular expressions."""


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


_BARE_INFINITIVE = re.compile(
    r"(?:^|[.:] )[^.,:]*\b(?:zu \w+en|\w+zu\w+en) (?:ist|war|kostet|kann|ändert|bewirkt|bringt|genügt|lohnt)\b"
)


def test_an_infinitive_that_is_a_subject_ends_with_a_comma() -> None:
    """So the rules of spelling have it since 2024."""
    pages = [text.replace("\n", " ") for text in _rules().values()]
    assert [text for _, text in sentences() if _BARE_INFINITIVE.search(text)] == []
    assert [found[0] for text in pages for found in _BARE_INFINITIVE.finditer(text)] == []
    assert _BARE_INFINITIVE.search("Einen Block zu leeren ändert nichts.")
    assert _BARE_INFINITIVE.search("Über ein Juwel hinwegzuziehen bewirkt nichts.")
    assert not _BARE_INFINITIVE.search("Einen Block zu leeren, ändert nichts.")


_SCORE = re.compile(r"\b(?:[Gg]ewinn\w*|[Vv]erlier\w*|steht es|Stand von|Bei|macht das) [^.–]*?\d+–\d+")


def test_scores_have_a_colon() -> None:
    """31:23, as Germans write what they say as "31 zu 23"; ranges keep the dash."""
    assert [text for _, text in sentences() if _SCORE.search(text)] == []
    assert _SCORE.search("Im nächsten Zug gewinnst du 17–14.")


# ---------------------------------------------------------------------- words

IN_NO_CASE_ONE = {
    "{colour} can't go to {space}: {n} pieces of other colours are beside it. The limit is two.": "three at least",
    "These are the first {n}. Type more to see others.": "as many as a message has room for",
}
"""Sentences without a form for one thing that need none, and why."""


def test_a_sentence_without_a_form_for_one_thing_fits_one_thing() -> None:
    """Not as in "Damit bleiben 1 von 7 Räumen verbunden"."""
    several = re.compile(r"\b(?:bleiben|fehlen|liegen|sind|stehen|warten|waren)(?: \w+){0,2} \{n\}")
    single = [message for message in _messages() if message.context != TYPED and not message.pluralizable]
    found = {str(message.id) for message in single if several.search(str(message.string))}
    assert found == set(IN_NO_CASE_ONE)
    assert several.search("Damit sind nur noch {n} von 7 Räumen verbunden")


def test_words_that_the_glossary_has_another_word_for_are_not_used() -> None:
    gone = re.compile(rf"\b(?:{'|'.join(GONE)})\b")
    assert [text for _, text in sentences() if gone.search(text)] == []
    assert {key: found for key, text in _rules().items() if (found := gone.findall(text))} == {}


def test_points_are_brought_and_not_filled_for() -> None:
    """A row is filled "for 3 points" in English alone: in German, "für" is what a thing costs."""
    priced = re.compile(r"(?:füll\w*|vollendet|legt|öffnet)\b[^:]* für \{n\}|\bfür \{n\} Punkte? (?:füll|hol)")
    assert [text for _, text in sentences() if priced.search(text)] == []
    assert priced.search("Das füllt Reihe {line} für {n} Punkte")


def test_a_wish_and_what_is_real_are_not_mixed() -> None:
    """As in "wer das setzt, hätte weniger"."""
    mixed = re.compile(r"\bWer \w+ [^,.]*t, (?:hätte|wäre|würde|könnte)\b")
    assert [text for _, text in sentences() if mixed.search(text)] == []
    assert mixed.search("Wer stattdessen {pieces} setzt, hätte jetzt {n} Punkte weniger")


def test_a_seat_of_one_is_not_spoken_to_as_several() -> None:
    """Where only one person plays, "Ziehen können nur Ana" is wrong: names after a verb of several need a colon."""
    several = re.compile(r"\b(?:können|dürfen|müssen|haben|sind) nur \{(?:names|players|people)\}")
    assert [text for _, text in sentences() if several.search(text)] == []
