"""Kernels in both forms: as they are written, and compiled where numba is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed")

_CHILD = """
import sys
from importlib import import_module
from random import Random
import games
from games.core.budget import Budget
from games.core.search.greedy import random_move
from games.core.status import CHANCE
game = games.find(sys.argv[1])
game.player.prepare()
assert import_module(f"games.{sys.argv[1]}.kernel.memory").KERNEL.is_compiled
state = game.rules.start(2, game.info.check_options({}))
if CHANCE in game.rules.status(state).seats:
    state = game.rules.play(state, CHANCE, random_move(game.rules, state, CHANCE, Random(1)))
print(game.rules.text(game.player.think(state, 0, "master", Budget(nodes=20000), Random(1)).move))
"""


def think_in_a_process(game: str, folder: Path, **environment: str) -> str:
    """The move that hard finds in a process of its own, with compiled code that is kept in the folder."""
    command = [sys.executable, "-c", _CHILD, game]
    variables = os.environ | {"QUINTET_KERNELS": str(folder)} | environment
    return subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout
