"""An AI's decision on a draw offer."""

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
"""An AI that stands better than this, from -1 (lost) to 1 (won), plays on."""
EARLIEST: Final = 10
"""Entries of the log before which an AI takes no draw: there is nothing to judge yet."""
WAIT: Final = 10
"""Entries of the log for which an AI that has declined does not judge again."""
_MOST_REMEMBERED: Final = 1000


class DrawDeclined(Refused):
    """An AI declines the draw that all others have agreed to."""


@dataclass
class DrawJudge:
    """Answers for the AIs of a match. Remembers where they declined last: who offers again and again gets no other."""

    _declined: LRUCache[MatchId, int] = field(default_factory=lambda: LRUCache(_MOST_REMEMBERED))

    def must_judge(self, match: Match) -> None:
        """Raises DrawDeclined where an AI of this match declines every draw for now."""
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
        """Raises DrawDeclined with the way out where an AI of this match declines a draw in its present position."""
        self.must_judge(match)
        if any(stands_better(match, player.seat) for player in match.players if player.ai is not None):
            self._declined[match.id] = match.ply
            raise DrawDeclined(gettext("The AI declines: it thinks that it stands better. Play on, or resign."))


def stands_better(match: Match, seat: Seat) -> bool:
    """Whether a seat stands clearly better, by what its game's AI sees in the position."""
    game = game_of(match)
    return game.player.evaluate(game.rules.view(state_of(match), seat), seat) > MARGIN
