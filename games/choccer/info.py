"""The properties of Choccer that the bot needs to know."""

from __future__ import annotations

from games.choccer.words import SIDES
from games.core.i18n import gettext
from games.core.info import GameInfo

INFO = GameInfo(
    key="choccer",
    title="Choccer",
    version=1,
    summary=gettext("Chess meets soccer: carry gems into your opponent's zone and capture pieces in your way."),
    goal=gettext(
        "Have more points at the end: score gems in your opponent's zone and capture pieces. "
        "The match ends after 100 turns, or when the red gem is scored."
    ),
    sides=SIDES,
)
