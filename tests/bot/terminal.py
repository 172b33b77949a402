"""An admin at a terminal, who types `python -m bot …`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from typer.testing import CliRunner

from bot.__main__ import cli
from bot.process import heartbeat
from bot.process.lock import exclusive
from bot.settings import variables

ROOT = Path(__file__).parents[2]
RUNNING = re.compile(r"The bot is running \(process \d+ on \S+\) with the database \S+: stop it first\.\n")


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str


@dataclass
class Admin:
    """Somebody at a terminal, in an empty folder."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str | None]:
        """Settings as given; all others are not set."""
        nothing = dict.fromkeys(variables())
        return nothing | {"COLUMNS": "100", "QUINTET_DATA": str(self.folder)} | self.settings

    def types(self, *words: str) -> Said:
        """The command in this process, which is fast."""
        done = CliRunner().invoke(cli, words, env=self.environment, prog_name="python -m bot")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Said(done.exit_code, done.stdout, done.stderr)

    async def starts(self, *words: str) -> asyncio.subprocess.Process:
        """The command in a process of its own."""
        given = {name: value for name, value in (os.environ | self.environment).items() if value is not None}
        command = (sys.executable, "-m", "bot", *words)
        path = {"PYTHONPATH": str(ROOT)}
        return await asyncio.create_subprocess_exec(
            *command, cwd=self.folder, env=given | path, stdout=PIPE, stderr=PIPE
        )

    @contextmanager
    def has_a_bot(self, *, gateway: bool = True, database: bool = True) -> Iterator[None]:
        """A bot is running here meanwhile, process 77, and is as well as told."""
        beat = heartbeat.Beat(time.time(), 77, gateway=gateway, database=database)
        (self.folder / "health.json").write_text(json.dumps(asdict(beat)), encoding="utf-8")
        with exclusive(self.folder / "quintet.db"):
            yield
