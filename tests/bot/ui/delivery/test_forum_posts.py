"""Which matches have a post of their own in a forum, with which tags, and what their post tells."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from structlog.testing import capture_logs

from bot.club.guild_settings import GuildSettings
from bot.match.model import Match, Stage
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.forum_posts import ForumPosts
from bot.ui.i18n.language import Language
from tests.bot.table import HERE, Club
from tests.bot.ui.delivery.refusals import refusal
from tests.bot.ui.views import text

BOT, SOMEBODY, FORUM, ENGLISH = 1, 2, 80, Language("en")
SETTINGS = GuildSettings(HERE.guild or 0, match_forum=FORUM)


@dataclass
class Forum:
    """A forum in which the bot may or may not add tags; `error` is what the next change of it raises."""

    tags: list[discord.ForumTag]
    manages: bool = False
    error: Exception | None = None
    opened: list[dict[str, Any]] = field(default_factory=list)
    changed: list[list[str]] = field(default_factory=list)

    def channel(self) -> Mock:
        """The forum as Discord tells of it now."""
        made = Mock(spec=discord.ForumChannel, id=FORUM, available_tags=list(self.tags))
        made.flags.require_tag = False
        made.permissions_for.return_value.manage_channels = self.manages
        made.guild.active_threads = AsyncMock(return_value=[])
        made.create_thread = self.create_thread
        made.edit = self.edit
        return made

    async def create_thread(self, **given: Any) -> SimpleNamespace:  # noqa: ANN401 - discord.py's
        self._fail()
        self.opened.append(given)
        return SimpleNamespace(thread=discord.Object(81))

    async def edit(self, *, available_tags: list[discord.ForumTag]) -> Mock:
        self._fail()
        self.changed.append([one.name for one in available_tags])
        self.tags = [tag(one.name) for one in available_tags]
        return self.channel()

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


class Scene:
    """A server whose matches are played in a forum."""

    def __init__(self, match: Match) -> None:
        self.match, self.forum = match, Forum([tag("Choccer"), tag("Running"), tag("Over")])
        self.found: object = None
        self.posts = ForumPosts(cast("Channels", self))

    @property
    def client(self) -> Scene:
        return self

    @property
    def user(self) -> discord.Object:
        return discord.Object(BOT)

    async def fetch_channel(self, number: int) -> Mock:
        assert number == FORUM
        return self.forum.channel()

    async def find(self, _channel: int) -> object:
        return self.found

    async def open(self, match: Match | None = None, begun_in: object = None) -> int | None:
        return await self.posts.open(match or self.match, begun_in, SETTINGS)

    def post(self, *, parent: object = None, owner: int = BOT, tags: tuple[str, ...] = ("Choccer", "Running")) -> Mock:
        """A post of the forum, as it is found from now on."""
        forum = self.forum.channel()
        applied = [one for one in forum.available_tags if one.name in tags]
        made = Mock(spec=discord.Thread, id=81, parent_id=FORUM, owner_id=owner)
        made.parent = parent or forum  # which is an argument of Mock itself
        made.name, made.applied_tags, made.edit = f"Ana – Ben #{self.match.code}", applied, AsyncMock()
        made.get_partial_message.return_value.edit = AsyncMock()
        self.found = made
        return made


def tag(name: str) -> discord.ForumTag:
    made = discord.ForumTag(name=name)
    made.id = hash(name)
    return made


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    return Scene(await sqlite_club.begin())


async def test_a_match_has_a_post_with_its_card_and_its_tags(scene: Scene) -> None:
    assert await scene.open() == 81
    (opened,) = scene.forum.opened
    assert scene.match.code in opened["name"]
    assert "Ana" in text(opened["view"])
    assert [one.name for one in opened["applied_tags"]] == ["Choccer", "Running"]
    assert not opened["allowed_mentions"].users


async def test_a_private_match_has_none(scene: Scene) -> None:
    assert await scene.open(replace(scene.match, private=True)) is None
    assert scene.forum.opened == []


async def test_a_match_that_somebody_begins_in_their_own_post_has_one_in_the_same_forum(scene: Scene) -> None:
    assert await scene.open(begun_in=scene.post(owner=SOMEBODY)) == 81


async def test_a_rematch_goes_on_in_the_post_of_the_match_before(scene: Scene) -> None:
    assert await scene.open(begun_in=scene.post()) is None


async def test_a_match_begun_in_a_thread_of_a_text_channel_stays_there(scene: Scene) -> None:
    assert await scene.open(begun_in=scene.post(parent=Mock(spec=discord.TextChannel))) is None


async def test_a_forum_that_has_become_another_channel_takes_no_posts(scene: Scene) -> None:
    scene.forum.channel = lambda: Mock(spec=discord.TextChannel)  # type: ignore[method-assign]
    assert await scene.open() is None


async def test_where_the_forum_takes_no_post_the_match_is_played_elsewhere(scene: Scene) -> None:
    scene.forum.error = refusal(403)
    with capture_logs() as logs:
        assert await scene.open() is None
    assert [one["event"] for one in logs] == ["no forum post"]


async def test_tags_that_are_missing_are_added_where_the_bot_may(scene: Scene) -> None:
    scene.forum.tags, scene.forum.manages = [tag("News"), tag("Choccer")], True
    await scene.open()
    assert scene.forum.changed == [["News", "Choccer", "Running", "Over"]]
    assert [one.name for one in scene.forum.opened[0]["applied_tags"]] == ["Choccer", "Running"]


async def test_elsewhere_the_post_goes_without_them(scene: Scene) -> None:
    scene.forum.tags = [tag("Choccer")]
    await scene.open()
    assert scene.forum.changed == []
    assert [one.name for one in scene.forum.opened[0]["applied_tags"]] == ["Choccer"]


async def test_a_forum_gets_no_more_tags_than_it_may_have(scene: Scene) -> None:
    scene.forum.tags, scene.forum.manages = [tag(f"tag {number}") for number in range(19)], True
    await scene.open()
    assert [len(names) for names in scene.forum.changed] == [20]
    scene.forum.changed.clear()
    scene.forum.tags = [tag(f"tag {number}") for number in range(20)]
    await scene.open()
    assert scene.forum.changed == []


async def test_the_end_changes_the_tags_and_the_first_message_of_the_post(scene: Scene) -> None:
    post = scene.post()
    await scene.posts.update(replace(scene.match, stage=Stage.ABORTED), 81, ENGLISH)
    (changed,) = post.edit.await_args_list
    assert [one.name for one in changed.kwargs["applied_tags"]] == ["Choccer", "Over"]
    post.get_partial_message.assert_called_once_with(81)
    post.get_partial_message.return_value.edit.assert_awaited_once()


async def test_a_post_whose_tags_are_right_is_left_as_it_is(scene: Scene) -> None:
    post = scene.post()
    await scene.posts.update(scene.match, 81, ENGLISH)
    post.edit.assert_not_awaited()
    post.get_partial_message.return_value.edit.assert_not_awaited()


async def test_the_first_message_of_a_post_tells_no_result_of_a_rematch(scene: Scene) -> None:
    post = scene.post()
    await scene.posts.update(replace(scene.match, stage=Stage.ABORTED, code="ZZZZZ"), 81, ENGLISH)
    post.edit.assert_awaited_once()
    post.get_partial_message.return_value.edit.assert_not_awaited()


async def test_threads_that_are_no_posts_of_ours_stay_as_they_are(scene: Scene) -> None:
    over = replace(scene.match, stage=Stage.ABORTED)
    for post in (scene.post(owner=SOMEBODY), scene.post(parent=Mock(spec=discord.TextChannel))):
        scene.found = post
        await scene.posts.update(over, 81, ENGLISH)
        post.edit.assert_not_awaited()
        post.get_partial_message.return_value.edit.assert_not_awaited()
    scene.found = None
    await scene.posts.update(over, 81, ENGLISH)


async def test_a_post_that_is_locked_is_noted_and_what_passes_raised(scene: Scene) -> None:
    post, over = scene.post(), replace(scene.match, stage=Stage.ABORTED)
    post.edit.side_effect = refusal(403)
    with capture_logs() as logs:
        await scene.posts.update(over, 81, ENGLISH)
    assert [one["event"] for one in logs] == ["forum post not updated"]
    post.edit.side_effect = refusal(503)
    with pytest.raises(discord.DiscordServerError):
        await scene.posts.update(over, 81, ENGLISH)
