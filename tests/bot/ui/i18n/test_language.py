"""What is shown passes through the language of the person: sentences, lists, rules, commands."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, assert_never

import pytest

import games
from bot.app import build
from bot.process.stopping import Stop
from bot.settings import Settings
from bot.ui.i18n.language import SUPPORTED, TRANSLATED, Language
from bot.ui.i18n.translator import CommandTranslator
from bot.ui.pages import rules as rulebook
from games.core.i18n import Message, gettext, join_list, npgettext
from games.core.status import Turn
from render import alt_text
from render.markdown import Block, Code, Grid, Heading, Words
from render.rules import Section, read_rules

# ---------------------------------------------------------------------- languages


def test_a_sentence_is_translated_with_all_its_values() -> None:
    inner = gettext("{side} is to move", side=gettext("Black"))
    assert Language("de")(gettext("Choices: {choices}.", choices=join_list([gettext("Black"), inner, "Ana"]))) == (
        "Zur Wahl: Schwarz, Schwarz is to move und Ana."
    )


@pytest.mark.parametrize(
    "words, english, german",
    [
        ([], "", ""),
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Ben"], "Ana and Ben", "Ana und Ben"),
        (["Ana", "Ben", "Eve"], "Ana, Ben and Eve", "Ana, Ben und Eve"),
        (["{0}", "{x}"], "{0} and {x}", "{0} und {x}"),
    ],
)
def test_lists_are_joined_in_the_language_of_the_reader(words: list[str], english: str, german: str) -> None:
    assert join_list(words) == Language("en")(join_list(words)) == english
    assert Language("de").join_list(words) == german


def test_a_list_of_alternatives() -> None:
    choices = join_list([gettext("Black"), gettext("White"), "c3"], "or")
    assert choices == Language("en")(choices) == "Black, White or c3"
    assert Language("de")(choices) == "Schwarz, Weiß oder c3"


def test_a_message_with_other_values_stays_itself() -> None:
    points = npgettext("score", "{n} point for {name}", "{n} points for {name}", 2, name="Ana")
    other = points.with_values({**points.values, "name": "Ben"})
    assert other == "2 points for Ben"
    assert (other.template, other.plural, other.number, other.context) == (
        "{n} point for {name}", "{n} points for {name}", 2, "score"
    )  # fmt: skip
    names = join_list(["Ana", "Ben", "Eve"], "or")
    assert names.with_values({**names.values, "_1": "Bo"}) == "Ana, Bo or Eve"


def test_plural_forms_follow_the_number() -> None:
    found = [Language("de").ngettext("{n} match", "{n} matches", n) for n in (0, 1, 2)]
    assert found == [
        "0 Partien",
        "1 Partie",
        "2 Partien",
    ]
    assert Language("en").ngettext("{n} match", "{n} matches", 1) == "1 match"


@pytest.mark.parametrize(
    "number, english, german",
    [
        (9_999, "9999 matches", "9999 Partien"),
        (10_000, "10,000 matches", "10.000 Partien"),
        (5_935_161, "5,935,161 matches", "5.935.161 Partien"),
    ],
)
def test_the_thousands_of_large_counts_are_set_apart(number: int, english: str, german: str) -> None:
    found = [Language(code).ngettext("{n} match", "{n} matches", number) for code in ("en", "de")]
    assert found == [english, german]


def test_names_are_never_read_as_templates() -> None:
    assert Language("de")(gettext("{name} resigned", name="{name} %s {0}")) == "{name} %s {0} hat aufgegeben"


def test_discord_locales_and_unknown_ones() -> None:
    assert Language("de").code == "de"
    assert Language("en-GB").code == "en"
    assert Language("fr").code == "en"
    assert Language("fr")(Message("")) == ""


def test_what_players_typed_stays_as_it_is() -> None:
    assert Language("de")("Black") == "Black"


class Swallowing(Language):
    """Leaves what has not been made for translation."""

    def __call__(self, sentence: str) -> str:
        return "" if isinstance(sentence, Message) else sentence


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
        assert _tags(theirs) == _tags(ours)


def _tags(section: Section) -> list[str]:
    """The numbers of the rules and the notation in their order: what must not differ."""
    words = "\n".join(line for block in section.blocks for line in _lines(block))
    return re.findall(r"^(?:\*\*|- )?(\d\.\d)", words, re.MULTILINE) + sorted(re.findall(r"\[[A-Z]\d\]", words))


def _lines(block: Block) -> Iterable[str]:
    match block:
        case Words(lines):
            return lines
        case Grid(rows):
            return [" | ".join(row) for row in rows]
        case Heading(_, text) | Code(_, text):
            return [text]
    assert_never(block)


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
        _check_descriptions(payload, language)


_IMPERATIVE = re.compile(r"(?:Fordere|Frage?|Melde|Nimm|Öffne|Richte|Spiele|Suche|Wähle|Zeige?|Zeigt)\b")


async def test_german_commands_are_described_in_the_infinitive(commands: dict[str, dict[str, Any]]) -> None:
    """As in "Eine Partie nachspielen": a list should not mix both. The summary of a game speaks to the reader."""
    ours = [payload for name, payload in commands.items() if payload.get("description") and name not in games.keys()]
    described = [
        each["description_localizations"]["de"] for one in ours for each in (one, *_options(one)) if "options" in each
    ]
    assert [text for text in described if _IMPERATIVE.match(text)] == []
    assert len(described) > 15


def _check_descriptions(payload: dict[str, Any], language: str) -> None:
    """Commands keep their names, context menus have none but their name."""
    if payload.get("description"):
        assert language in payload["description_localizations"], payload["description"]
        assert not payload["description_localizations"][language].endswith("…"), "too long for Discord"
        assert payload.get("name_localizations", {}) == {}
    else:
        assert language in payload["name_localizations"], payload["name"]
    for option in payload.get("options", ()):
        _check_descriptions(option, language)


async def test_choices_of_commands_begin_with_a_capital(commands: dict[str, dict[str, Any]]) -> None:
    """As options of menus do; the levels of the log are what is typed in a configuration."""
    shown = [
        name
        for payload in commands.values()
        for option in _options(payload)
        for choice in option.get("choices", ())
        for name in (choice["name"], *(choice.get("name_localizations") or {}).values())
        if option["name"] != "level"
    ]
    assert len(shown) > 50
    assert [name for name in shown if name[:1].islower()] == []


def _options(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The options of a command, and of its subcommands."""
    for option in payload.get("options", ()):
        yield option
        yield from _options(option)


async def test_a_german_client_reads_german(commands: dict[str, dict[str, Any]]) -> None:
    options = {option["name"]: option for option in commands["choccer"]["options"]}
    times = {choice["value"]: choice for choice in options["time"]["choices"]}
    assert times["3d"]["name_localizations"]["de"] == "3 Tage pro Zug"
    assert commands["choccer"]["description_localizations"]["de"].startswith("Schach trifft Fußball")
    assert commands["Challenge to a game"]["name_localizations"]["de"] == "Zu einem Spiel herausfordern"
