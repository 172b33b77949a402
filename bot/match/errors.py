"""Refusals of a match, each with a sentence for the person. A refusal changes nothing."""

from __future__ import annotations

from games.core.i18n import gettext


class MatchError(Exception):
    """A refused request; `sentence` tells the person why and what to do next."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotFound(MatchError):
    """There is no such match."""


class NotAllowed(MatchError):
    """The person may not do this here: a spectator, a stranger, somebody who is not asked."""


class NotOnMove(MatchError):
    """It is somebody else's turn."""


class Stale(MatchError):
    """The request was made for an earlier state of the match."""


class Refused(MatchError):
    """Not possible in this stage of the match, or a limit is reached."""


class Damaged(MatchError):
    """What is stored of the match cannot be read, or not be played any more."""


class Conflict(Exception):
    """Another change of the same match was committed first."""


def damaged_match(code: str) -> Damaged:
    """The match with this code is set aside."""
    return Damaged(
        gettext(
            "Match #{code} is damaged and can't be opened. Your other matches are fine. Tell this bot's host.",
            code=code,
        )
    )


def not_begun(code: str) -> Refused:
    """The match with this code is still a card."""
    return Refused(gettext("Match #{code} hasn't begun: not everybody has accepted yet.", code=code))


def unknown_match(code: str) -> NotFound:
    """No match has this code."""
    return NotFound(gettext("There is no match #{code}. /games lists yours.", code=code[:20]))
