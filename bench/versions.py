"""Players of another version of the project, from its own folder: each thinks in a process, for processor time."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench._line_process import LineProcess

_PROGRAM = """
import inspect, json, sys
from random import Random
from time import process_time
import games
from games.core.budget import Budget
for line in sys.stdin:
    key, options, position, earlier, seat, level, seconds, fast = json.loads(line)
    game = games.find(key)
    if fast:
        game.player.prepare()
    options = game.info.check_options(options)
    view, *history = (game.rules.load(each, options) for each in (position, *earlier))
    known = (history,) if "history" in inspect.signature(game.player.think).parameters else ()
    thought = game.player.think(view, seat, level, Budget(seconds, clock=process_time), Random(position), *known)
    turn = game.turn_of(thought) if hasattr(game, "turn_of") else [thought.move]
    print(json.dumps([game.rules.text(move) for move in turn]), flush=True)
"""


class Request(NamedTuple):
    """What a version is asked: a position and those before it as text, who is to move, and how to think."""

    game: str
    options: dict[str, str]
    position: str
    earlier: list[str]
    seat: int
    level: str
    seconds: float
    fast: bool
    """Whether it compiles its searches first."""


def think_elsewhere(folder: Path, request: Request) -> list[str]:
    """Return the turn of a level of that version, in notation. Raises RuntimeError if its process ends."""
    turn: list[str] = json.loads(_process(folder.resolve()).ask(json.dumps(request)))
    return turn


@cache
def _process(folder: Path) -> LineProcess:
    return LineProcess([sys.executable, "-c", _PROGRAM], folder)
