"""Announcements by the bot's host to all servers: written, confirmed, then sent to one server after the other."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Literal, Self

from bot.match.errors import Refused, Stale
from games.core.i18n import gettext

AnnouncementState = Literal["draft", "sending", "stopped", "done"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement and how far it has got.

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
        """The announcement that was stored."""
        return cls(**json.loads(text))

    def start_sending(self, number: int) -> Announcement:
        """The announcement `number`, confirmed. Raises Stale when this is another one, or is past that."""
        if self.id != number or self.state != "draft":
            raise Stale(gettext("This announcement is outdated. Write it again with /owner announce."))
        return replace(self, state="sending")

    def stop_sending(self, number: int) -> Announcement:
        """The announcement `number`, sent to nobody else. Raises Stale when it is not being sent."""
        if self.id != number or self.state != "sending":
            raise Stale(gettext("This announcement isn't being sent any more."))
        return replace(self, state="stopped")

    def after(self, server: int, *, delivered: bool) -> Announcement:
        """One server further, where it was delivered or could not be."""
        return replace(
            self, last_server=server, delivered=self.delivered + delivered, failed=self.failed + (not delivered)
        )


def next_draft(present: Announcement | None, text: str) -> Announcement:
    """A new announcement in place of the present one. Raises Refused for no text, or while one is being sent."""
    if not text.strip():
        raise Refused(gettext("An announcement needs a text. Write it with /owner announce."))
    if present is not None and present.state == "sending":
        raise Refused(gettext("An announcement is being sent. Wait until it is done, or stop it with /owner announce."))
    return Announcement(1 if present is None else present.id + 1, text.strip())
