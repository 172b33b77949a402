"""Lines in the thread for events other than moves: an AI takes over, a pause begins or ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.match.model import Change, Match, Stage, ThreadLine
from games.core.i18n import Message, gettext
from games.core.status import Seat


def with_lines(before: Match, change: Change) -> Change:
    """Return the change with the lines to post where the match is played, moderator actions with their reasons."""
    if change.act is not None:
        return change
    lines = tuple(ThreadLine(0, seat, words) for seat, words in _lines(before, change.match))
    return replace(change, lines=(*change.lines, *lines)) if lines else change


def _lines(before: Match, after: Match) -> Iterator[tuple[Seat, Message]]:
    if before.stage is Stage.LIVE and after.stage is Stage.LIVE:
        for old, new in zip(before.players, after.players, strict=True):
            if old.user is not None and new.user is None and new.ai is not None:
                yield new.seat, gettext("{name} has left the match. An AI takes over.", name=old.name)
    asked = before.offer is not None and before.offer.kind == "pause"  # then the request's answer announces it
    if (before.stage, after.stage) == (Stage.LIVE, Stage.PAUSED) and not asked:
        yield Seat(0), gettext("The match is paused.")
