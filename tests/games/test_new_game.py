"""docs/new-game.md: its snippets are the running example, and the example passes the conformance suite."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_snippets_are_taken_from_the_example() -> None:
    page = (ROOT / "docs" / "new-game.md").read_text()
    source = (ROOT / "tests" / "shelf" / "nim" / "__init__.py").read_text()
    snippets = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(snippets) >= 5
    for snippet in snippets:
        assert snippet in source


def test_the_perft_rows_are_taken_from_the_example() -> None:
    page = (ROOT / "docs" / "new-game.md").read_text()
    table = (ROOT / "tests" / "shelf" / "nim" / "perft.txt").read_text()
    (snippet,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    rows = [line for line in snippet.splitlines() if not line.startswith("#")]
    assert len(rows) == 2
    assert set(rows) <= set(table.splitlines())


def test_the_example_passes_the_conformance_suite() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/games/conformance",
        "-v",
        "-k",
        "nim",
        "-p",
        "no:cacheprovider",
    ]
    environment = os.environ | {"QUINTET_GAMES_PATH": str(ROOT / "tests" / "shelf")}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    assert "test_counts.py::test_perft[nim-2] PASSED" in run.stdout
    assert "test_playthroughs.py::test_a_playthrough_ends_as_noted[nim-second-wins] PASSED" in run.stdout
    assert "nim brings no lessons" in run.stdout
