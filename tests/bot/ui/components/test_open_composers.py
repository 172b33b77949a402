"""Which composing message is taken away, and which one stays."""

from __future__ import annotations

from typing import cast

from bot.match.model import MatchId, UserId
from bot.ui.components.open_composers import OpenComposers
from bot.ui.components.request import Request

MATCH, OTHER = MatchId(1), MatchId(2)


class Shown:
    """A request whose answer is a private message of its own, or stands in the one with this id."""

    def __init__(self, message_in_place: int | None = None, user: int = 1) -> None:
        self.message_in_place, self.user, self.dismissed = message_in_place, UserId(user), False

    async def dismiss(self) -> None:
        self.dismissed = True


async def show(composers: OpenComposers, request: Shown, match: MatchId = MATCH) -> Shown:
    await composers.note_open(cast("Request", request), match)
    return request


async def close(composers: OpenComposers, request: Shown) -> None:
    await composers.dismiss(cast("Request", request), MATCH)


async def test_a_new_message_takes_the_one_before_away_and_a_step_within_it_does_not() -> None:
    composers = OpenComposers()
    opened, step = await show(composers, Shown()), await show(composers, Shown(50))
    assert not opened.dismissed
    newer = await show(composers, Shown())
    assert step.dismissed
    assert not newer.dismissed


async def test_messages_of_other_matches_and_people_stay() -> None:
    composers = OpenComposers()
    mine, hers = await show(composers, Shown()), await show(composers, Shown(user=2))
    await show(composers, Shown(), OTHER)
    assert not mine.dismissed
    assert not hers.dismissed


async def test_a_move_that_is_played_elsewhere_takes_the_message_away_once() -> None:
    composers = OpenComposers()
    step = await show(composers, Shown(50))
    await close(composers, Shown(60))
    assert step.dismissed
    step.dismissed = False
    await close(composers, Shown())
    assert not step.dismissed


async def test_the_message_that_tells_the_answer_stays() -> None:
    composers = OpenComposers()
    for shown in (Shown(), Shown(50)):
        await show(composers, shown)
        await close(composers, Shown(50))
        assert not shown.dismissed
