"""Fixtures of the kernels' tests. A module that uses them has `new_kernel`, and `AS_WRITTEN`, a kernel that it made."""

from __future__ import annotations

import pytest

from games.core.kernel.run import Kernel
from tests.games.kernels import needs_numba


@pytest.fixture(scope="module")
def compiled_kernel(request: pytest.FixtureRequest) -> Kernel:
    """Kept in the user's cache from one run of the tests to the next."""
    kernel: Kernel = request.module.new_kernel()
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("QUINTET_KERNELS")
        assert kernel.prepare()
    return kernel


@pytest.fixture(params=["as written", pytest.param("compiled", marks=needs_numba)])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    """The kernel in both forms."""
    written: Kernel = request.module.AS_WRITTEN
    return written if request.param == "as written" else request.getfixturevalue("compiled_kernel")
