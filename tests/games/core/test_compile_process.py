"""Kernels are compiled by a process of their own, once."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pytest

from games.core.kernel import compile_process
from games.core.kernel.compile_process import store_kernel
from games.core.kernel.compiler import compile_kernel, is_stored, new_record
from tests.games.kernels import needs_numba

pytestmark = needs_numba

SIZES = {"nodes": 0}
SMALL = '''"""A kernel."""

from __future__ import annotations


def double(memory: Memory, number: int) -> int:
    memory.nodes += 1
    return 2 * number
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for compiled code, empty; modules named `small_kernel` and `broken_kernel` can be imported."""
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "small_kernel.py").write_text(SMALL)
    (sources / "broken_kernel.py").write_text(SMALL.replace("memory.nodes", "memory.nothing"))
    monkeypatch.syspath_prepend(sources)
    monkeypatch.setenv("QUINTET_KERNELS", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def compiled_files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb?")}


@contextmanager
def a_process_that_waits(folder: Path) -> Iterator[tuple[subprocess.Popen[str], TextIO]]:
    """It is about to compile the small kernel, and waits for the lock that is held by this process."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", compile_process.__name__, json.dumps([["small_kernel"], SIZES])]
    environment = {"PYTHONPATH": ":".join(sys.path), "QUINTET_KERNELS": str(folder)}
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, text=True) as process:
            yield process, lock


def test_a_kernel_is_compiled_by_another_process_and_loaded_by_this_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_stored(["small_kernel"], SIZES)
    store_kernel(["small_kernel"], SIZES)
    assert is_stored(["small_kernel"], SIZES)
    files = compiled_files(folder)
    memory = new_record(SIZES)
    assert compile_kernel(["small_kernel"], SIZES)["double"](memory, 21) == 42
    assert memory["nodes"] == 1
    assert compiled_files(folder) == files != {}

    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a second process compiles"))
    store_kernel(["small_kernel"], SIZES)


def test_another_memory_is_another_kernel(folder: Path) -> None:
    compile_kernel(["small_kernel"], SIZES)
    assert is_stored(["small_kernel"], SIZES)
    assert not is_stored(["small_kernel"], {"nodes": 0, "line": 64})
    assert len(list(folder.glob("*/complete"))) == 1


def test_what_cannot_be_compiled_is_named(folder: Path) -> None:
    with pytest.raises(RuntimeError, match="compiling ended with 1: KeyError: 'nothing'"):
        store_kernel(["broken_kernel"], SIZES)
    assert not is_stored(["broken_kernel"], SIZES)


def test_what_another_process_has_compiled_meanwhile_is_not_compiled_again(folder: Path) -> None:
    with a_process_that_waits(folder) as (process, lock):
        compile_kernel(["small_kernel"], SIZES)
        files = compiled_files(folder)
        assert process.poll() is None
        fcntl.flock(lock, fcntl.LOCK_UN)
        assert process.wait(60) == 0
    assert compiled_files(folder) == files


def test_it_ends_with_the_process_that_has_started_it(folder: Path) -> None:
    with a_process_that_waits(folder) as (process, _):
        assert process.stdin is not None
        process.stdin.close()  # as when its parent is killed
        assert process.wait(60) == 1
    assert not is_stored(["small_kernel"], SIZES)
