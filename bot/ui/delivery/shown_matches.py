"""What this process remembers of the boards it has posted, and which of them need another look."""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache

from bot.match.model import Match, MatchSide, Posting, Stage

_MOST: Final = 5000
"""The number of matches that are remembered as shown, and of those in doubt."""


class ShownMatches:
    """Matches that this process has shown, and matches whose last post had an unknown outcome."""

    def __init__(self) -> None:
        self._shown: LRUCache[MatchSide, None] = LRUCache(_MOST)
        self._unsure: LRUCache[MatchSide, None] = LRUCache(_MOST)

    def add(self, shown: MatchSide) -> None:
        """Record that the side shows the match as stored."""
        self._unsure.pop(shown, None)
        self._shown[shown] = None

    def doubt(self, shown: MatchSide) -> None:
        """Record that a board may have been posted without being recorded: an attempt goes on, or has failed."""
        self._shown.pop(shown, None)  # should the doubt be evicted
        self._unsure[shown] = None

    def may_have_strays(self, match: Match, posting: Posting, news: Match | None) -> bool:
        """Whether a board may have been posted without being recorded.

        Discord's answers were lost, or an earlier process posted it: of a change that this one has just made (`news`),
        it knows.
        """
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            return False
        if match.shown_id in self._unsure:
            return True
        return match.shown_id not in self._shown and (news is None or posting.revision < match.revision - 1)
