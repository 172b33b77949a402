"""A way to PostgreSQL that tests can cut."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path


class Relay:
    """Passes everything on between a port of this machine and the socket of a server."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._door: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self.port = 0

    async def open(self) -> None:
        """Take connections, from the second time on at the same port."""
        self._door = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._door.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """All connections end, and new ones are refused, as when the server is down."""
        if self._door is not None:
            self._door.close()
        for line in self._lines:
            line.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._socket)
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines.add(writer)
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        self._lines.discard(writer)
        writer.close()
