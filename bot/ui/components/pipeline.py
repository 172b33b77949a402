"""The path of every request: guard, acknowledge, read preferences, handle, answer errors.

Discord drops an interaction after three seconds. So a request is acknowledged before its handler runs, as soon as
nothing can refuse it any more. A refusal is then the first answer. If the checks take too long, it is acknowledged
meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar

from bot.ui.components import answers
from bot.ui.components.answers import Interaction
from bot.ui.components.explanations import Explanations
from bot.ui.components.follow_up import FollowUp, follow_up
from bot.ui.components.request import ReadsPreferences, Request
from bot.ui.components.stopwatch import Stopwatch

T = TypeVar("T")
Handle = Callable[..., Awaitable[None]]
"""Called with the request and what was loaded for it."""
SOON = 1.5
"""Seconds after which a request is acknowledged; Discord allows three."""


class Acknowledge(Enum):
    """How a request is acknowledged. Those `IN_TIME` are acknowledged only if the answer takes long."""

    NONE = auto()
    """Not at all: the answer is a modal, which must come first."""
    PRIVATE = auto()
    """The person alone sees that the bot is thinking."""
    PUBLIC = auto()
    """Everybody sees that the bot is thinking, once the guard has agreed."""
    UPDATE = auto()
    """The message of the control changes later if it is the person's own; else like PRIVATE."""
    SILENT = auto()
    """There is nothing to see: what is done shows elsewhere."""
    PRIVATE_IN_TIME = auto()
    UPDATE_IN_TIME = auto()
    SILENT_IN_TIME = auto()


class WhenLate(Enum):
    """What happens to a request whose acknowledgement came too late."""

    GO_ON = auto()
    """It is carried out, since the result shows elsewhere."""
    STOP = auto()
    """It is dropped, since only the answer would show the result."""


_ACKNOWLEDGING = {
    Acknowledge.PRIVATE: answers.wait,
    Acknowledge.PUBLIC: answers.wait_for_all,
    Acknowledge.UPDATE: answers.wait_in_place,
    Acknowledge.SILENT: answers.acknowledge,
    Acknowledge.PRIVATE_IN_TIME: answers.wait,
    Acknowledge.UPDATE_IN_TIME: answers.wait_in_place,
    Acknowledge.SILENT_IN_TIME: answers.acknowledge,
}
_AT_ONCE = {Acknowledge.PRIVATE, Acknowledge.UPDATE, Acknowledge.SILENT}
_IN_TIME = {Acknowledge.PRIVATE_IN_TIME, Acknowledge.UPDATE_IN_TIME, Acknowledge.SILENT_IN_TIME}


@dataclass(frozen=True, slots=True)
class Handling:
    """How a request is handled.

    `guard` raises for those who may not; `load` gives what the handler needs, and raises if that is not possible.
    Both come before the acknowledgement.
    """

    handle: Handle
    acknowledge: Acknowledge
    guard: Callable[[Request], Awaitable[None]] | None = None
    load: Callable[[Request], Awaitable[object]] | None = None
    when_late: WhenLate = WhenLate.GO_ON

    async def check(self, request: Request) -> Sequence[object]:
        """Return the handler's extra arguments. Raises what the guard and the loader raise."""
        if self.guard is not None:
            await self.guard(request)
        return () if self.load is None else (await self.load(request),)


class Pipeline:
    """Handles requests. `explanations` answer what is raised."""

    def __init__(self, people: ReadsPreferences, stopwatch: Stopwatch, explanations: Explanations) -> None:
        self._people = people
        self._stopwatch = stopwatch
        self.explanations = explanations
        self.before_requests: list[Callable[[Request], None]] = []
        """What hears of each request before it is handled."""
        self.after_commands: list[FollowUp] = []
        """What is done after each command that went well; what fails there is logged alone."""
        self.after_requests: list[FollowUp] = []
        """What is done after each request, however it went."""

    async def explain(self, interaction: Interaction, error: BaseException) -> None:
        """Tell the person what went wrong."""
        await self.explanations.explain(interaction, error)

    async def run(self, request: Request, handling: Handling) -> None:
        """Handle a request; whatever is raised ends in an answer."""
        for hook in self.before_requests:
            hook(request)
        try:
            await self._handle(request, handling)
            self._stopwatch.end(request.interaction, "done")
        except Exception as error:  # noqa: BLE001 - the edge: everything ends in an answer
            await self.explain(request.interaction, error)
            return
        finally:
            await follow_up(request, self.after_requests)
        if request.command_name:
            await follow_up(request, self.after_commands)

    async def suggest(self, request: Request, suggest: Callable[[Request], Awaitable[T]]) -> T:
        """Return autocomplete suggestions. Exceptions are raised, since autocomplete has no error answer."""
        try:
            await request.read_preferences(self._people)
            return await suggest(request)
        finally:
            self._stopwatch.end(request.interaction, "done")

    async def _handle(self, request: Request, handling: Handling) -> None:
        kind = handling.acknowledge
        if kind in _IN_TIME:
            async with _acknowledged_in_time(request, kind):
                await self._do(request, handling, await handling.check(request))
            if kind is Acknowledge.SILENT_IN_TIME:
                await _acknowledge(request, kind)
            return
        loaded = await self._check_in_time(request, handling)
        await _acknowledge(request, kind)
        if handling.when_late is WhenLate.STOP:
            answers.stop_if_late(request.interaction)
        await self._do(request, handling, loaded)

    async def _check_in_time(self, request: Request, handling: Handling) -> Sequence[object]:
        """Check before acknowledging, so that a refusal is the first answer, unless that takes too long."""
        if handling.acknowledge not in _AT_ONCE:
            return await handling.check(request)
        async with _acknowledged_in_time(request, handling.acknowledge):
            return await handling.check(request)

    async def _do(self, request: Request, handling: Handling, loaded: Sequence[object]) -> None:
        await request.read_preferences(self._people)
        await handling.handle(request, *loaded)


@asynccontextmanager
async def _acknowledged_in_time(request: Request, kind: Acknowledge) -> AsyncIterator[None]:
    """Acknowledge if the work inside takes too long. Afterwards no acknowledgement is under way."""
    timer = asyncio.create_task(_acknowledge_soon(request, kind))
    try:
        yield
    finally:
        async with request.answering:
            timer.cancel()


async def _acknowledge_soon(request: Request, kind: Acknowledge) -> None:
    await asyncio.sleep(SOON)
    await _acknowledge(request, kind)


async def _acknowledge(request: Request, kind: Acknowledge) -> None:
    """The one place that acknowledges."""
    if kind is not Acknowledge.NONE:
        await request.acknowledge(_ACKNOWLEDGING[kind])
