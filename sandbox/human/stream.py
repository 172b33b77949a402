"""The live stream: the events that a member's client receives while it is open."""

from __future__ import annotations

import asyncio
import json

from aiohttp import web

from sandbox.human import views
from sandbox.human.unread import Unread
from sandbox.strict.errors import Json
from sandbox.world.model import Message
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World

WITH_MESSAGE = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE"})


class Streams:
    """All open streams."""

    def __init__(self, world: World, unread: Unread) -> None:
        self._world = world
        self._unread = unread
        self._open: dict[asyncio.Queue[str | None], Snowflake] = {}
        world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            return
        for queue, user_id in tuple(self._open.items()):
            if user_id in event.viewers:
                queue.put_nowait(json.dumps({"event": event.name, "data": self._payload_for(event, user_id)}))
                if event.name == "MESSAGE_CREATE":
                    queue.put_nowait(json.dumps(self._unread_event(event, user_id)))

    def _payload_for(self, event: Event, user_id: Snowflake) -> Json:
        message = self._message(event) if event.name in WITH_MESSAGE else None
        if message is None:
            return event.data
        return views.message(self._world, message, user_id) | {"guild_id": event.data.get("guild_id")}

    def _message(self, event: Event) -> Message | None:
        channel = self._world.channels.get(Snowflake(int(event.data["channel_id"])))
        return None if channel is None else channel.messages.get(Snowflake(int(event.data["id"])))

    def _unread_event(self, event: Event, user_id: Snowflake) -> Json:
        channel_id = event.data["channel_id"]
        count = self._unread.of(user_id, Snowflake(int(channel_id)))
        return {
            "event": "UNREAD",
            "data": {"channel_id": channel_id, "unread": count.messages, "pings": count.pings},
        }

    async def serve(self, request: web.Request, user_id: Snowflake) -> web.WebSocketResponse:
        """Send everything the user hears of until they go."""
        socket = web.WebSocketResponse(heartbeat=30.0, timeout=1.0)
        await socket.prepare(request)
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._open[queue] = user_id
        await socket.send_str(json.dumps({"event": "HELLO", "data": {"user_id": str(user_id)}}))
        writer = asyncio.create_task(self._write(socket, queue))
        try:
            async for _ in socket:
                pass
        finally:
            self._open.pop(queue, None)
            writer.cancel()
        return socket

    async def _write(self, socket: web.WebSocketResponse, queue: asyncio.Queue[str | None]) -> None:
        while (text := await queue.get()) is not None:
            await socket.send_str(text)
        await socket.close()

    def close(self) -> None:
        """End all streams."""
        self._world.unlisten(self._hear)
        for queue in self._open:
            queue.put_nowait(None)
