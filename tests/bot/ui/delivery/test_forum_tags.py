"""Which tags the post of a match has."""

from __future__ import annotations

from unittest.mock import Mock

import discord

from bot.match.model import Match, Stage
from bot.ui.delivery.forum_tags import choose_tags, explain_absent_tags, find_absent_tags


def tag(name: str, *, moderated: bool = False) -> discord.ForumTag:
    """A tag as a forum has it; Discord tells tags apart by their ids."""
    made = discord.ForumTag(name=name, moderated=moderated)
    made.id = hash(name)
    return made


def forum(*tags: discord.ForumTag, requires_tag: bool = False, manages: bool = False) -> Mock:
    made = Mock(spec=discord.ForumChannel, id=7, available_tags=list(tags))
    made.flags.require_tag = requires_tag
    made.permissions_for.return_value.manage_channels = manages
    return made


def names(chosen: list[discord.ForumTag]) -> list[str]:
    return [one.name for one in chosen]


RUNNING = Mock(spec=Match, game="choccer", stage=Stage.LIVE)
OVER = Mock(spec=Match, game="choccer", stage=Stage.OVER)


def test_a_running_match_has_the_tags_of_its_game_and_its_state_in_either_language() -> None:
    offered = forum(tag("Onyx"), tag("choccer"), tag("Läuft"), tag("Over"))
    assert names(choose_tags(offered, RUNNING)) == ["choccer", "Läuft"]


def test_the_end_changes_the_state_and_keeps_what_others_have_added() -> None:
    news, running, over = tag("News"), tag("Running"), tag("Beendet")
    assert names(choose_tags(forum(running, over, news), OVER, [running, news])) == ["Beendet", "News"]


def test_tags_of_moderators_are_left_to_them() -> None:
    assert choose_tags(forum(tag("Choccer", moderated=True)), RUNNING) == []


def test_a_post_has_five_tags_at_most() -> None:
    others = [tag(f"tag {number}") for number in range(5)]
    assert names(choose_tags(forum(tag("Running"), *others), RUNNING, others)) == [
        "Running", "tag 0", "tag 1", "tag 2", "tag 3",
    ]  # fmt: skip


def test_where_a_tag_is_required_some_tag_is_taken_and_the_last_one_stays() -> None:
    official, other, running = tag("Official", moderated=True), tag("Other"), tag("Running")
    assert names(choose_tags(forum(official, other, requires_tag=True), RUNNING)) == ["Other"]
    assert names(choose_tags(forum(running, requires_tag=True), OVER, [running])) == ["Running"]


def test_a_tag_in_another_language_or_for_moderators_is_not_absent() -> None:
    assert find_absent_tags(forum(tag("läuft"), tag("Over", moderated=True)), ["Onyx", "Piously"]) == [
        "Onyx",
        "Piously",
    ]


def test_what_is_absent_is_explained_with_what_to_do() -> None:
    full = [tag(f"tag {number}") for number in range(20)]
    assert explain_absent_tags(forum(tag("Onyx"), tag("Running"), tag("Over")), ["Onyx"]) is None
    assert explain_absent_tags(forum(manages=True), ["Onyx"]) is None
    assert "no room" in (explain_absent_tags(forum(*full, manages=True), ["Onyx"]) or "")
    assert "requires a tag" in (explain_absent_tags(forum(requires_tag=True), ["Onyx"]) or "")
    optional = explain_absent_tags(forum(), ["Onyx"])
    assert optional == "Optional: add the tags Onyx, Running and Over in <#7>, or allow me **Manage Channels** there."
