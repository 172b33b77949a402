"""What is told in the thread besides moves and answers: a pause that nobody was asked for, a request that lapses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.match.ending import with_lapse
from bot.match.model import Change, Match, Stage, ThreadLine
from games.core.i18n import Message, gettext
from games.core.status import Seat


def with_lines(before: Match, change: Change) -> Change:
    """Return the change with what is told where the match is played, besides moderator actions with their reasons.

    These are lines of their own, and what becomes of a request that nobody has answered.
    """
    change = with_lapse(before, change)
    if change.act is not None:
        return change
    lines = tuple(ThreadLine(0, seat, words) for seat, words in _lines(before, change.match))
    return replace(change, lines=(*change.lines, *lines)) if lines else change


def _lines(before: Match, after: Match) -> Iterator[tuple[Seat, Message]]:
    asked = before.offer is not None and before.offer.kind == "pause"  # then the request's answer announces it
    if (before.stage, after.stage) == (Stage.LIVE, Stage.PAUSED) and not asked:
        yield Seat(0), gettext("The match is paused.")
