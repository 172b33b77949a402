"""What is told in the thread besides moves and answers: a pause that nobody was asked for, a request that lapses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.match.ending import with_lapse
from bot.match.model import Change, Match, Stage, ThreadLine, UserId
from bot.match.reasons import LEFT_SERVER, OUT_OF_TIME_THRICE, RAN_OUT_OF_TIME
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


def who_lost_seat(match: Match, line: ThreadLine) -> UserId | None:
    """Return the person whose seat an AI has taken over without their doing, if that is what the line tells."""
    words = line.words
    if not isinstance(words, Message) or line.turn:
        return None
    reason = words.values.get("reason")
    is_late = isinstance(reason, Message) and reason.template in {RAN_OUT_OF_TIME.template, LEFT_SERVER.template}
    is_told = is_late or words.template == OUT_OF_TIME_THRICE.template
    return match.players[line.seat].former if is_told else None
