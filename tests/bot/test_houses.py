"""What is set for a server: each setting by itself, whoever else changes another one."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.cogs.admin import choice_of
from bot.match.errors import Refused
from bot.match.people import House
from bot.store.people import SqlPeople
from bot.ui.language import Language
from bot.ui.setup import check, page, topic
from tests.bot.table import Club

SERVER = 77


async def test_two_managers_change_different_settings_at_once(sqlite_club: Club) -> None:
    people = SqlPeople(sqlite_club.database)
    await asyncio.gather(
        people.change_house(SERVER, {"theme": "light"}),
        people.change_house(SERVER, {"channels": (5, 6)}),
        people.change_house(SERVER, {"ranked": False}),
    )
    assert await people.house(SERVER) == House(SERVER, theme="light", channels=(5, 6), ranked=False)


@pytest.mark.parametrize(
    "key, values, changes",
    [
        ("channels", ["5", "6"], {"channels": (5, 6)}),
        ("results", [], {"results": None}),
        ("play-role", ["9"], {"play_role": 9}),
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
        topic(House(SERVER), "colour", Language("en"))


def test_the_page_tells_everything_that_is_set() -> None:
    shown = page(House(SERVER, theme="light", language="de", results=12, games_off=("onyx",)), Language("en"))
    text = "\n".join(item.content for item in shown.walk_children() if isinstance(item, discord.ui.TextDisplay))
    for part in ("Theme of public pictures**: light", "Deutsch", "<#12>", "Onyx"):
        assert part in text


def test_a_check_of_many_channels_fits_a_message() -> None:
    found = [(f"<#{10**18 + number}>", discord.Permissions.none()) for number in range(40)]
    assert len(check(found, Language("de"))) < 4000
