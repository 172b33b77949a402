"""Forums: their tags and their posts."""

from __future__ import annotations

from collections.abc import Collection

from sandbox.content.attachments import Files
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError, Json
from sandbox.strict.form import Form
from sandbox.world import messages, threads
from sandbox.world.model import Channel, ChannelKind, ForumTag, Message, ThreadState
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World


def read_tags(form: Form, world: World, forum: Channel, given: object) -> list[ForumTag] | None:
    """The tags that a forum is to offer; one with the id of a present tag changes that. None if none are named.

    Raises 40061 for two of the same name.
    """
    if given is None:
        return None
    present = {one.id for one in forum.tags}
    found = []
    for path, body in form.objects(("available_tags",), given, most=limits.FORUM_TAGS):
        name = form.text((*path, "name"), body.get("name"), least=1, most=limits.TAG_NAME) or ""
        moderated = form.boolean((*path, "moderated"), body.get("moderated"))
        key = Snowflake(form.snowflake((*path, "id"), body.get("id")) or 0)
        found.append(ForumTag(key if key in present else world.ids.next(), name, bool(moderated)))
        found[-1].emoji_name = body.get("emoji_name")
    if len({one.name.casefold() for one in found}) < len(found):
        raise ApiError(errors.TAG_NAMES)
    return found


def read_applied(form: Form, given: object) -> list[Snowflake] | None:
    """The tags that a post is to have; None if none are named."""
    if given is None:
        return None
    named = form.array(("applied_tags",), given, most=limits.APPLIED_TAGS)
    read = [form.snowflake(("applied_tags", index), one) for index, one in enumerate(named)]
    return [Snowflake(one or 0) for one in read]


def require_tags(
    world: World, user_id: Snowflake, forum: Channel, tags: Collection[Snowflake], before: Collection[Snowflake] = ()
) -> None:
    """Raise what Discord answers if the user may not give a post of the forum these tags instead of those before."""
    offered = {one.id: one for one in forum.tags}
    if not offered.keys() >= set(tags):
        raise ApiError(errors.UNKNOWN_TAG)
    manages = bool(world.permissions(user_id, forum) & Permission.MANAGE_THREADS)
    changed = set(tags) ^ set(before)
    if not manages and any(one.moderated and one.id in changed for one in forum.tags):
        raise ApiError(errors.MISSING_PERMISSIONS)
    if forum.requires_tag and not tags:
        free = manages or any(not one.moderated for one in forum.tags)
        raise ApiError(errors.TAG_REQUIRED if free else errors.NO_TAGS)


def open_post(
    world: World, forum: Channel, state: ThreadState, name: str, tags: list[Snowflake], body: Json, files: Files
) -> tuple[Channel, Message]:
    """A post and the message that it begins with, which has the id of the post. Raises what Discord refuses."""
    author = state.owner_id
    require_tags(world, author, forum, tags)
    post = Channel(world.ids.next(), ChannelKind.PUBLIC_THREAD, name, forum.guild_id, forum.id, thread=state)
    post.applied_tags = tags
    message = messages.draft(world, post, author, messages.compose(world, post, author, body, files))
    message.id = post.id
    threads.start(world, forum, post, author)
    forum.last_message_id = post.id
    messages.post(world, post, message)
    return post, message
