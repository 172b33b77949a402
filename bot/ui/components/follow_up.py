"""Messages after the answer to a command, such as a first page for newcomers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import structlog

from bot.ui.components.request import Request

FollowUp = Callable[[Request], Awaitable[None]]
_log = structlog.get_logger(__name__)


async def follow_up(request: Request, hooks: Iterable[FollowUp]) -> None:
    """Call each hook. Failures are only logged, since the command itself has been answered."""
    for hook in hooks:
        try:
            await hook(request)
        except Exception:  # noqa: BLE001 - the edge: nobody waits for it
            _log.exception("nothing after the command", command=request.command_name)
