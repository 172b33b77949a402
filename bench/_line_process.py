"""A program that answers each line with a line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path


class LineProcess:
    """A program that runs until this process ends."""

    def __init__(self, command: Sequence[str | Path], folder: Path | None = None) -> None:
        self._command = command
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str) -> str:
        """Send a line and return the answer. Raises RuntimeError if the program ends instead."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().rstrip("\n")
        if not answer:
            raise RuntimeError(f"{self._command[0]} does not answer")
        return answer
