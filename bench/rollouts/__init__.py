"""Plain players that try moves and see by chance what comes of them.

They play by the rules in `games`, but search in their own way and, in Piously, judge by a measure of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bench.rollouts import cyberzul, piously

ROLLOUTS: Mapping[str, Callable[[Any, float, Random], Sequence[Any]]] = {
    "cyberzul": cyberzul.think,
    "piously": piously.think,
}
"""The player of each game: it takes the view of the side to move and seconds of processor time, and returns a turn."""
