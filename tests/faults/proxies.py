"""Proxies between a bot and its sandbox, as several processes share: one for requests, one for the gateway."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

from sandbox.client import Sandbox

HOST = "127.0.0.1"
_OF_THE_HOP = {"Host", "Content-Length", "Transfer-Encoding", "Connection", "Content-Encoding"}


@dataclass
class Proxies:
    """What has gone through: for each request when it came, its method and path; for each connection its query."""

    sandbox: Sandbox
    session: aiohttp.ClientSession
    api: str = ""
    gateway: str = ""
    requests: list[tuple[float, str, str]] = field(default_factory=list)
    connections: list[str] = field(default_factory=list)
    lines: set[asyncio.Transport] = field(default_factory=set)

    async def pass_request(self, request: web.Request) -> web.Response:
        """Send a request on, and its answer back."""
        path = request.path.removeprefix("/api/v10")
        self.requests.append((time.monotonic(), request.method, path))
        headers = {name: value for name, value in request.headers.items() if name not in _OF_THE_HOP}
        address = f"{self.sandbox.api}{request.path_qs.removeprefix('/api/v10')}"
        body = await request.read()
        async with self.session.request(request.method, address, data=body or None, headers=headers) as answer:
            kept = {name: value for name, value in answer.headers.items() if name not in _OF_THE_HOP}
            return web.Response(status=answer.status, body=await answer.read(), headers=kept)

    async def pass_connection(self, request: web.Request) -> web.WebSocketResponse:
        """Send both sides' messages on until one of them closes."""
        self.connections.append(request.query_string)
        bot = web.WebSocketResponse(max_msg_size=0, autoclose=False)
        await bot.prepare(request)
        assert request.transport is not None
        self.lines.add(request.transport)
        address = f"{self.sandbox.api.replace('http', 'ws', 1).removesuffix('/api/v10')}/gateway?{request.query_string}"
        async with self.session.ws_connect(address, max_msg_size=0, autoclose=False) as discord:
            await asyncio.wait(
                {asyncio.create_task(_pass(bot, discord)), asyncio.create_task(_pass(discord, bot))},
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not discord.closed:
                await discord.close(code=4000)  # 1000 would end the session, which the bot is to resume
            await bot.close(code=discord.close_code or 4000)
        return bot

    def drop_connections(self) -> None:
        """Cut all connections to the gateway, without a word."""
        for line in self.lines:
            line.abort()
        self.lines.clear()


async def _pass(
    source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
    target: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
) -> None:
    async for message in source:
        if message.type is aiohttp.WSMsgType.BINARY:
            await target.send_bytes(message.data)
        elif message.type is aiohttp.WSMsgType.TEXT:
            await target.send_str(message.data)
        else:
            return


@asynccontextmanager
async def proxies(sandbox: Sandbox) -> AsyncIterator[Proxies]:
    """Both proxies, each on a port of its own."""
    async with aiohttp.ClientSession(auto_decompress=True) as session:
        made = Proxies(sandbox, session)
        rest, gateway = web.Application(client_max_size=2**26), web.Application()
        rest.router.add_route("*", "/api/v10/{rest:.*}", made.pass_request)
        gateway.router.add_get("/", made.pass_connection)
        runners = [web.AppRunner(one, shutdown_timeout=1) for one in (rest, gateway)]
        ports = []
        for runner in runners:
            await runner.setup()
            site = web.TCPSite(runner, HOST, 0)
            await site.start()
            ports.append(runner.addresses[0][1])
        made.api, made.gateway = f"http://{HOST}:{ports[0]}/api/v10", f"ws://{HOST}:{ports[1]}"
        try:
            yield made
        finally:
            for runner in runners:
                await runner.cleanup()
