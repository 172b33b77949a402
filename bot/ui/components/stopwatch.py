"""When an interaction arrives, when Discord has received the first answer, and when it is done; for the metrics."""

from __future__ import annotations

import re
from time import perf_counter
from types import SimpleNamespace

import aiohttp
import discord
from cachetools import FIFOCache

from bot import metrics
from bot.match.clock import SECOND, Instant
from bot.match.model import Match
from bot.match.ports import Clock, system_clock
from bot.metrics import Kind, Outcome
from bot.ui.components.answers import Interaction

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_KINDS: dict[discord.InteractionType, Kind] = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "component",
    discord.InteractionType.modal_submit: "modal",
}
MOST = 10_000


LONGEST_WORK = 15 * SECOND
"""The longest handling time that still holds back a timeout."""
_ARRIVED = "arrived"


def arrived(interaction: Interaction) -> Instant | None:
    """Return when the bot received the interaction."""
    at: Instant | None = interaction.extras.get(_ARRIVED)
    return at


class Stopwatch:
    """Remembers when the newest interactions arrived."""

    def __init__(self, clock: Clock = system_clock) -> None:
        """`clock` is the clock of matches."""
        self.clock = clock
        self._began: FIFOCache[int, tuple[Kind, float]] = FIFOCache(MOST)
        self._at_work: FIFOCache[int, tuple[int, Instant]] = FIFOCache(MOST)

    def begin(self, interaction: Interaction) -> None:
        """Record that the interaction has arrived."""
        self._began[interaction.id] = _KINDS.get(interaction.type, "command"), perf_counter()
        now = self.clock()
        interaction.extras[_ARRIVED] = now
        self._at_work[interaction.id] = interaction.user.id, now

    def end(self, interaction: Interaction, outcome: Outcome) -> None:
        """Record that the interaction has been handled."""
        self._at_work.pop(interaction.id, None)
        began = self._began.pop(interaction.id, None)
        if began is not None:
            metrics.interaction(began[0], outcome, perf_counter() - began[1])

    def move_arrived(self, match: Match) -> bool:
        """Whether an act of a player to move, received in time, is still being handled."""
        if match.deadline is None:
            return False
        movers = {player.user for player in match.to_act}
        since = max(match.turn_began or 0, self.clock() - LONGEST_WORK)
        return any(user in movers and since <= at < match.deadline for user, at in self._at_work.values())

    def trace(self) -> aiohttp.TraceConfig:
        """Return the trace that records each answer that Discord accepts."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._measure)
        return config

    async def _measure(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, done: aiohttp.TraceRequestEndParams
    ) -> None:
        found = _CALLBACK.search(done.url.path)
        began = self._began.get(int(found[1])) if found else None
        if began is not None and done.response.status < 300:
            metrics.count_acknowledgement(began[0], perf_counter() - began[1])
