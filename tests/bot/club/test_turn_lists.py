"""The matches that a server's list of turns names, and their order."""

from __future__ import annotations

from dataclasses import replace

from bot.club.turn_lists import TurnList, matches_to_list
from bot.match.clock import DAY
from bot.match.model import Player, Stage
from bot.store.turn_lists import SqlTurnLists
from games.core.status import Seat
from tests.bot.club.waiting import PEOPLE, running_match
from tests.bot.table import Club


def test_matches_are_ordered_by_when_their_time_ends() -> None:
    found = matches_to_list([running_match(1), running_match(2, 5 * DAY), running_match(3, 2 * DAY)])
    assert [one.id for one in found] == [3, 2, 1]


def test_private_matches_those_against_ais_and_those_that_do_not_run_are_no_news() -> None:
    alone = replace(running_match(1), players=(PEOPLE[0], Player(Seat(1), None, ai="easy")))
    found = matches_to_list(
        [
            replace(running_match(2), private=True),
            alone,
            replace(running_match(3), stage=Stage.PAUSED),
            running_match(4),
        ]
    )
    assert [one.id for one in found] == [4]


async def test_where_a_list_stands_outlives_its_being_taken_away(club: Club) -> None:
    store = SqlTurnLists(club.database)
    assert (await store.turn_lists(), await store.wanted_channels()) == ({}, {})
    await store.keep_turn_list(TurnList(10, 20, 30))
    await store.keep_turn_list(TurnList(10, None, 30))
    assert await store.turn_lists() == {10: TurnList(10, None, 30)}


async def test_of_many_matches_those_are_listed_whose_time_ends_first(club: Club) -> None:
    slow, none, fast = [await club.begin(time=time) for time in ("7d", "none", "1d")]
    asked = await club.invite()
    for limit, wanted in ((1, [fast]), (2, [slow, fast]), (9, [slow, none, fast])):
        found = await club.store.lists.find_with_turns(10, limit)
        assert [one.id for one in found] == [one.id for one in wanted]
        assert asked.id not in [one.id for one in found]
    assert await club.store.lists.find_with_turns(11) == []
