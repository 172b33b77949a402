"""The bot, and where its processor time goes: `python -m bench._watched SPENT`, as `python -m bot run` otherwise.

Twice a second the file SPENT tells the seconds of processor time that each kind of work has taken since the start:
what draws and what keeps the database has threads of its own; in the main thread the calls into the store, to Discord,
of the games and for descriptions of pictures are timed, the callees of another kind left out. What remains is the
event loop with its sockets, and the bot itself.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import coroutine
from typing import Any

from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

import games
import render
from bot.__main__ import cli
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from bot.ui import painter

TELL_SECONDS = 0.5
TICKS = os.sysconf("SC_CLK_TCK")
REMAINING = "event loop and the rest"

spent: defaultdict[str, float] = defaultdict(float)
inner: list[float] = []
"""Of each timed call that is going on, the seconds that timed calls within it have taken."""


@contextmanager
def timed(work: str) -> Iterator[None]:
    """Count the processor time that this thread takes, without that of timed calls within."""
    began = time.thread_time()
    inner.append(0.0)
    try:
        yield
    finally:
        took = time.thread_time() - began
        spent[work] += took - inner.pop()
        if inner:
            inner[-1] += took


@coroutine
def in_steps(work: str, whole: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Await a coroutine and time each of its steps: what others do while it waits is not its own."""
    step: Callable[[], Any] = lambda: whole.send(None)  # noqa: E731 - replaced below
    while True:
        try:
            with timed(work):
                waits_for = step()
        except StopIteration as end:
            return end.value
        try:
            answer = yield waits_for
        except GeneratorExit:
            whole.close()
            raise
        except BaseException as error:  # noqa: BLE001 - it belongs to the coroutine
            step = _thrower(whole, error)
        else:
            step = _sender(whole, answer)


def _thrower(whole: Coroutine[Any, Any, Any], error: BaseException) -> Callable[[], Any]:
    return lambda: whole.throw(error)


def _sender(whole: Coroutine[Any, Any, Any], answer: object) -> Callable[[], Any]:
    return lambda: whole.send(answer)


def time_calls(work: str, owner: Any, *names: str) -> None:  # noqa: ANN401 - a class, an object or a module
    """Time these functions of the owner, or all of its public ones."""
    for name in names or [name for name in dir(owner) if not name.startswith("_")]:
        function = getattr(owner, name)
        if inspect.iscoroutinefunction(function):
            setattr(owner, name, _timed_coroutine(work, function))
        elif inspect.isroutine(function) and not inspect.isasyncgenfunction(function):
            setattr(owner, name, _timed_function(work, function))


def _timed_coroutine(work: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    async def call(*args: object, **named: object) -> object:
        return await in_steps(work, function(*args, **named))

    return call


def _timed_function(work: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: object, **named: object) -> object:
        if threading.current_thread() is not threading.main_thread():
            return function(*args, **named)
        with timed(work):
            return function(*args, **named)

    return call


def of_thread(thread: threading.Thread) -> str:
    """The kind of work that a thread does, all its life."""
    if thread.name.startswith("render"):
        return "picture"
    return "database" if "_connection_worker_thread" in thread.name else REMAINING


def seconds(thread: threading.Thread) -> float:
    """Processor time of a thread so far."""
    try:
        fields = Path(f"/proc/self/task/{thread.native_id}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def tell(file: Path) -> None:
    """Until the process ends."""
    main = threading.main_thread()
    while True:
        time.sleep(TELL_SECONDS)
        told = dict(spent)
        told[REMAINING] = seconds(main) - sum(told.values())
        for thread in threading.enumerate():
            if thread is not main:
                told[of_thread(thread)] = told.get(of_thread(thread), 0.0) + seconds(thread)
        unfinished = file.with_suffix(".new")
        unfinished.write_text(json.dumps(told))
        unfinished.replace(file)


if __name__ == "__main__":
    time_calls("database", SqlMatches)
    time_calls("database", SqlPeople)
    time_calls("Discord", HTTPClient, "request")
    time_calls("Discord", AsyncWebhookAdapter, "request")
    time_calls("Discord", DiscordWebSocket, "poll_event")
    time_calls("picture", render, "alt_text")
    time_calls("picture", painter, "board_text")
    for game in games.every():
        time_calls("engine", game)
    threading.Thread(target=tell, args=(Path(sys.argv[1]),), daemon=True).start()
    cli(["run"])
