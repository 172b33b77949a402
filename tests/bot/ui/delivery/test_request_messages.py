"""What players ask each other is asked once, in a message of its own, which becomes its answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import discord
import pytest
from structlog.testing import capture_logs

from bot.club.notifications import Kind
from bot.match.model import Match, Posting, UserId
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.carriers import NotCarried
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.request_messages import RequestMessages
from bot.ui.i18n.language import Language
from tests.bot.table import ANA, BEN, Club
from tests.bot.ui.delivery.refusals import refusal
from tests.bot.ui.views import text

THREAD, ENGLISH = 60, Language("en")


@dataclass
class Thread:
    """Takes messages; `error` is what it answers instead."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    edited: list[tuple[int, str]] = field(default_factory=list)
    error: Exception | None = None

    def of(self, _match: Match, posting: Posting) -> Thread:
        assert posting.thread == THREAD
        return self

    async def send(self, view: discord.ui.LayoutView, nonce: str, _mentions: object) -> discord.Object:
        if self.error is not None:
            raise self.error
        self.sent.append((nonce, text(view)))
        return discord.Object(700 + len(self.sent))

    async def edit(self, message: int, view: discord.ui.LayoutView) -> None:
        if self.error is not None:
            raise self.error
        self.edited.append((message, text(view)))


@dataclass
class Gate:
    """Notes who would be pinged."""

    pinged: list[tuple[Kind, list[UserId], frozenset[UserId]]] = field(default_factory=list)

    async def of(
        self, kind: Kind, people: list[UserId], _match: Match, senders: frozenset[UserId]
    ) -> discord.AllowedMentions:
        self.pinged.append((kind, people, senders))
        return NOBODY


class Scene:
    """A match in a thread, in which somebody may ask for a draw."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match = club, match
        self.thread, self.gate = Thread(), Gate()
        self.posting = Posting(match.id, thread=THREAD, revision=match.revision)
        channels, pings = cast("Channels", self.thread), cast("Pings", self.gate)
        self.messages = RequestMessages(channels, club.store, pings)

    async def offer(self) -> None:
        self.match = await self.club.service.offer(self.match.id, ANA.user, "draw")

    async def show(self) -> None:
        """Close what is not asked any more, and ask what is."""
        self.posting = await self.messages.close(self.match, self.posting, ENGLISH)
        self.posting = await self.messages.ask(self.match, self.posting, 0, ENGLISH)

    @property
    def offered_at(self) -> int:
        assert self.match.offer is not None
        return self.match.offer.made


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    return Scene(sqlite_club, await sqlite_club.begin())


async def test_nothing_is_asked_where_nobody_asks(scene: Scene) -> None:
    before = scene.posting
    await scene.show()
    assert (scene.thread.sent, scene.posting) == ([], before)


async def test_an_offer_is_asked_once_and_pings_who_is_asked(scene: Scene) -> None:
    await scene.offer()
    await scene.show()
    await scene.show()
    nonce = f"o{scene.match.shown_id}-{scene.offered_at}"
    assert scene.thread.sent == [(nonce, f"<@{BEN.user}>: Ana offers a draw.")]
    assert scene.gate.pinged == [(Kind.REQUEST, [BEN.user], frozenset({ANA.user}))]
    assert (scene.posting.request, scene.posting.asked) == (701, scene.offered_at)
    stored = await scene.club.store.posting(scene.match.id)
    assert (stored.request, stored.asked) == (701, scene.offered_at), "after a restart, too"


async def test_an_offer_that_the_board_has_shown_already_is_not_asked_again(scene: Scene) -> None:
    await scene.offer()
    scene.posting = Posting(scene.match.id, thread=THREAD, revision=scene.offered_at)
    await scene.show()
    assert scene.thread.sent == []


async def test_the_message_becomes_its_answer_once(scene: Scene) -> None:
    await scene.offer()
    await scene.show()
    asked = scene.posting
    scene.match = await scene.club.service.refuse(scene.match.id, BEN.user, scene.offered_at)
    await scene.show()
    assert scene.thread.edited == [(701, "Ana offered a draw. Ben declines.")]
    assert (scene.posting.request, scene.posting.asked) == (None, None)
    again = await scene.messages.close(scene.match, asked, ENGLISH)
    assert (again.request, again.asked, len(scene.thread.edited)) == (None, None, 1)


@pytest.mark.parametrize("error", [refusal(404), refusal(503), NotCarried()])
async def test_who_cannot_be_asked_in_a_message_is_asked_on_the_board(scene: Scene, error: Exception) -> None:
    scene.thread.error = error
    await scene.offer()
    before = scene.posting
    with capture_logs() as logs:
        await scene.show()
    assert [one["event"] for one in logs] == ["request not posted"]
    assert scene.posting == before


@pytest.mark.parametrize("error", [refusal(404), refusal(503), NotCarried()])
async def test_a_message_that_cannot_become_its_answer_is_let_go(scene: Scene, error: Exception) -> None:
    await scene.offer()
    await scene.show()
    scene.match = await scene.club.service.refuse(scene.match.id, BEN.user, scene.offered_at)
    scene.thread.error = error
    with capture_logs() as logs:
        await scene.show()
    assert [one["event"] for one in logs] == ["request not closed"]
    assert scene.posting.request is None
