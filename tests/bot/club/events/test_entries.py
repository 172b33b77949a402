"""Where a tournament can be held."""

from __future__ import annotations

import pytest

from bot.club.events.entries import must_have_room
from bot.match.errors import Refused
from games.core.i18n import gettext, join_list
from tests.bot.club.events.organising import HERE

NOTHING = join_list([])


def test_a_tournament_is_held_in_a_text_channel() -> None:
    """Each match gets a thread of it."""
    must_have_room(HERE, text_channel=True, absent=NOTHING)
    with pytest.raises(Refused, match="A tournament needs a text channel"):
        must_have_room(HERE, text_channel=False, absent=NOTHING)


def test_no_tournament_is_held_where_its_matches_could_not_be_posted() -> None:
    with pytest.raises(Refused, match=f"I need Create Public Threads in <#{HERE.channel}>"):
        must_have_room(HERE, text_channel=True, absent=gettext("Create Public Threads"))
