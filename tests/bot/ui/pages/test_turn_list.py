"""A server's list of turns, as it reads."""

from __future__ import annotations

from dataclasses import replace

from bot.club.turn_lists import MOST_LISTED
from bot.match.model import Match, Posting
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.overview import LinkedMatch
from bot.ui.pages.turn_list import turn_list
from tests.bot.club.waiting import running_match


def in_thread(one: Match) -> LinkedMatch:
    return LinkedMatch(one, Posting(one.id, thread=700 + one.id, board=900))


def test_each_line_says_who_is_to_move_where_and_until_when() -> None:
    shown = turn_list([in_thread(running_match(1, 1_800_000_000_000))], ENGLISH)
    assert shown.splitlines() == [
        "### Whose turn it is",
        r"- **Ana**: [Choccer · Ana vs \*Ben\* · #CODE1](https://discord.com/channels/10/701) · due <t:1800000000:R>",
    ]


def test_the_list_fits_a_message_and_counts_what_it_does_not_name() -> None:
    names = tuple(replace(player, name="_" * 32) for player in running_match(1).players)
    many = [in_thread(replace(running_match(number), players=names)) for number in range(60)]
    for language in (ENGLISH, Language("de")):
        shown = turn_list(many, language).splitlines()
        assert len("\n".join(shown)) <= MESSAGE_TEXT
        named = [line for line in shown if line.startswith("- ")]
        assert 5 <= len(named) <= MOST_LISTED
        assert str(60 - len(named)) in shown[-1]


def test_a_quiet_server_is_told_what_to_do() -> None:
    assert turn_list([], ENGLISH).endswith("No match is being played. /play finds you an opponent.")
