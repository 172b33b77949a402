"""Errors for requests that a match refuses, each with a sentence for the person. A refusal changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.i18n import gettext, join_list, ngettext


class MatchError(Exception):
    """A refused request; `sentence` tells the person why and what to do next."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotFound(MatchError):
    """There is no such match."""


class NotAllowed(MatchError):
    """The person may not do this: they are a spectator, or were not asked."""


class NotOnMove(MatchError):
    """It is somebody else's turn."""


class Stale(MatchError):
    """The request was made for an earlier state of the match."""


class Refused(MatchError):
    """Not possible in the current stage of the match, or a limit is reached."""


class Damaged(MatchError):
    """The stored match cannot be read or continued."""


class Conflict(Exception):
    """Another change of the same match was committed first."""


def damaged_match(code: str) -> Damaged:
    """Build the error for a damaged match."""
    return Damaged(
        gettext(
            "Match #{code} is damaged and can't be opened. Your other matches are fine. Tell this bot's host.",
            code=code,
        )
    )


def not_begun(code: str) -> Refused:
    """Build the error for a match that has not begun."""
    return Refused(gettext("Match #{code} hasn't begun: not everybody has accepted yet.", code=code))


def has_accepted(waiting: Sequence[str]) -> Refused:
    """Build the error for somebody who accepts twice; `waiting` are the names of those who have not answered yet."""
    if not waiting:
        return Refused(gettext("You have already accepted."))
    return Refused(
        ngettext(
            "You have already accepted. {names} hasn't answered yet.",
            "You have already accepted. {names} haven't answered yet.",
            len(waiting),
            names=join_list(waiting),
        )
    )


def unknown_match(code: str) -> NotFound:
    """Build the error for a code that no match has."""
    return NotFound(gettext("There is no match #{code}. /games lists yours.", code=code[:20]))
