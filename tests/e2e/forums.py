"""Forums whose posts hold matches, and the tags of these."""

from __future__ import annotations

from sandbox.strict.errors import Json
from tests.e2e.places import Server


async def open_forum(server: Server, *tags: str, requires_tag: bool = False) -> int:
    """A forum that the owner has chosen for matches."""
    forum = await server.sandbox.add_forum("posts", *tags, requires_tag=requires_tag, guild=server.name)
    await server.decide("match-forum", [str(forum)], f"**Posts for matches**: <#{forum}>")
    return forum


async def posts(server: Server, forum: int) -> list[Json]:
    return [one for one in await server.owner.threads() if one["parent_id"] == str(forum)]


async def tags_of(server: Server, forum: int, post: int) -> set[str]:
    """The names of the tags of a post."""
    channels = {one["id"]: one for one in await server.owner.channels()}
    offered = {one["id"]: one["name"] for one in channels[str(forum)]["available_tags"]}
    return {offered[tag] for tag in channels[str(post)]["applied_tags"]}


async def wait_for_tags(server: Server, forum: int, post: int, wanted: set[str]) -> None:
    async def look() -> bool | None:
        return await tags_of(server, forum, post) == wanted or None

    await server.owner.wait_until(look, what=f"the tags {wanted}")
