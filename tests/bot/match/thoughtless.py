"""What thinkers in other processes may do wrong. Kept apart: these processes import nothing else of the tests."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from threading import enumerate as enumerate_threads
from time import sleep

from bot.match import thinking_process
from bot.match.thinking_process import Idea, Task, work


def dies(task: Task) -> Idea:
    """The process ends."""
    os._exit(3)


def raises(task: Task) -> Idea:
    """A mistake in the thinker."""
    raise ZeroDivisionError


def dreams(task: Task) -> Idea:
    """The thinker forgets the time."""
    sleep(120)
    return work(task)


def begins(task: Task) -> Idea:
    """It gives a sign that it has begun, and forgets the time."""
    (Path(os.environ["SIGNS"]) / "begun").touch()
    return dreams(task)


def begins_and_dies(task: Task) -> Idea:
    """It gives a sign that it has begun; its process ends soon after."""
    (Path(os.environ["SIGNS"]) / "begun").touch()
    sleep(0.5)
    return dies(task)


def cheats(task: Task) -> Idea:
    """The move is not legal."""
    return Idea("a1-a1", "because")


def babbles(task: Task) -> Idea:
    """The move is no move at all."""
    return Idea("castles", "because")


def tells_history(task: Task) -> Idea:
    """The reason is what it was told of earlier positions."""
    return replace(work(task), why="\n".join(task.history))


def dies_when_easy(task: Task) -> Idea:
    """One task of several ends its process."""
    return dies(task) if task.level == "easy" else work(task)


def works_until_answered(task: Task) -> Idea:
    """Hard work that is no waiting, until somebody answers its sign."""
    signs = Path(os.environ["SIGNS"])
    (signs / "begun").touch()
    while True:
        idea = work(replace(task, seconds=0.1))
        if (signs / "answered").exists():
            return replace(idea, why="answered")


def dies_the_first_time(task: Task) -> Idea:
    """As a process does in which something compiled is broken; the folder of what is compiled remembers."""
    died = Path(os.environ["QUINTET_KERNELS"], "died")
    if died.exists():
        return work(task)
    died.touch()
    return dies(task)


def cannot_compile(task: Task) -> Idea:
    """Thinks after the attempt to compile has failed."""
    thinking_process._problems.append("choccer: no compiler")  # noqa: SLF001 - as its thread would
    return work(task)


def naps(task: Task) -> Idea:
    """As long as it may, without wearing the processor out; it says who it was."""
    sleep(task.seconds)
    return replace(work(replace(task, level="easy", seconds=0.01)), why=task.level, seconds=task.seconds)


def answers_at_once(task: Task) -> Idea:
    """As hard does where it thinks like medium; it says who it was."""
    return replace(work(replace(task, level="easy", seconds=0.01)), why=task.level)


def dies_where_it_compiles(task: Task) -> Idea:
    """As with compiled code that is broken: while something is compiled, and that takes a while."""
    if any(thread.name.endswith("(_prepare)") for thread in enumerate_threads()):
        return dies(task)
    return replace(work(task), why="as it is written")
