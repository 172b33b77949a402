"""Run the bot as `python -m bot run` does, and record its processor time: `python -m bench._watched SPENT`.

Twice a second the seconds of processor time of each kind of work since the start are written to the file SPENT. Drawing
and the database have their own threads. The main thread is sampled whenever the process has used ten milliseconds: the
time since the last sample counts for the kind of work of its innermost frame in a known package. Sampling does not slow
the bot down measurably.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType

from bot.__main__ import cli

LOOK_SECONDS = 0.01
"""The time between looks. A look takes some ten microseconds; every 3 ms, it was a twentieth of the total."""
TELL_SECONDS = 0.5
TICKS = os.sysconf("SC_CLK_TCK")
REMAINING = "event loop and the rest"
KINDS = {
    "/sqlalchemy/": "database",
    "/aiosqlite/": "database",
    "/bot/store/": "database",
    "/discord/": "Discord",
    "/aiohttp/": "Discord",
    "/bot/": "messages and rules of a match",
    "/games/core/diagram": "picture",
    "/render/": "picture",
    "/games/": "engine",
}
"""The kind of work of a frame whose file is in such a folder; the first match counts."""

spent: defaultdict[str, float] = defaultdict(float)
last_look = 0.0
kind_of_file: dict[str, str | None] = {}


def look(_signal: int, frame: FrameType | None) -> None:
    """Charge the time used by the main thread since the last look."""
    global last_look  # noqa: PLW0603 - one program, one main thread
    now = time.thread_time()
    spent[kind(frame)] += now - last_look
    last_look = now


def kind(frame: FrameType | None) -> str:
    """Return the kind of work that a stack is doing."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file not in kind_of_file:
            kind_of_file[file] = next((work for folder, work in KINDS.items() if folder in file), None)
        if (work := kind_of_file[file]) is not None:
            return REMAINING if file.endswith("/bot/__main__.py") else work
        frame = frame.f_back
    return REMAINING


def of_thread(thread: threading.Thread) -> str:
    """Return the kind of work that a thread does throughout its life."""
    if thread.name.startswith("render"):
        return "picture"
    return "database" if "_connection_worker_thread" in thread.name else REMAINING


def seconds(thread: threading.Thread) -> float:
    """Return the processor time used by a thread so far."""
    try:
        fields = Path(f"/proc/self/task/{thread.native_id}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # the process has just ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def tell(file: Path) -> None:
    """Write the figures to the file until the process ends."""
    main = threading.main_thread()
    while True:
        time.sleep(TELL_SECONDS)
        told = dict(spent)
        for thread in threading.enumerate():
            if thread is not main:
                told[of_thread(thread)] = told.get(of_thread(thread), 0.0) + seconds(thread)
        unfinished = file.with_suffix(".new")
        unfinished.write_text(json.dumps(told))
        unfinished.replace(file)


if __name__ == "__main__":
    threading.Thread(target=tell, args=(Path(sys.argv[1]),), daemon=True).start()
    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, LOOK_SECONDS, LOOK_SECONDS)
    cli(["run"])
