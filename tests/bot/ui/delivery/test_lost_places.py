"""What becomes of a match that Discord does not let be posted, or that cannot be read."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import discord
import pytest
from structlog.testing import capture_logs

from bot.match.errors import Refused
from bot.match.model import Match, MatchId, Place, Posting, Stage
from bot.ui.delivery.lost_places import CLOSED, UNKNOWN_CHANNEL, LostPlaces
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.postings import PostingEditor
from games.core.i18n import gettext
from tests.bot.table import HERE, Club
from tests.bot.ui.delivery.refusals import refusal

THREAD = 60
GONE = refusal(404, UNKNOWN_CHANNEL)


class Letters:
    """Notes which matches are told of directly, and what is said of damaged ones; `error` is what Discord answers."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.damaged: list[tuple[Posting, str]] = []
        self.error: discord.HTTPException | None = None

    async def tell_directly(self, match: Match) -> None:
        self.told.append(match.id)

    async def tell_damaged(self, posting: Posting, error: Exception) -> None:
        self.damaged.append((posting, str(error)))
        if self.error is not None:
            raise self.error


class Shelf:
    """Notes which matches are set aside."""

    def __init__(self) -> None:
        self.reasons: dict[MatchId, str] = {}

    async def set_aside(self, match: MatchId, reason: str) -> None:
        self.reasons[match] = reason


class Scene:
    """A running match in its thread."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match = club, match
        self.letters, self.shelf = Letters(), Shelf()
        editor, poster = PostingEditor(club.service, club.store), cast("Poster", self.letters)
        self.places = LostPlaces(club.service, self.shelf, editor, poster)

    async def refuse(self, error: discord.HTTPException, match: Match | None = None) -> bool:
        """Whether the match has been moved after this refusal; what is logged is expected."""
        with capture_logs() as logs:
            moved = await self.places.move_or_give_up(match or self.match, await self.posting(), error)
        assert [one["event"] for one in logs] == ["cannot post here"]
        return moved

    async def posting(self) -> Posting:
        return await self.club.store.posting(self.match.id)

    async def stage(self) -> Stage:
        return (await self.club.service.get(self.match.id)).stage


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    match = await sqlite_club.begin()
    await sqlite_club.store.keep_posting(Posting(match.id, thread=THREAD, board=500, revision=1))
    return Scene(sqlite_club, match)


async def test_a_match_whose_thread_is_gone_goes_on_in_the_channel(scene: Scene) -> None:
    assert await scene.refuse(GONE)
    posting = await scene.posting()
    assert (posting.thread, posting.board, posting.revision, posting.lost) == (HERE.channel, None, 0, False)
    assert await scene.stage() is Stage.LIVE


@pytest.mark.parametrize("thread", [HERE.channel, None])
async def test_a_match_whose_channel_is_gone_is_paused(scene: Scene, thread: int | None) -> None:
    await scene.club.store.keep_posting(replace(await scene.posting(), thread=thread))
    assert not await scene.refuse(GONE)
    posting = await scene.posting()
    assert (posting.lost, posting.revision) == (True, scene.match.revision)
    assert await scene.stage() is Stage.PAUSED
    assert scene.letters.told == []


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(404, 10008), *(refusal(400, code) for code in CLOSED)])
async def test_a_match_that_may_not_be_posted_goes_on_unseen(scene: Scene, error: discord.HTTPException) -> None:
    """It can be played by its players' /games, and is shown when the bot may post again."""
    assert not await scene.refuse(error)
    assert (await scene.posting()).lost
    assert await scene.stage() is Stage.LIVE


async def test_a_match_across_servers_goes_on_without_one_of_its_channels(scene: Scene) -> None:
    await scene.club.store.keep_posting(replace(await scene.posting(), thread=HERE.channel))
    assert not await scene.refuse(GONE, replace(scene.match, other=Place(11, 21)))
    assert (await scene.posting()).lost
    assert await scene.stage() is Stage.LIVE
    assert scene.letters.told == [scene.match.id]


@pytest.mark.parametrize("error", [refusal(400, 50035), refusal(503)])
async def test_what_does_not_say_that_the_place_is_gone_is_raised(scene: Scene, error: discord.HTTPException) -> None:
    before = await scene.posting()
    with pytest.raises(discord.HTTPException) as raised:
        await scene.places.move_or_give_up(scene.match, before, error)
    assert raised.value is error
    assert await scene.posting() == before


async def test_where_the_bot_is_not_people_are_told_and_waited_for(scene: Scene) -> None:
    await scene.places.wait_for_people(scene.match)
    posting = await scene.posting()
    assert (posting.lost, posting.revision) == (True, scene.match.revision)
    assert scene.letters.told == [scene.match.id]


@pytest.mark.parametrize("answer", [None, refusal(403)])
async def test_a_damaged_match_is_set_aside_even_if_nobody_can_be_told(
    scene: Scene, answer: discord.HTTPException | None
) -> None:
    scene.letters.error = answer
    error = Refused(gettext("I can't read this match."))
    error.__cause__ = ValueError("h9")
    with capture_logs() as logs:
        await scene.places.set_aside(scene.match.shown_id, error)
    assert [one["event"] for one in logs] == ["match set aside", *(["not told"] if answer else [])]
    assert scene.shelf.reasons == {scene.match.id: "ValueError('h9')"}
    assert scene.letters.damaged == [(await scene.posting(), "I can't read this match.")]
