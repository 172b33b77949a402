"""`python -m bot`, as an admin types it: exit codes, one plain line for what can be mended, never a traceback."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import sys
import time
from asyncio.subprocess import PIPE
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot import embedded, health, logs
from bot.__main__ import cli
from bot.settings import variables
from tests.bot.table import BEN, open_club

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"browser: (http://127\.0\.0\.1:\d+)/")
DEAD_END = "http://127.0.0.1:9"


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


@pytest.fixture
def admin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Admin:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logs, "set_up", lambda *_: None)  # pytest keeps its own log
    return Admin(tmp_path)


@pytest.fixture
async def played(admin: Admin) -> str:
    """The code of a match that has been played here."""
    club = await open_club(str(admin.folder / "quintet.db"))
    match = await club.begun()
    await club.service.resign(match.id, BEN.user)
    await club.database.close()
    return match.code


# ---------------------------------------------------------------- help and mistakes


async def test_help_names_all_commands(admin: Admin) -> None:
    shell = await admin.starts("--help")
    out, err = await shell.communicate()
    assert (shell.returncode, err) == (0, b"")
    for name in ("run", "doctor", "backup", "restore", "export", "migrate", "copy-db", "health"):
        assert re.search(rf"^\W*{name}\s+\S", out.decode(), re.MULTILINE)


async def test_a_mistake_is_one_line_and_no_traceback(admin: Admin) -> None:
    admin.settings["DISCORD_TOKEN"] = "Bot abc"
    shell = await admin.starts("run")
    out, err = await shell.communicate()
    assert (shell.returncode, out) == (2, b"")
    assert err == b"DISCORD_TOKEN: give the bare token, without quotes, spaces or the word Bot\n"


@pytest.mark.parametrize("command", ["run", "doctor", "backup", "migrate", "export", "health"])
def test_a_wrong_setting_ends_every_command_with_one_line(admin: Admin, command: str) -> None:
    admin.settings["QUINTET_LOG_LEVEL"] = "loud"
    done = admin.types(command)
    assert done.code == 2
    assert done.err == "QUINTET_LOG_LEVEL should be 'debug', 'info', 'warning' or 'error'\n"


@pytest.mark.parametrize(
    "url, line",
    [
        ("sqlite:////proc/quintet/x.db", r"The database \S+ cannot be reached: .+\."),
        ("sqlite:////proc", r"The database \S+ cannot be used: unable to open database file\."),
        ("postgresql://ana:hush@127.0.0.1:9/x", r"The database \S+ana:\*\*\*@127\.0\.0\.1:9/x cannot be reached: .+\."),
    ],
    ids=["no folder", "a folder", "nobody there"],
)
def test_a_database_that_cannot_be_used(admin: Admin, url: str, line: str) -> None:
    admin.settings["DATABASE_URL"] = url
    done = admin.types("migrate")
    assert done.code == 1
    assert re.fullmatch(f"{line}\n", done.err)


def test_a_database_of_a_newer_version(admin: Admin) -> None:
    assert admin.types("migrate").code == 0
    with closing(sqlite3.connect(admin.folder / "quintet.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    done = admin.types("migrate")
    assert done.code == 1
    assert "was made by a newer Quintet" in done.err


# ---------------------------------------------------------------- run


def test_a_stand_in_for_discord_needs_a_token(admin: Admin) -> None:
    admin.settings["DISCORD_API"] = DEAD_END
    done = admin.types("run")
    assert (done.code, done.err) == (2, "DISCORD_API is set, and DISCORD_TOKEN is missing\n")


def test_discord_that_does_not_answer(admin: Admin) -> None:
    admin.settings |= {"DISCORD_API": DEAD_END, "DISCORD_TOKEN": "token"}
    done = admin.types("run")
    assert done.code == 1
    assert re.fullmatch(rf"{DEAD_END} cannot be reached: .+\n", done.err)


async def test_a_token_that_discord_does_not_accept(admin: Admin) -> None:
    async with embedded.sandbox(0) as sandbox:
        admin.settings |= {"DISCORD_API": f"{sandbox.address}/api/v10", "DISCORD_TOKEN": "wrong"}
        shell = await admin.starts("run")
        _, err = await shell.communicate()
    assert shell.returncode == 2
    assert err == b"Discord does not accept DISCORD_TOKEN: reset it in the developer portal and copy it anew\n"


def test_a_port_that_is_taken(admin: Admin) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        admin.settings["QUINTET_SANDBOX_PORT"] = str(other.getsockname()[1])
        done = admin.types("run")
    assert done.code == 2
    assert re.fullmatch(r"The sandbox cannot listen on port \d+ \(.+\): set QUINTET_SANDBOX_PORT .+\n", done.err)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_without_a_token_the_bot_lives_and_dies_with_its_sandbox(admin: Admin, number: signal.Signals) -> None:
    admin.settings["QUINTET_SANDBOX_PORT"] = "0"
    bot = await admin.starts("run")
    assert bot.stderr is not None
    text = ""
    async with asyncio.timeout(60):
        while "connected to Gateway" not in text:
            line = await bot.stderr.readline()
            assert line, text
            text += line.decode()
    found = ADDRESS.search(text)
    assert found is not None
    assert "put DISCORD_TOKEN=… into the file .env" in text
    port = int(found[1].rpartition(":")[2])
    assert is_listening(port)
    bot.send_signal(number)
    await asyncio.wait_for(bot.communicate(), 30)
    assert bot.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    for _ in range(100):
        if not is_listening(port):
            break
        await asyncio.sleep(0.1)
    assert not is_listening(port)
    assert sorted(file.name for file in admin.folder.glob("*.db")) == ["sandbox.db"]


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# ---------------------------------------------------------------- data


def test_migrate_can_be_repeated(admin: Admin) -> None:
    for _ in range(2):
        done = admin.types("migrate")
        assert (done.code, done.err) == (0, "The database is up to date.\n")


def test_backup_and_restore(admin: Admin, played: str) -> None:
    done = admin.types("backup")
    assert done.code == 0
    copy = done.err.removeprefix("The copy is ").strip()
    (admin.folder / "quintet.db").unlink()
    done = admin.types("restore", copy)
    assert (done.code, done.err) == (0, f"{copy} is the database now.\n")
    assert json.loads(admin.types("export").out)["code"] == played


def test_restore_without_a_name_lists_the_copies(admin: Admin, played: str) -> None:
    assert played
    admin.types("backup")
    done = admin.types("restore")
    assert done.code == 2
    assert re.fullmatch(r"\S+-by-hand\.db\n", done.out)


def beats(admin: Admin) -> None:
    """A bot is running, and is well."""
    beat = health.Beat(time.time(), 77, gateway=True, database=True)
    (admin.folder / "health.json").write_text(json.dumps(asdict(beat)), encoding="utf-8")


def test_restore_waits_for_the_bot_to_stop(admin: Admin) -> None:
    beats(admin)
    done = admin.types("restore", "copy.db")
    assert (done.code, done.err) == (1, "The bot is running (process 77): stop it first.\n")


def test_export_to_a_file(admin: Admin, played: str) -> None:
    done = admin.types("export", "--to", str(admin.folder / "matches.jsonl"))
    assert (done.code, done.out, done.err) == (0, "", "1 matches written.\n")
    (line,) = (admin.folder / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["code"] == played


def test_export_to_where_nothing_can_be_written(admin: Admin) -> None:
    done = admin.types("export", "--to", "nowhere/matches.jsonl")
    assert (done.code, done.err) == (1, "nowhere/matches.jsonl: No such file or directory\n")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_copies_of_postgresql_are_made_by_its_own_tools(admin: Admin, command: str) -> None:
    admin.settings["DATABASE_URL"] = "postgresql://localhost/quintet"
    done = admin.types(command)
    assert done.code == 2
    assert "pg_" in done.err


# ---------------------------------------------------------------- health


def test_health_of_a_bot_that_is_well(admin: Admin) -> None:
    beats(admin)
    done = admin.types("health")
    assert (done.code, done.err) == (0, "Well.\n")


def test_health_without_a_bot(admin: Admin) -> None:
    done = admin.types("health")
    assert (done.code, done.err) == (1, "No heartbeat: the bot is not running.\n")
