"""Compile kernels with numba (the extra `fast`), if it is installed. The only module that imports it.

A kernel consists of plain functions of integers and of a memory whose fields are integers and lists. `compile_kernel`
makes a second copy of its modules, in which every function is machine code and the memory is a record. The compiled
code is stored in a folder.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from inspect import getsource
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

FOLDER = "QUINTET_KERNELS"
"""The environment variable with the folder for compiled code (default: the user's cache); `off` disables compiling."""
_DIGEST = "KERNEL_DIGEST"
_SETTINGS = {
    # Code for every processor of this family, so that a Docker image can include it; measured as no slower.
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_CACHE_LOCATOR_CLASSES": f"{__name__}.KernelCache",
}


def compile_kernel(names: Sequence[str], sizes: Mapping[str, int]) -> dict[str, Callable[..., Any]]:
    """Return every function of the modules by name, loaded from the folder or compiled now, which takes seconds.

    A function may call only itself and earlier ones, of its own module or of a module listed before it. It takes the
    memory and integers. `sizes` has the fields of the memory, with 0 for a single integer. Raises ImportError without
    numba, and whatever numba raises if it fails.
    """
    numba = _numba()
    types = {"int": numba.int64, "bool": numba.boolean, "None": numba.void}
    memory = numba.from_dtype(record_type(sizes))
    originals = [import_module(name) for name in names]
    digest = _digest(originals, sizes)
    compiled: dict[FunctionType, Callable[..., Any]] = {}
    for original in originals:
        module = _copy(original, digest)
        for name, function in _functions(original).items():
            _replace(module, compiled)
            *given, result = (types.get(annotation, memory) for annotation in function.__annotations__.values())
            machine_code = vars(module)[name] = numba.njit(cache=True, nogil=True)(vars(module)[name])
            machine_code.compile(result(*given))
            machine_code.disable_compile()
            compiled[function] = machine_code
    _mark_complete(digest)
    return {function.__name__: machine_code for function, machine_code in compiled.items()}


def is_stored(names: Sequence[str], sizes: Mapping[str, int]) -> bool:
    """Whether `compile_kernel` would only load the kernel. Raises ImportError without numba."""
    return _complete_mark(_digest([import_module(name) for name in names], sizes)).exists()


def record_type(sizes: Mapping[str, int]) -> Any:  # noqa: ANN401 - numpy is known here only
    """Return the memory's type as a record of 64-bit integers."""
    import numpy  # noqa: PLC0415, ICN001 - comes with numba

    return numpy.dtype([(name, numpy.int64, (size,)) if size else (name, numpy.int64) for name, size in sizes.items()])


def new_record(sizes: Mapping[str, int]) -> Any:  # noqa: ANN401 - a record of numpy
    """Return a memory of zeros for the compiled functions; its fields are read and set by name."""
    import numpy  # noqa: PLC0415, ICN001 - comes with numba

    return numpy.zeros(1, record_type(sizes))[0]


def can_compile() -> bool:
    """Whether numba is installed and wanted."""
    return os.environ.get(FOLDER) != "off" and find_spec("numba") is not None


def _numba() -> Any:  # noqa: ANN401 - the module
    os.environ.update(_SETTINGS)  # read when numba is imported
    import numba  # noqa: PLC0415 - an extra, of 0.7 s and 50 MB

    return numba


def _digest(modules: Sequence[ModuleType], sizes: Mapping[str, int]) -> str:
    """Return a digest of everything the machine code depends on: numba's own cache looks at one function at a time."""
    texts = [_numba().__version__, repr(sorted(sizes.items()))]
    texts += [text for module in modules for text in (getsource(module), repr(_constants(module)))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _constants(module: ModuleType) -> list[tuple[str, int]]:
    """Return the integer constants in the module, including those imported from other modules."""
    return [(name, each) for name, each in vars(module).items() if isinstance(each, int)]


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    """Return the functions that the module defines, in order."""
    return {
        name: each
        for name, each in vars(module).items()
        if isinstance(each, FunctionType) and each.__module__ == module.__name__
    }


def _copy(module: ModuleType, digest: str) -> ModuleType:
    """Return a separate copy of the module."""
    spec = module.__spec__
    if spec is None or spec.loader is None:
        raise ImportError(f"{module.__name__} cannot be loaded once more")
    copy = module_from_spec(spec)
    spec.loader.exec_module(copy)
    vars(copy)[_DIGEST] = digest
    return copy


def _replace(module: ModuleType, compiled: Mapping[FunctionType, Callable[..., Any]]) -> None:
    """Replace the module's functions with compiled ones."""
    by_name = {(function.__module__, function.__name__): each for function, each in compiled.items()}
    for name, each in list(vars(module).items()):
        if isinstance(each, FunctionType) and (each.__module__, each.__name__) in by_name:
            vars(module)[name] = by_name[each.__module__, each.__name__]


class KernelCache:
    """Tells numba where a kernel is kept, like its `_CacheLocator`; a folder with the code may be read-only."""

    def __init__(self, function: FunctionType, digest: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._digest = digest
        self._path = cache_folder(digest) / digest

    @classmethod
    def from_function(cls, function: FunctionType, _file: str) -> KernelCache | None:
        """Return the locator for a kernel function, or None for any other function."""
        digest = function.__globals__.get(_DIGEST)
        return cls(function, digest) if digest else None

    def ensure_cache_path(self) -> None:
        """Create the folder."""
        self._path.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._path)

    def get_source_stamp(self) -> str:
        """Return what must be unchanged for the cached code to be valid."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Return what distinguishes functions with the same name."""
        return str(self._line)


def _complete_mark(digest: str) -> Path:
    """Return the file that says that every function of this kernel is stored."""
    return cache_folder(digest) / digest / "complete"


def _mark_complete(digest: str) -> None:
    mark = _complete_mark(digest)
    if not mark.exists():
        mark.touch()


def cache_folder(digest: str = "") -> Path:
    """Return the folder that has this kernel, or the first writable one: that of `FOLDER`, or the user's cache."""
    named = os.environ.get(FOLDER)
    folders = [Path(named)] if named else []
    folders += [Path.home() / ".cache" / "quintet" / "kernels", Path(tempfile.gettempdir()) / "quintet-kernels"]
    filled = (folder for folder in folders if (folder / digest).is_dir())
    return next(filled, None) or next(filter(_is_writable, folders), folders[-1])


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
