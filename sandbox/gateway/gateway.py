"""The gateway: one websocket per shard of the bot, with sessions that survive a lost connection."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox.gateway.compression import Compressor, compressor
from sandbox.gateway.intents import HIGHEST, PRIVILEGED, Intent, readable, wants
from sandbox.settings import Settings
from sandbox.strict.errors import Json
from sandbox.world import payload
from sandbox.world.snowflake import Snowflake, shard_of
from sandbox.world.world import Event, World

API_VERSION: Final = "10"
REPLAY_EVENTS: Final = 2000
SESSION_SECONDS: Final = 180.0
SENDS_PER_MINUTE: Final = 120

ACK_SECONDS = 0.02
"""How long a heartbeat waits for its answer."""


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Close codes of the gateway."""

    UNKNOWN = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Closed(Exception):
    """The sandbox ends a connection."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


@dataclass(slots=True, eq=False)
class Session:
    """What IDENTIFY began; it outlives its connection so that RESUME finds the missed events."""

    id: str
    shard: int
    shards: int
    intents: Intent
    sequence: int = 0
    replay: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_EVENTS))
    connection: Connection | None = None
    lost_at: float = 0.0

    def hears(self, event: Event, reader: Snowflake) -> bool:
        """Whether this session is told of the event."""
        if reader not in event.viewers or shard_of(event.guild_id, self.shards) != self.shard:
            return False
        return wants(event, self.intents, reader)

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, remember it for RESUME and send it if somebody is connected."""
        self.sequence += 1
        text = json.dumps({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data}, separators=(",", ":"))
        self.replay.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)


class Connection:
    """One websocket of the bot."""

    def __init__(self, socket: web.WebSocketResponse, compress: Compressor | None) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.last_heartbeat = time.monotonic()
        self.ended_here = False
        self.is_silent = False  # sends nothing any more, like a broken network
        self._compress = compress
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._sent_at: deque[float] = deque(maxlen=SENDS_PER_MINUTE)
        self._closing: set[asyncio.Task[bool]] = set()

    def send(self, text: str) -> None:
        """Queue a message; order is kept."""
        self._outbox.put_nowait(text)

    def send_op(self, op: Op, data: object) -> None:
        """Queue a message that is no event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send what is queued, until the connection ends."""
        while not self.socket.closed:
            text = await self._outbox.get()
            if self._compress is None and not self.is_silent:
                await self.socket.send_str(text)
            elif self._compress is not None and not self.is_silent:
                await self.socket.send_bytes(self._compress(text.encode()))

    def count_receive(self) -> None:
        """Raise when the bot sends more than 120 messages in a minute."""
        now = time.monotonic()
        if len(self._sent_at) == SENDS_PER_MINUTE and now - self._sent_at[0] < 60:
            raise Closed(Close.RATE_LIMITED)
        self._sent_at.append(now)

    def close(self, code: int) -> None:
        """End the connection soon; does not wait for the bot to agree."""
        self.ended_here = True
        task = asyncio.get_running_loop().create_task(self.socket.close(code=code))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, settings: Settings) -> None:
        self._world = world
        self._settings = settings
        self._identified: dict[int, float] = {}
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        # How many of the next events are delivered twice.
        self.duplicates = 0
        world.listen(self.deliver)

    def deliver(self, event: Event) -> None:
        """Send an event to every session that hears of it."""
        reader = self._world.bot_id
        for session in tuple(self.sessions.values()):
            if session.hears(event, reader):
                data = readable(event, session.intents, reader)
                session.dispatch(event.name, data)
                if self.duplicates:
                    self.duplicates -= 1
                    session.dispatch(event.name, data)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket itself."""
        socket = web.WebSocketResponse(max_msg_size=4096, heartbeat=None, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, compressor(request.query.get("compress")))
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        watcher = asyncio.create_task(self._watch(connection))
        try:
            _require_version(request.query)
            connection.send_op(Op.HELLO, {"heartbeat_interval": self._settings.heartbeat_ms})
            await self._read(connection)
        except Closed as closed:
            await socket.close(code=closed.code)
        finally:
            writer.cancel()
            watcher.cancel()
            self._end_connection(connection)
        return socket

    def _end_connection(self, connection: Connection) -> None:
        self.connections.discard(connection)
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            session.lost_at = time.monotonic()
            # By closing with 1000 or 1001 a bot gives up its session.
            given_up = connection.socket.close_code in {WSCloseCode.OK, WSCloseCode.GOING_AWAY}
            if given_up and not connection.ended_here:
                self.sessions.pop(session.id, None)

    async def _watch(self, connection: Connection) -> None:
        interval = self._settings.heartbeat_ms / 1000
        while True:
            await asyncio.sleep(interval / 2)
            if time.monotonic() - connection.last_heartbeat > interval * 1.5:
                connection.close(Close.SESSION_TIMED_OUT)
                return

    async def _read(self, connection: Connection) -> None:
        async for message in connection.socket:
            if message.type is not WSMsgType.TEXT:
                raise Closed(Close.DECODE_ERROR)
            connection.count_receive()
            try:
                frame = json.loads(message.data)
                op, data = Op(frame["op"]), frame.get("d")
            except (json.JSONDecodeError, TypeError, KeyError):
                raise Closed(Close.DECODE_ERROR) from None
            except ValueError:
                raise Closed(Close.UNKNOWN_OPCODE) from None
            self._receive(connection, op, data)

    def _receive(self, connection: Connection, op: Op, data: object) -> None:
        match op:
            case Op.HEARTBEAT:
                connection.last_heartbeat = time.monotonic()
                # discord.py stores the time of a heartbeat only after sending it. An answer that arrives before that,
                # which is impossible over a network, would look like a late one.
                asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send_op, Op.HEARTBEAT_ACK, None)
            case Op.IDENTIFY:
                self._identify(connection, data)
            case Op.RESUME:
                self._resume(connection, data)
            case _ if connection.session is None:
                raise Closed(Close.NOT_AUTHENTICATED)
            case Op.REQUEST_MEMBERS:
                self._members(connection.session, data)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass
            case _:
                raise Closed(Close.UNKNOWN_OPCODE)

    # ------------------------------------------------------------ sessions

    def _identify(self, connection: Connection, data: object) -> None:
        if connection.session is not None:
            raise Closed(Close.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict) or data.get("token") != self._settings.token:
            raise Closed(Close.AUTHENTICATION_FAILED)
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            raise Closed(Close.INVALID_SHARD)
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents < HIGHEST << 1:
            raise Closed(Close.INVALID_INTENTS)
        if Intent(intents) & PRIVILEGED & ~self._settings.privileged:
            raise Closed(Close.DISALLOWED_INTENTS)
        if self._too_soon(shard):
            connection.send_op(Op.INVALID_SESSION, data=False)
            return
        session = Session(secrets.token_hex(16), shard, shards, Intent(intents), connection=connection)
        self._forget_old()
        self.sessions[session.id] = session
        connection.session = session
        self._ready(session)

    def _too_soon(self, shard: int) -> bool:
        key = shard % self._settings.max_concurrency
        now = time.monotonic()
        if now - self._identified.get(key, -self._settings.identify_seconds) < self._settings.identify_seconds:
            return True
        self._identified[key] = now
        return False

    def _forget_old(self) -> None:
        now = time.monotonic()
        for session in tuple(self.sessions.values()):
            if session.connection is None and now - session.lost_at > SESSION_SECONDS:
                del self.sessions[session.id]

    def _ready(self, session: Session) -> None:
        world = self._world
        guilds = [one for one in world.guilds.values() if self._covers(session, one.id)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": payload.own_user(world.users[world.bot_id]),
                "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": gateway_url(world),
                "shard": [session.shard, session.shards],
                "application": {"id": str(world.application.id), "flags": self._settings.application_flags},
                "private_channels": [],
                "relationships": [],
                "presences": [],
                "guild_join_requests": [],
                "user_settings": {},
                "_trace": ["sandbox"],
            },
        )
        if not session.intents & Intent.GUILDS:
            return
        for guild in guilds:
            shown = guild.members.values()
            members = [one for one in shown if session.intents & Intent.GUILD_MEMBERS or one.user_id == world.bot_id]
            session.dispatch("GUILD_CREATE", payload.guild_create(world, guild, world.bot_id, members=members))

    def _covers(self, session: Session, guild_id: Snowflake) -> bool:
        in_it = self._world.bot_id in self._world.guilds[guild_id].members
        return in_it and shard_of(guild_id, session.shards) == session.shard

    def _resume(self, connection: Connection, data: object) -> None:
        if connection.session is not None:
            raise Closed(Close.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict) or data.get("token") != self._settings.token:
            raise Closed(Close.AUTHENTICATION_FAILED)
        self._forget_old()
        session = self.sessions.get(str(data.get("session_id")))
        last = data.get("seq")
        if session is None or not isinstance(last, int) or not self._replayable(session, last):
            connection.send_op(Op.INVALID_SESSION, data=False)
            return
        if last > session.sequence:
            raise Closed(Close.INVALID_SEQUENCE)
        if session.connection is not None:
            session.connection.close(Close.UNKNOWN)
        session.connection = connection
        connection.session = session
        for number, text in session.replay:
            if number > last:
                connection.send(text)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})

    def _replayable(self, session: Session, last: int) -> bool:
        return not session.replay or session.replay[0][0] <= last + 1

    def _members(self, session: Session, data: Any) -> None:  # noqa: ANN401 - whatever the bot sent
        guild = self._world.guilds.get(Snowflake(int(data.get("guild_id", 0))))
        if guild is None:
            return
        named = data.get("user_ids")
        wanted_ids = {int(one) for one in (named if isinstance(named, list) else [named or 0])}
        query, limit = data.get("query"), int(data.get("limit") or 0)
        found: list[Json] = []
        for member in guild.members.values():
            name = self._world.users[member.user_id].username
            by_query = query is not None and name.startswith(query.lower())
            if member.user_id in wanted_ids or (named is None and by_query):
                found.append(payload.member(self._world, member))
        if not query and named is None and not session.intents & Intent.GUILD_MEMBERS:
            found = []
        body: Json = {"guild_id": str(guild.id), "members": found[: limit or None], "chunk_index": 0, "chunk_count": 1}
        body["not_found"] = [str(one) for one in wanted_ids if one and Snowflake(one) not in guild.members]
        if data.get("nonce"):
            body["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", body)

    # ------------------------------------------------------------ trouble on demand

    def drop(self, code: int = Close.UNKNOWN) -> int:
        """Close every connection with this code; says how many there were."""
        connections = tuple(self.connections)
        for connection in connections:
            connection.close(code)
        return len(connections)

    def ask_to_reconnect(self) -> None:
        """Send RECONNECT (7) to everybody."""
        for connection in self.connections:
            connection.send_op(Op.RECONNECT, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Send INVALID_SESSION (9) to everybody; sessions that cannot be resumed are forgotten."""
        for connection in self.connections:
            connection.send_op(Op.INVALID_SESSION, data=resumable)
        if not resumable:
            self.sessions.clear()

    async def close(self) -> None:
        """End all connections, as when Discord restarts."""
        self._world.unlisten(self.deliver)
        for connection in tuple(self.connections):
            await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)


def _require_version(query: Mapping[str, str]) -> None:
    if query.get("v") != API_VERSION or query.get("encoding", "json") != "json":
        raise Closed(Close.INVALID_VERSION)


def gateway_url(world: World) -> str:
    """The address of the websocket."""
    return f"{world.origin.replace('http', 'ws', 1)}/gateway"
