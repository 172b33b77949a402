"""`python -m bot`, as an admin types it: exit codes, one plain line for what can be mended, never a traceback."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.admin import embedded
from sandbox.client import Sandbox
from tests.bot.terminal import ROOT, Admin

ADDRESS = re.compile(r"browser: (http://127\.0\.0\.1:\d+)/")
DEAD_END = "http://127.0.0.1:9"


# ---------------------------------------------------------------- help and mistakes


async def test_help_names_all_commands(admin: Admin) -> None:
    shell = await admin.starts("--help")
    out, err = await shell.communicate()
    assert (shell.returncode, err) == (0, b"")
    for name in ("run", "doctor", "backup", "restore", "export", "migrate", "copy-db", "sync", "health"):
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
    assert done.code == 1, "a supervisor may try again"
    assert re.fullmatch(rf"{DEAD_END} cannot be reached: .+\n", done.err)


async def test_a_token_that_discord_does_not_accept(admin: Admin) -> None:
    async with embedded.sandbox(0) as sandbox:
        admin.settings |= {"DISCORD_API": f"{sandbox.address}/api/v10", "DISCORD_TOKEN": "wrong"}
        shell = await admin.starts("run")
        _, err = await shell.communicate()
    assert shell.returncode == 2
    assert err == b"Discord does not accept DISCORD_TOKEN: reset it in the developer portal and copy it again\n"


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


@pytest.mark.parametrize("where", ["at Discord", "in its sandbox"])
async def test_every_line_of_a_run_is_json_where_json_is_wanted(admin: Admin, where: str, tmp_path: Path) -> None:
    """From the first migration to the end, with warnings and exceptions that nobody catches in between."""
    async with Sandbox.start() as sandbox:
        admin.settings |= {"QUINTET_LOG_FORMAT": "json", "QUINTET_SANDBOX_PORT": "0"}
        admin.settings["QUINTET_GAMES_PATH"] = str(noisy(tmp_path))
        if where == "at Discord":
            admin.settings |= {
                "DISCORD_API": sandbox.api,
                "DISCORD_CDN": sandbox.cdn,
                "DISCORD_TOKEN": sandbox.token,
            }
        bot = await admin.starts("run")
        assert bot.stderr is not None
        err = b""
        async with asyncio.timeout(60):
            while b'"awake"' not in err:
                line = await bot.stderr.readline()
                assert line, err.decode()
                err += line
        bot.terminate()
        out, rest = await asyncio.wait_for(bot.communicate(), 30)
    assert out == b""
    lines = [json.loads(line) for line in (err + rest).splitlines()]
    said = [line["event"] for line in lines]
    assert any("To invite me" in line for line in said) == (where == "at Discord")
    assert any("this is a sandbox" in line for line in said) == (where == "in its sandbox")
    assert any("UserWarning: a noisy game" in line for line in said)
    assert any("KeyError" in line.get("exception", "") for line in lines)
    assert {"timestamp", "level", "event"} <= set.intersection(*map(set, lines))


def noisy(folder: Path) -> Path:
    """Games of whose import a warning is given, and in which a thread ends with an exception."""
    shutil.copytree(ROOT / "tests" / "shelf" / "nim", folder / "shelf" / "nim")
    with (folder / "shelf" / "nim" / "__init__.py").open("a", encoding="utf-8") as module:
        module.write(
            "\nimport threading, warnings\n"
            "warnings.warn('a noisy game', stacklevel=1)\n"
            "thread = threading.Thread(target=lambda: {}['nothing'])\n"
            "thread.start()\n"
            "thread.join()\n"
        )
    return folder / "shelf"


@pytest.mark.parametrize(
    "given, code",
    [
        ({"SHARD_IDS": "0-9"}, 2),
        ({"DISCORD_API": DEAD_END}, 2),
        ({"DISCORD_API": DEAD_END, "DISCORD_TOKEN": "token"}, 1),
    ],
)
async def test_what_keeps_a_bot_from_starting_is_one_line_of_json(
    admin: Admin, given: dict[str, str], code: int
) -> None:
    admin.settings |= {"QUINTET_LOG_FORMAT": "json"} | given
    shell = await admin.starts("run")
    out, err = await shell.communicate()
    assert (shell.returncode, out) == (code, b"")
    (line,) = [json.loads(text) for text in err.splitlines()]
    assert line["level"] == "error"


# ---------------------------------------------------------------- health


def test_health_of_a_bot_that_is_well(admin: Admin) -> None:
    with admin.has_a_bot():
        done = admin.types("health")
    assert (done.code, done.err) == (0, "Well.\n")


@pytest.mark.parametrize(
    "gateway, database, words",
    [
        (False, True, "The connection to Discord is down."),
        (True, False, "The database does not take writes."),
    ],
)
def test_health_of_a_bot_that_is_not(admin: Admin, gateway: bool, database: bool, words: str) -> None:  # noqa: FBT001
    with admin.has_a_bot(gateway=gateway, database=database):
        done = admin.types("health")
    assert (done.code, done.err) == (1, f"{words}\n")


def test_health_without_a_bot(admin: Admin) -> None:
    done = admin.types("health")
    assert (done.code, done.err) == (1, "No heartbeat: the bot is not running.\n")


# ---------------------------------------------------------------- doctor


def test_the_doctor_of_a_fresh_machine_finds_nothing_bad(admin: Admin) -> None:
    done = admin.types("doctor")
    assert (done.code, done.out) == (0, "")
    assert "✓ Python" in done.err
    assert "! Discord no DISCORD_TOKEN" in done.err
    assert "✗" not in done.err


def test_the_doctor_says_what_is_bad_and_what_to_do(admin: Admin) -> None:
    admin.settings |= {"DISCORD_API": DEAD_END, "DISCORD_TOKEN": "token"}
    (admin.folder / "quintet.db").write_bytes(b"no database" * 1000)
    done = admin.types("doctor")
    assert done.code == 1
    assert re.search(r"✗ Database The database \S+ cannot be read: file is not a database\. .+\n  → \S", done.err)
    assert re.search(r"✗ Discord cannot be reached: .+\n  → Check network, firewall", done.err)
    assert "✓ Games" in done.err, "it goes on looking"
    assert (admin.folder / "quintet.db").read_bytes() == b"no database" * 1000
