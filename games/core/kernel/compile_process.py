"""Compile kernels in a process of their own: `python -m games.core.kernel.compile_process`, started by `store_kernel`.

Compiling needs seconds of processor time, 60 MB and the interpreter lock. In a process of low priority it slows down no
thought, and many processes that need the same kernel compile it once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Thread

from games.core.kernel.compiler import cache_folder, compile_kernel, is_stored

_LOW_PRIORITY = 5
"""How much nicer it is than what thinks, which gets three times as much of a core that both want."""


def store_kernel(names: Sequence[str], sizes: Mapping[str, int]) -> None:
    """Compile a kernel into the folder unless it is stored there; see `compile_kernel`.

    Raises RuntimeError with the last line that the process printed if that fails, and ImportError without numba.
    """
    if is_stored(names, sizes):
        return
    with subprocess.Popen(  # noqa: S603 - this module
        [sys.executable, "-m", __name__, json.dumps([list(names), dict(sizes)])],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,  # closed when this process ends, even if it is killed
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        errors = process.stderr.read() if process.stderr else ""
    if process.returncode:
        last_line = errors.strip().rpartition("\n")[2]
        raise RuntimeError(f"compiling ended with {process.returncode}: {last_line}")


def main() -> None:
    """Compile the kernel that is named by the argument, after other processes that compile."""
    names, sizes = json.loads(sys.argv[1])
    Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        os.nice(_LOW_PRIORITY)
    with _alone():
        if not is_stored(names, sizes):
            compile_kernel(names, sizes)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for other processes that compile into the same folder. On Windows, each compiles for itself."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield


if __name__ == "__main__":
    main()
