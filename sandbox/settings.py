"""The settings of a sandbox: how strict it is, and how long it waits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.gateway.intents import APPLICATION_FLAGS, NO_INTENTS, Intent

TOKEN: Final = "sandbox-token"  # noqa: S105 - opens nothing but this sandbox


@dataclass(frozen=True, slots=True)
class Settings:
    """What `python -m sandbox` and `Sandbox.start()` let one choose.

    `identify_seconds` is how long a shard must wait between two IDENTIFYs (Discord: 5); `privileged` are the
    privileged intents that are switched on for the application; `latency_ms` is the longest way of a request of the
    bot, there and back, each way by chance; `openapi` is Discord's description for strict mode;
    `user_install` says whether people may install the application for themselves; `until_eof` ends the program together
    with whoever holds its standard input.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = TOKEN
    bot_name: str = "Quintet"
    heartbeat_ms: int = 41_250
    identify_seconds: float = 0.0
    max_concurrency: int = 1
    shards: int = 1
    privileged: Intent = NO_INTENTS
    rate_limits: bool = True
    latency_ms: int = 0
    openapi: Path | None = None
    user_install: bool = True
    until_eof: bool = False

    @property
    def application_flags(self) -> int:
        """The application's flags: which privileged intents it has."""
        return sum(flag for intent, flag in APPLICATION_FLAGS.items() if intent & self.privileged)
