"""A member of the sandbox whom a test controls."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import aiohttp

from sandbox.client.message import Component, Message
from sandbox.client.result import Modal, Result
from sandbox.client.transport import SandboxError, Transport

Json = dict[str, Any]
Place = str | int | Message
Value = object
DEFAULT_CHANNEL: Final = "general"
PATIENCE: Final = 30.0

T = TypeVar("T")


class Member:
    """One person. Channels are given by name, by id, or by a message in them; options may name members."""

    def __init__(self, transport: Transport, user: Json) -> None:
        self._transport = transport
        self._news: asyncio.Event | None = None
        self._listener: asyncio.Task[None] | None = None
        self.id = int(user["id"])
        self.name = str(user["global_name"] or user["username"])
        self.username = str(user["username"])

    def __repr__(self) -> str:
        return f"<Member {self.name}>"

    @property
    def mention(self) -> str:
        """How a message mentions this person."""
        return f"<@{self.id}>"

    def _at(self, channel: Place) -> str:
        place = channel.channel_id if isinstance(channel, Message) else channel
        return f"/members/{self.id}/channels/{place}"

    # ------------------------------------------------------------ reading

    async def home(self) -> Json:
        """Servers, channels and threads as this member sees them, with unread counts."""
        return dict(await self._transport.get(f"/members/{self.id}"))

    async def channels(self) -> list[Json]:
        """Every channel and thread this member sees."""
        home = await self.home()
        return [*(one for guild in home["guilds"] for one in guild["channels"]), *home["direct"]]

    async def threads(self) -> list[Json]:
        """Every thread this member sees, newest last."""
        found = [one for one in await self.channels() if "thread_metadata" in one]
        return sorted(found, key=lambda one: int(one["id"]))

    async def messages(self, channel: Place = DEFAULT_CHANNEL, *, limit: int = 100) -> list[Message]:
        """The last messages of a channel, oldest first, with this member's own ephemeral ones."""
        return [Message(one) for one in await self._transport.get(f"{self._at(channel)}/messages", limit=limit)]

    async def last(self, channel: Place = DEFAULT_CHANNEL) -> Message:
        """The newest message of a channel."""
        found = await self.messages(channel, limit=1)
        if not found:
            raise LookupError(f"{self.name} sees no message in {channel}")
        return found[0]

    async def ephemerals(self, channel: Place = DEFAULT_CHANNEL) -> list[Message]:
        """The ephemeral messages this member sees in a channel, oldest first."""
        return [one for one in await self.messages(channel) if one.ephemeral]

    async def refresh(self, message: Message) -> Message:
        """The message as it is now; raises LookupError if it is gone."""
        for one in await self.messages(message, limit=1000):
            if one.id == message.id:
                return one
        raise LookupError(f"{self.name} no longer sees message {message.id}")

    async def unread(self) -> dict[int, Json]:
        """Unread messages and pings by channel id."""
        return {int(key): value for key, value in (await self._transport.get(f"/members/{self.id}/unread")).items()}

    async def pings(self, channel: int | None = None) -> int:
        """The number of pings that this member has not looked at, in a channel or everywhere."""
        unread = await self.unread()
        return sum(value["pings"] for key, value in unread.items() if channel in {None, key})

    async def read(self, channel: Place = DEFAULT_CHANNEL) -> None:
        """Look at a channel: nothing in it is unread any more."""
        await self._transport.post(f"{self._at(channel)}/read")

    async def commands(self, channel: Place = DEFAULT_CHANNEL) -> list[Json]:
        """The commands this member may use in a channel."""
        return list(await self._transport.get(f"{self._at(channel)}/commands"))

    async def download(self, url: str) -> bytes:
        """A file from the CDN."""
        return await self._transport.download(url)

    async def image_bytes(self, message: Message, index: int = 0) -> bytes:
        """A picture of a message."""
        return await self._transport.download(message.images[index].url)

    # ------------------------------------------------------------ writing

    async def say(
        self,
        text: str,
        channel: Place = DEFAULT_CHANNEL,
        *,
        files: Mapping[str, bytes] | None = None,
        reply_to: Message | None = None,
    ) -> Message:
        """Write a message, with files by name."""
        body: Json = {"content": text, "files": [_file(name, data) for name, data in (files or {}).items()]}
        if reply_to is not None:
            body["reply_to"] = str(reply_to.id)
        return Message(await self._transport.post(f"{self._at(channel)}/messages", body))

    async def open_post(self, name: str, forum: Place, *, content: str = "", tags: Sequence[str] = ()) -> int:
        """Open a post in a forum; returns its id."""
        body: Json = {"name": name, "content": content, "tags": list(tags)}
        return int((await self._transport.post(f"{self._at(forum)}/posts", body))["id"])

    async def delete(self, message: Message) -> None:
        """Delete a message, or dismiss an ephemeral one."""
        await self._transport.send("DELETE", f"{self._at(message)}/messages/{message.id}")

    async def react(self, message: Message, emoji: str) -> None:
        """Add a reaction, or take it back."""
        await self._transport.post(f"{self._at(message)}/messages/{message.id}/reactions", {"emoji": emoji})

    async def join(self, thread: Place) -> None:
        """Join a thread."""
        await self._transport.post(f"{self._at(thread)}/join")

    async def leave(self, thread: Place) -> None:
        """Leave a thread."""
        await self._transport.post(f"{self._at(thread)}/leave")

    async def direct(self, other: Member | None = None) -> int:
        """Open the direct conversation with the bot, or with another person; returns its channel id."""
        body: Json = {} if other is None else {"user": str(other.id)}
        return int((await self._transport.post(f"/members/{self.id}/direct", body))["id"])

    async def group(self, *others: Member) -> int:
        """Open a group with these people; returns its channel id."""
        body = {"users": [str(one.id) for one in others]}
        return int((await self._transport.post(f"/members/{self.id}/group", body))["id"])

    async def install(self) -> None:
        """Install the bot's app for oneself, to use it anywhere."""
        await self._transport.send("PATCH", f"/users/{self.id}", {"installed": True})

    # ------------------------------------------------------------ interactions

    async def command(
        self, name: str, options: Mapping[str, Value] | None = None, *, channel: Place = DEFAULT_CHANNEL
    ) -> Result:
        """Run a slash command; subcommands follow after a space. Bytes given as a tuple (name, data) are a file."""
        body = {"name": name, "options": _options(options)}
        return Result(await self._transport.post(f"{self._at(channel)}/command", body))

    async def menu(self, name: str, target: Member | Message, *, channel: Place = DEFAULT_CHANNEL) -> Result:
        """Use a context menu entry on a member or a message."""
        on_message = isinstance(target, Message)
        place = target if isinstance(target, Message) else channel
        body = {"name": name, "type": 3 if on_message else 2, "target": str(target.id)}
        return Result(await self._transport.post(f"{self._at(place)}/command", body))

    async def autocomplete(
        self,
        name: str,
        option: str,
        text: str = "",
        options: Mapping[str, Value] | None = None,
        *,
        channel: Place = DEFAULT_CHANNEL,
    ) -> Result:
        """Type `text` in an option of a command; `options` are those already filled in."""
        body = {"name": name, "focused": option, "options": _options(options) | {option: text}}
        return Result(await self._transport.post(f"{self._at(channel)}/autocomplete", body))

    async def click(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None, remembered: bool = False
    ) -> Result:
        """Press a button, by label, emoji or custom id; `remembered`: also one that the message shows no longer."""
        wanted = custom_id if custom_id is not None else _id_of(message.button(label or ""))
        body = {"message": str(message.id), "custom_id": wanted, "remembered": remembered}
        return Result(await self._transport.post(f"{self._at(message)}/click", body))

    async def select(
        self,
        message: Message,
        values: Sequence[Value] | str,
        *,
        placeholder: str | None = None,
        custom_id: str | None = None,
        remembered: bool = False,
    ) -> Result:
        """Choose in a select menu: values or labels, members, role or channel names; `remembered` as in `click`."""
        wanted = custom_id if custom_id is not None else _id_of(message.select(placeholder))
        chosen = [values] if isinstance(values, str) else [_plain(one) for one in values]
        body = {"message": str(message.id), "custom_id": wanted, "values": chosen, "remembered": remembered}
        return Result(await self._transport.post(f"{self._at(message)}/select", body))

    async def submit(self, modal: Modal, values: Mapping[str, Value] | None = None) -> Result:
        """Hand in a modal; values are keyed by custom id or label."""
        body = {"values": _options(values)}
        return Result(await self._transport.post(f"/members/{self.id}/modals/{modal.id}", body))

    async def settle(self, result: Result, *, patience: float = PATIENCE) -> Result:
        """Wait until a deferred answer is filled in; latency is the first answer's."""
        path = f"/members/{self.id}/interactions/{result.id}"
        settled = await self._transport.get(path, timeout=str(patience))
        if not settled["settled"]:
            raise TimeoutError(f"the bot is still thinking after {patience} s")
        return Result(settled | {"latency_ms": result.latency_ms})

    # ------------------------------------------------------------ waiting

    async def wait_for(
        self,
        check: Callable[[Message], object],
        channel: Place = DEFAULT_CHANNEL,
        *,
        patience: float = PATIENCE,
    ) -> Message:
        """The newest message in a channel for which `check` holds, as soon as there is one."""

        async def look() -> Message | None:
            found = [one for one in await self.messages(channel) if check(one)]
            return found[-1] if found else None

        return await self.wait_until(look, patience=patience, what=f"a message in {channel}")

    async def wait_for_change(self, message: Message, *, patience: float = PATIENCE, what: str = "") -> Message:
        """The message as soon as it is another one than this; raises LookupError if it is gone."""

        async def look() -> Message | None:
            fresh = await self.refresh(message)
            return fresh if fresh.raw != message.raw else None

        return await self.wait_until(look, patience=patience, what=what or f"message {message.id} to change")

    async def wait_for_text(
        self, text: str, channel: Place = DEFAULT_CHANNEL, *, patience: float = PATIENCE
    ) -> Message:
        """The newest message in a channel that contains `text`."""
        return await self.wait_for(lambda one: text in one.text, channel, patience=patience)

    async def wait_until(
        self, look: Callable[[], Awaitable[T | None]], *, patience: float = PATIENCE, what: str = "it"
    ) -> T:
        """Call `look` now and after everything this member hears of, until it finds something."""
        try:
            async with asyncio.timeout(patience):
                while True:
                    news = await self._listen()
                    news.clear()
                    # A channel that this member does not see yet may still appear.
                    with suppress(SandboxError):
                        if (found := await look()) is not None:
                            return found
                    await news.wait()
        except TimeoutError:
            raise TimeoutError(f"{self.name} waited {patience} s for {what}") from None

    async def _listen(self) -> asyncio.Event:
        """Set at everything this member hears of; a stream that has ended is opened again."""
        if self._news is None or self._listener is None or self._listener.done():
            self._news = asyncio.Event()
            url = f"{self._transport.url}/sandbox/members/{self.id}/stream"
            socket = await self._transport.session.ws_connect(url)
            await socket.receive()
            self._listener = asyncio.create_task(self._hear(socket, self._news))
        return self._news

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse, news: asyncio.Event) -> None:
        try:
            async for message in socket:
                if json.loads(message.data)["event"] != "TYPING_START":
                    news.set()
        finally:
            news.set()
            await socket.close()

    async def close(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
            self._listener = None


def _id_of(component: Component) -> str:
    if component.custom_id is None:
        raise LookupError(f"{component.label!r} does nothing: it has no custom id")
    return component.custom_id


def _file(name: str, data: bytes) -> Json:
    return {"filename": name, "base64": base64.b64encode(data).decode()}


def _options(options: Mapping[str, Value] | None) -> Json:
    return {name: _plain(value) for name, value in (options or {}).items() if value is not None}


def _plain(value: Value) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, Member):
        return str(value.id)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], bytes):
        return _file(str(value[0]), value[1])
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value
