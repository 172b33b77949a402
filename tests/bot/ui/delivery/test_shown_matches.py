"""Where a board may have been posted that was not noted down, and where it may not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.model import Match, MatchSide, Posting, Side, Stage
from bot.ui.delivery import shown_matches
from bot.ui.delivery.shown_matches import ShownMatches
from tests.bot.table import Club


async def begun(club: Club) -> tuple[Match, Posting]:
    """A match of which some moves were posted by an earlier process."""
    match = replace(await club.begin(), revision=5)
    return match, Posting(match.id, revision=3)


async def test_an_earlier_process_may_have_posted_what_it_did_not_note_down(sqlite_club: Club) -> None:
    match, posting = await begun(sqlite_club)
    assert ShownMatches().may_have_strays(match, posting, news=None)


async def test_of_a_match_that_this_process_has_shown_it_knows(sqlite_club: Club) -> None:
    match, posting = await begun(sqlite_club)
    shown = ShownMatches()
    shown.add(match.shown_id)
    assert not shown.may_have_strays(match, posting, news=None)
    shown.doubt(match.shown_id)
    assert shown.may_have_strays(match, posting, news=None), "a post failed, perhaps after it was made"
    shown.add(match.shown_id)
    assert not shown.may_have_strays(match, posting, news=None), "it was looked for, and is right again"


async def test_of_the_change_that_this_process_has_just_made_it_knows(sqlite_club: Club) -> None:
    match, posting = await begun(sqlite_club)
    assert ShownMatches().may_have_strays(match, posting, news=match), "the one before it was not posted either"
    assert not ShownMatches().may_have_strays(match, replace(posting, revision=4), news=match)


async def test_a_challenge_that_nobody_has_accepted_has_no_board(sqlite_club: Club) -> None:
    match, posting = await begun(sqlite_club)
    shown = ShownMatches()
    shown.doubt(match.shown_id)
    for stage in (Stage.INVITED, Stage.CANCELLED):
        assert not shown.may_have_strays(replace(match, stage=stage), posting, news=None)


async def test_the_sides_of_a_match_are_known_apart(sqlite_club: Club) -> None:
    first, posting = await begun(sqlite_club)
    shown = ShownMatches()
    shown.doubt(MatchSide(first.id, Side.GUEST))
    shown.add(first.shown_id)
    assert not shown.may_have_strays(first, posting, news=None)


async def test_no_more_doubts_are_kept_than_matches_are_remembered(
    sqlite_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a match whose doubt was dropped, nothing is known any more."""
    monkeypatch.setattr(shown_matches, "_MOST", 1)
    match, posting = await begun(sqlite_club)
    shown = ShownMatches()
    shown.add(match.shown_id)
    shown.doubt(match.shown_id)
    shown.doubt(MatchSide(match.id, Side.GUEST))
    assert shown.may_have_strays(match, posting, news=None)
    assert not shown.may_have_strays(match, replace(posting, revision=4), news=match)
