"""Where a match is shown is changed by one at a time, and no change is lost to another process."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.match.model import Match, Place, Posting
from bot.ui.delivery import postings as module
from bot.ui.delivery.postings import PostingEditor
from tests.bot.table import BEN, HERE, Club

CARD, BOARD, NEWER, THREAD, ELSEWHERE = 500, 501, 502, 60, 70


@pytest.fixture
async def match(sqlite_club: Club) -> Match:
    """A match that is shown in its thread."""
    begun = await sqlite_club.begin()
    shown = Posting(begun.id, thread=THREAD, board=BOARD, board_at=sqlite_club.clock(), revision=begun.revision)
    await sqlite_club.store.keep_posting(shown)
    return begun


@pytest.fixture
def postings(sqlite_club: Club) -> PostingEditor:
    return PostingEditor(sqlite_club.service, sqlite_club.store)


async def test_a_board_to_be_posted_again_stays_so_although_another_process_notes_the_old_one(
    sqlite_club: Club, match: Match, postings: PostingEditor
) -> None:
    before = await postings.of(match.shown_id)
    await postings.mark_unposted(match.shown_id)
    await sqlite_club.store.keep_posting(before)  # what the other process had read before
    async with postings.alone(match.shown_id):
        found = await postings.to_show(match.shown_id)
    assert (found.board_at, found.revision) == (None, 0)


async def test_a_board_that_another_process_has_posted_since_is_the_fresh_one(
    sqlite_club: Club, match: Match, postings: PostingEditor
) -> None:
    before = await postings.of(match.shown_id)
    await postings.mark_unposted(match.shown_id)
    await sqlite_club.store.keep_posting(replace(before, board=NEWER))
    assert (await postings.to_show(match.shown_id)).board == NEWER
    assert (await postings.to_show(match.shown_id)).revision == match.revision


async def test_a_change_is_made_once_more_and_not_for_ever(
    sqlite_club: Club, match: Match, postings: PostingEditor
) -> None:
    before = await postings.of(match.shown_id)
    await postings.mark_unposted(match.shown_id)
    assert (await postings.to_show(match.shown_id)).revision == 0
    await sqlite_club.store.keep_posting(before)  # posted again, as the same message
    assert (await postings.to_show(match.shown_id)).revision == match.revision


async def test_a_board_that_is_gone_is_dropped_and_no_other(match: Match, postings: PostingEditor) -> None:
    await postings.drop_board(match.shown_id, NEWER)
    assert (await postings.of(match.shown_id)).board == BOARD
    await postings.drop_board(match.shown_id, BOARD)
    found = await postings.of(match.shown_id)
    assert (found.board, found.revision) == (None, 0)


async def test_one_at_a_time_and_each_side_for_itself(sqlite_club: Club, match: Match, postings: PostingEditor) -> None:
    other = await sqlite_club.invite()
    async with postings.alone(match.shown_id):
        waiting = asyncio.create_task(postings.record_card(match.shown_id, CARD))
        await postings.record_card(other.shown_id, CARD)
        assert not waiting.done()
        assert (await postings.of(match.shown_id)).card is None
    await waiting
    assert (await postings.of(match.shown_id)).card == CARD


async def test_a_challenge_answered_by_its_card_is_shown_as_it_is(sqlite_club: Club, postings: PostingEditor) -> None:
    invited = await sqlite_club.invite()
    await postings.note_card(invited, CARD)
    found = await postings.of(invited.shown_id)
    assert (found.card, found.revision) == (CARD, invited.revision)
    begun = await sqlite_club.service.accept(invited.id, BEN)
    await postings.note_card(begun, CARD)
    assert (await postings.of(begun.shown_id)).revision == 0, "it has begun meanwhile, and its board is to be posted"


async def test_without_its_thread_a_match_goes_on_in_its_channel(
    sqlite_club: Club, match: Match, postings: PostingEditor
) -> None:
    await postings.to_parent(match)
    found = await postings.of(match.shown_id)
    assert (found.thread, found.board, found.revision) == (HERE.channel, None, 0)
    await postings.to_parent(replace(match, private=True))
    assert (await postings.of(match.shown_id)).thread is None, "a private match gets a thread of its own"


async def test_a_match_that_moves_is_posted_anew_where_it_moves_to(
    sqlite_club: Club, match: Match, postings: PostingEditor
) -> None:
    await sqlite_club.store.keep_posting(replace(await postings.of(match.shown_id), lost=True))
    await postings.move(match, Place(HERE.guild, ELSEWHERE), ELSEWHERE)
    found = await postings.of(match.shown_id)
    assert (found.thread, found.board, found.revision, found.lost) == (ELSEWHERE, None, 0, False)
    assert (await sqlite_club.service.get(match.id)).place == Place(HERE.guild, ELSEWHERE)


async def test_no_more_changes_are_remembered_than_there_is_room_for(
    sqlite_club: Club, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_CHANGED", 1)
    postings = PostingEditor(sqlite_club.service, sqlite_club.store)
    before = await postings.of(match.shown_id)
    await postings.mark_unposted(match.shown_id)
    await postings.mark_unposted((await sqlite_club.begin()).shown_id)
    await sqlite_club.store.keep_posting(before)
    assert await postings.to_show(match.shown_id) == before
