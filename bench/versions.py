"""Players of another version of the project, in a folder of its own: each thinks in a process, for processor time."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

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
    """The move of a level of that version, in notation. Raises RuntimeError when its process ends."""
    process = _process(folder.resolve())
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps((key, options, position, seat, level, seconds)) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline().strip()
    if not answer:
        raise RuntimeError(f"the players in {folder} do not answer")
    return answer


@cache
def _process(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
