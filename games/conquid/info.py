"""The properties of Conquid that the bot needs to know."""

from __future__ import annotations

from games.conquid.field import SIZES
from games.core.i18n import gettext
from games.core.info import GameInfo, Option

SIDES = (gettext("West"), gettext("East"))
"""The names of the seats, which hold from whichever side the board is shown."""

_SIZE = Option(
    key="size",
    title=gettext("Board"),
    values=SIZES,
    default="medium",
    labels=(gettext("Small, 14 by 7"), gettext("Medium, 28 by 14"), gettext("Large, 42 by 21")),
)

INFO = GameInfo(
    key="conquid",
    title="Conquid",
    version=1,
    summary=gettext("Take land, three cells a turn, and join your headquarters to your opponent's."),
    goal=gettext(
        "Join the two headquarters with a chain of your cells, edge to edge. "
        "Then declare conquest, in a turn of its own, before your opponent breaks the chain."
    ),
    sides=SIDES,
    options=(_SIZE,),
    repetition=3,
)
