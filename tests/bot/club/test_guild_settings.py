"""What is set for a server: each setting by itself, whoever else changes another one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.club.guild_settings import GuildSettings, may_moderate, may_start, roles_to_start
from bot.match.errors import NotAllowed
from bot.store.people import SqlPeople
from tests.bot.table import Club

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
    "guild_settings, sentence",
    [
        (GuildSettings(SERVER, games_off=("onyx",)), "switched off here"),
        (GuildSettings(SERVER, channels=(5, 6)), "Matches are started in <#5> or <#6> here"),
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


def test_moderators_need_no_role_to_start() -> None:
    settings = GuildSettings(SERVER, play_role=9, moderator_role=4)
    members, judges = frozenset({3}), frozenset({4})
    assert roles_to_start(settings, manager=False, roles=members) == members
    assert roles_to_start(settings, manager=False, roles=judges) == {4, 9}
    assert roles_to_start(settings, manager=True, roles=members) == {3, 9}
    assert roles_to_start(GuildSettings(SERVER), manager=True, roles=members) == members
