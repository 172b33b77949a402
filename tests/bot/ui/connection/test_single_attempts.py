"""Of what Discord makes each time it is asked, a 5xx is raised at once; all else is repeated by discord.py."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
import yarl
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.ui.connection.single_attempts import forbid_repeats

THREADS, MESSAGES = "/channels/7/threads", "/channels/7/messages"


async def raises_at_once(method: str, path: str, status: int) -> bool:
    """Whether such an answer to such a request is raised as a fault of Discord's."""

    async def answer(_: web.Request) -> web.Response:
        return web.json_response({"message": "no", "code": 0}, status=status)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    trace = aiohttp.TraceConfig()
    forbid_repeats(trace)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        try:
            async with session.request(method, yarl.URL(str(server.make_url("/api/v10"))) / path.lstrip("/")) as done:
                assert done.status == status
        except discord.DiscordServerError:
            return True
    return False


@pytest.mark.parametrize(
    "method, path, status, raised",
    [
        ("POST", THREADS, 500, True),
        ("POST", THREADS, 503, True),
        ("POST", "/channels/7/messages/8/threads", 502, False),
        ("POST", "/guilds/7/scheduled-events", 500, True),
        ("POST", MESSAGES, 500, False),
        ("PATCH", THREADS, 500, False),
        ("POST", THREADS, 404, False),
        ("POST", THREADS, 201, False),
    ],
)
async def test_only_what_would_be_made_twice_is_tried_once(method: str, path: str, status: int, raised: Any) -> None:  # noqa: ANN401
    assert await raises_at_once(method, path, status) is raised
