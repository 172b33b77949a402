"""Leaderboards of a game, on one server or on all."""

from __future__ import annotations

from collections.abc import Sequence

from bot.club.ratings import EVERYWHERE, Rating, RatingStore
from bot.match.errors import Refused
from bot.match.model import UserId
from games.core.i18n import gettext

Standing = tuple[int, Rating]
"""A place and the rating that holds it."""


def read_scope(scope: str | None, guild: int | None) -> int:
    """Return the scope of the leaderboard: this server's by default. Raises Refused."""
    if scope == "server" and guild is None:
        raise Refused(gettext("There is no server here. Leave out scope, or ask on a server."))
    return EVERYWHERE if scope == "all" or guild is None else guild


async def standings(store: RatingStore, game: str, scope: int, viewer: UserId) -> Sequence[Standing]:
    """Return the strongest players with their places (shared by equals); the viewer, if below them, comes last."""
    leaders = await store.leaders(game, scope)
    found = [(1 + sum(other.sure > rating.sure for other in leaders), rating) for rating in leaders]
    if all(rating.user != viewer for rating in leaders):
        own = [rating for rating in await store.ratings(viewer, scope) if rating.game == game]
        found += [(1 + await store.stronger(rating), rating) for rating in own]
    return found
