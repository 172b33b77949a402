"""An unexpected error: a code for the player, a line for the admin, a count for Prometheus."""

from __future__ import annotations

import re

from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from bot import incidents


def count(during: str) -> float:
    return REGISTRY.get_sample_value("quintet_incidents_total", {"during": during}) or 0.0


def test_the_code_that_is_told_stands_in_the_log() -> None:
    error = ValueError("x")
    with capture_logs() as lines:
        code = incidents.report(error, "test", match=5)
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}", code)
    assert lines == [
        {"event": "incident", "log_level": "error", "code": code, "during": "test", "exc_info": error, "match": 5}
    ]


def test_incidents_are_counted() -> None:
    before = count("counting")
    incidents.report(ValueError("x"), "counting")
    assert count("counting") == before + 1


def test_codes_differ() -> None:
    assert len({incidents.new_code() for _ in range(200)}) > 190
