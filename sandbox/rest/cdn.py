"""The CDN: attachments, and a plain picture for people without an avatar."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from aiohttp import web

from sandbox.content import addresses
from sandbox.content.attachments import PNG
from sandbox.world.model import Attachment
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

AVATAR_COLORS: Final = (0x5865F2, 0x747F8D, 0x3BA55D, 0xFAA61A, 0xED4245, 0xEB459E)
AVATAR_SIZE: Final = 64


class Cdn:
    """Serves the files of the world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        """The paths under /cdn."""
        return [
            web.get("/cdn/{folder:attachments|ephemeral-attachments}/{channel}/{id}/{name}", self._attachment),
            web.get("/cdn/embed/avatars/{number}.png", self._avatar),
        ]

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self._find(request.match_info["channel"], request.match_info["id"])
        if found is None or found.filename != request.match_info["name"]:
            raise web.HTTPNotFound
        if not addresses.is_open(request.path, request.query, self._world.now()):
            raise web.HTTPNotFound(text="This content is no longer available.")
        headers = {"Content-Type": found.content_type, "Cache-Control": "public, max-age=31536000"}
        return web.Response(body=found.data, headers=headers)

    def _find(self, channel_id: str, attachment_id: str) -> Attachment | None:
        if not (channel_id.isdigit() and attachment_id.isdigit()):
            return None
        key = Snowflake(int(attachment_id))
        if (loose := self._world.uploads.get(key)) is not None:
            return loose
        channel = self._world.channels.get(Snowflake(int(channel_id)))
        if channel is None:
            return None
        attached = (one for message in reversed(channel.messages.values()) for one in message.attachments)
        return next((one for one in attached if one.id == key), None)

    async def _avatar(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        color = AVATAR_COLORS[int(number) % len(AVATAR_COLORS)] if number.isdigit() else 0
        return web.Response(body=flat_png(color, AVATAR_SIZE), content_type="image/png")


def flat_png(color: int, size: int) -> bytes:
    """A square PNG of one colour (0xRRGGBB), `size` pixels wide."""
    row = b"\0" + color.to_bytes(3, "big") * size
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * size)),
        (b"IEND", b""),
    )
    return PNG + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
