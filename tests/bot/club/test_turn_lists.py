"""Which matches a server's list of turns names, in which order, and how it reads."""

from __future__ import annotations

from dataclasses import replace

from bot.club.turn_lists import MOST_LISTED, TurnList, matches_to_list
from bot.match.clock import DAY, Instant
from bot.match.model import Match, MatchId, Place, Player, Posting, Stage, UserId
from bot.store.turn_lists import SqlTurnLists
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.overview import Listed
from bot.ui.pages.turn_list import turn_list
from games.core.status import Seat
from tests.bot.table import Club

PEOPLE = (Player(Seat(0), UserId(1), "Ana", to_act=True), Player(Seat(1), UserId(2), "*Ben*"))


def match(number: int, deadline: Instant | None = None) -> Match:
    """A public match that runs, in which Ana is to move."""
    return Match(
        MatchId(number),
        f"CODE{number}",
        "choccer",
        1,
        {},
        PEOPLE,
        UserId(1),
        Place(10, 20),
        Stage.LIVE,
        deadline=deadline,
    )


def in_thread(one: Match) -> Listed:
    return Listed(one, Posting(one.id, thread=700 + one.id, board=900))


def test_matches_are_ordered_by_when_their_time_ends() -> None:
    found = matches_to_list([match(1), match(2, 5 * DAY), match(3, 2 * DAY)])
    assert [one.id for one in found] == [3, 2, 1]


def test_private_matches_those_against_ais_and_those_that_do_not_run_are_no_news() -> None:
    alone = replace(match(1), players=(PEOPLE[0], Player(Seat(1), None, ai="easy")))
    found = matches_to_list([replace(match(2), private=True), alone, replace(match(3), stage=Stage.PAUSED), match(4)])
    assert [one.id for one in found] == [4]


def test_each_line_says_who_is_to_move_where_and_until_when() -> None:
    shown = turn_list([in_thread(match(1, 1_800_000_000_000))], ENGLISH)
    assert shown.splitlines() == [
        "### Whose turn it is",
        r"- **Ana**: [Choccer · Ana vs \*Ben\* · #CODE1](https://discord.com/channels/10/701) · due <t:1800000000:R>",
    ]


def test_the_list_fits_a_message_and_counts_what_it_does_not_name() -> None:
    names = tuple(replace(player, name="_" * 32) for player in PEOPLE)
    many = [in_thread(replace(match(number), players=names)) for number in range(60)]
    for language in (ENGLISH, Language("de")):
        shown = turn_list(many, language).splitlines()
        assert len("\n".join(shown)) <= MESSAGE_TEXT
        named = [line for line in shown if line.startswith("- ")]
        assert 5 <= len(named) <= MOST_LISTED
        assert str(60 - len(named)) in shown[-1]


def test_a_quiet_server_is_told_what_to_do() -> None:
    assert turn_list([], ENGLISH).endswith("No match is being played. /play finds you an opponent.")


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
