"""What a click carries: an action, the match, the turn it was drawn at, and a little more.

The id alone says what a click means, so that every control works after a restart: `q1:pick:1234:7:0`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.match.model import MatchId

VERSION = "q1"
_FORM = re.compile(r"q1:(?P<action>[a-z-]{1,20}):(?P<match>\d{1,18}):(?P<turn>\d{1,9})(?::(?P<rest>.{0,60}))?")

_NONE = MatchId(0)


@dataclass(frozen=True, slots=True)
class Click:
    """An action on a match (0: none) at a turn (0: any), with free text."""

    action: str
    match: MatchId = _NONE
    turn: int = 0
    rest: str = ""

    def __str__(self) -> str:
        return f"{VERSION}:{self.action}:{self.match}:{self.turn}" + (f":{self.rest}" if self.rest else "")


def read_click(custom_id: str) -> Click | None:
    """The click of a custom id; None when it is from another version or from nowhere."""
    match = _FORM.fullmatch(custom_id)
    if match is None:
        return None
    return Click(match["action"], MatchId(int(match["match"])), int(match["turn"]), match["rest"] or "")
