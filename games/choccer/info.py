"""What Choccer declares about itself."""

from __future__ import annotations

from games.choccer.words import SIDES
from games.core.info import GameInfo
from games.core.say import say

INFO = GameInfo(
    key="choccer",
    title="Choccer",
    version=1,
    summary=say("Chess meets soccer: carry gems into the other side's zone, capture what stands in your way"),
    sides=SIDES,
)
