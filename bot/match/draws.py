"""Draw offers to an AI: whether it accepts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache

from bot.match.errors import Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.play import State, game_of, state_at, state_of
from games.core.i18n import gettext, ngettext
from games.core.status import Seat

MARGIN: Final = 0.1
"""An AI whose value exceeds this, from -1 (lost) to 1 (won), declines a draw."""
EARLIEST: Final = 10
"""The number of log entries before which an AI declines every draw."""
WAIT: Final = 10
"""The number of log entries that must pass before an AI considers another offer."""
PATIENCE: Final = 200
"""The number of log entries within which an AI that stands better must get further, or it accepts a draw."""
_MOST_REMEMBERED: Final = 1000


class DrawDeclined(Refused):
    """An AI declines a draw that all other players have accepted."""


@dataclass
class DrawJudge:
    """Answers draw offers for the AIs of a match, and remembers when they declined last."""

    patience: int = PATIENCE
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

    def must_accept(self, match: Match, earlier: LogEntry | None) -> None:
        """Raise DrawDeclined, with what to do instead, if an AI declines a draw in the current position.

        `earlier` is the entry of `patience` entries ago: an AI that has got no further since then accepts.
        """
        self.must_judge(match)
        if any(declines(match, player.seat, earlier) for player in match.players if player.ai is not None):
            self._declined[match.id] = match.ply
            raise DrawDeclined(gettext("The AI declines: it thinks that it stands better. Play on, or resign."))


def declines(match: Match, seat: Seat, earlier: LogEntry | None) -> bool:
    """Whether the AI of this seat stands better, and better than at the earlier entry if there is one."""
    value = _value(match, state_of(match), seat)
    if value <= MARGIN:
        return False
    return earlier is None or value > _value(match, state_at(match, earlier.position), seat) + MARGIN


def _value(match: Match, state: State, seat: Seat) -> float:
    """Return what the game's AI makes of the state for the seat, from -1 (lost) to 1 (won)."""
    game = game_of(match)
    return game.player.evaluate(game.rules.view(state, seat), seat)
