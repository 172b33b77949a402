"""Settings and servers that hold for every test."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests import postgres as running

# A busy machine is slow now and then: the clock must not decide whether a property holds.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples each time, so that a change is judged by itself; `make slow` looks for new ones.
settings.register_profile("repeat", settings.get_profile("explore"), derandomize=True)
settings.load_profile("repeat")

# AIs of tests do not wait for a compiler; the tests of what is compiled ask for it.
os.environ["QUINTET_KERNELS"] = "off"


@pytest.fixture(scope="session")
def postgres() -> running.Server:
    """A PostgreSQL server, for those who ask for it; their tests are skipped where it cannot start."""
    try:
        return running.server()
    except running.NoServer as error:
        pytest.skip(str(error))


def pytest_unconfigure() -> None:
    """What was started for the tests ends after the last of them."""
    running.end()
