"""Every field of every window, and every setting, says in one line what it does, in both languages and uncut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from discord import ui

import games
from bot.club.guild_settings import GuildSettings
from bot.club.preferences import Preferences
from bot.match.model import UserId
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.limits import OPTION_DESCRIPTION
from bot.ui.pages import notifications, seeks, settings, setup, tournament_window, welcome

PERSON = Preferences(UserId(1))
SERVER = GuildSettings(1)
WINDOWS: Mapping[str, Callable[[Language], ui.Modal]] = {
    "settings": lambda language: settings.window(PERSON, language),
    "notifications": lambda language: notifications.window(PERSON, language),
    "basics": lambda language: setup.window(SERVER, setup.BASICS, language),
    "games and roles": lambda language: setup.window(SERVER, setup.MORE, language),
    "search": lambda language: seeks.window(games.every(), SERVER, language),
    "challenge": lambda language: welcome.challenge_window(games.every(), "onyx", "3d", language),
    "tournament": lambda language: tournament_window.create_window(games.every(), "3d", "", language),
}


def descriptions(window: ui.Modal) -> Iterator[tuple[str, str]]:
    """Each field of a window, and its second line."""
    for label in window.children:
        assert isinstance(label, ui.Label)
        yield label.text, label.description or ""


@pytest.mark.parametrize("code", SUPPORTED)
@pytest.mark.parametrize("name", WINDOWS)
def test_every_field_of_a_window_is_explained(name: str, code: str) -> None:
    told = list(descriptions(WINDOWS[name](Language(code))))
    assert told
    assert [label for label, about in told if not about or about.endswith("…")] == []


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_setting_of_a_person_is_explained_where_it_is_shown(code: str) -> None:
    language = Language(code)
    (page,) = [one for one in settings.page(PERSON, 0, language).children if isinstance(one, ui.TextDisplay)]
    assert [about for about in settings.MEANINGS.values() if f"-# {language(about)}" not in page.content] == []
    assert set(settings.switches(PERSON)) <= set(settings.MEANINGS)


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_topic_of_a_server_is_explained_in_the_menu_that_opens_it(code: str) -> None:
    language = Language(code)
    options = [
        option
        for row in setup.page(SERVER, language).children
        if isinstance(row, ui.ActionRow)
        for menu in row.children
        if isinstance(menu, ui.Select)
        for option in menu.options
    ]
    assert [option.value for option in options] == list(setup.TITLES)
    assert [option.description for option in options] == [language(setup.MEANINGS[key]) for key in setup.TITLES]
    assert [one.description for one in options if len(one.description or "") > OPTION_DESCRIPTION] == []


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_format_of_a_tournament_is_explained_where_it_is_chosen(code: str) -> None:
    """Whoever makes a first tournament does not know what a mini cup is."""
    window = tournament_window.create_window(games.every(), "3d", "", Language(code))
    (kinds,) = [one for one in window.walk_children() if isinstance(one, ui.Select) and one.custom_id == "kind"]
    assert len(kinds.options) == len(tournament_window.KINDS)
    assert [one.label for one in kinds.options if not (one.description or "").endswith(".")] == []
