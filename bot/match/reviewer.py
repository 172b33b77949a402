"""Goes over matches that have ended: an AI thinks about each turn while nobody waits at a board for one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import structlog

from bot.match.errors import Damaged, Refused
from bot.match.model import LogEntry, Match, MatchId
from bot.match.play import game_of, state_at
from bot.match.reviews import Review, ReviewStore, judge, made_of, position_before
from bot.match.stores import MatchLog
from bot.match.thinkers import NotWanted, Thinkers
from bot.match.thinking_process import Idea
from bot.match.turns import ToldTurn, turns_between
from bot.match.visibility import HINT_LEVEL
from games.core.errors import GameError
from games.core.i18n import gettext
from games.core.status import Outcome, Seat

MOST_TURNS = 400
"""A longer match is not reviewed."""
SECONDS = 0.4
"""The time to think about a turn, and less in long matches: they take no longer than `_ALL_SECONDS` at first."""
_ALL_SECONDS = 40.0
_CLOSER = 3
"""A turn that seems to have lost something is thought about again, with so many times the time."""
_MOST_CLOSER = 12

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Progress:
    """A review in the making. `percent` goes from 0 to 100."""

    task: asyncio.Task[Review]
    percent: int = 0


@dataclass(slots=True)
class _Work:
    """What is known so far of a match: its turns, and what was thought before each and, last, where it stopped."""

    match: Match
    log: Sequence[LogEntry]
    turns: Sequence[ToldTurn]
    ideas: list[Idea | None] = field(default_factory=list)

    async def judge(self) -> Review:
        """The turns as they look so far, judged in a thread: a long match takes a while to read."""
        before, after = self.ideas[: len(self.turns)], self.ideas[-1]
        return await asyncio.to_thread(judge, self.match, self.log, self.turns, before, after)


class Reviewer:
    """Makes reviews, each once: who asks for one that is being made waits for the same."""

    def __init__(self, thinkers: Thinkers, log: MatchLog, reviews: ReviewStore) -> None:
        self._thinkers = thinkers
        self._log = log
        self._reviews = reviews
        self._in_progress: dict[MatchId, Progress] = {}
        self._one_by_one = asyncio.Lock()

    async def kept(self, match: Match) -> Review | None:
        """The review of the match, if there is one."""
        return await self._reviews.review(match.id, made_of(match, await self._log.entries(match.id)))

    def begin(self, match: Match) -> Progress:
        """Make the review of the match, or join in waiting for it. Its task raises Refused."""
        present = self._in_progress.get(match.id)
        if present is None:
            present = self._in_progress[match.id] = Progress(asyncio.create_task(self._make(match)))
            present.task.add_done_callback(lambda _: self._in_progress.pop(match.id, None))
        return present

    async def close(self) -> None:
        """Make no more reviews."""
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
        """Think about every turn, and once more, for longer, about those that seem to have lost something."""
        work = _Work(match, log, turns_between(match, [entry.seat for entry in log], 0, len(log)))
        if len(work.turns) > MOST_TURNS:
            raise Refused(gettext("Matches of up to {n} turns can be reviewed.", n=MOST_TURNS))
        seconds = min(SECONDS, _ALL_SECONDS / max(1, len(work.turns)))
        for index in range(len(work.turns) + 1):
            work.ideas.append(await self._think(work, index, seconds))
            self._tell(match, 85 * (index + 1) // (len(work.turns) + 1))
        first = await work.judge()
        flawed = sorted(enumerate(first.turns), key=lambda found: -(found[1].loss or 0.0))
        doubtful = sorted(index for index, turn in flawed[:_MOST_CLOSER] if turn.verdict)
        again = sorted({index for one in doubtful for index in (one, one + 1)})
        for number, index in enumerate(again, 1):
            closer = await self._think(work, index, _CLOSER * seconds)
            work.ideas[index] = closer or work.ideas[index]
            self._tell(match, 85 + 15 * number // len(again))
        return await work.judge() if again else first

    def _tell(self, match: Match, percent: int) -> None:
        if match.id in self._in_progress:
            self._in_progress[match.id].percent = percent

    async def _think(self, work: _Work, index: int, seconds: float) -> Idea | None:
        """What the strongest level would play instead of a turn, or where the match stopped; None for nothing."""
        match = work.match
        ply = work.turns[index].first if index < len(work.turns) else len(work.log)
        position = position_before(match, work.log, ply)
        seat = _to_move(match, position) if ply == len(work.log) else work.log[ply].seat
        if seat is None:
            return None
        return await self._thinkers.analyse(replace(match, position=position), seat, HINT_LEVEL, seconds)


def _to_move(match: Match, position: str) -> Seat | None:
    """The first seat that is to move; None where the match is over on the board."""
    status = game_of(match).rules.status(state_at(match, position))
    return None if isinstance(status, Outcome) else min(status.seats)


def _unreadable(match: Match) -> Refused:
    _log.warning("a match cannot be reviewed", match=match.code)
    return Refused(gettext("Match #{code} was played by older rules. It can't be reviewed.", code=match.code))
