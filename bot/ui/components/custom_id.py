"""The custom id of a control: an action, the match, the turn it was drawn at, and a little more.

The id alone says what a click means, so every control works after a restart: `q1:pick:1234:7:0`. A control of the
board also has the number of moves made so far, for the sentence that a late click gets: `q1:pick:1234:7.5:0`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.match.model import Match, MatchId
from bot.ui.limits import CUSTOM_ID

VERSION = "q1"
_FORM = re.compile(
    r"q1:(?P<action>[a-z-]{1,20}):(?P<match>\d{1,18}):(?P<turn>\d{1,9})(?:\.(?P<ply>\d{1,6}))?(?::(?P<rest>.{0,80}))?"
)

_LONGEST_REST = 80
_NONE = MatchId(0)


@dataclass(frozen=True, slots=True)
class Click:
    """An action on a match (0: none) at a turn (0: any) after `ply` moves (None: not given), with free text."""

    action: str
    match: MatchId = _NONE
    turn: int = 0
    rest: str = ""
    ply: int | None = None

    @property
    def fits(self) -> bool:
        """Whether it fits into a custom id and can be parsed again."""
        return len(str(self)) <= CUSTOM_ID and len(self.rest) <= _LONGEST_REST

    def __str__(self) -> str:
        turn = f"{self.turn}" if self.ply is None else f"{self.turn}.{self.ply}"
        return f"{VERSION}:{self.action}:{self.match}:{turn}" + (f":{self.rest}" if self.rest else "")


def click_now(action: str, match: Match, rest: str = "") -> Click:
    """Return an action on the current position of a match."""
    return Click(action, match.id, match.turn, rest, match.ply)


def read_click(custom_id: str) -> Click | None:
    """Parse a custom id; None if it is from another version or invalid."""
    found = _FORM.fullmatch(custom_id)
    if found is None:
        return None
    ply = None if found["ply"] is None else int(found["ply"])
    return Click(found["action"], MatchId(int(found["match"])), int(found["turn"]), found["rest"] or "", ply)
