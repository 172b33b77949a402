"""What is owed for a report: a message in the moderation log as it is now, and the word to whoever made it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from bot.club.reports import Report
from bot.match.model import UserId
from bot.store.people import SqlPeople
from bot.store.reports import SqlReports
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.report_posts import ReportPosts
from tests.bot.table import ANA, BEN, HERE, Club

SERVER, LOG, MIRA = HERE.guild or 0, 70, UserId(900)


@dataclass
class Log:
    """The moderation log, where messages are sent and edited; `error` is what it answers instead."""

    sent: list[str] = field(default_factory=list)
    edited: list[int] = field(default_factory=list)
    error: Exception | None = None

    def get_guild(self, _: int) -> None:
        return None

    def get_partial_messageable(self, number: int, **_: object) -> Log:
        assert number == LOG
        return self

    def get_partial_message(self, number: int) -> Message:
        return Message(self, number)

    async def send(self, *, nonce: str, **_: object) -> Message:
        self.fail()
        self.sent.append(nonce)
        return Message(self, 500)

    def fail(self) -> None:
        """Raise the error, if there is one."""
        if self.error is not None:
            raise self.error


@dataclass
class Message:
    """One of its messages."""

    log: Log
    id: int

    async def edit(self, **_: object) -> None:
        self.log.fail()
        self.log.edited.append(self.id)


@dataclass
class Letters:
    """Writes to people directly, where they `reads` it now."""

    reads: bool = True
    asked: list[UserId] = field(default_factory=list)

    async def write_privately(self, _kind: object, user: UserId, *_: object) -> bool:
        self.asked.append(user)
        return self.reads


class Desk:
    """A server with a moderation log, to which Ana has reported Ben."""

    def __init__(self, club: Club) -> None:
        self.club, self.log, self.letters = club, Log(), Letters()
        self.reports, self.people = SqlReports(club.database), SqlPeople(club.database)
        client, pings = cast("discord.Client", self.log), cast("Pings", self.letters)
        self.posts = ReportPosts(client, self.reports, self.people, pings)

    async def report(self) -> Report:
        (stored,) = await self.reports.add([Report(SERVER, ANA, "insults", "Rude.", self.club.clock(), BEN)])
        return stored

    async def resync(self, report: Report) -> Report:
        """The report after another round."""
        await self.posts.resync()
        found = await self.reports.get(report.id)
        assert found is not None
        return found


@pytest.fixture
async def desk(sqlite_club: Club) -> Desk:
    made = Desk(sqlite_club)
    await made.people.change_guild_settings(SERVER, lambda now: replace(now, moderation_log=LOG))
    return made


def refusal(status: int) -> discord.HTTPException:
    kind = discord.DiscordServerError if status >= 500 else discord.Forbidden
    return kind(cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="")), "no")


async def test_a_report_is_posted_once(desk: Desk) -> None:
    made = await desk.report()
    shown = await desk.resync(made)
    assert (shown.channel, shown.message, shown.shown) == (LOG, 500, True)
    await desk.resync(made)
    assert desk.log.sent == [f"rp{made.id}"]
    assert desk.letters.asked == [], "there is no answer to tell"


@pytest.mark.parametrize("error", [refusal(503), OSError("no way"), aiohttp.ClientError()])
async def test_what_passes_is_tried_again(desk: Desk, error: Exception) -> None:
    made = await desk.report()
    desk.log.error = error
    assert not (await desk.resync(made)).shown
    desk.log.error = None
    assert (await desk.resync(made)).shown
    assert desk.log.sent == [f"rp{made.id}"]


async def test_what_is_refused_is_not_tried_again(desk: Desk) -> None:
    made = await desk.report()
    desk.log.error = refusal(403)
    shown = await desk.resync(made)
    assert (shown.shown, shown.message) == (True, None)
    desk.log.error = None
    await desk.resync(made)
    assert desk.log.sent == []


async def test_without_a_log_nothing_is_owed(desk: Desk) -> None:
    await desk.people.change_guild_settings(SERVER, lambda now: replace(now, moderation_log=None))
    shown = await desk.resync(await desk.report())
    assert (shown.shown, shown.channel, shown.message) == (True, None, None)


async def test_an_answer_changes_the_message_and_is_told_to_the_reporter(desk: Desk) -> None:
    made = await desk.report()
    await desk.resync(made)
    assert await desk.reports.answer(made.id, "nothing", MIRA, desk.club.clock())
    answered = await desk.resync(made)
    assert (answered.shown, answered.told) == (True, True)
    await desk.resync(made)
    assert (desk.log.sent, desk.log.edited, desk.letters.asked) == ([f"rp{made.id}"], [500], [ANA.user])


async def test_a_reporter_who_cannot_be_told_now_is_told_later_and_the_message_is_left_alone(desk: Desk) -> None:
    made = await desk.report()
    await desk.resync(made)
    await desk.reports.answer(made.id, "nothing", MIRA, desk.club.clock())
    desk.letters.reads = False
    assert not (await desk.resync(made)).told
    desk.letters.reads = True
    assert (await desk.resync(made)).told
    assert (desk.log.edited, desk.letters.asked) == ([500], [ANA.user, ANA.user])
