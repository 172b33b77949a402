"""The address of the gateway: Discord itself, a stand-in, or a proxy in between."""

from __future__ import annotations

from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient

DISCORD: Final = "discord.com"


async def learn_gateway(http: HTTPClient, api: str) -> None:
    """Ask the API for the gateway's address, unless the API is Discord's own.

    discord.py does so at the first connection of all shards, and goes to Discord's at all others: with a stand-in, the
    token would end there; with a proxy for the API, the gateway is Discord's, and only Discord says where.
    """
    if yarl.URL(api).host != DISCORD:
        _, gateway, _ = await http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def connect_by(client: discord.Client, gateway: str) -> None:
    """Send all gateway connections of this client to one address, that of a proxy.

    Discord names other addresses, also for resuming a session; a proxy that does not translate them would be passed by.
    """
    address, connect = yarl.URL(gateway), client.http.ws_connect

    async def ws_connect(url: str, **options: Any) -> Any:  # noqa: ANN401 - discord.py's
        return await connect(str(address.with_query(yarl.URL(url).query)), **options)

    setattr(client.http, "ws_connect", ws_connect)  # noqa: B010 - a method, which is not assigned by its name
