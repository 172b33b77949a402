"""Whose leaderboard is asked for."""

from __future__ import annotations

import pytest

from bot.club.leaderboards import read_scope
from bot.club.ratings import EVERYWHERE
from bot.match.errors import Refused


@pytest.mark.parametrize(
    "scope, guild, found",
    [(None, 7, 7), ("server", 7, 7), ("all", 7, EVERYWHERE), (None, None, EVERYWHERE), ("all", None, EVERYWHERE)],
)
def test_a_leaderboard_is_that_of_the_server_unless_told_otherwise(
    scope: str | None, guild: int | None, found: int
) -> None:
    assert read_scope(scope, guild) == found


def test_there_is_no_leaderboard_of_a_server_in_direct_messages() -> None:
    with pytest.raises(Refused, match="There is no server here"):
        read_scope("server", None)
