"""Players of another version of the project, from its own folder: each thinks in a process, for processor time."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

from bench._line_process import LineProcess

_PROGRAM = """
import json, sys
from random import Random
from time import process_time
import games
from games.core.budget import Budget
for line in sys.stdin:
    key, options, position, seat, level, seconds = json.loads(line)
    game = games.find(key)
    view = game.rules.load(position, game.info.check_options(options))
    thought = game.player.think(view, seat, level, Budget(seconds, clock=process_time), Random(position))
    print(game.rules.text(thought.move), flush=True)
"""


def think_elsewhere(
    folder: Path, key: str, options: dict[str, str], position: str, seat: int, level: str, seconds: float
) -> str:
    """Return the move of a level of that version, in notation. Raises RuntimeError if its process ends."""
    return _process(folder.resolve()).ask(json.dumps((key, options, position, seat, level, seconds)))


@cache
def _process(folder: Path) -> LineProcess:
    return LineProcess([sys.executable, "-c", _PROGRAM], folder)
