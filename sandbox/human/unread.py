"""What each member has not read, and how often they were pinged."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.strict.errors import Json
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World


@dataclass(slots=True)
class Count:
    """Unread messages in a channel, and how many of them notify the member."""

    messages: int = 0
    pings: int = 0


class Unread:
    """Counts what happens in channels, member by member."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._counts: dict[tuple[Snowflake, Snowflake], Count] = {}
        world.listen(self._hear)

    def of(self, user_id: Snowflake, channel_id: Snowflake) -> Count:
        """The member's count in a channel."""
        return self._counts.get((user_id, channel_id), Count())

    def read(self, user_id: Snowflake, channel_id: Snowflake) -> None:
        """The member read everything there."""
        self._counts.pop((user_id, channel_id), None)

    def all(self, user_id: Snowflake) -> Json:
        """Counts by channel id."""
        return {
            str(channel): {"unread": count.messages, "pings": count.pings}
            for (user, channel), count in self._counts.items()
            if user == user_id and channel in self._world.channels
        }

    def close(self) -> None:
        """Stop counting."""
        self._world.unlisten(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name != "MESSAGE_CREATE":
            return
        channel = self._world.channels.get(Snowflake(int(event.data["channel_id"])))
        message = None if channel is None else channel.messages.get(Snowflake(int(event.data["id"])))
        if channel is None or message is None or message.visible_to is not None:
            return
        for user_id in event.viewers:
            follows = channel.thread is None or user_id in channel.thread.members or user_id in message.pinged
            if user_id == message.author_id or not follows:
                continue
            count = self._counts.setdefault((user_id, channel.id), Count())
            count.messages += 1
            count.pings += user_id in message.pinged or channel.guild_id is None
        self._counts.pop((message.author_id, channel.id), None)
