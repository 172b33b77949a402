"""Levels of strength, from beginner to master, and how far each level looks at its moves."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from random import Random

LEVELS = ("beginner", "easy", "medium", "hard", "master")
"""The levels from the weakest to the strongest."""
MASTER_TIME = 3
"""How many times as long as hard master thinks."""


class Look(Enum):
    """How far a player looks before it moves."""

    GLANCE = auto()
    """Only at its own move: what gains most at once, whatever the reply may be."""
    SOUND = auto()
    """As far as one sees without thinking for long."""
    AHEAD = auto()
    """Some moves ahead, over fewer positions than a deep look."""
    DEEP = auto()
    """As far as time allows."""


_USUAL = {"medium": Look.AHEAD, "hard": Look.DEEP, "master": Look.DEEP}
"""How far these levels look; the others use a sound look."""


def choose_look(level: str, lapses: Mapping[str, float], rng: Random) -> Look:
    """Choose how far this level looks this time; `lapses` maps levels to the share of moves with a shorter look.

    This is how people err: they see what a move gains and overlook what it allows.
    """
    usual = _USUAL.get(level, Look.SOUND)
    share = lapses.get(level, 0.0)
    return Look(usual.value - 1) if share and rng.random() < share else usual
