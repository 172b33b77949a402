"""How tags of forums and posts are represented."""

from __future__ import annotations

from typing import Final

from sandbox.strict.errors import Json
from sandbox.world.model import Channel

REQUIRE_TAG: Final = 1 << 4
"""The flag of a forum in which each post needs a tag."""


def of_forum(forum: Channel) -> Json:
    """What a forum has beyond a channel."""
    tags = [
        {
            "id": str(one.id),
            "name": one.name,
            "moderated": one.moderated,
            "emoji_id": None,
            "emoji_name": one.emoji_name,
        }
        for one in forum.tags
    ]
    return {
        "flags": REQUIRE_TAG if forum.requires_tag else 0,
        "available_tags": tags,
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    }


def of_post(forum: Channel, post: Channel) -> list[str]:
    """The ids of the tags that a post has, without those that its forum no longer offers."""
    return [str(one.id) for one in forum.tags if one.id in post.applied_tags]
