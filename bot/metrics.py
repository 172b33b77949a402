"""Metrics for Prometheus, one function each, and the port that serves them.

Label values come from small closed sets (kinds, outcomes, keys of games), never from text that people choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from typing import Literal, TypeVar

from prometheus_client import Counter, Gauge, Histogram, start_http_server

M = TypeVar("M", Counter, Gauge, Histogram)

Kind = Literal["command", "autocomplete", "component", "modal"]
"""The kind of an interaction."""
Outcome = Literal["done", "refused", "late", "failed"]
"""`refused`: a sentence for the person; `late`: Discord no longer took the answer; `failed`: an incident."""

_FAST = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
_SLOW = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

_interactions = Counter("quintet_interactions", "Interactions, by kind and outcome", ("kind", "outcome"))
_handled = Histogram("quintet_interaction_seconds", "From an interaction to its end", ("kind",), buckets=_SLOW)
_acknowledged = Histogram(
    "quintet_acknowledge_seconds",
    "From an interaction to its first answer; Discord waits 3 s",
    ("kind",),
    buckets=_FAST,
)
_moves = Counter("quintet_moves", "Entries of match logs, by game and who made them", ("game", "by"))
_renders = Histogram("quintet_render_seconds", "Drawing of one picture", ("game",), buckets=_FAST)
_thoughts = Histogram("quintet_think_seconds", "Thinking about one AI move", ("game", "level"), buckets=_SLOW)
_posts = Counter("quintet_posts", "Boards posted or edited, by outcome", ("outcome",))
_incidents = Counter("quintet_incidents", "Unexpected errors, by what was being done", ("during",))
_queues = Gauge("quintet_queue_length", "Work that waits, by queue", ("queue",))
_live = Gauge("quintet_live_matches", "Matches that are being played")
_gateway = Gauge("quintet_gateway_ready", "1 while every shard of this process is connected")
_database = Gauge("quintet_database_writes", "1 while the database takes a write")
_subsystem = Gauge(
    "quintet_subsystem_well", "1 while this part of the bot does its work, or is only starting", ("subsystem",)
)
_backup = Gauge("quintet_last_backup_timestamp_seconds", "When the last backup copy was made")


@cache
def _of(metric: M, *labels: str) -> M:
    """Return the metric with these labels, cached, because the lookup costs more than counting."""
    return metric.labels(*labels)


@contextmanager
def serve(port: int, host: str = "127.0.0.1") -> Iterator[None]:
    """Serve the metrics at http://host:port/metrics inside this context. Raises OSError if the port is taken."""
    server, thread = start_http_server(port, host)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def interaction(kind: Kind, outcome: Outcome, seconds: float) -> None:
    """Count a finished interaction."""
    _of(_interactions, kind, outcome).inc()
    _of(_handled, kind).observe(seconds)


def count_acknowledgement(kind: Kind, seconds: float) -> None:
    """Record that Discord accepted the first answer to an interaction."""
    _of(_acknowledged, kind).observe(seconds)


def move(game: str, by: str) -> None:
    """Count a committed log entry."""
    _of(_moves, game, by).inc()


@contextmanager
def render(game: str) -> Iterator[None]:
    """Measure the rendering of one picture."""
    began = perf_counter()
    try:
        yield
    finally:
        _of(_renders, game).observe(perf_counter() - began)


@contextmanager
def think(game: str, level: str) -> Iterator[None]:
    """Measure an AI's thinking time for one move."""
    began = perf_counter()
    try:
        yield
    finally:
        _of(_thoughts, game, level).observe(perf_counter() - began)


def post(outcome: Literal["picture", "text", "failed"]) -> None:
    """Count a board shown with its picture, as text because the picture failed, or not at all."""
    _of(_posts, outcome).inc()


def incident(during: str) -> None:
    """Count an unexpected error; `during` names the action."""
    _of(_incidents, during).inc()


def queue(name: str, length: int) -> None:
    """Record the length of a queue: pictures, AI moves, deadlines, posts."""
    _of(_queues, name).set(length)


def live_matches(count: int) -> None:
    """Record how many matches are running."""
    _live.set(count)


def health(gateway: Literal[0, 1], database: Literal[0, 1]) -> None:
    """Record what the last heartbeat found."""
    _gateway.set(gateway)
    _database.set(database)


def subsystem(name: str, well: Literal[0, 1]) -> None:
    """Record the state of a subsystem at the last heartbeat."""
    _of(_subsystem, name).set(well)


def note_backup(timestamp: float) -> None:
    """Record when a backup was made, in seconds since 1970."""
    _backup.set(timestamp)
