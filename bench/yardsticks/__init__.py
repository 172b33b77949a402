"""Engines to measure the levels against: plain alpha-beta in C, with rules and evaluations of their own.

They share nothing with `games`, so that they do not overlook what a level overlooks. They play default options, Conquid
on its other sizes, Cyberzul with two to four players and Onyx on other king boards as well. `yardstick.h` has the lines
that they understand.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bench._line_process import LineProcess

SOURCES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.c"))}
"""The source files of the engines, by the keys of their games."""
COMPILER = shutil.which("cc")


class Yardstick:
    """The engine of one game, in a process of its own."""

    def __init__(self, key: str) -> None:
        self._process = LineProcess([_program(key)])

    def think(self, position: str, seconds: float) -> str:
        """Return the engine's move in notation after this much processor time."""
        return self._process.ask(f"think\t{1000 * seconds:.0f}\t{position}")

    def moves(self, position: str) -> set[str]:
        """Return the legal moves in notation; for Conquid without the acquires."""
        return set(self._process.ask(f"moves\t\t{position}").split(";"))

    def play(self, position: str, move: str) -> str:
        """Return the position after a legal move."""
        return self._process.ask(f"play\t{move}\t{position}")


@cache
def yardstick(key: str) -> Yardstick:
    """Return the engine of a game, always the same one. Raises FileNotFoundError if no C compiler is installed."""
    return Yardstick(key)


@cache
def _folder() -> TemporaryDirectory[str]:
    """Return the folder of the compiled engines, which is kept until this process ends."""
    return TemporaryDirectory(prefix="yardsticks-")


def _program(key: str) -> Path:
    if COMPILER is None:
        raise FileNotFoundError("a yardstick needs a C compiler, `cc`")
    program = Path(_folder().name) / key
    subprocess.run([COMPILER, "-O2", "-std=c99", SOURCES[key], "-o", program], check=True)
    return program
