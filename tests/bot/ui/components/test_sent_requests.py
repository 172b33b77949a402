"""Which confirmation of a request is taken away, and when."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from bot.match.model import Match, MatchId, Offer, Place, UserId
from bot.ui.components.request import Request
from bot.ui.components.sent_requests import SentRequests
from games.core.status import Seat

ASKED = Match(
    MatchId(1),
    "K7QFM",
    "choccer",
    1,
    {},
    (),
    UserId(1),
    Place(10, 20),
    offer=Offer("draw", frozenset({Seat(0)}), made=7),
)
ANSWERED = replace(ASKED, offer=None)


class Shown:
    """The request of somebody whose confirmation stands in the message with this id."""

    def __init__(self, message: int = 50) -> None:
        self.user, self.dismissed = UserId(1), False
        self.message_in_place, self.message = message, SimpleNamespace(id=message)

    async def dismiss(self) -> None:
        self.dismissed = True


def send(sent: SentRequests) -> Shown:
    shown = Shown()
    sent.note(cast("Request", shown), ASKED)
    return shown


async def test_it_goes_once_the_request_is_answered() -> None:
    sent = SentRequests()
    shown = send(sent)
    await sent.notice_change(ASKED)
    await sent.notice_change(replace(ANSWERED, id=MatchId(2)))
    assert not shown.dismissed
    await sent.notice_change(ANSWERED)
    assert shown.dismissed


async def test_it_goes_when_another_request_has_followed() -> None:
    sent = SentRequests()
    shown = send(sent)
    await sent.notice_change(replace(ASKED, offer=Offer("draw", frozenset({Seat(0)}), made=9)))
    assert shown.dismissed


@pytest.mark.parametrize("message", [50, 60])
async def test_it_stays_if_the_request_is_withdrawn_in_it_since_it_then_says_so(message: int) -> None:
    sent = SentRequests()
    shown = send(sent)
    sent.keep(cast("Request", Shown(message)), ASKED.id)
    await sent.notice_change(ANSWERED)
    assert shown.dismissed is (message != 50)
