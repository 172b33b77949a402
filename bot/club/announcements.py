"""Announcements by the bot's host to all servers: drafted, confirmed, then sent to one server after another."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Literal, Self

from bot.match.errors import Refused, Stale
from games.core.i18n import gettext

AnnouncementState = Literal["draft", "sending", "stopped", "done"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement and its progress.

    `id` counts announcements. Servers are sent to by rising id; `last_server` is the one that was reached last.
    """

    id: int
    text: str
    state: AnnouncementState = "draft"
    last_server: int = 0
    delivered: int = 0
    failed: int = 0

    def as_json(self) -> str:
        """One line of JSON, which `from_json` reads."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a stored announcement."""
        return cls(**json.loads(text))

    def start_sending(self, number: int) -> Announcement:
        """Return the announcement, confirmed. Raises Stale if `number` is another one, or it is past confirmation."""
        if self.id != number or self.state != "draft":
            raise Stale(gettext("This announcement is outdated. Write it again with /owner announce."))
        return replace(self, state="sending")

    def stop_sending(self, number: int) -> Announcement:
        """Return the announcement, stopped. Raises Stale if `number` is not being sent."""
        if self.id != number or self.state != "sending":
            raise Stale(gettext("This announcement isn't being sent any more."))
        return replace(self, state="stopped")

    def after(self, server: int, *, delivered: bool) -> Announcement:
        """Return the announcement advanced past one server."""
        return replace(
            self, last_server=server, delivered=self.delivered + delivered, failed=self.failed + (not delivered)
        )


def next_draft(present: Announcement | None, text: str) -> Announcement:
    """Return a new draft that replaces the current one. Raises Refused for an empty text, or while one is sent."""
    if not text.strip():
        raise Refused(gettext("An announcement needs a text. Write it with /owner announce."))
    if present is not None and present.state == "sending":
        raise Refused(gettext("An announcement is being sent. Wait until it is done, or stop it with /owner announce."))
    return Announcement(1 if present is None else present.id + 1, text.strip())
