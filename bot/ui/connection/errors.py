"""Fatal errors of the connection to Discord, in words for the admin."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import MappingProxyType
from typing import Final

import aiohttp
import discord

from bot.process.startup import TOKEN_REFUSED, CannotStart, Unreachable

INTENTS: Final = "Discord refuses the bot's gateway intents: look at Bot → Privileged Gateway Intents in the portal"
SHARDS: Final = "Discord refuses these shards: check SHARD_IDS and SHARD_COUNT"
CLOSED: Final[Mapping[int | None, str]] = MappingProxyType(
    {
        4004: TOKEN_REFUSED,
        4010: SHARDS,
        4011: "The bot is in so many servers that Discord wants more shards: set SHARD_IDS and SHARD_COUNT",
        4013: INTENTS,
        4014: INTENTS,
    }
)
"""The meaning of the gateway's permanent close codes, for the admin."""


async def stay_connected(client: discord.Client, token: str) -> None:
    """Log in and stay connected until closed. Raises CannotStart if Discord refuses for good."""
    with _in_plain_words():
        await client.start(token)


@asynccontextmanager
async def log_in(client: discord.Client, token: str) -> AsyncIterator[None]:
    """Log in to the API inside this context, without the gateway. Raises CannotStart, also for errors inside."""
    with _in_plain_words():
        async with client:
            await client.login(token)
            yield


@contextmanager
def _in_plain_words() -> Iterator[None]:
    try:
        yield
    except discord.LoginFailure:
        raise CannotStart(TOKEN_REFUSED) from None
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(INTENTS) from None
    except discord.ConnectionClosed as error:
        raise CannotStart(CLOSED.get(error.code, f"Discord has closed the connection: {error}")) from None
    except discord.DiscordServerError as error:
        raise Unreachable(f"Discord is down: {' '.join(str(error).split())}") from None
    except discord.HTTPException as error:
        raise CannotStart(f"Discord refuses: {' '.join(str(error).split())}") from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise Unreachable(f"Discord cannot be reached: {str(error) or type(error).__name__}") from None
