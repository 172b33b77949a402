"""What the current interaction has stored, so that no answer denies what was done.

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
    """The number of committed transactions, the matches they have changed, and those they have added."""

    count: int = 0
    changed: list[Match] = field(default_factory=list)
    added: list[Match] = field(default_factory=list)

    @property
    def others(self) -> int:
        """The number of transactions about no match: settings, what is stored about a person."""
        return self.count - len(self.changed) - len(self.added)


class InDoubt(Exception):
    """The database went out of reach while a transaction was committed, and does not say whether it was."""


_commits: ContextVar[Commits | None] = ContextVar("commits", default=None)


def record_commits() -> None:
    """Begin to record what is stored in this context, and in the tasks that are started from it."""
    _commits.set(Commits())


def commits() -> Commits:
    """What has been stored in this context so far."""
    return _commits.get() or Commits()


def count_commit() -> None:
    """A transaction has been committed."""
    if (present := _commits.get()) is not None:
        present.count += 1


def note_change(match: Match) -> None:
    """The match is stored as it is now."""
    if (present := _commits.get()) is not None:
        present.changed.append(match)


def note_addition(match: Match) -> None:
    """The match is stored, and was not there before."""
    if (present := _commits.get()) is not None:
        present.added.append(match)


@asynccontextmanager
async def outside_request() -> AsyncIterator[None]:
    """Transactions meanwhile are not what somebody has asked for."""
    before = _commits.set(None)
    try:
        yield
    finally:
        _commits.reset(before)
