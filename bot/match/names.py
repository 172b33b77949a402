"""What players are called on a board, in a record, on a card."""

from __future__ import annotations

from bot.match.model import Player
from games.core.say import Say, say

LEVELS = {"easy": say("easy"), "medium": say("medium"), "hard": say("hard")}


def who(player: Player) -> Say | str:
    """The name to show for a seat."""
    if player.ai is not None:
        return say("AI ({level})", level=LEVELS.get(player.ai, player.ai))
    return player.name or say("free seat")
