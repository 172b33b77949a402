"""Pondering: while a person thinks, an AI thinks ahead about the likely replies, where a core is idle."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import structlog

from bot.match.model import Match, MatchId, Stage
from bot.match.play import game_of, state_of
from bot.match.thinkers import Thinkers
from bot.match.thinking_process import Idea
from bot.match.thinking_time import BULLET_PART, seconds_of
from games.core.status import Seat, Turn

LEVELS = frozenset({"hard", "master"})
"""The levels that ponder: those that use all of their time."""
_REPLIES_LEVEL, _REPLIES_TIME = "master", seconds_of("hard")
"""The level that looks for the likely replies, and how long."""
_MOST_MATCHES = 200
"""The most matches for which thoughts are kept."""
_SPARE = 0.5
"""How much of a core must be idle, of all cores, for pondering to begin."""

_log = structlog.get_logger(__name__)


def is_core_idle() -> bool:
    """Whether a core of this machine was mostly idle during the last minute, as far as the system says."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return load <= (os.cpu_count() or 1) - _SPARE


def never() -> bool:
    """Turn pondering off."""
    return False


@dataclass(slots=True)
class _Turn:
    """One turn of a person, and the AI's ideas for the positions after likely replies."""

    number: int
    ideas: dict[str, Idea] = field(default_factory=dict)
    is_over: bool = False


class Ponderer:
    """Thinks ahead in processes that nobody else needs; a thought that somebody waits for ends it at once.

    It ponders in matches of one person against one AI, in games whose turns are one move.
    """

    def __init__(self, thinkers: Thinkers, may_ponder: Callable[[], bool] = is_core_idle) -> None:
        self._thinkers = thinkers
        self._may_ponder = may_ponder
        self._turns: dict[MatchId, _Turn] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def notice_change(self, match: Match) -> None:
        """Begin to ponder if it is a person's turn; stop pondering about an earlier turn."""
        known = self._turns.get(match.id)
        if known is not None and (known.number != match.turn or match.stage is not Stage.LIVE):
            known.is_over = True
        if match.stage is not Stage.LIVE:
            self._turns.pop(match.id, None)
            return
        sides = _sides(match)
        if self._is_closed or sides is None or not self._may_ponder():
            return
        if known is not None and known.number == match.turn:
            return
        turn = _Turn(match.turn)
        self._turns[match.id] = turn
        while len(self._turns) > _MOST_MATCHES:
            self._turns.pop(next(iter(self._turns))).is_over = True
        task = asyncio.create_task(self._ponder(turn, match, *sides))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def take(self, match: Match) -> Idea | None:
        """Return the idea for exactly this position, if it was pondered, and forget the others."""
        turn = self._turns.pop(match.id, None)
        if turn is None:
            return None
        turn.is_over = True
        return turn.ideas.get(match.position)

    async def close(self) -> None:
        """Stop pondering, and begin no more."""
        self._is_closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        self._turns.clear()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ponder(self, turn: _Turn, match: Match, person: Seat, ai: Seat, level: str) -> None:
        """Find the likely replies of the person, and think about the position after each, the likeliest first."""
        try:
            part = BULLET_PART if match.time.kind == "bullet" else 1.0
            likely = await self._thinkers.ponder(match, person, _REPLIES_LEVEL, part * _REPLIES_TIME)
            if likely is None:
                return
            for reply in dict.fromkeys((likely.move, *(move for move, _ in likely.alternatives))):
                after = _position_after(match, person, ai, reply)
                if turn.is_over:
                    return
                if after is None:
                    continue
                idea = await self._thinkers.ponder(after, ai, level, part * seconds_of(level))
                if idea is None:
                    return
                turn.ideas[after.position] = idea
        except Exception:  # noqa: BLE001 - nobody waits for it, and the AI thinks when its turn has come
            _log.exception("pondering failed", match=match.code)


def _sides(match: Match) -> tuple[Seat, Seat, str] | None:
    """Return the person to move, the AI and its level, if this is a match in which an AI ponders."""
    if game_of(match).info.multi_step or len(match.players) != 2 or len(match.to_act) != 1:
        return None
    (person,) = match.to_act
    ai = match.players[1 - person.seat]
    return (person.seat, ai.seat, ai.ai) if person.ai is None and ai.ai in LEVELS else None


def _position_after(match: Match, person: Seat, ai: Seat, reply: str) -> Match | None:
    """Return the match after this reply, if it is then the AI's turn and nothing is left to chance."""
    game = game_of(match)
    state = game.rules.play(state_of(match), person, game.rules.parse(reply))
    status = game.rules.status(state)
    if not isinstance(status, Turn) or tuple(status.seats) != (ai,):
        return None
    return replace(match, position=game.rules.dump(state))
