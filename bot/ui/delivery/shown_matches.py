"""What this process remembers of the boards it has posted, and which of them need another look."""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache

from bot.match.model import Match, MatchSide, Posting, Stage

_MOST: Final = 5000
"""Of so many matches it is remembered that they have been shown."""


class ShownMatches:
    """Matches that this process has shown, and matches whose last post failed in an unknown way."""

    def __init__(self) -> None:
        self._shown: LRUCache[MatchSide, None] = LRUCache(_MOST)
        self._unsure: set[MatchSide] = set()

    def add(self, shown: MatchSide) -> None:
        """The side shows the match as it is stored."""
        self._unsure.discard(shown)
        self._shown[shown] = None

    def doubt(self, shown: MatchSide) -> None:
        """Posting has failed: perhaps only the answer was lost."""
        self._unsure.add(shown)

    def may_have_strays(self, match: Match, posting: Posting, news: Match | None) -> bool:
        """True when a board may have been posted that was not noted down.

        Discord's answers were lost, or an earlier process posted it: of a change that this one has just made (`news`),
        it knows.
        """
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            return False
        if match.shown_id in self._unsure:
            return True
        return match.shown_id not in self._shown and (news is None or posting.revision < match.revision - 1)
