"""Discord's limit on editing messages older than an hour: about three edits in twenty seconds per channel."""

from __future__ import annotations

from collections import deque
from typing import Final

from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.world.model import Message
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

EDITS: Final = 3
SECONDS: Final = 20.0


class OldEdits:
    """Counts the edits of old messages, channel by channel."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._edited_at: dict[Snowflake, deque[float]] = {}

    def require(self, message: Message) -> None:
        """Raise 30046 when the message is old and its channel had its share of such edits."""
        now = self._world.now()
        if now - message.timestamp < limits.OLD_MESSAGE:
            return
        recent = self._edited_at.setdefault(message.channel_id, deque(maxlen=EDITS))
        if len(recent) == EDITS and now - recent[0] < SECONDS:
            wait = SECONDS - (now - recent[0])
            raise ApiError(errors.OLD_MESSAGE_EDITS, extra={"retry_after": round(wait, 3), "global": False})
        recent.append(now)
