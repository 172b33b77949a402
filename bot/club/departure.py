"""Deleting a person's data, after withdrawing them from all matches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.match.errors import Refused
from bot.match.model import UserId
from bot.match.service import MatchService
from games.core.i18n import gettext

_TRIES = 8


async def withdraw_for_good(service: MatchService, user: UserId, forget: Callable[[], Awaitable[bool]]) -> None:
    """Withdraw the person from all matches and delete their data. Raises Refused if they keep joining new ones.

    `forget` deletes what is stored about them; it returns False while they have a seat, and then does nothing.
    """
    for _ in range(_TRIES):
        await service.withdraw(user)
        if await forget():
            return
    raise Refused(gettext("You are still taking seats elsewhere. Stop playing for a moment, then try again."))
