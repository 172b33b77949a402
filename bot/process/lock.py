"""A lock on the SQLite database: one bot at a time, and no restore or migration beside it.

The operating system releases the lock when the process ends, however it ends. The lock is on a separate file beside
the database, so that the database may be replaced meanwhile. It also works for containers that share the folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import gethostname
from typing import Final

_FAR: Final = 1 << 30
"""The byte that is locked on Windows, far from the file's text, because a locked byte cannot be read."""


class CannotLock(Exception):
    """The lock is held by another process or cannot be taken; `str()` is a sentence for the admin."""


def lock_file(database: Path) -> Path:
    """Return the lock file of this database, resolving links."""
    real = database.resolve()
    return real.with_name(f"{real.name}.lock")


@contextmanager
def exclusive(database: Path | None) -> Iterator[None]:
    """Hold the lock of an SQLite file (None: PostgreSQL, without a lock). Raises CannotLock.

    The file of the lock stays: to remove it would let two processes hold one lock each.
    """
    if database is None:
        yield
        return
    handle = _open(database)
    try:
        if not _lock(handle):
            raise CannotLock(f"The bot is running{_holder(handle)} with the database {database}: stop it first.")
        os.ftruncate(handle, 0)
        os.write(handle, f"process {os.getpid()} on {gethostname()}".encode())
        yield
    finally:
        os.close(handle)


def _open(database: Path) -> int:
    """Open the lock file, not inheritable by child processes. Raises CannotLock."""
    try:
        file = lock_file(database)
        file.parent.mkdir(parents=True, exist_ok=True)
        return os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise CannotLock(f"The database {database} cannot be reached: {error.strerror}.") from error


def _holder(handle: int) -> str:
    """Return the holder of the lock, if known; a process may have just taken it."""
    name = os.read(handle, 200).decode(errors="replace").strip()
    return f" ({name})" if name else ""


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
