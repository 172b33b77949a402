"""Run a kernel: as it is written, or many times faster if it has been compiled.

A kernel is a few modules of functions of a memory. `Kernel.begin` starts a run. It uses the compiled functions once
`prepare` has made them, otherwise the functions as they are written. Both search the same and find the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from threading import Event, Thread
from typing import Any, Protocol

from games.core.budget import Meter
from games.core.kernel.compile_process import store_kernel
from games.core.kernel.compiler import can_compile, compile_kernel, new_record

Fields = Mapping[str, int | list[int]]
Sizes = Mapping[str, int]
"""Every field of a memory with its number of integers, or 0 for a single integer."""
_LOOK_SECONDS = 0.001
_LOOK_NODES = 16
_NO_LIMIT = 1 << 60


class Run(Protocol):
    """One use of a kernel, with a memory of its own."""

    def set(self, fields: Fields) -> None:
        """Set fields of the memory; a list may be shorter than its field."""

    def number(self, name: str) -> int:
        """Return a field that is a single integer."""

    def numbers(self, name: str, count: int, first: int = 0) -> list[int]:
        """Return some integers of a field."""

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the kernel with the memory and return its result, or 0 if there is none."""

    def resume(self, meter: Meter) -> None:
        """Use this meter's time for further calls, keeping what has been found so far."""


class KernelMemory:
    """The memory of a kernel that is not compiled: integers and lists as attributes.

    `stop` is read at each node and becomes 1 once the time is up; in a compiled kernel, a thread that watches the clock
    sets it.
    """

    def __init__(self, sizes: Sizes, meter: Meter) -> None:
        for name, size in sizes.items():
            if name != "stop":
                setattr(self, name, [0] * size if size else 0)
        self.meter = meter
        self._asked = 0

    @property
    def stop(self) -> int:
        """1 once the time is up; the clock is checked only every few nodes."""
        self._asked += 1
        return 0 if self._asked % _LOOK_NODES else int(not self.meter.open)


class PythonRun:
    """A run of the interpreted functions."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], memory: KernelMemory) -> None:
        self._functions, self._memory = functions, memory

    def set(self, fields: Fields) -> None:
        for name, value in fields.items():
            if isinstance(value, list):
                getattr(self._memory, name)[: len(value)] = value
            else:
                setattr(self._memory, name, value)

    def number(self, name: str) -> int:
        return int(getattr(self._memory, name))

    def numbers(self, name: str, count: int, first: int = 0) -> list[int]:
        return list(getattr(self._memory, name)[first : first + count])

    def call(self, name: str, *arguments: int) -> int:
        return int(self._functions[name](self._memory, *arguments) or 0)

    def resume(self, meter: Meter) -> None:
        self._memory.meter = meter
        self.set(_limits(meter, self.number("nodes")))


class CompiledRun:
    """A run of the compiled functions.

    They release the interpreter lock so that a thread can watch the clock meanwhile.
    """

    def __init__(self, functions: Mapping[str, Callable[..., Any]], sizes: Sizes, meter: Meter) -> None:
        self._functions, self._meter = functions, meter
        self._record = new_record(sizes)

    def set(self, fields: Fields) -> None:
        for name, value in fields.items():
            if isinstance(value, list):
                self._record[name][: len(value)] = value
            else:
                self._record[name] = value

    def number(self, name: str) -> int:
        return int(self._record[name])

    def numbers(self, name: str, count: int, first: int = 0) -> list[int]:
        return [int(each) for each in self._record[name][first : first + count]]

    def call(self, name: str, *arguments: int) -> int:
        self._record["stop"] = int(not self._meter.open)
        done = Event()
        watch = Thread(target=self._watch, args=(done,), daemon=True)
        watch.start()
        try:
            return int(self._functions[name](self._record, *arguments) or 0)
        finally:
            done.set()
            watch.join()

    def resume(self, meter: Meter) -> None:
        self._meter = meter
        self.set(_limits(meter, self.number("nodes")))

    def _watch(self, done: Event) -> None:
        while not done.wait(_LOOK_SECONDS):
            if not self._meter.open:
                self._record["stop"] = 1
                return


class Kernel:
    """The kernel of one game: its modules, its memory as objects and as a record, and the tables both start with."""

    def __init__(self, modules: Sequence[str], memory: type[KernelMemory], sizes: Sizes, compiled_sizes: Sizes) -> None:
        self._modules, self._memory = modules, memory
        self._sizes, self._compiled_sizes = sizes, compiled_sizes
        self._compiled: dict[str, Callable[..., Any]] | None = None

    @property
    def is_compiled(self) -> bool:
        """Whether runs use compiled functions."""
        return self._compiled is not None

    def size_of(self, name: str) -> int:
        """Return the number of integers of a field, or 0 for a single integer."""
        return self._sizes[name]

    def prepare(self) -> bool:
        """Load the functions if numba is installed, compiled in another process if need be; return `is_compiled`.

        Raises RuntimeError if compiling fails, and whatever numba raises.
        """
        if self._compiled is None and can_compile():
            store_kernel(self._modules, self._compiled_sizes)
            self._compiled = compile_kernel(self._modules, self._compiled_sizes)
        return self.is_compiled

    def begin(self, fields: Fields, meter: Meter) -> Run:
        """Start a run with these fields set and all others zero, which lasts until the meter's time is up.

        The memory must have the fields `stop`, `nodes`, `node_limit` and `aborted`.
        """
        if self._compiled is not None:
            run: Run = CompiledRun(self._compiled, self._compiled_sizes, meter)
        else:
            functions = {name: each for module in self._modules for name, each in vars(import_module(module)).items()}
            run = PythonRun(functions, self._memory(self._sizes, meter))
        run.set(fields)
        run.set(_limits(meter, 0))
        return run


def _limits(meter: Meter, nodes: int) -> Fields:
    """Return the fields that limit a search which has visited this many nodes."""
    left = meter.nodes_left
    return {"nodes": nodes, "node_limit": _NO_LIMIT if left is None else nodes + left, "aborted": 0}
