"""Problems with a database before the bot has started, in words for the admin."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as SqlTimeout

from bot.store.engine import Database, OutOfReach


class DatabaseProblem(Exception):
    """The database cannot be used; `str()` is one line that says why, without a password."""


class DatabaseUnreachable(DatabaseProblem):
    """The server of the database cannot be reached; a later attempt may succeed."""


def is_problem(error: BaseException) -> bool:
    """Whether the database is what failed: locked, full, read-only, unreachable."""
    return isinstance(error, DBAPIError | SqlTimeout | OutOfReach)


SMALL_FILE = 32_000_000
"""The file size in bytes up to which the whole file is checked before a start (about 0.1 s)."""
_NO_DATABASE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_REMEDY = "Put a copy in its place: python -m bot restore"


def check_file(file: Path | None) -> None:
    """Check an SQLite file before it is opened; None and a missing file are fine.

    Raises DatabaseProblem for one that is empty, no database, cut short or damaged. A large one is not read as a whole.
    """
    if file is None or not file.is_file():
        return
    size = file.stat().st_size
    if size == 0:
        raise DatabaseProblem(f"The database {file} is an empty file (0 bytes). {_REMEDY}; or delete it to start over.")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            verdict = "ok"
            if size <= SMALL_FILE:
                (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _NO_DATABASE:
            raise DatabaseProblem(f"The database {file} cannot be read: {error}. {_REMEDY}") from error
        return  # locked, or not readable for us: opening it reports that
    if verdict != "ok":
        raise DatabaseProblem(f"The database {file} is damaged: {' '.join(verdict.split())}. {_REMEDY}")


@contextmanager
def translate_errors(database: Database) -> Iterator[None]:
    """Turn what the driver, SQLAlchemy or alembic raise into DatabaseProblem."""
    where = database.url.render_as_string(hide_password=True)
    try:
        yield
    except CommandError as error:
        raise DatabaseProblem(
            f"The database {where} was made by a newer Quintet ({error}). Update Quintet, or restore an older backup."
        ) from error
    except DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0].rpartition(">: ")[2]
        raise DatabaseProblem(f"The database {where} cannot be used: {reason}.") from error
    except OSError as error:
        problem = DatabaseProblem if database.is_sqlite else DatabaseUnreachable
        raise problem(f"The database {where} cannot be reached: {error.strerror or error}.") from error
    except ArgumentError as error:
        raise DatabaseProblem(f"DATABASE_URL cannot be understood: {error}.") from error
