"""Whatever keeps the bot from starting is one line and exit code 2, or 1 where another attempt may succeed."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.admin import embedded
from bot.app import build
from bot.process.startup import CannotStart, check_folders, serve_metrics
from bot.process.stopping import Stop
from bot.settings import Settings
from tests.bot.process.test_supervision import settings
from tests.bot.terminal import RUNNING, Admin


@contextmanager
def take_port() -> Iterator[int]:
    """A port on which somebody else listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
async def sandbox() -> AsyncIterator[embedded.Sandbox]:
    """A Discord that takes the bot."""
    async with embedded.sandbox(0) as started:
        yield started


async def start(admin: Admin, sandbox: embedded.Sandbox, **given: str) -> tuple[int | None, str]:
    """The exit code and all that a bot says which is started with these settings."""
    admin.settings |= {"DISCORD_API": f"{sandbox.address}/api/v10", "DISCORD_TOKEN": embedded.TOKEN, **given}
    shell = await admin.starts("run")
    out, err = await shell.communicate()
    assert not out
    return shell.returncode, err.decode()


async def test_a_port_that_is_taken(admin: Admin, sandbox: embedded.Sandbox) -> None:
    with take_port() as port:
        code, said = await start(admin, sandbox, QUINTET_METRICS_PORT=str(port))
    assert (code, said) == (
        2, f"QUINTET_METRICS_HOST 127.0.0.1, QUINTET_METRICS_PORT {port}: Address already in use\n",
    )  # fmt: skip


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "x" * 70, "not an address"])
def test_a_host_that_is_none_of_ours(tmp_path: Path, host: str) -> None:
    given = settings(tmp_path, metrics_port=9620, metrics_host=host)
    with pytest.raises(Exception, match=f"^QUINTET_METRICS_HOST {host}, QUINTET_METRICS_PORT 9620: .") as raised:
        serve_metrics(given).__enter__()
    assert type(raised.value).__name__ == "SettingsError"


def test_prometheus_reads_meanwhile_and_not_after(tmp_path: Path) -> None:
    with take_port() as port:
        pass
    address = f"http://127.0.0.1:{port}/metrics"
    with serve_metrics(settings(tmp_path, metrics_port=port)), urlopen(address) as answer:
        assert "quintet_gateway_ready" in answer.read().decode()
    with pytest.raises(OSError, match="refused"):
        urlopen(address)


async def test_a_second_bot_on_the_same_database(admin: Admin, sandbox: embedded.Sandbox) -> None:
    with admin.has_a_bot():
        code, said = await start(admin, sandbox)
    assert code == 2
    assert RUNNING.fullmatch(said)


async def test_a_database_that_is_none(admin: Admin, sandbox: embedded.Sandbox) -> None:
    (admin.folder / "quintet.db").write_bytes(b"no database" * 1000)
    code, said = await start(admin, sandbox)
    assert code == 2
    assert re.fullmatch(
        r"The database \S+ cannot be read: file is not a database\. Put a copy in its place: .+\n", said
    )


async def test_a_database_that_is_out_of_reach(admin: Admin, sandbox: embedded.Sandbox) -> None:
    code, said = await start(admin, sandbox, DATABASE_URL="postgresql://ana:hush@127.0.0.1:9/x")
    assert code == 1, "a supervisor may try again"
    assert re.fullmatch(r"The database \S+ cannot be reached: .+\n", said)


def spoil_data(folder: Path) -> dict[str, object]:
    return {"data": folder / "file" / "data"}


def spoil_backups(folder: Path) -> dict[str, object]:
    return {"backups": folder / "file"}


def spoil_database(folder: Path) -> dict[str, object]:
    return {"database_url": f"sqlite:////{folder}/file/x.db"}


@pytest.mark.parametrize(
    "spoil, variable",
    [(spoil_data, "QUINTET_DATA"), (spoil_backups, "QUINTET_BACKUPS"), (spoil_database, "DATABASE_URL")],
)
def test_a_folder_that_cannot_be_written(
    tmp_path: Path, spoil: Callable[[Path], dict[str, object]], variable: str
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    given = {"data": tmp_path / "data"} | spoil(tmp_path)
    with pytest.raises(CannotStart, match=rf"^{variable}: nothing can be written into \S+ \(.+\)\. Give it to"):
        check_folders(settings(**given))  # type: ignore[arg-type]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(CannotStart, match="Permission denied"):
        check_folders(settings(tmp_path))


def test_folders_are_made(tmp_path: Path) -> None:
    given: Settings = settings(tmp_path / "new")
    check_folders(given)
    assert list(given.data.iterdir()) == [given.backup_folder]


async def test_the_tables_are_made_before_the_bot_is_put_together_and_not_again(tmp_path: Path) -> None:
    given = Settings(_env_file=None, data=tmp_path, database_url="")
    app = await build(given)
    assert given.sqlite_file is not None
    assert not given.sqlite_file.exists()
    await app.close(Stop(0.1))
