"""One request of the human side: who acts, where, with what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from sandbox.service import Service
from sandbox.strict.errors import Json
from sandbox.world.model import PRIVATE_KINDS, Channel, Guild, Message, User
from sandbox.world.permissions import NONE, Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World


class Refused(Exception):
    """Something that Discord's own client would not let a person do; the message says why."""

    def __init__(self, reason: str, *, status: int = 400) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(slots=True)
class Visit:
    """One request, its JSON body read; names stand in for ids wherever a person would use them."""

    service: Service
    request: web.Request
    body: Json = field(default_factory=dict)

    @property
    def world(self) -> World:
        """The state."""
        return self.service.world

    @property
    def user(self) -> User:
        """The person who acts."""
        return find_user(self.world, self.request.match_info["user"])

    def channel(self, needed: Permission = NONE) -> Channel:
        """Where the act happens: a channel that the member sees."""
        name = self.request.match_info["channel"]
        found = find_channel(self.world, self.user.id, name)
        allowed = self.world.permissions(self.user.id, found)
        if missing := needed & ~allowed:
            raise Refused(f"{self.user.name} lacks {missing.name} in #{found.name}", status=403)
        return found

    def guild(self) -> Guild:
        """The guild that the request names."""
        return find_guild(self.world, self.request.match_info["guild"])

    def message(self, channel: Channel, given: object = None) -> Message:
        """A message of that channel which the member sees, ephemeral ones of theirs included."""
        text = str(given if given is not None else self.request.match_info["message"])
        message = channel.messages.get(Snowflake(int(text))) if text.isdigit() else None
        if message is None or message.visible_to not in {None, self.user.id}:
            raise Refused(f"{self.user.name} sees no message {text} in #{channel.name}", status=404)
        return message

    def field(self, key: str) -> Any:  # noqa: ANN401 - any JSON
        """A field of the body that must be there."""
        if key not in self.body:
            raise Refused(f"the request lacks {key!r}")
        return self.body[key]


def find_user(world: World, text: str) -> User:
    """A user by id, username or display name."""
    if text.isdigit() and (user := world.users.get(Snowflake(int(text)))) is not None:
        return user
    for user in world.users.values():
        if text.casefold() in {user.username.casefold(), user.name.casefold()}:
            return user
    raise Refused(f"there is no user {text!r}", status=404)


def find_guild(world: World, text: str) -> Guild:
    """A guild by id or name."""
    if text.isdigit() and (guild := world.guilds.get(Snowflake(int(text)))) is not None:
        return guild
    for guild in world.guilds.values():
        if guild.name.casefold() == text.casefold():
            return guild
    raise Refused(f"there is no server {text!r}", status=404)


def find_channel(world: World, user_id: Snowflake, text: str) -> Channel:
    """A channel that the user sees, by id or by name (the first of that name)."""
    if text.isdigit():
        channel = world.channels.get(Snowflake(int(text)))
        if channel is not None and world.sees(user_id, channel):
            return channel
    for channel in world.channels.values():
        named = channel.kind not in PRIVATE_KINDS and channel.name == text
        if named and world.sees(user_id, channel):
            return channel
    raise Refused(f"{world.users[user_id].name} sees no channel {text!r}", status=404)
