"""A fault that may be gone by itself is told from a refusal, which would only come again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.ui.delivery.retrying import is_temporary


def refusal(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="")
    return kind(answer, "no")


@pytest.mark.parametrize(
    "error",
    [
        refusal(discord.DiscordServerError, 503),
        aiohttp.ClientConnectionError("reset"),
        TimeoutError(),
        ConnectionResetError(),
    ],
    ids=repr,
)
def test_what_may_be_gone_is_tried_again(error: Exception) -> None:
    assert is_temporary(error)


@pytest.mark.parametrize(
    "error",
    [
        refusal(discord.Forbidden, 403),
        refusal(discord.NotFound, 404),
        refusal(discord.HTTPException, 400),
        ValueError("a fault of ours"),
    ],
    ids=repr,
)
def test_what_would_come_again_is_not(error: Exception) -> None:
    assert not is_temporary(error)
