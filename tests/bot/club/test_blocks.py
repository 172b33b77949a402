"""Whom the bot's owner can't shut out."""

from __future__ import annotations

import pytest

from bot.club.blocks import must_be_blockable, must_not_be_home
from bot.match.errors import Refused


def test_an_owner_is_not_blocked() -> None:
    must_be_blockable("Ben", owner=False)
    with pytest.raises(Refused, match="Mira is an owner of this bot"):
        must_be_blockable("Mira", owner=True)


def test_the_server_on_which_blocks_are_undone_is_not_blocked() -> None:
    must_not_be_home(8, 7)
    with pytest.raises(Refused, match="can't be blocked"):
        must_not_be_home(7, 7)
