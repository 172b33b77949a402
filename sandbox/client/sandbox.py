"""Start a sandbox from a test, and cause trouble in it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from sandbox.client.member import Member
from sandbox.client.transport import Transport
from sandbox.server import Server
from sandbox.settings import TOKEN, Settings
from sandbox.strict.faults import Trouble

LISTENING: Final = re.compile(r"listening on (http://\S+)")
QUICK: Final = ("--identify-seconds", "0", "--no-rate-limits")
"""Arguments of a sandbox in which nobody waits."""
START_SECONDS: Final = 60.0
REQUEST_SECONDS = 60
Json = dict[str, Any]


class Violated(AssertionError):
    """The bot or the sandbox broke Discord's description."""

    def __init__(self, violations: list[Json]) -> None:
        lines = [f"{one['kind']} {one['where']} {one['path']}: {one['message']}" for one in violations]
        super().__init__("\n".join(lines))


class Sandbox:
    """A running sandbox. A bot is pointed at `api`, `gateway` and `cdn` and logs in with `token`."""

    def __init__(self, transport: Transport, token: str, users: list[Json]) -> None:
        self._transport = transport
        self.token = token
        self.process: asyncio.subprocess.Process | None = None
        """The process of a sandbox that was spawned."""
        self._members: dict[str, Member] = {}
        self._learn(users)

    @property
    def url(self) -> str:
        """The address of the sandbox and its page."""
        return self._transport.url

    @property
    def api(self) -> str:
        """For `discord.http.Route.BASE`."""
        return f"{self.url}/api/v10"

    @property
    def gateway(self) -> str:
        """For `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return f"{self.url.replace('http', 'ws', 1)}/gateway"

    @property
    def cdn(self) -> str:
        """For `discord.asset.Asset.BASE`."""
        return f"{self.url}/cdn"

    # ------------------------------------------------------------ starting

    @classmethod
    @asynccontextmanager
    async def start(cls, settings: Settings | None = None) -> AsyncIterator[Sandbox]:
        """A sandbox in this process, on the running loop. QUINTET_OPENAPI switches strict mode on."""
        given = os.environ.get("QUINTET_OPENAPI")
        settings = settings or Settings(openapi=Path(given) if given else None)
        server = Server(settings)
        url = await server.start()
        try:
            async with cls.attach(url, token=settings.token) as sandbox:
                yield sandbox
        finally:
            await server.stop()

    @classmethod
    @asynccontextmanager
    async def spawn(cls, arguments: Sequence[str] = ()) -> AsyncIterator[Sandbox]:
        """A sandbox in a process of its own, as `make run` starts it."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandbox", *arguments, stdout=asyncio.subprocess.PIPE
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                line = await process.stdout.readline() if process.stdout else b""
            found = LISTENING.search(line.decode())
            if found is None:
                raise RuntimeError("the sandbox did not start")
            async with cls.attach(found[1]) as sandbox:
                sandbox.process = process
                yield sandbox
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()

    @classmethod
    @asynccontextmanager
    async def attach(cls, url: str, *, token: str = TOKEN) -> AsyncIterator[Sandbox]:
        """A sandbox that is already running."""
        # Each member who listens holds a connection: a limit would make the next request wait for ever.
        connector, patience = aiohttp.TCPConnector(limit=0), aiohttp.ClientTimeout(total=REQUEST_SECONDS)
        async with aiohttp.ClientSession(connector=connector, timeout=patience) as session:
            transport = Transport(url, session)
            world = await transport.get("/world")
            sandbox = cls(transport, token, world["users"])
            try:
                yield sandbox
                if found := await sandbox.violations():
                    raise Violated(found)
            finally:
                for member in sandbox._members.values():
                    await member.close()

    def _learn(self, users: list[Json]) -> None:
        for user in users:
            member = Member(self._transport, user)
            self._members[member.name.casefold()] = member

    # ------------------------------------------------------------ people and places

    def member(self, name: str) -> Member:
        """A person by display name."""
        return self._members[name.casefold()]

    @property
    def bot(self) -> Member:
        """The bot's own account, for options and mentions."""
        return self._members["quintet"]

    async def world(self) -> Json:
        """Everything there is."""
        return dict(await self._transport.get("/world"))

    async def add_person(self, name: str, *, guild: str = "Quintet Lounge", locale: str = "en-US") -> Member:
        """A new person who joins a server."""
        made = await self._transport.post("/users", {"name": name, "locale": locale})
        await self._transport.send("PUT", f"/guilds/{guild}/members/{made['id']}", {})
        world = await self.world()
        self._learn([one for one in world["users"] if one["id"] == made["id"]])
        return self.member(name)

    # ------------------------------------------------------------ time and trouble

    async def advance(self, seconds: float) -> None:
        """Let time pass at once: tokens expire, messages grow old, threads fall asleep, rate limits end."""
        await self._transport.post("/clock", {"advance": seconds})

    async def sessions(self) -> list[Json]:
        """The bot's gateway sessions."""
        return list(await self._transport.get("/gateway"))

    async def drop_gateway(self, code: int = 4000) -> None:
        """Cut every gateway connection."""
        await self._transport.post("/gateway", {"action": "drop", "code": code})

    async def silence_gateway(self) -> None:
        """Let nothing more come out of the gateway connections there are, which stay open; new ones are well."""
        await self._transport.post("/gateway", {"action": "silence"})

    async def ask_to_reconnect(self) -> None:
        """Send opcode 7."""
        await self._transport.post("/gateway", {"action": "reconnect"})

    async def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Send opcode 9."""
        await self._transport.post("/gateway", {"action": "invalidate", "resumable": resumable})

    async def duplicate_events(self, events: int = 1) -> None:
        """Deliver each of the next events twice."""
        await self._transport.post("/gateway", {"action": "duplicate", "events": events})

    async def trouble(
        self,
        kind: Trouble,
        route: str = ".",
        *,
        times: int = 1,
        seconds: float = 1.0,
        status: int = 500,
        each: bool = False,
    ) -> None:
        """Trouble for the bot's next requests whose `METHOD /path` matches `route`; `each`: of every such path."""
        body = {"trouble": kind, "route": route, "times": times, "seconds": seconds, "status": status, "each": each}
        await self._transport.post("/faults", body)

    async def faults(self) -> list[Json]:
        """The rules of trouble and how often they struck."""
        return list(await self._transport.get("/faults"))

    async def end_trouble(self) -> None:
        """No more trouble."""
        await self._transport.send("DELETE", "/faults")

    async def violations(self) -> list[Json]:
        """What Discord's description did not allow so far."""
        return list(await self._transport.get("/violations"))

    async def forgive(self, kind: str | None = None) -> None:
        """Forget violations (of one kind: request, answer, event); otherwise they fail the test at its end."""
        await self._transport.send("DELETE", "/violations" if kind is None else f"/violations?kind={kind}")

    async def refusals(self) -> dict[str, int]:
        """The number of times that each route ran into a rate limit."""
        return dict(await self._transport.get("/refusals"))

    async def control(self, method: str, path: str, body: Json | None = None) -> Any:  # noqa: ANN401 - JSON
        """Any other control of the sandbox; see its README."""
        return await self._transport.send(method, path, body)

    async def delete_channel(self, channel_id: int) -> None:
        """Delete a channel or thread behind the bot's back."""
        await self._transport.send("DELETE", f"/channels/{channel_id}")

    async def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete any message."""
        await self._transport.send("DELETE", f"/channels/{channel_id}/messages/{message_id}")

    async def add_forum(self, name: str, *tags: str, requires_tag: bool = False, guild: str = "Quintet Lounge") -> int:
        """A new forum with these tags; returns its id."""
        body: Json = {"name": name, "type": 15, "tags": list(tags), "requires_tag": requires_tag}
        return int((await self._transport.post(f"/guilds/{guild}/channels", body))["id"])

    async def deny(self, channel_id: int, *permissions: str, target: str = "bot") -> None:
        """Deny permissions (Discord's names, any case) in a channel; the target is the bot, a role or a person."""
        await self._transport.send(
            "PUT", f"/channels/{channel_id}/overwrites", {"target": target, "deny": list(permissions)}
        )

    async def channel_id(self, name: str, *, guild: str = "Quintet Lounge") -> int:
        """The id of a channel by name."""
        for one in (await self.world())["guilds"]:
            if one["name"] == guild:
                return next(int(channel["id"]) for channel in one["channels"] if channel["name"] == name)
        raise LookupError(f"no channel {name!r} in {guild!r}")
