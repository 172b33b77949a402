"""How an endpoint is declared: a route, and a function from a call to an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from aiohttp import web

from sandbox.content.attachments import Upload
from sandbox.service import Service
from sandbox.strict.errors import INVALID_BODY, ApiError, Json
from sandbox.strict.form import Form, body_of
from sandbox.world.model import Channel, Guild, Message
from sandbox.world.permissions import NONE, Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World


class Answer(NamedTuple):
    """A status and a JSON body; 204 goes without one."""

    status: int
    body: Any = None


NO_CONTENT = Answer(204)


@dataclass(slots=True)
class Call:
    """One request of the bot."""

    service: Service
    request: web.Request
    payload: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict)

    @property
    def world(self) -> World:
        """The state."""
        return self.service.world

    @property
    def bot(self) -> Snowflake:
        """The bot that asks."""
        return self.service.world.bot_id

    @property
    def body(self) -> Json:
        """The JSON object of the request; 50035 when it is none."""
        return body_of({} if self.payload is None else self.payload)

    @property
    def items(self) -> list[Any]:
        """The JSON array of the request; 50035 when it is none."""
        if not isinstance(self.payload, list):
            raise ApiError(INVALID_BODY)
        return self.payload

    def id(self, name: str) -> Snowflake:
        """An id in the path; 50035 when it is none."""
        text = self.request.match_info[name]
        if not (text.isascii() and text.isdigit()):
            form = Form()
            form.fail((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return Snowflake(int(text))

    def text(self, name: str) -> str:
        """A part of the path."""
        return self.request.match_info[name]

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        """A number in the query."""
        text = self.request.query.get(name)
        if text is None:
            return default
        form = Form()
        value = int(text) if text.lstrip("-").isdigit() else text
        found = form.integer((name,), value, least=least, most=most)
        form.settle()
        return default if found is None else found

    def query_id(self, name: str) -> Snowflake | None:
        """An id in the query."""
        text = self.request.query.get(name)
        form = Form()
        value = form.snowflake((name,), text)
        form.settle()
        return None if value is None else Snowflake(value)

    def flag(self, name: str) -> bool:
        """A boolean in the query."""
        return self.request.query.get(name, "").lower() in {"1", "true"}

    def channel(self, needed: Permission = NONE) -> Channel:
        """The channel of the path, which the bot must see and in which it must have `needed`."""
        channel = self.world.channel(self.id("channel_id"))
        self.world.require(self.bot, channel, needed)
        return channel

    def message(self, channel: Channel, name: str = "message_id") -> Message:
        """The message of the path; ephemeral ones are not found here."""
        return self.world.message(channel, self.id(name))

    def guild(self, needed: Permission = NONE) -> Guild:
        """The guild of the path, in which the bot must be."""
        guild = self.world.guild(self.id("guild_id"))
        self.world.require_in_guild(self.bot, guild, needed)
        return guild


Handler = Callable[[Call], Awaitable[Answer]]


class Endpoint(NamedTuple):
    """One method of one path, as Discord's description writes it."""

    method: str
    path: str
    handler: Handler
    with_token: bool


class Routes:
    """The endpoints of a module, filled by decorators."""

    def __init__(self) -> None:
        self._endpoints: list[Endpoint] = []

    def __iter__(self) -> Iterator[Endpoint]:
        return iter(self._endpoints)

    def __call__(self, method: str, *paths: str, with_token: bool = True) -> Callable[[Handler], Handler]:
        """Register a handler; without `with_token` it needs no bot token (the path carries its own)."""

        def register(handler: Handler) -> Handler:
            self._endpoints += [Endpoint(method, path, handler, with_token) for path in paths]
            return handler

        return register
