"""The properties of Cyberzul that the bot needs to know."""

from __future__ import annotations

from games.core.i18n import gettext
from games.core.info import GameInfo, Option

_PLAYERS = tuple(gettext("Player {number}", number=number) for number in range(1, 5))
_FIRST = Option(
    key="first",
    title=gettext("Starting player"),
    values=("0", "1", "2", "3"),
    default="0",
    labels=_PLAYERS,
    names_first_seat=True,
)

INFO = GameInfo(
    key="cyberzul",
    title="Cyberzul",
    version=1,
    summary=gettext("Draft tiles from the factories and cover your wall. For two to four players."),
    goal=gettext(
        "Have the most points at the end. "
        "The match ends with the round in which somebody completes a row of their wall."
    ),
    sides=_PLAYERS,
    max_seats=4,
    options=(_FIRST,),
)
