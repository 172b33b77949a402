"""How long an AI may think about a move, and when its answer is due. Pure functions; times are in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.clock import SECOND, Instant
from bot.match.model import Match
from bot.match.turn_draft import is_drafted
from games.core.levels import MASTER_TIME

SECONDS = {"beginner": 0.5, "easy": 0.5, "medium": 1.0, "hard": 2.0, "master": MASTER_TIME * 2.0}
"""The most that a level thinks about a move; those up to medium are done much sooner."""
FIRST_GUESS = {"beginner": 0.1, "easy": 0.1, "medium": 0.15}
"""How long these are expected to think until their first thoughts have been seen; the others take all their time."""
PLAN_PART = 3.0
"""So many times as long where one thought plans a turn of several steps."""
USUAL_SECONDS = 2.0
"""For a level of another name."""
BULLET_PART = 0.15
"""The part of it in bullet, and for whoever has let the time of a bullet move pass."""
WAIT_SECONDS = 7.0
"""So long a thought may wait for a process where no clock is shorter."""
BULLET_WAIT_SECONDS = 3.0
STAND_IN_SECONDS = 1.0
"""A move for a person whose time is over is due so soon."""
BULLET_MARGIN = 1.0
"""An answer in bullet is due so long before the clock runs out: it has to be played as well."""
_BLITZ_MOVES = 30
"""In blitz, what is left on the clock is shared among so many moves."""
_BLITZ_WAIT_PART = 8
_LEAST_SECONDS = 0.01
_NEVER_QUICKER = "easy"
"""No level below this one answers for a stronger one."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The budget of a thought at its own level, and in how many seconds its answer is due."""

    seconds: float
    due_in: float
    is_urgent: bool = False


def seconds_of(level: str) -> float:
    """The most that a level thinks about a move without a clock."""
    return SECONDS.get(level, USUAL_SECONDS)


def quicker_levels(level: str, levels: Sequence[str]) -> tuple[str, ...]:
    """The level and those that may answer in its place, the stronger first; `levels` go from the weakest up."""
    if level not in levels:
        return (level,)
    weakest = levels.index(_NEVER_QUICKER) if _NEVER_QUICKER in levels else 0
    own = levels.index(level)
    return (level, *reversed(levels[min(weakest, own) : own]))


def allowance(match: Match, level: str, now: Instant, *, stands_in: bool = False) -> Allowance:
    """What the clocks of the match allow; `stands_in` for a person whose bullet move is overdue."""
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
