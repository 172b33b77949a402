"""The log: one form for all lines, and nothing secret in any of them."""

from __future__ import annotations

import gc
import io
import json
import logging
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.admin import logs

BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789ab"


@pytest.fixture(autouse=True)
def put_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in logs.LOWEST_LEVEL:
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    structlog.reset_defaults()


class Lines(io.StringIO):
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.getvalue().splitlines()[-1])
        return found


@pytest.fixture
def lines() -> Lines:
    stream = Lines()
    logs.set_up("debug", "json", secrets=["hush-hush"], stream=stream)
    return stream


def test_a_line_is_an_object_with_time_level_and_name(lines: Lines) -> None:
    structlog.get_logger("bot.some").info("hello", match=5)
    line = lines.last()
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "hello", "level": "info", "logger": "bot.some", "match": 5}


def test_lines_of_libraries_have_the_same_form(lines: Lines) -> None:
    logging.getLogger("some.library").warning("so %s", "it goes")
    line = lines.last()
    assert (line["event"], line["level"], line["logger"]) == ("so it goes", "warning", "some.library")


def test_a_secret_is_blacked_out_wherever_it_stands(lines: Lines) -> None:
    structlog.get_logger("bot").info(
        "is hush-hush %s", "hush-hush", deep=[{"it": ("hush-hush", 1)}], error=ValueError("hush-hush")
    )
    assert "hush-hush" not in lines.getvalue()
    assert lines.last()["deep"] == [{"it": ["[hidden]", 1]}]


def test_a_secret_in_a_traceback_is_blacked_out(lines: Lines) -> None:
    try:
        int("hush-hush")
    except ValueError:
        structlog.get_logger("bot").exception("failed")
    assert "invalid literal for int() with base 10: '[hidden]'" in lines.last()["exception"]


@pytest.mark.parametrize(
    "text",
    [
        f"token {BOT_TOKEN}",
        "POST https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback",
        "PATCH https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original",
        "postgresql+asyncpg://ana:aW50ZXJhY3Rpb24@db/quintet",
    ],
    ids=["bot token", "interaction token", "webhook token", "database password"],
)
def test_what_looks_like_a_secret_is_blacked_out(lines: Lines, text: str) -> None:
    logging.getLogger("some.library").info(text)
    assert "[hidden]" in lines.last()["event"]
    assert BOT_TOKEN not in lines.getvalue()
    assert "aW50ZXJhY3Rpb24" not in lines.getvalue()


@pytest.mark.parametrize("key", sorted(logs.PRIVATE_KEYS))
def test_private_values_never_appear(lines: Lines, key: str) -> None:
    structlog.get_logger("bot").info("x", **{key: "Dear diary"})
    assert "diary" not in lines.getvalue()


def test_an_outage_of_discord_is_a_line_for_each_attempt(lines: Lines, tmp_path: Path) -> None:
    try:
        (tmp_path / "gateway").read_text(encoding="utf-8")
    except OSError:
        logging.getLogger("discord.shard").exception("Attempting a reconnect for shard ID 0 in 1.96s")
    assert lines.last()["reason"].startswith("[Errno 2] No such file or directory")
    assert "exception" not in lines.last()


@pytest.mark.parametrize("name", ["discord.gateway", "discord.http", "sqlalchemy.engine.Engine"])
def test_libraries_that_print_payloads_are_kept_from_it(lines: Lines, name: str) -> None:
    logging.getLogger(name).debug("Dear diary")
    assert lines.getvalue() == ""


def test_statements_and_their_parameters_are_not_logged(lines: Lines) -> None:
    logging.getLogger("sqlalchemy.engine.Engine").info("INSERT INTO seat VALUES ('Ana')")
    assert lines.getvalue() == ""


def test_the_level_holds_for_all() -> None:
    stream = io.StringIO()
    logs.set_up("warning", "console", stream=stream)
    structlog.get_logger("bot").info("quiet")
    logging.getLogger("discord").info("quiet")
    structlog.get_logger("bot").warning("loud")
    assert "quiet" not in stream.getvalue()
    assert "loud" in stream.getvalue()


def test_the_console_shows_a_traceback_without_local_variables() -> None:
    stream = io.StringIO()
    logs.set_up("info", "console", stream=stream)
    diary = "what somebody wrote"
    try:
        _ = 1 / len(diary[:0])
    except ZeroDivisionError:
        structlog.get_logger("bot").exception("failed")
    assert "ZeroDivisionError" in stream.getvalue()
    assert diary not in stream.getvalue()


def test_an_exception_that_nobody_catches_is_a_line(lines: Lines) -> None:
    try:
        int("hush-hush")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    line = lines.last()
    assert (line["event"], line["level"]) == ("uncaught exception", "critical")
    assert "with base 10: '[hidden]'" in line["exception"]


def test_an_exception_in_a_thread_is_a_line(lines: Lines) -> None:
    thread = threading.Thread(target=lambda: int("no number"))
    thread.start()
    thread.join()
    assert "ValueError" in lines.last()["exception"]


def test_an_exception_of_a_finalizer_is_a_line(lines: Lines) -> None:
    class Loud:
        def __del__(self) -> None:
            raise OSError("gone")

    Loud()
    gc.collect()
    assert "OSError: gone" in lines.last()["exception"]


def test_a_warning_is_a_line(lines: Lines) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", stacklevel=1)
    assert "UserWarning: old" in lines.last()["event"]


def test_a_line_whose_arguments_do_not_fit_is_told_of(lines: Lines) -> None:
    record = logging.LogRecord("some.library", logging.WARNING, __file__, 7, "%d of %d", ("x",), None)
    logging.getLogger().handlers[0].handle(record)
    line = lines.last()
    assert line["event"].startswith("log line lost at ")
    assert len(lines.getvalue().splitlines()) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="there are no such signals here")
def test_signals_make_the_log_talkative_and_quiet_again(lines: Lines) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGUSR1, signal.SIGUSR2)}
    log = structlog.get_logger("bot.some")
    try:
        logs.set_level("warning")
        logs.obey_signals("warning")
        log.debug("not yet")
        signal.raise_signal(signal.SIGUSR1)
        log.debug("now")
        assert lines.last()["event"] == "now"
        logging.getLogger("discord").debug("a whole message")
        signal.raise_signal(signal.SIGUSR2)
        log.info("no longer")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert "not yet" not in lines.getvalue()
    assert lines.last()["event"] == "now", "libraries never print payloads, and all is as it was before"
