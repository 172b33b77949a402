"""When a request is acknowledged, and what becomes of one that is refused, slow or late."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.club.preferences import Preferences
from bot.match.errors import Refused
from bot.match.model import UserId
from bot.ui.components import pipeline as module
from bot.ui.components.pipeline import Acknowledge, Handling, Pipeline, WhenLate
from bot.ui.components.request import Request
from bot.ui.components.stopwatch import Stopwatch


class People:
    """Preferences that are written down when they are read."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    async def preferences(self, user: UserId) -> Preferences:
        self.log.append("preferences")
        return Preferences(user, language="de")


class Bench:
    """A request on a message that everybody sees, and what happens to it, in order."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.acknowledged = asyncio.Event()
        self.explained: list[BaseException] = []
        response = SimpleNamespace(is_done=lambda: self.acknowledged.is_set() or "modal" in self.log)
        response.defer, response.send_modal = self._defer, self._send_modal
        self.interaction = Mock(extras={}, response=response, locale="en-US", user=Mock(id=7))
        self.interaction.message.flags.ephemeral = False
        explanations = Mock(explain=self._explain)
        self.pipeline = Pipeline(People(self.log), Stopwatch(), explanations)

    async def _defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self.log.append(f"acknowledged{' privately' * ephemeral}{', thinking' * thinking}")
        self.acknowledged.set()

    async def _send_modal(self, _modal: discord.ui.Modal) -> None:
        self.log.append("modal")

    async def _explain(self, _interaction: object, error: BaseException) -> None:
        self.log.append("explained")
        self.explained.append(error)

    async def run(self, handling: Handling) -> None:
        await self.pipeline.run(Request(self.interaction), handling)

    async def note(self, request: Request, *loaded: object) -> None:
        self.log.append(" ".join(["handled", request.language.code, *map(str, loaded)]))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(module, "SOON", 3600)
    return Bench()


async def refuse(_request: Request) -> None:
    raise Refused("No.")


@pytest.mark.parametrize(
    "kind, said",
    [
        (Acknowledge.PRIVATE, "acknowledged privately, thinking"),
        (Acknowledge.PUBLIC, "acknowledged, thinking"),
        (Acknowledge.UPDATE, "acknowledged privately, thinking"),
        (Acknowledge.SILENT, "acknowledged"),
    ],
)
async def test_the_database_is_asked_after_the_acknowledgement(bench: Bench, kind: Acknowledge, said: str) -> None:
    await bench.run(Handling(bench.note, kind))
    assert bench.log == [said, "preferences", "handled de"]


async def test_a_handler_gets_what_was_loaded(bench: Bench) -> None:
    await bench.run(Handling(bench.note, Acknowledge.PRIVATE, load=AsyncMock(return_value="match 5")))
    assert bench.log[-1] == "handled de match 5"


@pytest.mark.parametrize("kind", Acknowledge)
async def test_a_refusal_is_the_first_answer(bench: Bench, kind: Acknowledge) -> None:
    await bench.run(Handling(bench.note, kind, guard=refuse))
    await bench.run(Handling(bench.note, kind, load=refuse))
    assert bench.log == ["explained"] * 2
    assert isinstance(bench.explained[0], Refused)


@pytest.mark.parametrize("kind", [Acknowledge.PRIVATE, Acknowledge.UPDATE, Acknowledge.SILENT])
async def test_a_slow_guard_is_acknowledged_meanwhile_and_once(
    bench: Bench, kind: Acknowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SOON", 0)

    async def slow(_request: Request) -> None:
        await bench.acknowledged.wait()

    await bench.run(Handling(bench.note, kind, guard=slow))
    assert [line.partition(" ")[0].rstrip(",") for line in bench.log] == ["acknowledged", "preferences", "handled"]


async def test_work_in_time_is_not_acknowledged_before_its_answer(bench: Bench) -> None:
    await bench.run(Handling(bench.note, Acknowledge.PRIVATE_IN_TIME))
    assert bench.log == ["preferences", "handled de"]


async def test_work_that_shows_elsewhere_is_acknowledged_when_done(bench: Bench) -> None:
    await bench.run(Handling(bench.note, Acknowledge.SILENT_IN_TIME))
    assert bench.log == ["preferences", "handled de", "acknowledged"]


async def test_slow_work_is_acknowledged_meanwhile(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SOON", 0)

    async def slow(_request: Request) -> None:
        await bench.acknowledged.wait()

    await bench.run(Handling(slow, Acknowledge.SILENT_IN_TIME))
    assert bench.log == ["preferences", "acknowledged"]


async def test_who_claims_the_first_answer_is_not_forestalled(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SOON", 0)

    async def claim(request: Request) -> None:
        assert await request.claim_first_answer()
        for _ in range(5):  # the timer has its turn
            await asyncio.sleep(0)

    await bench.run(Handling(claim, Acknowledge.PRIVATE_IN_TIME))
    assert bench.log == ["preferences"]


@pytest.mark.parametrize("when, log", [(WhenLate.GO_ON, ["preferences", "handled de"]), (WhenLate.STOP, ["explained"])])
async def test_a_late_request_goes_on_where_what_is_done_shows_elsewhere(
    bench: Bench, when: WhenLate, log: list[str]
) -> None:
    response = Mock(status=404, reason="Not Found")
    bench.interaction.response.defer = AsyncMock(side_effect=discord.NotFound(response, {"code": 10062}))
    await bench.run(Handling(bench.note, Acknowledge.PRIVATE, when_late=when))
    assert bench.log == log


async def test_whatever_is_raised_is_explained(bench: Bench) -> None:
    await bench.run(Handling(AsyncMock(side_effect=KeyError("seat")), Acknowledge.UPDATE))
    assert isinstance(bench.explained[0], KeyError)
