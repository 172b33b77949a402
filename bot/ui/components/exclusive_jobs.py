"""Long jobs for one person: one of a kind at a time, so that nobody fills the queues."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from bot.match.errors import Refused
from bot.match.model import UserId
from games.core.i18n import gettext

Kind = Literal["animation", "hint", "record", "review"]


class ExclusiveJobs:
    """The people for whom a long job of some kind is running."""

    def __init__(self) -> None:
        self._busy: set[tuple[UserId, Kind]] = set()

    @contextmanager
    def run(self, user: UserId, kind: Kind) -> Iterator[None]:
        """Mark a job for this person as running. Raises Refused if one of this kind is running already."""
        if (user, kind) in self._busy:
            raise Refused(gettext("I'm still working on your last request. Try again in a moment."))
        self._busy.add((user, kind))
        try:
            yield
        finally:
            self._busy.discard((user, kind))
