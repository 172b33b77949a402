"""What this process knows of the boards that it has posted, and where it had better look."""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache

from bot.match.model import Match, MatchId, Posting, Stage

_MOST: Final = 5000
"""Of so many matches it is remembered that they have been shown."""


class ShownMatches:
    """Matches that this process has shown, and matches whose last post failed in an unknown way."""

    def __init__(self) -> None:
        self._shown: LRUCache[MatchId, None] = LRUCache(_MOST)
        self._unsure: set[MatchId] = set()

    def add(self, match_id: MatchId) -> None:
        """The match is shown as it is stored."""
        self._unsure.discard(match_id)
        self._shown[match_id] = None

    def doubt(self, match_id: MatchId) -> None:
        """Posting has failed: perhaps only the answer was lost."""
        self._unsure.add(match_id)

    def may_have_strays(self, match: Match, posting: Posting, news: Match | None) -> bool:
        """True when a board may have been posted that was not noted down.

        Discord's answers were lost, or an earlier process posted it: of a change that this one has just made (`news`),
        it knows.
        """
        if match.stage in {Stage.INVITED, Stage.CANCELLED}:
            return False
        if match.id in self._unsure:
            return True
        return match.id not in self._shown and (news is None or posting.revision < match.revision - 1)
