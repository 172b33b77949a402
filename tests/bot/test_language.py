"""Sentences in every language: the catalogues are whole, and what is shown passes through them."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import games
from bot.app import build
from bot.locales.sentences import FOLDERS, ROOT, Sentence, called, sentences, template
from bot.process.stopping import Stop
from bot.settings import Settings
from bot.ui.i18n.language import SUPPORTED, Language, catalogue_file
from bot.ui.i18n.translator import CommandTranslator
from bot.ui.pages import rules as rulebook
from games.core.say import Say, say, say_all, say_n
from games.core.status import Turn
from render import alt_text
from render.rules import Section, read_rules

TRANSLATED = tuple(code for code in SUPPORTED if code != "en")
MAKERS = {"games/core/say.py", "bot/ui/i18n/language.py"}
"""Where sentences are made from what others pass on."""
CHOSEN_FROM_A_LIST = {"games/onyx/reasons.py"}
"""Where a template is one of several that stand as sentences in the same file."""


@pytest.fixture(scope="module")
def source() -> Catalog:
    return template()


def catalogue(language: str) -> Catalog:
    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language)


def forms(value: str | Sequence[str]) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# ---------------------------------------------------------------------- catalogues


@pytest.mark.parametrize("language", SUPPORTED)
def test_a_catalogue_holds_every_sentence_of_the_source_and_no_other(language: str, source: Catalog) -> None:
    """When this fails: `make messages`, then translate what it counts."""
    held = {message.id for message in catalogue(language) if message.id}
    wanted = {message.id for message in source if message.id}
    assert wanted - held == set()
    assert held - wanted == set()


@pytest.mark.parametrize("language", SUPPORTED)
def test_every_sentence_is_translated_and_none_is_a_guess(language: str) -> None:
    found = [message for message in catalogue(language) if message.id]
    assert [message.id for message in found if not message.string or not all(forms(message.string))] == []
    assert [message.id for message in found if message.fuzzy] == []


@pytest.mark.parametrize("language", SUPPORTED)
def test_translations_keep_the_placeholders(language: str) -> None:
    """A form for one thing may leave the number out where English does too."""
    for message in catalogue(language):
        wanted = [placeholders(form) for form in forms(message.id)] if message.id else []
        for form in forms(message.string or "") if message.id else ():
            assert placeholders(form) in wanted, f"{message.id!r} -> {form!r}"


def test_english_says_what_the_source_says() -> None:
    for message in catalogue("en"):
        assert not message.id or tuple(forms(message.string or "")) == tuple(forms(message.id))


# ---------------------------------------------------------------------- the source


def read(code: str) -> list[Sentence]:
    return list(sentences(ast.parse(code)))


def test_sentences_are_found_wherever_they_are_made() -> None:
    assert read('say("a {x}", x=1)') == ["a {x}"]
    assert read('language.say("b")') == ["b"]
    assert read('say_n("{n} c", "{n} cs", 2)') == [("{n} c", "{n} cs")]
    assert read("f\"**{language.say('d')}**\"") == ["d"]
    assert read('describe(code="e")') == ["e"]
    assert read('command(name="f", description="g")') == ["g"]
    assert read('ContextMenu(name="h", callback=call)') == ["h"]


def _files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def test_no_sentence_is_put_together_at_run_time() -> None:
    """A template that is not written out in the source can't be found, and so can't be translated."""
    loose = []
    for file in _files():
        name = file.relative_to(ROOT).as_posix()
        calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
        for call in calls if name not in MAKERS | CHOSEN_FROM_A_LIST else ():
            number = {"say": 1, "say_n": 2}.get(called(call), 0)
            loose += [f"{name}:{call.lineno}" for given in call.args[:number] if not isinstance(given, ast.Constant)]
    assert loose == []


# ---------------------------------------------------------------------- languages


def test_a_sentence_is_translated_with_all_its_values() -> None:
    inner = say("{side} is to move", side=say("Black"))
    assert Language("de")(say("{others} and {last}", others=say_all([say("Black"), inner]), last="Ana")) == (
        "Schwarz, Schwarz is to move und Ana"
    )


def test_plural_forms_follow_the_number() -> None:
    german = Language("de")
    assert [german(say_n("{n} match", "{n} matches", n)) for n in (0, 1, 2)] == ["0 Partien", "1 Partie", "2 Partien"]
    assert Language("en").say_n("{n} match", "{n} matches", 1) == "1 match"


def test_names_are_never_read_as_templates() -> None:
    assert Language("de")(say("{name} resigned", name="{name} %s {0}")) == "{name} %s {0} hat aufgegeben"


def test_discord_locales_and_unknown_ones() -> None:
    assert Language("de").code == "de"
    assert Language("en-GB").code == "en"
    assert Language("fr").code == "en"
    assert Language("fr")(Say("")) == ""


def test_what_players_typed_stays_as_it_is() -> None:
    assert Language("de")("Black") == "Black"


class Swallowing(Language):
    """Leaves what has not been made for translation."""

    def __call__(self, sentence: str) -> str:
        return "" if isinstance(sentence, Say) else sentence


@pytest.mark.parametrize("key", games.keys())
def test_every_word_of_a_description_passes_through_the_language(key: str) -> None:
    """Cell names, notation and numbers are the same everywhere; anything longer must be a sentence."""
    game, rng = games.find(key), Random(3)
    state = game.rules.start(game.info.min_seats, game.info.check_options({}))
    for _ in range(12):
        words = alt_text(game.presenter.table(state, None), Swallowing()).removeprefix(game.info.title)
        loose = [word for word in words.split() if len(word.strip(".,:;()")) > 4]
        assert loose == []
        status = game.rules.status(state)
        assert isinstance(status, Turn)
        seat = min(status.seats)
        state = game.rules.play(state, seat, game.rules.legal(state, seat).sample(rng))


# ---------------------------------------------------------------------- rules


def rules_of(key: str, file: str) -> list[Section]:
    return list(read_rules((Path(games.__path__[0]) / key / file).read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("key", games.keys())
def test_rules_in_another_language_have_the_same_chapters_and_positions(key: str, language: str) -> None:
    """When this fails, the English rules have changed: bring RULES.de.md after them."""
    english, other = rules_of(key, "RULES.md"), rules_of(key, f"RULES.{language}.md")
    assert [section.level for section in other] == [section.level for section in english]
    for theirs, ours in zip(other, english, strict=True):
        assert [replace(example, caption="") for example in theirs.examples] == [
            replace(example, caption="") for example in ours.examples
        ]
        assert all(bool(a.caption) == bool(b.caption) for a, b in zip(theirs.examples, ours.examples, strict=True))
        assert _tags(theirs.words) == _tags(ours.words)


def _tags(words: str) -> list[str]:
    """The numbers of the rules and the notation in their order: what must not differ."""
    return re.findall(r"^(?:\*\*|- )?(\d\.\d)", words, re.MULTILINE) + sorted(re.findall(r"\[[A-Z]\d\]", words))


@pytest.mark.parametrize("language", SUPPORTED)
@pytest.mark.parametrize("key", games.keys())
def test_no_page_of_the_rules_is_cut(key: str, language: str) -> None:
    assert [page.title for page in rulebook.pages(key, language) if page.words.endswith("…")] == []


# ---------------------------------------------------------------------- commands


@pytest.fixture
async def commands(tmp_path: Path) -> AsyncIterator[dict[str, dict[str, Any]]]:
    """What Discord is told of each command, by name."""
    app = await build(Settings(data=tmp_path, token=None))
    async with app.client:
        tree, translator = app.client.tree, CommandTranslator()
        payloads = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
        yield {payload["name"]: payload for payload in payloads}
        stop = Stop(5, exit_now=lambda _: None)
        await app.close(stop)
        stop.finish()


@pytest.mark.parametrize("language", TRANSLATED)
async def test_commands_are_described_in_every_language(language: str, commands: dict[str, dict[str, Any]]) -> None:
    assert len(commands) > 10
    for payload in commands.values():
        _described(payload, language)


def _described(payload: dict[str, Any], language: str) -> None:
    """Commands keep their names, context menus have none but their name."""
    if payload.get("description"):
        assert language in payload["description_localizations"], payload["description"]
        assert not payload["description_localizations"][language].endswith("…"), "too long for Discord"
        assert payload.get("name_localizations", {}) == {}
    else:
        assert language in payload["name_localizations"], payload["name"]
    for option in payload.get("options", ()):
        _described(option, language)


async def test_a_german_client_reads_german(commands: dict[str, dict[str, Any]]) -> None:
    options = {option["name"]: option for option in commands["choccer"]["options"]}
    times = {choice["value"]: choice for choice in options["time"]["choices"]}
    assert times["3d"]["name_localizations"]["de"] == "3 Tage pro Zug"
    assert commands["choccer"]["description_localizations"]["de"].startswith("Schach trifft Fußball")
    assert commands["Challenge to a game"]["name_localizations"]["de"] == "Zu einem Spiel herausfordern"


THINGS = (
    "cells", "challenges", "columns", "days", "entries", "factories", "gems", "hours", "matches", "minutes", "moves",
    "pieces", "places", "players", "points", "rooms", "rounds", "rows", "seconds", "spaces", "stacks", "steps", "tiles",
    "times", "turns",
)  # fmt: skip
NEVER_ONE = {
    "Hexagon of side {n}, {spaces} spaces": "the smallest has 19",
    "Snub square tiling, {n} × {n} spaces": "the smallest has 4 × 4",
    "Take three of the {n} empty cells": "three at least",
    "The board must have {rows} rows of {columns} characters, joined by '/'.": "boards are larger",
    "The board must have {n} rows, joined by '/', of these lengths from the top: {lengths}.": "boards are larger",
    "The record is too long: at most {most} entries.": "20,000",
    "There are {n} {colour} tiles in this position; I count up to {most}.": "more than there are in the game",
    "There must be {number} factories, joined by '/'.": "5, 7 or 9",
    "This deal has the wrong shape: the factories get {sizes} tiles.": "a list, as 4, 4, 4, 4, 4",
    "'{text}' is too much: a factory has places for {most} tiles.": "4",
    "all {n} turns are played, and the points are {black} to {white}": "100",
    "the same position has come up {n} times": "3",
    "{game} is for {wanted} players, not {seats}.": "2-4",
    "{game} needs {least} players. Wait for somebody to join, or fill with AI.": "2 at least",
    "{name} is joined with {n} spaces; at most {most} are allowed.": "more than are allowed",
    "{n} cells": "more than 24, which are counted and not named",
    "{side}: {high} to {low} points": "the winner's come first, and the word stands for both",
    "{deed} and scores {gems} gems: {n} point": "gems: two at least",
}
"""Sentences about a number that is never 1, each with the reason."""


def test_what_is_counted_has_a_form_for_one() -> None:
    """The word for several stands for one as well only where that number cannot come up."""
    numbers = "n|number|least|most|wanted|spaces|rows|columns|rounds|points|sizes|gems|low|left|minutes|days|hours"
    counted = re.compile(rf"\{{(?:{numbers})\}} (?:(?:empty|still|legal) |\{{\w+\}} )?(?:{'|'.join(THINGS)})\b")
    singular = [message.id if isinstance(message.id, str) else message.id[0] for message in template() if message.id]
    assert sorted(text for text in singular if counted.search(text)) == sorted(
        text for text in NEVER_ONE if counted.search(text)
    )
