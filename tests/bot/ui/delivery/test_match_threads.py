"""A match has one thread, however often Discord fails while it is opened."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from bot.match.model import Match
from bot.ui.delivery.match_threads import find_or_open
from tests.bot.table import Club

BOT, SOMEBODY, CHANNEL = 1, 2, 20


@dataclass
class Thread:
    """A thread as Discord lists it."""

    name: str
    owner_id: int = BOT
    parent_id: int = CHANNEL
    locked: bool = False


@dataclass
class Parent:
    """A channel whose threads are listed; `errors` are what the next attempts to open one raise.

    Where `opens_anyway`, a thread is there although its answer is an error.
    """

    code: str
    threads: list[Thread] = field(default_factory=list)
    errors: list[discord.HTTPException] = field(default_factory=list)
    opens_anyway: bool = False
    attempts: int = 0
    id: int = CHANNEL

    @property
    def guild(self) -> Parent:
        return self

    async def active_threads(self) -> list[Thread]:
        return self.threads

    async def open(self) -> Thread:
        self.attempts += 1
        error = self.errors.pop(0) if self.errors else None
        if error is None or self.opens_anyway:
            self.threads.append(Thread(f"Ana – Ben #{self.code}"))
        if error is not None:
            raise error
        return self.threads[-1]


@pytest.fixture
async def match(sqlite_club: Club) -> Match:
    return await sqlite_club.begin()


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds between attempts, which nobody waits for here."""
    found, sleep = list[float](), asyncio.sleep

    async def note(seconds: float) -> None:
        found.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    return found


def fault(status: int = 503) -> discord.HTTPException:
    """What Discord answers with this status."""
    kind = discord.DiscordServerError if status >= 500 else discord.Forbidden
    return kind(cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="")), "no")


async def find(parent: Parent, match: Match) -> Thread:
    client = cast("discord.Client", SimpleNamespace(user=SimpleNamespace(id=BOT)))
    opener = cast("object", parent.open)
    found: object = await find_or_open(client, cast("discord.TextChannel", parent), match, opener)  # type: ignore[arg-type]
    assert isinstance(found, Thread)
    return found


async def test_a_thread_is_opened_where_there_is_none(match: Match, pauses: list[float]) -> None:
    parent = Parent(match.code)
    assert await find(parent, match) is parent.threads[0]
    assert (parent.attempts, pauses) == (1, [])


async def test_the_thread_that_is_there_is_taken(match: Match) -> None:
    """The bot was killed just after it had opened it."""
    there = Thread(f"Ana – Ben #{match.code}")
    parent = Parent(match.code, [there])
    assert await find(parent, match) is there
    assert parent.attempts == 0


@pytest.mark.parametrize(
    "change", [{"owner_id": SOMEBODY}, {"parent_id": CHANNEL + 1}, {"locked": True}, {"name": "Ana – Ben #K7QFM"}]
)
async def test_a_thread_of_others_or_elsewhere_is_not_taken(match: Match, change: dict[str, object]) -> None:
    other = replace(Thread(f"Ana – Ben #{match.code}"), **change)  # type: ignore[arg-type]
    parent = Parent(match.code, [other])
    assert await find(parent, match) is not other
    assert parent.attempts == 1


async def test_a_thread_whose_answer_was_an_error_is_found_instead_of_a_second_one(match: Match) -> None:
    parent = Parent(match.code, errors=[fault()], opens_anyway=True)
    assert await find(parent, match) is parent.threads[0]
    assert (parent.attempts, len(parent.threads)) == (1, 1)


async def test_each_pause_between_attempts_is_longer(match: Match, pauses: list[float]) -> None:
    parent = Parent(match.code, errors=[fault(500), fault(502), fault(503)])
    await find(parent, match)
    assert (parent.attempts, pauses) == (4, [1, 3, 5])


async def test_the_last_error_is_raised_after_five_attempts(match: Match) -> None:
    last = fault(504)
    parent = Parent(match.code, errors=[*(fault() for _ in range(4)), last])
    with pytest.raises(discord.DiscordServerError) as raised:
        await find(parent, match)
    assert raised.value is last
    assert parent.attempts == 5


async def test_what_is_forbidden_is_tried_once(match: Match) -> None:
    parent = Parent(match.code, errors=[fault(403)])
    with pytest.raises(discord.Forbidden):
        await find(parent, match)
    assert parent.attempts == 1
