"""Long jobs for one person: one at a time, so that nobody fills the queues."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.match.errors import Refused
from bot.match.model import UserId
from games.core.i18n import gettext


class ExclusiveJobs:
    """The people for whom a long job is running, such as an animation or a hint."""

    def __init__(self) -> None:
        self._busy: set[UserId] = set()

    @contextmanager
    def run(self, user: UserId) -> Iterator[None]:
        """Mark a long job for this person as running. Raises Refused if one is running already."""
        if user in self._busy:
            raise Refused(gettext("I'm still working on your last request. Try again in a moment."))
        self._busy.add(user)
        try:
            yield
        finally:
            self._busy.discard(user)
