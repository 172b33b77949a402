"""Levels of strength, from beginner to master, and how far each level looks at its moves."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from random import Random

LEVELS = ("beginner", "easy", "medium", "hard", "master")
"""From the weakest to the strongest."""
MASTER_TIME = 3
"""Master has this many times the time of hard."""


class Look(Enum):
    """How far a player looks before it moves."""

    GLANCE = auto()
    """At its own move alone: what gains most at once, whatever the answer may be."""
    SOUND = auto()
    """As far as one sees without thinking long."""
    AHEAD = auto()
    """Some moves ahead, by few of the positions of a deep look; where that needs a kernel and has none, as sound."""
    DEEP = auto()
    """As far as the time allows."""


_USUAL = {"medium": Look.AHEAD, "hard": Look.DEEP, "master": Look.DEEP}
"""How far these look; the others are sound."""


def choose_look(level: str, lapses: Mapping[str, float], rng: Random) -> Look:
    """How far this level looks this time; `lapses` has the share of the moves of some at which they look less far.

    That is how people err: they see what a move gains and overlook what it allows.
    """
    usual = _USUAL.get(level, Look.SOUND)
    share = lapses.get(level, 0.0)
    return Look(usual.value - 1) if share and rng.random() < share else usual
