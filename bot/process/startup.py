"""Checks before the bot starts. Each problem is one line for the admin."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bot import metrics
from bot.process.lock import exclusive
from bot.settings import Settings, SettingsError

TOKEN_REFUSED = "Discord does not accept DISCORD_TOKEN: reset it in the developer portal and copy it again"  # noqa: S105


class CannotStart(Exception):
    """The bot cannot start; `str()` is one line for the admin."""


class Unreachable(CannotStart):
    """A service that the bot needs cannot be reached; a later attempt may succeed."""


@contextmanager
def reserve(settings: Settings) -> Iterator[None]:
    """Reserve the folders, the database and the port for Prometheus for this process inside this context.

    Raises CannotStart, SettingsError, CannotLock.
    """
    check_folders(settings)
    with exclusive(settings.sqlite_file), serve_metrics(settings):
        yield


def check_folders(settings: Settings) -> None:
    """Raise CannotStart unless the folders of heartbeat, database and backups are writable."""
    folders = {"QUINTET_DATA": settings.data}
    if settings.sqlite_file is not None:
        folders["DATABASE_URL"] = settings.sqlite_file.parent
        if settings.keep_backups:
            folders["QUINTET_BACKUPS"] = settings.backup_folder
    for variable, folder in folders.items():
        _check_folder(variable, folder)


def _check_folder(variable: str, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"{variable}: nothing can be written into {folder} ({error.strerror}). Give it to the bot's user."
        ) from None


@contextmanager
def serve_metrics(settings: Settings) -> Iterator[None]:
    """Open the port for Prometheus inside this context, if one is set. Raises SettingsError if that fails."""
    if settings.metrics_port is None:
        yield
        return
    with ExitStack() as opened:
        try:
            opened.enter_context(metrics.serve(settings.metrics_port, settings.metrics_host))
        except (OSError, UnicodeError) as error:  # UnicodeError: a host name that is too long
            reason = error.strerror if isinstance(error, OSError) else "this is not a host name"
            where = f"QUINTET_METRICS_HOST {settings.metrics_host}, QUINTET_METRICS_PORT {settings.metrics_port}"
            raise SettingsError(f"{where}: {reason}") from None
        yield
