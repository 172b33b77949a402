"""The catalogues hold every sentence of the source, translated and reviewed; a changed sentence is not lost."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as BabelMessage
from babel.messages.extract import DEFAULT_KEYWORDS
from babel.messages.extract import extract as babel_extract
from babel.messages.pofile import read_po

from bot.locales.__main__ import FOLDERS, ROOT, extract, update
from bot.locales.extractor import called_name
from bot.locales.review import find_unfinished, read_catalogue
from bot.ui.i18n.language import TRANSLATED, Language, catalogue_file, compile_catalogue
from games.core.i18n import npgettext, pgettext
from tests.bot.texts import TYPED, forms

FUNCTIONS = {
    "gettext": (0,),
    "ngettext": (0, 1),
    "pgettext": (0, 1),
    "npgettext": (0, 1, 2),
}
"""Which arguments have to be written out, by function."""
MAKERS = {"games/core/i18n.py", "bot/ui/i18n/language.py"}
"""Where messages are made from what others pass on."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template of today's source."""
    file = tmp_path_factory.mktemp("locales") / "quintet.pot"
    extract(file)
    return file


@pytest.fixture(scope="module")
def source(template: Path) -> Catalog:
    with template.open("rb") as file:
        return read_po(file)


def catalogue(language: str) -> Catalog:
    return read_catalogue(catalogue_file(language), language)


def keys(found: Catalog) -> set[tuple[object, str | None]]:
    """Each message by its texts and its context."""
    return {(message.id, message.context) for message in found if message.id}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# ---------------------------------------------------------------------- catalogues


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_ends_as_its_sentence_does(language: str) -> None:
    """A full stop in one of them alone makes a column of sentences uneven."""
    for message in catalogue(language):
        if message.context == TYPED:
            continue
        endings = [forms(text)[-1].rstrip("*_`) ")[-1:] for text in (message.id, message.string) if text]
        if endings and endings[0] in ".?!…":
            assert endings[0] == endings[1], message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_every_sentence_of_the_source_and_no_other(language: str, source: Catalog) -> None:
    """When this fails: `make messages`, then translate and review what it lists."""
    assert keys(source) - keys(catalogue(language)) == set()
    assert keys(catalogue(language)) - keys(source) == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_and_every_translation_reviewed(language: str) -> None:
    """A `fuzzy` one belongs to another English sentence: correct it, then remove the word and the `#|` lines."""
    missing, fuzzy = find_unfinished(catalogue(language))
    assert [message.id for message in missing] == []
    assert [message.id for message in fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_placeholders_and_the_plural_forms_of_their_language(language: str) -> None:
    found = catalogue(language)
    assert [flaw for message in found if message.id for flaw in flaws(message, found.num_plurals)] == []


def flaws(message: BabelMessage, plurals: int) -> list[str]:
    """What is wrong with a translation. A form for one thing may leave the number out where English does too."""
    texts, translations = forms(message.id), forms(message.string or "")
    wanted = [placeholders(text) for text in texts]
    number = plurals if message.pluralizable else 1
    lost = [f"{form!r}: placeholders" for form in translations if placeholders(form) not in wanted]
    return lost + ([f"{message.id!r}: {len(translations)} forms"] if len(translations) != number else [])


def test_a_lost_placeholder_and_a_lost_form_are_found() -> None:
    assert flaws(BabelMessage("{n} of {most}", "{n} von {most}"), 2) == []
    assert flaws(BabelMessage("{n} of {most}", "{n}"), 2) == ["'{n}': placeholders"]
    assert flaws(BabelMessage("{n} of {most}", "{n} von {mast}"), 2) == ["'{n} von {mast}': placeholders"]
    assert flaws(BabelMessage(("one", "{n} things"), ("ein Ding", "{n} Dinge")), 2) == []
    assert flaws(BabelMessage(("one", "{n} things"), ("{n} Dinge",)), 2) == ["('one', '{n} things'): 1 forms"]


# ---------------------------------------------------------------------- a changed sentence


@pytest.fixture
def changed(tmp_path: Path, template: Path) -> Callable[[str, str], Path]:
    """Bring a copy of the German catalogue up to date with a source in which one text was changed."""
    file = catalogue_file("de", tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(catalogue_file("de").read_bytes())

    def change(before: str, after: str) -> Path:
        text = template.read_text()
        assert before in text
        altered = tmp_path / "quintet.pot"
        altered.write_text(text.replace(before, after))
        update(altered, "de", tmp_path)
        return file

    return change


def entry(file: Path, text: str) -> str:
    """The entry of a message, as the file has it."""
    return next(part for part in file.read_text().split("\n\n") if f'msgid "{text}"' in part)


BEFORE, AFTER = "Played. The match is over.", "Played: the match is over."


def test_a_changed_comma_keeps_the_german_for_review(changed: Callable[[str, str], Path]) -> None:
    file = changed(BEFORE, AFTER)
    german = Language("de").gettext(BEFORE)
    assert german != BEFORE
    kept = entry(file, AFTER)
    assert f'#, fuzzy\n#| msgid "{BEFORE}"\nmsgid "{AFTER}"\nmsgstr "{german}"' in kept
    missing, fuzzy = find_unfinished(read_catalogue(file, "de"))
    assert ([one.id for one in missing], [one.id for one in fuzzy]) == ([], [AFTER])


def test_what_waits_for_review_is_shown_in_english(changed: Callable[[str, str], Path]) -> None:
    german = Language("de", compile_catalogue(changed(BEFORE, AFTER), "de"))
    assert german.gettext(AFTER) == AFTER
    assert german.gettext("The match begins.") != "The match begins."


def test_the_former_english_stays_until_the_review(changed: Callable[[str, str], Path]) -> None:
    """Updating again keeps it; it goes with the word `fuzzy`."""
    first = entry(changed(BEFORE, AFTER), AFTER)
    file = changed(BEFORE, AFTER)
    assert entry(file, AFTER) == first
    file.write_text(file.read_text().replace("#, fuzzy\n", ""))
    assert "#|" not in entry(changed(BEFORE, AFTER), AFTER)
    assert "# |" not in file.read_text()


def test_a_changed_plural_keeps_both_forms(changed: Callable[[str, str], Path]) -> None:
    before = "Slow down a little: try again in {n} second"
    kept = entry(changed(before, before.replace(":", ",")), before.replace(":", ",") + ".")
    assert f'#| msgid "{before}."\n#| msgid_plural "{before}s."' in kept
    assert kept.count("Etwas langsamer") == 2


def test_an_unchanged_source_changes_nothing(changed: Callable[[str, str], Path]) -> None:
    assert changed(BEFORE, BEFORE).read_bytes() == catalogue_file("de").read_bytes()


def test_a_new_language_begins_with_every_sentence_untranslated(
    tmp_path: Path, template: Path, source: Catalog
) -> None:
    update(template, "pl", tmp_path)
    begun = read_catalogue(catalogue_file("pl", tmp_path), "pl")
    assert keys(begun) == keys(source)
    assert begun.num_plurals == 3
    assert [message.id for message in find_unfinished(begun)[1]] == []


# ---------------------------------------------------------------------- the source


def read(code: str) -> list[tuple[object, str | None]]:
    """The texts and contexts that are found in a module."""
    found = babel_extract("bot.locales.extractor:extract", BytesIO(code.encode()), DEFAULT_KEYWORDS)
    return [(texts, context) for _, texts, _, context in found]


def test_messages_are_found_wherever_they_are_made() -> None:
    assert read('gettext("a {x}", x=1)') == [("a {x}", None)]
    assert read('language.gettext("b")') == [("b", None)]
    assert read('ngettext("{n} c", "{n} cs", 2)') == [(("{n} c", "{n} cs"), None)]
    assert read('pgettext("field", "d")') == [("d", "field")]
    assert read('npgettext("goal", "{n} e", "{n} es", n)') == [(("{n} e", "{n} es"), "goal")]
    assert read("f\"**{language.gettext('f')}**\"") == [("f", None)]
    assert read('gettext("g {x}", x=shown(gettext("h")))') == [("g {x}", None), ("h", None)]
    assert read('describe(code="i")') == [("i", None)]
    assert read('command(name="j", description="k")') == [("k", None)]
    assert read('ContextMenu(name="l", callback=call)') == [("l", None)]
    assert read('Choice(name="m", value="n")') == [("m", None)]
    assert read("gettext(words), gettext(f'{o}'), ngettext('p', words, 2), pgettext(words)") == []


def _files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def loose(code: str) -> list[int]:
    """The lines in which a message is not written out."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if not _is_written_out(call)]


def _is_written_out(call: ast.Call) -> bool:
    wanted = FUNCTIONS.get(called_name(call), ())
    texts = [call.args[index] for index in wanted if index < len(call.args)]
    return len(texts) == len(wanted) and all(isinstance(one, ast.Constant) for one in texts)


def test_no_message_is_put_together_at_run_time() -> None:
    """A template that is not written out in the source can't be found, and so can't be translated."""
    files = {file.relative_to(ROOT).as_posix(): file for file in _files()}
    found = {name: loose(file.read_text()) for name, file in files.items() if name not in MAKERS}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_message_put_together_at_run_time_is_found() -> None:
    written = 'gettext("a"); language.ngettext("b", "bs", n); pgettext("c", "d"); npgettext("e", "f", "g", n)'
    assert loose(written) == []
    for code in ("gettext(words)", "gettext(f'{a} b')", "gettext('a' + b)", "gettext('a' if b else 'c')"):
        assert loose(code) == [1], code
    assert loose("ngettext('a', plural, n)") == [1]
    assert loose("pgettext(context, 'a')") == [1]


JOINED = {
    "bot/admin/doctor.py": "told to the host in a terminal, in English",
    "bot/app/lifecycle.py": "a line of the log",
    "bot/process/heartbeat.py": "a line of the log",
    "bot/settings.py": "told to the host in a terminal, in English",
    "bot/ui/i18n/language.py": "joins lists of the style for which Babel has no German",
    "games/core/i18n.py": "makes lists",
    "games/core/protocol/server.py": "told to programs, in English",
    "render/__main__.py": "told to the host in a terminal, in English",
    "render/rules.py": "told to whoever writes rules pages, in English",
    "render/strips.py": "leaves out the last parts of a list that has been joined",
    "render/words.py": "clauses with a list in each: only a semicolon tells them apart",
}
"""Where words are joined with a comma or a semicolon all the same, and why."""
_GLUE = re.compile(r"[,;] |,? ?(?:&|and|or|und|oder) ")


def joined_by_hand(code: str) -> list[int]:
    """The lines in which words for people are joined; `join_list` knows how each language does it.

    A comma without a blank joins what is typed: moves, options, positions.
    """
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and called_name(node) == "join"]
    return sorted(call.lineno for call in calls if _is_glue(call))


def _is_glue(call: ast.Call) -> bool:
    joint = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(joint, ast.Constant) and _GLUE.fullmatch(str(joint.value)) is not None


def test_no_list_is_joined_by_hand() -> None:
    found = {file.relative_to(ROOT).as_posix(): joined_by_hand(file.read_text()) for file in _files()}
    assert {name: lines for name, lines in found.items() if lines and name not in JOINED} == {}
    assert {name for name in JOINED if not found[name]} == set()
    assert len(found["render/words.py"]) == 2


def test_a_list_joined_by_hand_is_found() -> None:
    assert joined_by_hand('said = ", ".join(words)') == [1]
    assert joined_by_hand('language.ngettext("a", "b", n, c=f(1), d=" and ".join(words))') == [1]
    assert joined_by_hand('gettext("a {b}", b=join_list(words)); ",".join(words); " ".join(words)') == []
    assert joined_by_hand('gettext("a {b}", b=" · ".join(words))') == []


# ---------------------------------------------------------------------- contexts


CONTEXTS = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

msgid "Move"
msgstr "Zug"

msgctxt "group"
msgid "Move"
msgstr "Ziehen"

msgid "{n} goal"
msgid_plural "{n} goals"
msgstr[0] "{n} Ziel"
msgstr[1] "{n} Ziele"

msgctxt "football"
msgid "{n} goal"
msgid_plural "{n} goals"
msgstr[0] "{n} Tor"
msgstr[1] "{n} Tore"
"""


def test_a_context_tells_two_meanings_apart(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    file.write_text(CONTEXTS)
    german = Language("de", compile_catalogue(file, "de"))
    assert (german.gettext("Move"), german.pgettext("group", "Move")) == ("Zug", "Ziehen")
    assert german(pgettext("nowhere", "Move")) == "Move"
    assert [german.ngettext("{n} goal", "{n} goals", n) for n in (1, 2)] == ["1 Ziel", "2 Ziele"]
    assert [german.npgettext("football", "{n} goal", "{n} goals", n) for n in (1, 2)] == ["1 Tor", "2 Tore"]
    assert npgettext("football", "{n} goal", "{n} goals", 2) == "2 goals"


# ---------------------------------------------------------------------- numbers


THINGS = (
    "cells", "challenges", "columns", "days", "entries", "factories", "gems", "hours", "matches", "minutes", "moves",
    "pieces", "places", "players", "points", "rooms", "rounds", "rows", "seconds", "spaces", "stacks", "steps", "tiles",
    "times", "turns",
)  # fmt: skip
NEVER_ONE = {
    "An arena lasts {least} to {most} minutes.": "10 at least",
    "Hexagon of side {n}, {spaces} spaces": "the smallest has 19",
    "Matches of up to {n} turns can be reviewed.": "400",
    "None of these games is for {n} players. Choose another in /play.": "3 or 4",
    "Once full, it scores {points} points, bonus included": "3 at least",
    "Snub square tiling, {n} by {n} spaces": "the smallest has 4 by 4",
    "Swiss, {rounds} rounds": "3 at least",
    "Takes 3 of the {n} empty cells": "three at least",
    "The board must have {rows} rows of {columns} characters, joined by '/'.": "boards are larger",
    "The board must have {n} rows, joined by '/', of these lengths from the top: {lengths}.": "boards are larger",
    "The record is too long: at most {most} moves.": "20,000",
    "There are {n} {colour} tiles in this position; I count up to {most}.": "more than there are in the game",
    "There must be {number} factories, joined by '/'.": "5, 7 or 9",
    "This completes column {column} for {points} points, bonus included": "8 at least",
    "This completes row {line} for {points} points, bonus included": "3 at least",
    "This deal has the wrong shape: the factories get {sizes} tiles.": "a list, as 4, 4, 4, 4, 4",
    "This places the fifth tile of this colour for {points} points, bonus included": "11 at least",
    "'{text}' is too much: a factory has spaces for {most} tiles.": "4",
    "all {n} turns have been played": "100",
    "the same position has come up {n} times": "3",
    "{game} is for {wanted} players, not {seats}.": "2-4",
    "{game} needs at least {least} players. Wait for somebody to join, or fill with AI.": "2 at least",
    "{name} is joined with {n} spaces; at most {most} are allowed.": "more than are allowed",
    "{colour} can't go to {space}: {n} pieces of other colours are beside it. The limit is two.": "3 at least",
    "Anybody, up to {n} matches at once": "2",
    "You are paired with whoever fits until you have {n} matches. I ping you each time.": "2",
    "at most {n} points from mine": "100 at least",
    "ratings within {n} points": "100 at least",
}
"""Sentences about a number that is never 1, each with the reason."""


def test_what_is_counted_has_a_form_for_one(source: Catalog) -> None:
    """The word for several stands for one as well only where that number cannot come up."""
    numbers = "n|number|least|most|wanted|spaces|rows|columns|rounds|points|sizes|gems|low|left|minutes|days|hours"
    counted = re.compile(rf"\{{(?:{numbers})\}} (?:(?:empty|still|legal) |\{{\w+\}} )?(?:{'|'.join(THINGS)})\b")
    singular = [message.id if isinstance(message.id, str) else message.id[0] for message in source if message.id]
    assert sorted(text for text in singular if counted.search(text)) == sorted(
        text for text in NEVER_ONE if counted.search(text)
    )


_SEVERAL = (
    "bleiben|brauchen|dürfen|fehlen|gehen|haben|können|kommen|liegen|müssen|sind|spielen|stehen|waren|warten|ziehen"
)
"""German verbs as they are said of several."""


def test_german_does_not_say_of_one_thing_what_is_said_of_several() -> None:
    """As in "1 fehlen noch"."""
    several = re.compile(rf"\{{n\}}(?: \w+)? (?:{_SEVERAL})\b|\b(?:{_SEVERAL})(?: \w+)? \{{n\}}")
    plural = [message for message in catalogue("de") if message.id and message.pluralizable]
    singular = [forms(one.string or "")[0] for one in plural]
    assert [text for text in singular if several.search(text)] == []
    assert several.search("{n} Felder fehlen noch")
    assert several.search("Noch fehlen {n} Felder")
