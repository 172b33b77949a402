"""Levels of strength, from beginner to master, and how far a player looks at each of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from random import Random

LEVELS = ("beginner", "easy", "medium", "hard", "master")
"""From the weakest to the strongest. Hard and master think alike; master is given more time."""
MASTER_TIME = 3
"""Master has so many times the time of hard."""


class Look(Enum):
    """How far a player looks before it moves."""

    GLANCE = auto()
    """At its own move alone: what gains most at once, whatever the answer may be."""
    SOUND = auto()
    """As far as one sees without thinking long."""
    DEEP = auto()
    """As far as the time allows."""


def choose_look(level: str, glances: Mapping[str, float], rng: Random) -> Look:
    """How far this level looks this time; `glances` are the shares of the moves that a level makes at a glance.

    That is how people err: they see what a move gains and overlook what it allows.
    """
    if level in {"hard", "master"}:
        return Look.DEEP
    share = glances.get(level, 0.0)
    return Look.GLANCE if share and rng.random() < share else Look.SOUND
