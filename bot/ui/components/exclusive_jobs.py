"""Long jobs for one person: one at a time, so that nobody fills the queues."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.match.errors import Refused
from bot.match.model import UserId
from games.core.i18n import gettext


class ExclusiveJobs:
    """The people who wait for an animation, a hint or a record to be read."""

    def __init__(self) -> None:
        self._busy: set[UserId] = set()

    @contextmanager
    def run(self, user: UserId) -> Iterator[None]:
        """While something long is done for this person. Raises Refused when there is something already."""
        if user in self._busy:
            raise Refused(gettext("I'm still working on your last request. Try again in a moment."))
        self._busy.add(user)
        try:
            yield
        finally:
            self._busy.discard(user)
