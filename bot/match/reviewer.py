"""Reviews finished matches: an AI analyses each turn while no player is waiting for an AI."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from bot.match.errors import Damaged, Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.reviews import Analysis, Review, ReviewStore, made_of
from bot.match.stores import MatchLog
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.visibility import HINT_LEVEL
from games.core.errors import GameError
from games.core.i18n import gettext

MOST_TURNS = 400
"""The most turns of a match that can be reviewed."""
SECONDS = 0.3
"""The thinking time per position; less in long matches, so that all turns together stay within `_ALL_SECONDS`."""
_ALL_SECONDS = 30.0
_CLOSER = 3
"""Apparent mistakes are analysed again with this many times the time."""
_MOST_CLOSER = 8

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Progress:
    """The progress of a review. `percent` goes from 0 to 100."""

    task: asyncio.Task[Review]
    percent: int = 0


class Reviewer:
    """Makes reviews, each once: several requests for one review wait for the same task."""

    def __init__(self, thinkers: Thinkers, log: MatchLog, reviews: ReviewStore) -> None:
        self._thinkers = thinkers
        self._log = log
        self._reviews = reviews
        self._in_progress: dict[MatchId, Progress] = {}
        self._one_by_one = asyncio.Lock()
        self._is_closed = False

    async def load(self, match: Match) -> Review | None:
        """Return the stored review of the match, if there is one."""
        return await self._reviews.review(match.id, made_of(match, await self._log.entries(match.id)))

    def begin(self, match: Match) -> Progress:
        """Start the review of the match, or join one in progress.

        Its task raises Refused, and is cancelled by `close` or after it.
        """
        present = self._in_progress.get(match.id)
        if present is None:
            present = self._in_progress[match.id] = Progress(asyncio.create_task(self._make(match)))
            present.task.add_done_callback(lambda task: self._end(match.id, task))
            if self._is_closed:
                present.task.cancel()
        return present

    def _end(self, match: MatchId, task: asyncio.Task[Review]) -> None:
        self._in_progress.pop(match, None)
        if not task.cancelled():
            task.exception()  # marks the error as retrieved; whoever is waiting gets it as well

    async def close(self) -> None:
        """Cancel all reviews, those in progress and those that are asked for later."""
        self._is_closed = True
        tasks = [progress.task for progress in self._in_progress.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, match: Match) -> Review:
        async with self._one_by_one:
            log = await self._log.entries(match.id)
            try:
                review = await self._judge(match, log)
            except (GameError, Damaged) as error:  # played by older rules
                raise _unreadable(match) from error
            except NotWanted as error:
                raise Refused(
                    gettext("Match #{code} is still running. It can be reviewed when it is over.", code=match.code)
                ) from error
            await self._reviews.keep_review(match.id, made_of(match, log), review)
            return review

    async def _judge(self, match: Match, log: Sequence[LogEntry]) -> Review:
        """Analyse every turn and the answers to better turns, and apparent mistakes for longer."""
        analysis = Analysis(match, log)
        if len(analysis.turns) > MOST_TURNS:
            raise Refused(gettext("Matches of up to {n} turns can be reviewed.", n=MOST_TURNS))
        seconds = min(SECONDS, _ALL_SECONDS / max(1, len(analysis.turns)))
        played = [*map(analysis.before, analysis.turns), match.position]
        await self._think(analysis, played, seconds, 0, 50)
        await self._think(analysis, await asyncio.to_thread(analysis.to_answer, analysis.turns), seconds, 50, 80)
        first = await asyncio.to_thread(analysis.review)
        flawed = sorted(zip(first.turns, analysis.turns, strict=True), key=lambda found: -(found[0].loss or 0.0))
        doubtful = [turn for judged, turn in flawed[:_MOST_CLOSER] if judged.verdict]
        if not doubtful:
            return first
        around = [position for turn in doubtful for position in (analysis.before(turn), analysis.after(turn))]
        await self._think(analysis, around, _CLOSER * seconds, 80, 93)
        answers = [position for position in analysis.to_answer(doubtful) if position not in around]
        await self._think(analysis, answers, _CLOSER * seconds, 93, 100)
        return await asyncio.to_thread(analysis.review)

    async def _think(self, analysis: Analysis, positions: Sequence[str], seconds: float, start: int, end: int) -> None:
        """Add the strongest level's thoughts on these positions; progress goes from `start` to `end` percent."""
        match = analysis.match
        for number, position in enumerate(dict.fromkeys(positions), 1):
            seat = analysis.to_move(position)
            if seat is not None:
                thought = await self._thinkers.analyse(replace(match, position=position), seat, HINT_LEVEL, seconds)
                analysis.thoughts[position] = thought or analysis.thoughts.get(position)
            if match.id in self._in_progress:
                self._in_progress[match.id].percent = start + (end - start) * number // len(positions)


def _unreadable(match: Match) -> Refused:
    _log.warning("a match cannot be reviewed", match=match.code)
    return Refused(gettext("Match #{code} was played by older rules. It can't be reviewed.", code=match.code))
