"""What the doctor finds, and what it advises."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.admin import doctor
from bot.admin.doctor import Finding, examine
from bot.process import heartbeat
from bot.settings import DISCORD_API, DISCORD_CDN, Settings
from bot.store import backups
from sandbox.client import Sandbox
from tests.bot.table import open_club

NOW = datetime.now()  # noqa: DTZ005 - compared with the times of files


def settings(data: Path, **more: object) -> Settings:
    given = {"api": DISCORD_API, "cdn": DISCORD_CDN, "token": None, "database_url": "", "keep_backups": 7, "data": data}
    return Settings(_env_file=None, **(given | more))  # type: ignore[arg-type]


async def examine_all(given: Settings) -> dict[str, Finding]:
    return {finding.subject: finding async for finding in examine(given)}


async def test_a_fresh_machine_is_well(tmp_path: Path) -> None:
    found = await examine_all(settings(tmp_path))
    assert [finding for finding in found.values() if finding.verdict == "bad"] == []
    assert "does not exist yet" in found["Database"].words
    assert "Choccer" in found["Games"].words
    assert found["Pictures"].verdict == "good"
    assert not (tmp_path / "quintet.db").exists()


async def test_a_bot_in_use_is_well(tmp_path: Path) -> None:
    club = await open_club(str(tmp_path / "quintet.db"))
    await club.begin()
    backups.make(tmp_path / "quintet.db", tmp_path / "backups", backups.NIGHTLY, NOW)
    beat = heartbeat.Beat(time.time(), 77, gateway=True, database=True)
    (tmp_path / "health.json").write_text(json.dumps(asdict(beat)), encoding="utf-8")
    async with Sandbox.start() as sandbox:
        found = await examine_all(settings(tmp_path, api=sandbox.api, token=sandbox.token))
    await club.database.close()
    assert found["Tables"].verdict == "good"
    assert found["Database"].words == "accepts writes; 1 matches, 1 of them live"
    assert found["Backups"].words.startswith("1 in ")
    assert found["Bot"] == Finding("Bot", "good", "is running and healthy (process 77)")
    assert found["Discord"].verdict == "good"
    assert "permissions=377957239808" in found["Discord"].remedy


async def test_a_wrong_token(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox:
        found = await doctor.discord(settings(tmp_path, api=sandbox.api, token="wrong"))
    assert (found.verdict, found.words) == ("bad", "does not accept the token")


async def test_discord_out_of_reach(tmp_path: Path) -> None:
    found = await doctor.discord(settings(tmp_path, api="http://127.0.0.1:9", token="token"))
    assert found.verdict == "bad"
    assert found.words.startswith("cannot be reached: ")


async def test_a_damaged_database(tmp_path: Path) -> None:
    club = await open_club(str(tmp_path / "quintet.db"))
    await club.database.close()
    content = bytearray((tmp_path / "quintet.db").read_bytes())
    content[4096 * 3 : 4096 * 5] = os.urandom(4096 * 2)
    (tmp_path / "quintet.db").write_bytes(content)
    found = [finding async for finding in doctor.database(settings(tmp_path))]
    assert found[0].verdict == "bad"


async def test_tables_that_wait_for_a_migration(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "quintet.db")) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
    found = [finding async for finding in doctor.database(settings(tmp_path))]
    assert [finding.verdict for finding in found] == ["note"]
    assert found[0].remedy == "python -m bot migrate, or just start the bot."


async def test_a_database_out_of_reach(tmp_path: Path) -> None:
    given = settings(tmp_path, database_url="postgresql://ana:hush@127.0.0.1:9/x")
    (found,) = [finding async for finding in doctor.database(given)]
    assert found.verdict == "bad"
    assert "hush" not in found.words


def test_an_old_python() -> None:
    assert doctor.python((3, 10, 4)) == Finding("Python", "bad", "3.10.4", "Install Python 3.11 or newer.")


def test_a_slip_of_the_pen_in_a_name() -> None:
    (found,) = doctor.environment(["QUINTET_LOGLEVEL", "QUINTET_DATA", "PATH", "QUINTET_CHROMIUM"])
    assert found == Finding("QUINTET_LOGLEVEL", "note", "is not a setting", "Did you mean QUINTET_LOG_LEVEL?")


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
def test_a_token_that_everybody_can_read(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("DISCORD_TOKEN=x", encoding="utf-8")
    env.chmod(0o644)
    (found,) = doctor.secrecy(env, settings(tmp_path))
    assert found.remedy == f"chmod 600 {env}"
    env.chmod(0o600)
    assert list(doctor.secrecy(env, settings(tmp_path))) == []


def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LITTLE_SPACE", 10**18)
    (found,) = doctor.folder(tmp_path / "not" / "yet")
    assert found.verdict == "note"


def test_backups_that_have_stopped(tmp_path: Path) -> None:
    file = tmp_path / "backups" / "quintet-20260504-040000-nightly.db"
    file.parent.mkdir()
    file.touch()
    (found,) = doctor.copies(settings(tmp_path), NOW + timedelta(days=3))
    assert (found.verdict, found.remedy) == ("note", "Is the bot running? It makes one every night.")


def test_backups_that_are_switched_off(tmp_path: Path) -> None:
    (found,) = doctor.copies(settings(tmp_path, keep_backups=0), NOW)
    assert found.words == "nightly copies are switched off"


def test_a_bot_that_is_stuck(tmp_path: Path) -> None:
    beat = heartbeat.Beat(1000.0, 77, gateway=True, database=True)
    (tmp_path / "health.json").write_text(json.dumps(asdict(beat)), encoding="utf-8")
    found = doctor.running(settings(tmp_path), 2000.0)
    assert (found.verdict, found.words) == ("bad", "The last heartbeat is 1000 s old: the bot is stuck or gone.")


def test_a_look_that_fails_is_a_finding() -> None:
    def pictures() -> Finding:
        raise ImportError("no Pillow")

    assert doctor.guard(pictures) == Finding("Pictures", "bad", "ImportError: no Pillow", "Install again: make run")


async def test_without_a_token_all_that_is_said_is_about_the_sandbox(tmp_path: Path) -> None:
    """`run` would play in the sandbox, with a database of its own: so it must not be told of another one."""
    club = await open_club(str(tmp_path / "sandbox.db"))
    await club.begin()
    (tmp_path / "quintet.db").write_bytes(b"")
    found = await examine_all(settings(tmp_path, keep_backups=7))
    await club.database.close()
    assert found["Database"].words == "accepts writes; 1 matches, 1 of them live"
    assert found["Backups"].words == "none are made in the sandbox, which is empty at every start"
    assert found["Discord"].words == "no DISCORD_TOKEN, so the sandbox is used"
    assert [finding for finding in found.values() if finding.verdict == "bad"] == []


async def test_an_address_without_a_token_is_what_run_refuses(tmp_path: Path) -> None:
    found = await doctor.discord(settings(tmp_path, api="http://127.0.0.1:9/api/v10"))
    assert (found.verdict, found.words) == ("bad", "DISCORD_API is set, and DISCORD_TOKEN is missing")


async def test_an_empty_file_is_no_new_database(tmp_path: Path) -> None:
    (tmp_path / "quintet.db").touch()
    (found,) = [finding async for finding in doctor.database(settings(tmp_path))]
    assert found.verdict == "bad"
    assert "is an empty file (0 bytes)" in found.words


def test_opponents_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUINTET_KERNELS", "off")
    assert (doctor.opponents().verdict, doctor.opponents().remedy) == ("note", "For stronger ones: make fast.")
    monkeypatch.setenv("QUINTET_KERNELS", str(tmp_path))
    assert doctor.opponents() == Finding("Opponents", "good", f"compiled, kept in {tmp_path}")
