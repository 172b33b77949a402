"""Records what was stored for the current interaction, so that an error message never denies what was done.

Every transaction counts, unless it is made within `outside_request`. Drafts and postings are made there, because
nobody has asked for them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from bot.match.model import Match


@dataclass(slots=True)
class Commits:
    """The number of committed transactions, and the matches that they changed and added."""

    count: int = 0
    changed: list[Match] = field(default_factory=list)
    added: list[Match] = field(default_factory=list)

    @property
    def others(self) -> int:
        """The number of transactions that concern no match, such as settings."""
        return self.count - len(self.changed) - len(self.added)


class InDoubt(Exception):
    """The database became unreachable during a commit, so it is unknown whether the transaction was stored."""


_commits: ContextVar[Commits | None] = ContextVar("commits", default=None)


def record_commits() -> None:
    """Start recording commits in this context and in tasks started from it."""
    _commits.set(Commits())


def commits() -> Commits:
    """Return what has been stored in this context so far."""
    return _commits.get() or Commits()


def count_commit() -> None:
    """Record a committed transaction."""
    if (present := _commits.get()) is not None:
        present.count += 1


def note_change(match: Match) -> None:
    """Record that this match was changed."""
    if (present := _commits.get()) is not None:
        present.changed.append(match)


def note_addition(match: Match) -> None:
    """Record that this match was added."""
    if (present := _commits.get()) is not None:
        present.added.append(match)


@asynccontextmanager
async def outside_request() -> AsyncIterator[None]:
    """Exclude the transactions inside this block from the record."""
    before = _commits.set(None)
    try:
        yield
    finally:
        _commits.reset(before)
