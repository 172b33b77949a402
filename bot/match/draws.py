"""Draw offers to an AI: whether it accepts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache

from bot.match.errors import Refused
from bot.match.model import Match, MatchId
from bot.match.play import game_of, state_of
from games.core.i18n import gettext, ngettext
from games.core.status import Seat

MARGIN: Final = 0.1
"""An AI whose value exceeds this, from -1 (lost) to 1 (won), declines a draw."""
EARLIEST: Final = 10
"""The number of log entries before which an AI declines every draw."""
WAIT: Final = 10
"""The number of log entries that must pass before an AI considers another offer."""
_MOST_REMEMBERED: Final = 1000


class DrawDeclined(Refused):
    """An AI declines a draw that all other players have accepted."""


@dataclass
class DrawJudge:
    """Answers draw offers for the AIs of a match, and remembers when they declined last."""

    _declined: LRUCache[MatchId, int] = field(default_factory=lambda: LRUCache(_MOST_REMEMBERED))

    def must_judge(self, match: Match) -> None:
        """Raise DrawDeclined if an AI of this match declines any draw for now."""
        if all(player.ai is None for player in match.players):
            return
        if match.ply < EARLIEST:
            raise DrawDeclined(gettext("It's too early for a draw with the AI. Play some more moves first."))
        again = self._declined.get(match.id, -WAIT) + WAIT
        if match.ply < again:
            raise DrawDeclined(
                ngettext(
                    "The AI has just declined. You can offer a draw again in {n} move.",
                    "The AI has just declined. You can offer a draw again in {n} moves.",
                    min(WAIT, again - match.ply),
                )
            )

    def must_accept(self, match: Match) -> None:
        """Raise DrawDeclined, with what to do instead, if an AI declines a draw in the current position."""
        self.must_judge(match)
        if any(stands_better(match, player.seat) for player in match.players if player.ai is not None):
            self._declined[match.id] = match.ply
            raise DrawDeclined(gettext("The AI declines: it thinks that it stands better. Play on, or resign."))


def stands_better(match: Match, seat: Seat) -> bool:
    """Whether the game's AI considers this seat clearly better."""
    game = game_of(match)
    return game.player.evaluate(game.rules.view(state_of(match), seat), seat) > MARGIN
