"""A gateway connection without a library."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from sandbox.client import Result, Sandbox
from tests.sandbox.api import Api, Json


class Socket:
    """A gateway connection without a library."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.sequence = 0
        self.asked: Json = {}

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self, wanted: str | int) -> Json:
        """The next event of a name or message of an opcode."""
        async with asyncio.timeout(30):
            while True:
                message = await self.socket.receive()
                if message.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING}:
                    raise ConnectionError(self.socket.close_code)
                frame: Json = json.loads(message.data)
                self.sequence = frame["s"] or self.sequence
                if wanted in {frame["t"], frame["op"] if isinstance(wanted, int) else None}:
                    return frame

    async def wait_for_close(self) -> int | None:
        """Wait for the end; the close code."""
        with pytest.raises(ConnectionError):
            await self.receive("NEVER")
        return self.socket.close_code

    async def identify(self, sandbox: Sandbox, **extra: object) -> Json:
        await self.send(2, {"token": sandbox.token, "intents": 513, "properties": {}} | extra)
        return dict((await self.receive("READY"))["d"])

    async def answer(self, api: Api, acting: Coroutine[Any, Any, Result], answer: Json) -> Result:
        """Let somebody act, and answer the interaction by hand; `asked` keeps it."""
        running = asyncio.create_task(acting)
        self.asked = (await self.receive("INTERACTION_CREATE"))["d"]
        reply = await api(f"POST /interactions/{self.asked['id']}/{self.asked['token']}/callback", answer)
        assert reply.status == 204, reply.body
        return await running


@asynccontextmanager
async def connecting(sandbox: Sandbox, query: str = "?v=10&encoding=json") -> AsyncIterator[Socket]:
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway + query) as socket:
        yield Socket(socket)
