"""Where a match goes on whose board, thread or channel is gone, and what is posted again when the bot is back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.model import Match, MatchSide, Posting
from bot.ui.delivery.places import Places
from bot.ui.delivery.postings import PostingEditor
from tests.bot.table import HERE, Club

BOARD, THREAD, OTHER_THREAD = 500, 60, 61


class Scene:
    """A running match with its board in its thread; `posted` are those that are asked to be posted again."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match = club, match
        self.posted: list[MatchSide] = []
        self.places = Places(
            club.service, club.store.places, PostingEditor(club.service, club.store), self.posted.append
        )

    async def posting(self) -> Posting:
        return await self.club.store.posting(self.match.id)

    async def is_behind(self) -> bool:
        """Whether the board is to be posted again."""
        posting = await self.posting()
        return posting.board_at is None or posting.revision == 0


async def show(club: Club, thread: int = THREAD) -> Match:
    """A match that has begun, and whose newest board is in the thread."""
    match = await club.begin()
    await club.store.keep_posting(
        Posting(match.id, thread=thread, board=BOARD, board_at=club.clock(), revision=match.revision)
    )
    return match


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    return Scene(sqlite_club, await show(sqlite_club))


async def test_a_board_that_is_deleted_is_posted_again(scene: Scene) -> None:
    await scene.places.message_deleted(BOARD)
    assert scene.posted == [scene.match.shown_id]
    assert await scene.is_behind()


async def test_other_messages_and_the_boards_of_matches_that_are_over_may_go(scene: Scene) -> None:
    await scene.places.message_deleted(BOARD + 1)
    assert not await scene.is_behind()
    for move in ("h4-g4", "d4-e4", "h3-g3", "d3-e3"):
        match = await scene.club.service.get(scene.match.id)
        await scene.club.service.submit(match.id, match.to_act[0].user or match.host, move)
    await scene.club.service.resign(scene.match.id, scene.match.host)
    await scene.places.message_deleted(BOARD)
    assert scene.posted == []


async def test_a_board_that_is_deleted_before_it_is_noted_down_is_told_of_once(scene: Scene) -> None:
    await scene.places.message_deleted(999)
    assert [scene.places.was_deleted(message) for message in (998, 999, 999)] == [False, True, False]


async def test_a_match_goes_on_in_the_channel_when_its_thread_is_deleted(scene: Scene) -> None:
    await scene.places.thread_deleted(THREAD, HERE.channel)
    posting = await scene.posting()
    assert (posting.thread, posting.board, posting.revision) == (HERE.channel, None, 0)
    assert scene.posted == [scene.match.shown_id]


async def test_another_thread_that_is_deleted_concerns_nobody(scene: Scene) -> None:
    await scene.places.thread_deleted(OTHER_THREAD, HERE.channel)
    assert (await scene.posting()).thread == THREAD
    assert scene.posted == []


async def test_a_rematch_that_was_begun_in_the_thread_moves_to_the_channel_above(scene: Scene) -> None:
    await scene.club.store.move(scene.match.shown_id, replace(HERE, channel=THREAD))
    await scene.places.thread_deleted(THREAD, HERE.channel)
    assert (await scene.club.service.get(scene.match.id)).place == HERE
    assert (await scene.posting()).thread == HERE.channel
    assert scene.posted == [scene.match.shown_id]


async def test_a_post_of_a_forum_that_is_deleted_is_a_lost_channel(scene: Scene) -> None:
    """A forum takes no messages beside its posts: the next attempt finds out that there is no place."""
    await scene.club.store.move(scene.match.shown_id, replace(HERE, channel=THREAD))
    await scene.places.thread_deleted(THREAD, None)
    assert (await scene.club.service.get(scene.match.id)).place.channel == THREAD
    assert await scene.is_behind()
    assert scene.posted == [scene.match.shown_id]


async def test_all_matches_of_a_channel_that_is_deleted_are_tried_again(scene: Scene) -> None:
    other = await show(scene.club, OTHER_THREAD)
    await scene.places.channel_deleted(HERE.channel + 1)
    assert scene.posted == []
    await scene.places.channel_deleted(HERE.channel)
    assert scene.posted == [scene.match.shown_id, other.shown_id]


async def test_what_could_not_be_posted_is_posted_when_the_bot_is_back_on_the_server(scene: Scene) -> None:
    await show(scene.club, OTHER_THREAD)
    await scene.club.store.keep_posting(replace(await scene.posting(), lost=True))
    await scene.places.guild_joined(99)
    assert scene.posted == []
    await scene.places.guild_joined(HERE.guild or 0)
    assert scene.posted == [scene.match.shown_id]
    assert await scene.is_behind()
    assert not (await scene.posting()).lost
