"""When interactions arrive, when Discord has taken the first answer, and when they are done: for the metrics."""

from __future__ import annotations

import re
from collections import OrderedDict
from time import perf_counter
from types import SimpleNamespace

import aiohttp
import discord

from bot import metrics
from bot.metrics import Kind, Outcome
from bot.ui.answers import Interaction

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_KINDS: dict[discord.InteractionType, Kind] = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "component",
    discord.InteractionType.modal_submit: "modal",
}
MOST = 10_000


class Stopwatch:
    """Remembers when interactions have arrived, the newest ones."""

    def __init__(self) -> None:
        self._began: OrderedDict[int, tuple[Kind, float]] = OrderedDict()

    def begin(self, interaction: Interaction) -> None:
        """The interaction has arrived."""
        self._began[interaction.id] = _KINDS.get(interaction.type, "command"), perf_counter()
        if len(self._began) > MOST:
            self._began.popitem(last=False)

    def end(self, interaction: Interaction, outcome: Outcome) -> None:
        """The interaction has been dealt with."""
        began = self._began.pop(interaction.id, None)
        if began is not None:
            metrics.interaction(began[0], outcome, perf_counter() - began[1])

    def trace(self) -> aiohttp.TraceConfig:
        """What tells of each answer that Discord has taken."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._answered)
        return config

    async def _answered(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, done: aiohttp.TraceRequestEndParams
    ) -> None:
        found = _CALLBACK.search(done.url.path)
        began = self._began.get(int(found[1])) if found else None
        if began is not None and done.response.status < 300:
            metrics.acknowledged(began[0], perf_counter() - began[1])
