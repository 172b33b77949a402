"""Ask Discord over plain HTTP about the bot's account: whether the token is valid, and how to invite the bot."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode

import aiohttp

PERMISSION_BITS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "View Channels": 1 << 10,
        "Send Messages": 1 << 11,
        "Embed Links": 1 << 14,
        "Attach Files": 1 << 15,
        "Read Message History": 1 << 16,
        "Create Public Threads": 1 << 35,
        "Create Private Threads": 1 << 36,
        "Send Messages in Threads": 1 << 38,
    }
)
"""The permissions that the invite link asks for."""
PERMISSIONS: Final = sum(PERMISSION_BITS.values())
USER_AGENT: Final = "DiscordBot (quintet, 0)"
SECONDS: Final = 10
_USER_INSTALL: Final = "1"
"""Discord's integration type for apps that people install for themselves."""


class TokenRefused(Exception):
    """Discord does not accept the token."""


class Unreachable(Exception):
    """Discord does not answer; `str()` says why."""


@dataclass(frozen=True, slots=True)
class Account:
    """What Discord says about the owner of a token.

    `shards` is how many it recommends, `starts_left` how many sessions may still be begun within a day; `ahead` is
    how many seconds the clock of this machine is ahead of Discord's. `user_install` is whether people may install the
    app for themselves.
    """

    id: int
    name: str
    shards: int
    starts_left: int
    ahead: float
    user_install: bool = False

    @property
    def invite_link(self) -> str:
        """The link by which a server manager invites the bot."""
        query = {"client_id": self.id, "scope": "bot applications.commands", "permissions": PERMISSIONS}
        return f"https://discord.com/oauth2/authorize?{urlencode(query)}"


async def ask(api: str, token: str) -> Account:
    """Return the account of this token. Raises TokenRefused, Unreachable."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": USER_AGENT}
    patience = aiohttp.ClientTimeout(total=SECONDS)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=patience) as session:
            user, ahead = await _get(session, f"{api}/users/@me")
            gateway, _ = await _get(session, f"{api}/gateway/bot")
            application, _ = await _get(session, f"{api}/applications/@me")
        starts = gateway["session_start_limit"]["remaining"]
        user_install = _USER_INSTALL in application.get("integration_types_config", {})
        return Account(int(user["id"]), str(user["username"]), int(gateway["shards"]), int(starts), ahead, user_install)
    except (aiohttp.ClientError, OSError) as error:  # TimeoutError is an OSError
        raise Unreachable(str(error) or f"no answer within {SECONDS} s") from error
    except (ValueError, KeyError, TypeError) as error:
        raise Unreachable("what answers there is not Discord") from error


async def _get(session: aiohttp.ClientSession, address: str) -> tuple[dict[str, Any], float]:
    async with session.get(address) as response:
        if response.status == 401:
            raise TokenRefused
        response.raise_for_status()
        sent = response.headers.get("Date")
        ahead = time.time() - parsedate_to_datetime(sent).timestamp() if sent else 0.0
        found: dict[str, Any] = await response.json()
        return found, ahead
