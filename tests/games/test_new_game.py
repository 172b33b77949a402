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


def test_the_example_passes_the_conformance_suite() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/games/test_conformance.py",
        "-q",
        "-k",
        "nim",
        "-p",
        "no:cacheprovider",
    ]
    environment = os.environ | {"QUINTET_GAMES_PATH": str(ROOT / "tests" / "shelf")}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    assert " passed" in run.stdout
