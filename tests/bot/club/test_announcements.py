"""Announcements: from a draft to the last server, one at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.club.announcements import Announcement, next_draft
from bot.club.blocks import Block
from bot.club.servers import MatchCount
from bot.match.errors import Refused, Stale
from bot.store.blocks import SqlBlocks
from bot.store.people import SqlPeople
from bot.store.servers import SqlServers
from tests.bot.table import BEN, Club

DRAFT = Announcement(3, "Hello")


def test_an_announcement_is_read_as_it_was_stored() -> None:
    assert Announcement.from_json(DRAFT.as_json()) == DRAFT


def test_a_draft_is_sent_once_and_only_the_newest() -> None:
    sending = DRAFT.start_sending(3)
    assert sending == replace(DRAFT, state="sending")
    for present, number in ((sending, 3), (DRAFT, 2), (replace(DRAFT, state="done"), 3)):
        with pytest.raises(Stale):
            present.start_sending(number)


def test_only_what_is_being_sent_can_be_stopped() -> None:
    assert DRAFT.start_sending(3).stop_sending(3).state == "stopped"
    for present, number in ((DRAFT, 3), (DRAFT.start_sending(3), 4)):
        with pytest.raises(Stale):
            present.stop_sending(number)


def test_each_server_counts_once() -> None:
    done = DRAFT.start_sending(3).after(10, delivered=True).after(11, delivered=False)
    assert (done.last_server, done.delivered, done.failed) == (11, 1, 1)


def test_a_new_draft_replaces_all_but_one_that_is_being_sent() -> None:
    assert next_draft(None, " Hello ") == Announcement(1, "Hello")
    assert next_draft(replace(DRAFT, state="stopped"), "Again").id == 4
    with pytest.raises(Refused):
        next_draft(DRAFT.start_sending(3), "Again")
    with pytest.raises(Refused):
        next_draft(None, " \n")


async def test_where_servers_read_an_announcement(club: Club) -> None:
    """Server 10 has a match in channel 20; what is chosen goes before what is played in, and blocks before all."""
    servers, people = SqlServers(club.database), SqlPeople(club.database)
    assert await servers.announcement_channels() == []
    await club.begin()
    await people.change_guild_settings(11, lambda now: replace(now, channels=(31, 32)))
    await people.change_guild_settings(12, lambda now: replace(now, theme="light"))
    assert await servers.announcement_channels() == [(10, 20), (11, 31)]
    await people.change_guild_settings(10, lambda now: replace(now, results=40))
    assert await servers.announcement_channels() == [(10, 40), (11, 31)]
    await SqlBlocks(club.database).block(Block("server", 11, "", 1, 0))
    assert await servers.announcement_channels() == [(10, 40)]


async def test_matches_of_servers_are_counted(club: Club) -> None:
    await club.begin()
    over = await club.begin()
    await club.service.resign(over.id, BEN.user)
    assert await SqlServers(club.database).match_counts([10, 11]) == {10: MatchCount(1, 2)}
