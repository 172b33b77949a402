"""The connection to the database.

SQLite runs in WAL mode with foreign keys and a busy timeout. Writing transactions take the write lock when they
begin, so that none fails half-way because another one wrote in between. PostgreSQL is shared by several processes;
work that only one of them may do at a time is done within `alone`. In both, a wait for a lock that takes too long is
reported.
"""

from __future__ import annotations

import sqlite3
from asyncio import Lock, sleep
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, Executable, event, func, select, text
from sqlalchemy.engine import URL, Dialect, ExecutionContext, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.match.commits import InDoubt, count_commit
from bot.match.errors import Conflict
from bot.store import sqlite

BUSY_TIMEOUT_MS = 10_000
IDLE_TIMEOUT_MS = 20_000
"""Milliseconds after which PostgreSQL ends an idle transaction, so that a frozen process cannot hold its locks."""
_UNANSWERED = "quintet_unanswered"
_ONE_ROW = "quintet_one_row"
UNANSWERED = {_UNANSWERED: True}
"""Execution options of a statement whose answer nobody needs, not even how many rows it found.

In SQLite it goes along with the next statement of its transaction or with the commit, and fails there if it does.
"""
ONE_ROW = UNANSWERED | {_ONE_ROW: True}
"""The same of a statement that changes one row. In SQLite, `Conflict` is raised at the commit when it finds none."""
_WRITES = "quintet_writes"
_PLAIN = "quintet_plain"
_AS_LONG_AS_IT_TAKES = text(
    "SELECT set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)"
)
_TRANSACTION = text("SELECT CAST(pg_current_xact_id() AS text)")
_FATE = text("SELECT pg_xact_status(CAST(CAST(:transaction AS text) AS xid8))")
_LOOKS = 20
_LOOK_SECONDS = 0.25
"""Seconds between the attempts to ask a database what became of a transaction."""


class OutOfReach(OSError):
    """The database cannot be reached: its server or the network is down."""


class _NothingStored(Exception):
    """Ends a transaction that is to change nothing."""


class Database:
    """A database engine with three ways in: `read`, `view` and `write`."""

    def __init__(self, url: str | URL) -> None:
        self.url = make_url(url)
        self.engine = _engine(self.url)
        self._writer = self.engine.execution_options(**{_WRITES: True})
        self._turn = Lock()
        self._reader = self.engine.execution_options(**{_PLAIN: True})
        view: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._viewer = self.engine.execution_options(**view)
        self._forgetting: list[Callable[[], None]] = []

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self.url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for a single reading statement, without a transaction."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def view(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection with a consistent view, for several reading statements."""
        async with self._viewer.connect() as connection:
            await self.lift_limits(connection)
            yield connection

    @asynccontextmanager
    async def alone(self, work: str) -> AsyncIterator[None]:
        """Hold a lock on this kind of work against other processes. An SQLite database has only one process."""
        if self.is_sqlite:
            yield
            return
        async with self.engine.begin() as connection:
            await self.lift_limits(connection)
            await connection.execute(select(func.pg_advisory_xact_lock(crc32(work.encode()))))
            yield

    async def lift_limits(self, connection: AsyncConnection) -> None:
        """Lift the timeouts on waiting for locks and on idling for this transaction."""
        if not self.is_sqlite:
            await connection.execute(_AS_LONG_AS_IT_TAKES)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction: committed at the end, rolled back by an exception.

        Raises InDoubt if nobody can find out whether it was committed.
        """
        transaction: str | None = None
        try:
            # SQLite lets one connection write at a time and makes others sleep; in this queue the next goes on at once.
            async with self._turn if self.is_sqlite else nullcontext(), self._writer.begin() as connection:
                yield connection
                if not self.is_sqlite:
                    transaction = (await connection.execute(_TRANSACTION)).scalar_one()
        except Exception as error:
            # If a commit fails in SQLite, nothing was committed. A server may have committed, but its answer was lost.
            if transaction is None or not await self._was_committed(transaction, error):
                raise
        count_commit()

    async def attempt(self, work: Callable[[AsyncConnection], Awaitable[bool]]) -> bool:
        """Run the work in a transaction of its own and return whether it stored something."""
        with suppress(_NothingStored):
            async with self.write() as connection:
                if not await work(connection):
                    raise _NothingStored
            return True
        return False

    async def changes(self, statement: Executable) -> bool:
        """Run the statement in a transaction of its own and return whether it changed any row."""

        async def execute(connection: AsyncConnection) -> bool:
            return (await connection.execute(statement)).rowcount > 0

        return await self.attempt(execute)

    async def _was_committed(self, transaction: str, error: Exception) -> bool:
        """Whether the server committed a transaction that ended with this error. Raises InDoubt."""
        fate: str | None = None
        for _ in range(_LOOKS):
            try:
                async with self.read() as connection:
                    fate = (await connection.execute(_FATE, {"transaction": transaction})).scalar_one()
            except (DBAPIError, OSError):
                fate = None  # the next attempt may succeed
            if fate in {"committed", "aborted"}:
                return fate == "committed"
            await sleep(_LOOK_SECONDS)
        raise InDoubt from error

    def on_cache_clear(self, forget: Callable[[], None]) -> None:
        """Register `forget`, which empties a cache, for changes whose rows are unknown."""
        self._forgetting.append(forget)

    def clear_caches(self) -> None:
        """Empty all caches, because rows were changed behind their back."""
        for forget in self._forgetting:
            forget()

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        patience = {"timeout": BUSY_TIMEOUT_MS / 1000, "server_settings": {"lock_timeout": str(BUSY_TIMEOUT_MS)}}
        engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=patience)
        event.listen(engine.sync_engine, "do_connect", _reach)
        event.listen(engine.sync_engine, "connect", _limit_idleness)
        return engine
    engine = create_async_engine(url, pool_size=4, max_overflow=0, hide_parameters=True)
    event.listen(engine.sync_engine, "do_connect", _connect)
    event.listen(engine.sync_engine, "connect", _tune)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "do_execute", partial(_later, sqlite3.Connection.execute))
    event.listen(engine.sync_engine, "do_executemany", partial(_later, sqlite3.Connection.executemany))
    return engine


def _reach(dialect: Dialect, _record: object, given: tuple[Any, ...], named: dict[str, Any]) -> object:
    """Connect, turning the driver's OSError into OutOfReach."""
    try:
        return dialect.connect(*given, **named)
    except OSError as error:
        raise OutOfReach(error.errno, error.strerror or str(error) or "no answer") from error


def _limit_idleness(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    cursor = connection.cursor()
    cursor.execute(f"SET SESSION idle_in_transaction_session_timeout = {IDLE_TIMEOUT_MS}")
    cursor.close()
    connection.commit()


def _connect(dialect: Dialect, _record: object, given: tuple[Any, ...], named: dict[str, Any]) -> object:
    return dialect.connect(*given, async_creator_fn=sqlite.connect, **named)


def _tune(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own connection
    connection.isolation_level = None  # `_begin` starts transactions, not the driver
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_TIMEOUT_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get(_PLAIN, False):
        _driver(connection).begin("BEGIN IMMEDIATE" if options.get(_WRITES, False) else "BEGIN")


def _later(
    execute: Callable[..., sqlite3.Cursor],
    _cursor: object,
    statement: str,
    parameters: object,
    context: ExecutionContext,
) -> bool:
    """Defer an unanswered statement; returns False for all others, which SQLAlchemy then executes itself."""
    options = context.execution_options
    if not options.get(_UNANSWERED, False):
        return False

    def work(connection: sqlite3.Connection) -> None:
        found = execute(connection, statement, parameters).rowcount
        if options.get(_ONE_ROW, False) and found != 1:
            raise Conflict

    return _driver(context.root_connection).later(work)


def _driver(connection: Connection) -> sqlite.Connection:
    return connection.connection.driver_connection  # type: ignore[return-value]
