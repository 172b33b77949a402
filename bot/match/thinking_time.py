"""How long an AI may think about a move, and when its answer is due. Pure functions; times in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.clock import SECOND, Instant
from bot.match.model import Match
from bot.match.turn_draft import is_drafted
from games.core.levels import MASTER_TIME

SECONDS = {"beginner": 0.5, "easy": 0.5, "medium": 1.0, "hard": 2.0, "master": MASTER_TIME * 2.0}
"""The longest time a level thinks about a move; levels up to medium finish much sooner."""
FIRST_GUESS = {"beginner": 0.1, "easy": 0.1, "medium": 0.15}
"""The expected time of these levels before any experience; the others use all their time."""
PLAN_PART = 3.0
"""The factor on the time when one thought plans a turn of several steps."""
USUAL_SECONDS = 2.0
"""The time of a level that is not listed."""
BULLET_PART = 0.15
"""The share of that time in bullet, and when moving for a player whose bullet time ran out."""
WAIT_SECONDS = 6.0
"""How long a thought may wait for a process if no clock is shorter."""
BULLET_WAIT_SECONDS = 3.0
STAND_IN_SECONDS = 1.0
"""How soon a move for a player whose time ran out is due."""
BULLET_MARGIN = 1.0
"""How long before the clock runs out an answer in bullet is due, so that it can still be played."""
_BLITZ_MOVES = 30
"""The number of moves among which the remaining blitz time is divided."""
_BLITZ_WAIT_PART = 8
_LEAST_SECONDS = 0.01
_NEVER_QUICKER = "easy"
"""The weakest level that may answer for a stronger one."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The budget of a thought at its own level, and the seconds until its answer is due."""

    seconds: float
    due_in: float
    is_urgent: bool = False


def seconds_of(level: str) -> float:
    """Return the longest time a level thinks about a move without a clock."""
    return SECONDS.get(level, USUAL_SECONDS)


def quicker_levels(level: str, levels: Sequence[str]) -> tuple[str, ...]:
    """Return the level and those that may replace it, strongest first; `levels` go from the weakest up."""
    if level not in levels:
        return (level,)
    weakest = levels.index(_NEVER_QUICKER) if _NEVER_QUICKER in levels else 0
    own = levels.index(level)
    return (level, *reversed(levels[min(weakest, own) : own]))


def allowance(match: Match, level: str, now: Instant, *, stands_in: bool = False) -> Allowance:
    """Return what the match's clocks allow; `stands_in` means moving for a player whose bullet move is overdue."""
    most = seconds_of(level)
    left = None if match.deadline is None else max(0.0, (match.deadline - now) / SECOND)
    if stands_in:
        return Allowance(BULLET_PART * most, STAND_IN_SECONDS, is_urgent=True)
    if match.time.kind == "bullet":
        to_answer = BULLET_WAIT_SECONDS if left is None else min(BULLET_WAIT_SECONDS, max(0.0, left - BULLET_MARGIN))
        return Allowance(max(_LEAST_SECONDS, min(BULLET_PART * most, to_answer / 2)), to_answer, is_urgent=True)
    if match.time.kind == "blitz" and left is not None:
        share = left / _BLITZ_MOVES + match.time.step / SECOND / 2
        seconds = max(_LEAST_SECONDS, min(most, share, left / _BLITZ_WAIT_PART))
        patience = left / _BLITZ_WAIT_PART + match.time.step / SECOND / 2
        return Allowance(seconds, min(WAIT_SECONDS + seconds, patience, left / 2))
    if is_drafted(match):
        most *= PLAN_PART
    return Allowance(most, WAIT_SECONDS + most)
