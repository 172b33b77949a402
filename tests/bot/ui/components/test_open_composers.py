"""Which composing message is taken away, and which one stays."""

from __future__ import annotations

from typing import cast

import pytest

from bot.match.model import Match, MatchId, Place, Player, Stage, UserId
from bot.ui.components.open_composers import OpenComposers
from bot.ui.components.request import Request
from games.core.status import Seat

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


async def close(composers: OpenComposers, request: Shown, opened_meanwhile: Shown | None = None) -> None:
    async with composers.after_move(cast("Request", request), MATCH):
        if opened_meanwhile is not None:
            await show(composers, opened_meanwhile)
            await show(composers, Shown(70))


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


async def test_a_message_for_the_next_move_stays_that_is_opened_before_the_answer_has_arrived() -> None:
    """An AI has moved already, the person goes on, and the answer to their move before is still under way."""
    composers = OpenComposers()
    step, following = await show(composers, Shown(50)), Shown()
    await close(composers, Shown(50), following)
    assert not step.dismissed
    assert not following.dismissed
    assert composers.is_open(UserId(1), MATCH)


async def test_the_message_that_tells_the_answer_stays() -> None:
    composers = OpenComposers()
    for shown in (Shown(), Shown(50)):
        await show(composers, shown)
        await close(composers, Shown(50))
        assert not shown.dismissed


def played_match(stage: Stage, *movers: int) -> Match:
    """A match of two people, in which these are to move."""
    players = tuple(Player(Seat(seat), UserId(user), to_act=user in movers) for seat, user in enumerate((1, 2)))
    return Match(MATCH, "K7QFM", "onyx", 1, {}, players, UserId(1), Place(None, 1), stage)


@pytest.mark.parametrize(
    "match, goes",
    [
        pytest.param(played_match(Stage.LIVE, 2), True, id="the AI has moved, as time ran out"),
        pytest.param(played_match(Stage.OVER), True, id="the other side has resigned"),
        pytest.param(played_match(Stage.PAUSED, 1), True, id="the match is paused"),
        pytest.param(played_match(Stage.LIVE, 1, 2), False, id="the other side has chosen, and they have not"),
    ],
)
async def test_a_turn_that_ends_without_a_move_takes_the_message_away(match: Match, *, goes: bool) -> None:
    composers = OpenComposers()
    mine, elsewhere = await show(composers, Shown()), await show(composers, Shown(), OTHER)
    await composers.notice_change(match)
    assert mine.dismissed is goes
    assert not elsewhere.dismissed


async def test_the_message_in_which_a_move_is_played_stays() -> None:
    composers = OpenComposers()
    mine = await show(composers, Shown())
    with composers.while_playing(UserId(1), MATCH):
        await composers.notice_change(played_match(Stage.OVER))
    assert not mine.dismissed
