"""Settings and servers that hold for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import Server, running

# A busy machine is slow now and then: the clock must not decide whether a property holds.
settings.register_profile("quintet", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quintet")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, for those who ask for it."""
    with running() as server:
        yield server
