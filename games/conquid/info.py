"""What Conquid declares about itself."""

from __future__ import annotations

from games.conquid.field import SIZES
from games.core.info import GameInfo, Option
from games.core.say import say

SIDES = (say("West"), say("East"))
"""The names of the seats, true from wherever the board is seen."""

_SIZE = Option(
    key="size",
    title=say("Board"),
    values=SIZES,
    default="medium",
    labels=(say("Small, 14 × 7"), say("Medium, 28 × 14"), say("Large, 42 × 21")),
)

INFO = GameInfo(
    key="conquid",
    title="Conquid",
    version=1,
    summary=say("Take land three cells a turn and join your headquarters to your opponent's"),
    sides=SIDES,
    options=(_SIZE,),
    repetition=3,
)
