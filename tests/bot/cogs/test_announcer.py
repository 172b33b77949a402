"""Sending an announcement: each server gets it once, also where the bot was killed on the way."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
import pytest

from bot.club.announcements import Announcement
from bot.cogs.announcer import NOTE, Announcer
from bot.match.errors import Stale
from bot.store.bot_state import SqlBotState
from bot.store.people import SqlPeople
from bot.store.servers import SqlServers
from tests.bot.table import Club

SENDING = Announcement(3, "Hello", "sending")


class Recording(Announcer):
    """An announcer that notes down where it would have posted."""

    posted: list[int]

    async def _post(self, present: Announcement, guild: int, channel: int) -> bool:
        self.posted.append(channel)
        return True


async def resume_sending(club: Club, stored: Announcement) -> tuple[list[int], Announcement | None]:
    """Start after a crash: where an announcement goes that was stored so, and what is stored of it then."""
    people, notes = SqlPeople(club.database), SqlBotState(club.database)
    for guild in (11, 12, 13):
        await people.change_guild_settings(guild, lambda now: replace(now, channels=(now.guild + 20,)))
    await notes.write(NOTE, stored.as_json())
    announcer = Recording(discord.Client(intents=discord.Intents.none()), notes, SqlServers(club.database), people)
    announcer.posted, announcer.sleep = [], lambda _seconds: asyncio.sleep(0)
    await announcer.resume()
    if announcer._task is not None:  # noqa: SLF001 - its end is what is waited for
        await announcer._task  # noqa: SLF001
    return announcer.posted, await announcer.present()


async def test_after_a_crash_only_those_get_it_whom_it_has_not_reached(club: Club) -> None:
    posted, present = await resume_sending(club, replace(SENDING, last_server=11, delivered=1))
    assert posted == [32, 33]
    assert present == replace(SENDING, state="done", last_server=13, delivered=3)


async def test_what_was_stopped_or_is_a_draft_is_not_sent_after_a_crash(club: Club) -> None:
    for state in ("draft", "stopped", "done"):
        stored = replace(SENDING, state=state)
        assert await resume_sending(club, stored) == ([], stored)


async def test_of_two_who_write_at_once_nobody_sends_the_text_of_the_other(club: Club) -> None:
    client = discord.Client(intents=discord.Intents.none())
    announcer = Announcer(client, SqlBotState(club.database), SqlServers(club.database), SqlPeople(club.database))
    one, other = await asyncio.gather(announcer.draft("One"), announcer.draft("Other"))
    older, newer = sorted((one, other), key=lambda draft: draft.id)
    with pytest.raises(Stale):
        await announcer.send(older.id)
    assert await announcer.present() == newer
