"""Where the gateway's connections go: never to Discord by mistake, and never past a proxy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient

from bot.ui.connection.gateway import connect_by, learn_gateway

OWN = yarl.URL("wss://gateway.discord.gg/")


class Api:
    """An API that names its gateway."""

    def __init__(self) -> None:
        self.asked = 0

    async def get_bot_gateway(self) -> tuple[int, str, object]:
        self.asked += 1
        return 1, "ws://127.0.0.1:9000/gateway", object()


@pytest.fixture(autouse=True)
def _own_gateway(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is changed for all connections is as it was after each test."""
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", OWN)


@pytest.mark.parametrize(
    "address, asked, gateway",
    [
        ("https://discord.com/api/v10", 0, OWN),
        ("http://127.0.0.1:8000/api/v10", 1, yarl.URL("ws://127.0.0.1:9000/gateway")),
        ("https://discord.com.example.org/api/v10", 1, yarl.URL("ws://127.0.0.1:9000/gateway")),
    ],
)
async def test_another_api_than_discords_names_the_gateway(address: str, asked: int, gateway: yarl.URL) -> None:
    api = Api()
    await learn_gateway(cast("HTTPClient", api), address)
    assert (api.asked, DiscordWebSocket.DEFAULT_GATEWAY) == (asked, gateway)


async def test_a_proxy_is_connected_to_instead_of_every_address_that_discord_names() -> None:
    """The query goes along, in which the encoding is agreed on; so does how the connection is made."""
    made: list[tuple[str, dict[str, object]]] = []

    async def connect(url: str, **options: object) -> str:
        made.append((url, options))
        return "a connection"

    http = SimpleNamespace(ws_connect=connect)
    connect_by(cast("discord.Client", SimpleNamespace(http=http)), "ws://proxy:7878/")
    for named in ("wss://gateway.discord.gg/", "wss://gateway-us-east1-b.discord.gg/resume"):
        assert await http.ws_connect(f"{named}?encoding=json&v=10", compress=0) == "a connection"
    assert made == [("ws://proxy:7878/?encoding=json&v=10", {"compress": 0})] * 2
