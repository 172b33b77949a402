"""What Prometheus reads, asked for over HTTP."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from urllib.request import urlopen

import pytest
from prometheus_client import REGISTRY

from bot import metrics

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def sample(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_the_port_tells_every_metric() -> None:
    port = free_port()
    metrics.live_matches(3)
    with metrics.serve(port):
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
        assert "quintet_live_matches 3.0" in text
        with pytest.raises(OSError, match="in use"), metrics.serve(port):
            pass
    with metrics.serve(port):
        pass  # it was let go of


def test_interactions_are_counted_by_outcome() -> None:
    before = sample("quintet_interactions_total", kind="modal", outcome="refused")
    metrics.interaction("modal", "refused", 0.2)
    metrics.count_acknowledgement("modal", 0.1)
    assert sample("quintet_interactions_total", kind="modal", outcome="refused") == before + 1
    assert sample("quintet_acknowledge_seconds_count", kind="modal") >= 1


def test_drawing_and_thinking_are_timed_also_when_they_fail() -> None:
    before = sample("quintet_render_seconds_count", game="test")
    with pytest.raises(ZeroDivisionError), metrics.render("test"):
        _ = 1 // 0
    with metrics.think("test", "easy"):
        pass
    assert sample("quintet_render_seconds_count", game="test") == before + 1
    assert sample("quintet_think_seconds_count", game="test", level="easy") >= 1


def test_gauges_show_the_present() -> None:
    metrics.queue("render", 7)
    metrics.health(1, 0)
    assert sample("quintet_queue_length", queue="render") == 7
    assert (sample("quintet_gateway_ready"), sample("quintet_database_writes")) == (1, 0)


def test_moves_and_posts_are_counted() -> None:
    before = sample("quintet_moves_total", game="test", by="ai"), sample("quintet_posts_total", outcome="text")
    metrics.move("test", "ai")
    metrics.post("text")
    after = sample("quintet_moves_total", game="test", by="ai"), sample("quintet_posts_total", outcome="text")
    assert after == (before[0] + 1, before[1] + 1)


def test_the_table_for_admins_names_every_metric() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`quintet_.+?) \|", text, re.MULTILINE)
    explained = {name.removesuffix("_total") for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    measured = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("quintet_")}
    assert explained == measured
