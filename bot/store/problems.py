"""What can be wrong with a database before the bot has begun, in words for the admin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util.exc import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as SqlTimeout

from bot.store.engine import Database, OutOfReach


class DatabaseProblem(Exception):
    """The database cannot be used; `str()` is one line that says why and never repeats a password."""


def is_problem(error: BaseException) -> bool:
    """True when the database is what failed: locked, full, read-only, out of reach."""
    return isinstance(error, DBAPIError | SqlTimeout | OutOfReach)


@contextmanager
def in_plain_words(database: Database) -> Iterator[None]:
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
        raise DatabaseProblem(f"The database {where} cannot be reached: {error.strerror or error}.") from error
    except ArgumentError as error:
        raise DatabaseProblem(f"DATABASE_URL cannot be understood: {error}.") from error
