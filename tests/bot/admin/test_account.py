"""What the bot learns about its account over plain HTTP, from the sandbox."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import web

from bot.admin import account
from sandbox.client import Sandbox
from sandbox.settings import Settings


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.start() as started:
        yield started


async def test_a_good_token_tells_who_it_belongs_to(sandbox: Sandbox) -> None:
    found = await account.ask(sandbox.api, sandbox.token)
    assert found.name == "quintet"
    assert found.shards == 1
    assert found.starts_left > 0
    assert abs(found.ahead) < 2


@pytest.mark.parametrize("allowed", [True, False])
async def test_whether_people_may_install_the_app_for_themselves(allowed: bool) -> None:  # noqa: FBT001 - of a parameter
    async with Sandbox.start(Settings(user_install=allowed)) as sandbox:
        assert (await account.ask(sandbox.api, sandbox.token)).user_install is allowed


async def test_a_wrong_token_is_refused(sandbox: Sandbox) -> None:
    with pytest.raises(account.TokenRefused):
        await account.ask(sandbox.api, "wrong")


async def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(account.Unreachable, match=r"127\.0\.0\.1"):
        await account.ask(f"http://127.0.0.1:{port}", "token")


async def test_somebody_else_is_there() -> None:
    async def greet(_request: web.Request) -> web.Response:
        return web.json_response({"hello": "world"})

    app = web.Application()
    app.router.add_get("/{path:.*}", greet)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    with pytest.raises(account.Unreachable, match="not Discord"):
        await account.ask(f"http://{host}:{port}", "token")
    await runner.cleanup()


def test_the_invite_asks_for_what_is_needed_and_no_more() -> None:
    link = account.Account(42, "quintet", 1, 1000, 0.0).invite_link
    query = parse_qs(urlsplit(link).query)
    assert query == {
        "client_id": ["42"],
        "scope": ["bot applications.commands"],
        "permissions": ["377957239808"],
    }
