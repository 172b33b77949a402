"""What ends the connection for good is said to the admin in one line."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.process.startup import CannotStart, Unreachable
from bot.ui.connection.errors import stay_connected


class Refusing(discord.Client):
    """A client whose connection ends for good."""

    def __init__(self, error: Exception) -> None:
        super().__init__(intents=discord.Intents.none())
        self.error = error

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        raise self.error


def connection_closed(code: int) -> discord.ConnectionClosed:
    socket = type("Socket", (), {"close_code": code})()
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    "error, words",
    [
        (discord.LoginFailure("401"), "does not accept DISCORD_TOKEN"),
        (discord.PrivilegedIntentsRequired(0), "Privileged Gateway Intents"),
        (connection_closed(4004), "does not accept DISCORD_TOKEN"),
        (connection_closed(4010), "check SHARD_IDS and SHARD_COUNT"),
        (connection_closed(4011), "wants more shards"),
        (connection_closed(4013), "Privileged Gateway Intents"),
        (connection_closed(4014), "Privileged Gateway Intents"),
        (connection_closed(4099), "has closed the connection: Shard ID 0"),
        (discord.DiscordException("no gateway"), "cannot be reached"),
        (aiohttp.ClientConnectionError("no way"), "cannot be reached: no way"),
        (TimeoutError(), "cannot be reached: TimeoutError"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value)[:40],
)
async def test_what_discord_refuses_for_good(error: Exception, words: str) -> None:
    with pytest.raises(CannotStart, match=words) as raised:
        await stay_connected(Refusing(error), "token")
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, Unreachable) == ("cannot be reached" in words), "another attempt may help"


async def test_a_discord_that_is_down_may_be_back_at_the_next_attempt() -> None:
    response = type("Response", (), {"status": 503, "reason": "Service Unavailable"})()
    with pytest.raises(Unreachable, match="Discord is down: 503"):
        await stay_connected(Refusing(discord.DiscordServerError(response, "upstream")), "token")
