"""Configure structlog once, for the bot's own log lines and for those of its libraries.

Nothing secret or private is logged. Tokens are blacked out wherever they appear, and libraries whose debug lines
contain whole messages never log below INFO.
"""

from __future__ import annotations

import logging
import re
import signal
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import PurePath
from types import TracebackType
from typing import Final, Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor

BLACKED_OUT: Final = "[hidden]"

LEVELS: Final = ("debug", "info", "warning", "error")

PRIVATE_KEYS: Final = frozenset({"authorization", "content", "message_content", "password", "token"})
"""Values under these keys are never logged."""

LOWEST_LEVEL: Final = {"discord": "INFO", "sqlalchemy": "WARNING", "alembic": "WARNING"} | dict.fromkeys(
    ("PIL", "aiohttp", "aiosqlite", "asyncio", "asyncpg"), "INFO"
)
"""The lowest level of each library; below it they would log payloads with tokens and people's messages."""

SHORTEST_SECRET: Final = 8
"""The length from which a secret is redacted; a shorter one would redact parts of ordinary words."""

_SECRETS: Final = (
    # A bot's token: id, time and signature in base 64.
    re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    # Whoever has the token of an interaction or webhook can answer for it.
    re.compile(r"(?<=/interactions/)\d+/[^/\s'\"]+|(?<=/webhooks/)\d+/[^/\s'\"?]+"),
    # The password in the address of a database.
    re.compile(r"(?<=://)[^/\s:@]+:[^@\s]+(?=@)"),
)


def set_up(
    level: str = "info",
    form: Literal["console", "json"] = "console",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send every log line to `stream` (standard error), as text for people or one JSON object per line.

    `secrets` are values to black out, besides everything that looks like one.
    """
    stream = stream or sys.stderr
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *common,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = _Handler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=common,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.StackInfoRenderer(),
                _without_outcry,
                structlog.processors.format_exc_info,  # without local variables, which may hold what people wrote
                Redactor(secrets),
                _renderer(form, stream),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    set_level(level)
    logging.captureWarnings(capture=True)
    if form == "json":
        _log_what_nobody_catches()


def set_level(level: str) -> None:
    """Log this level and above from now on; `level` is one of LEVELS."""
    root = logging.getLogger()
    root.setLevel(level.upper())
    for name, lowest in LOWEST_LEVEL.items():
        logging.getLogger(name).setLevel(max(root.level, logging.getLevelNamesMapping()[lowest]))


def obey_signals(level: str) -> None:
    """Let SIGUSR1 switch to debug and SIGUSR2 back to `level`, if the system has these signals."""
    wanted = {"SIGUSR1": "debug", "SIGUSR2": level}
    for name, new in wanted.items():
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, partial(_set_level_for_signal, new))


def _set_level_for_signal(level: str, _number: int, _frame: object) -> None:
    set_level(level)


class _Handler(logging.StreamHandler[TextIO]):
    """Writes log lines, and logs a line about each that cannot be formatted."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Log where the lost line came from, and why it is lost."""
        error = sys.exc_info()[1]
        with suppress(Exception):
            where = f"{record.pathname}:{record.lineno}"
            lost = logging.LogRecord(record.name, logging.ERROR, record.pathname, record.lineno, "", None, None)
            lost.msg = f"log line lost at {where}: {error!r}"
            self.stream.write(self.format(lost) + self.terminator)
            self.flush()


def _log_what_nobody_catches() -> None:
    """Turn uncaught exceptions, which Python would print over several lines, into log lines."""
    log = logging.getLogger("python")

    def uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("uncaught exception", exc_info=(kind, error, trace))

    def in_thread(given: threading.ExceptHookArgs) -> None:
        if given.exc_value is not None:
            uncaught(given.exc_type, given.exc_value, given.exc_traceback)

    def unraisable(given: sys.UnraisableHookArgs) -> None:
        if given.exc_value is not None:
            uncaught(given.exc_type, given.exc_value, given.exc_traceback)

    sys.excepthook, threading.excepthook, sys.unraisablehook = uncaught, in_thread, unraisable


class Redactor:
    """The processor that redacts private keys entirely, and secrets inside any text, at any depth."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        # Longest first, because one secret may be part of another.
        long = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET}
        known = sorted(map(re.escape, long), key=len, reverse=True)
        self._patterns = (*((re.compile("|".join(known)),) if known else ()), *_SECRETS)

    def __call__(self, _logger: object, _method: str, event: EventDict) -> EventDict:
        """Return the line with everything private redacted."""
        return {key: self._clean(key, value) for key, value in event.items()}

    def text(self, text: str) -> str:
        """Return a text with every secret redacted."""
        for pattern in self._patterns:
            text = pattern.sub(BLACKED_OUT, text)
        return text

    def _clean(self, key: str, value: object) -> object:
        if key.lower() in PRIVATE_KEYS:
            return BLACKED_OUT
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {name: self._clean(str(name), item) for name, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._clean("", item) for item in value]
        if value is None or isinstance(value, bool | int | float):
            return value
        return self.text(str(value) if isinstance(value, PurePath) else repr(value))


def _without_outcry(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Drop discord.py's long tracebacks during an outage of Discord; each attempt gets one line."""
    error = event.get("exc_info")
    if isinstance(error, tuple) and str(event.get("event", "")).startswith("Attempting a reconnect"):
        event["reason"] = str(error[1])
        del event["exc_info"]
    return event


def _renderer(form: Literal["console", "json"], stream: TextIO) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    # A plain traceback, because the pretty ones print local variables.
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback)
