"""/setup: its pages tell what is set and what it is for, and the check what is missing."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from bot.club.guild_settings import GuildSettings
from bot.match.errors import Refused
from bot.ui.components.answers import missing
from bot.ui.i18n.language import Language
from bot.ui.pages.setup import Checked, check, page, topic
from tests.bot.ui.views import text

SERVER = 77


def test_an_unknown_topic_is_refused() -> None:
    with pytest.raises(Refused):
        topic(GuildSettings(SERVER), "colour", Language("en"))


def test_the_page_tells_everything_that_is_set() -> None:
    shown = page(GuildSettings(SERVER, theme="light", language="de", results=12, games_off=("onyx",)), Language("en"))
    for part in ("Theme of public pictures**: light", "Deutsch", "<#12>", "Onyx"):
        assert part in text(shown)


@pytest.mark.parametrize("code,words", [("en", "no channel"), ("de", "kein Kanal")])
def test_the_page_says_where_no_channel_is_chosen(code: str, words: str) -> None:
    """Whose turn it is: "none" read as if it was nobody's turn."""
    lines = text(page(GuildSettings(SERVER), Language(code))).splitlines()
    assert sum(line.endswith(f": {words}") for line in lines) == 4


def test_a_check_of_many_channels_fits_a_message() -> None:
    found = [Checked(f"<#{10**18 + number}>", missing(discord.Permissions.none())) for number in range(40)]
    assert len(check(found, "Quintet", Language("de"))) < 4000


def menu_of(guild_settings: GuildSettings, key: str) -> tuple[list[str], list[str]]:
    """The values that the menu of a topic offers (none: those that Discord knows), and those that are chosen."""
    for item in topic(guild_settings, key, Language("en")).walk_children():
        if isinstance(item, ui.Select):
            return [one.value for one in item.options], [one.value for one in item.options if one.default]
        if isinstance(item, ui.ChannelSelect | ui.RoleSelect):
            return [], [str(one.id) for one in item.default_values]
    raise AssertionError(key)


@pytest.mark.parametrize(
    "key", ["channels", "results", "play-role", "moderator-role", "games", "time", "posting", "language"]
)
def test_every_topic_shows_what_is_set(key: str) -> None:
    guild_settings = GuildSettings(
        SERVER, "de", (5, 6), play_role=3, moderator_role=4, games_off=("onyx",), time="7d", posting="edit", results=8
    )
    options, chosen = menu_of(guild_settings, key)
    shown: dict[str, list[str]] = {
        "channels": ["5", "6"],
        "results": ["8"],
        "play-role": ["3"],
        "moderator-role": ["4"],
        "games": ["onyx"],
        "time": ["7d"],
        "posting": ["edit"],
        "language": ["de"],
    }
    assert chosen == shown[key]
    assert set(chosen) <= set(options or chosen)


@pytest.mark.parametrize("key", ["channels", "results", "play-role", "moderator-role", "games"])
def test_where_nothing_is_set_nothing_is_chosen(key: str) -> None:
    assert menu_of(GuildSettings(SERVER), key)[1] == []


def test_a_check_says_what_is_missing_where() -> None:
    found = [Checked("<#5>", missing(discord.Permissions.all())), Checked("<#6>", missing(discord.Permissions.none()))]
    _, lacking, well, _ = check(found, "Quintet", Language("en")).splitlines()
    assert well == "<#5>: everything is fine"
    assert lacking.startswith("<#6>: missing ")


def test_a_check_says_where_to_mend_it() -> None:
    absent = missing(discord.Permissions.none())
    channel = check([Checked("<#6>", absent)], "Quintet", Language("en"))
    assert "Edit Channel → Permissions → Quintet" in channel
    assert "Server Settings" not in channel
    whole = check([Checked("<#6>", absent, lacks_role=True)], "Quintet", Language("en"))
    assert "Server Settings → Roles → Quintet → Permissions" in whole
    assert "Edit Channel" not in whole
    assert "Settings" not in check([Checked("<#6>", missing(discord.Permissions.all()))], "Quintet", Language("en"))


@pytest.mark.parametrize("key", ["channels", "play-role", "moderator-role", "games", "time", "posting", "language"])
def test_each_page_says_what_it_is_for(key: str) -> None:
    shown = topic(GuildSettings(SERVER), key, Language("en"))
    heading, about = text(shown).splitlines()
    assert heading.startswith("## ")
    assert about.endswith(".")
