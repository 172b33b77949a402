"""What is set for a server: each setting by itself, whoever else changes another one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
import pytest
from discord import ui

from bot.club.guild_settings import GuildSettings, may_moderate, may_start
from bot.cogs.setup import choice_of
from bot.match.errors import NotAllowed, Refused
from bot.store.people import SqlPeople
from bot.ui.components.answers import missing
from bot.ui.i18n.language import Language
from bot.ui.pages.setup import Checked, check, page, topic
from tests.bot.table import Club
from tests.bot.ui.views import text

SERVER = 77


async def test_two_managers_change_different_settings_at_once(sqlite_club: Club) -> None:
    people = SqlPeople(sqlite_club.database)
    await asyncio.gather(
        people.change_guild_settings(SERVER, lambda now: replace(now, theme="light")),
        people.change_guild_settings(SERVER, lambda now: replace(now, channels=(5, 6))),
        people.change_guild_settings(SERVER, lambda now: replace(now, rated_matches=not now.rated_matches)),
    )
    assert await people.guild_settings(SERVER) == GuildSettings(
        SERVER, theme="light", channels=(5, 6), rated_matches=False
    )


@pytest.mark.parametrize(
    "key, values, changes",
    [
        ("channels", ["5", "6"], {"channels": (5, 6)}),
        ("results", [], {"results": None}),
        ("play-role", ["9"], {"play_role": 9}),
        ("results", [str(2**63 - 1)], {"results": 2**63 - 1}),
        ("results", [str(2**63)], {"results": None}),
        ("games", ["onyx", "ludo"], {"games_off": ("onyx",)}),
        ("time", ["7d"], {"time": "7d"}),
        ("language", ["de"], {"language": "de"}),
    ],
)
def test_a_choice_changes_one_setting(key: str, values: list[str], changes: dict[str, object]) -> None:
    assert choice_of(key, values) == changes


@pytest.mark.parametrize("key, values", [("time", ["never"]), ("language", []), ("colour", ["red"]), ("guild", ["1"])])
def test_what_is_not_on_offer_is_refused(key: str, values: list[str]) -> None:
    with pytest.raises(Refused):
        choice_of(key, values)


def test_an_unknown_topic_is_refused() -> None:
    with pytest.raises(Refused):
        topic(GuildSettings(SERVER), "colour", Language("en"))


def test_the_page_tells_everything_that_is_set() -> None:
    shown = page(GuildSettings(SERVER, theme="light", language="de", results=12, games_off=("onyx",)), Language("en"))
    for part in ("Theme of public pictures**: light", "Deutsch", "<#12>", "Onyx"):
        assert part in text(shown)


def test_a_check_of_many_channels_fits_a_message() -> None:
    found = [Checked(f"<#{10**18 + number}>", missing(discord.Permissions.none())) for number in range(40)]
    assert len(check(found, "Quintet", Language("de"))) < 4000


@pytest.mark.parametrize(
    "guild_settings, sentence",
    [
        (GuildSettings(SERVER, games_off=("onyx",)), "switched off here"),
        (GuildSettings(SERVER, channels=(5, 6)), "Matches are started in <#5> <#6> here"),
        (GuildSettings(SERVER, play_role=9), "need the role <@&9>"),
    ],
)
def test_a_match_is_not_started_where_it_is_not_wanted(guild_settings: GuildSettings, sentence: str) -> None:
    with pytest.raises(NotAllowed, match=sentence):
        may_start(guild_settings, "onyx", 7, frozenset({3}))


@pytest.mark.parametrize(
    "guild_settings",
    [
        GuildSettings(SERVER),
        GuildSettings(SERVER, games_off=("choccer",)),
        GuildSettings(SERVER, channels=(5, 7), play_role=3),
    ],
)
def test_a_match_is_started_where_it_is_wanted(guild_settings: GuildSettings) -> None:
    may_start(guild_settings, "onyx", 7, frozenset({3}))


def test_managers_and_the_moderator_role_moderate() -> None:
    nobody, judges = GuildSettings(SERVER), GuildSettings(SERVER, moderator_role=4)
    assert may_moderate(nobody, manager=True, roles=frozenset())
    assert may_moderate(judges, manager=False, roles=frozenset({4}))
    assert not may_moderate(judges, manager=False, roles=frozenset({3}))
    assert not may_moderate(nobody, manager=False, roles=frozenset({4}))


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
    assert well == "<#5>: all is well"
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
