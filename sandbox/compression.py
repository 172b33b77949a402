"""Transport compression of the gateway: one stream per connection, flushed after every message."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable

Compressor = Callable[[bytes], bytes]


def compressor(name: str | None) -> Compressor | None:
    """The compression a bot asked for in the gateway's address; None for none or an unknown one."""
    match name:
        case "zlib-stream":
            return _zlib()
        case "zstd-stream":
            return _zstd()
        case _:
            return None


def _zlib() -> Compressor:
    stream = zlib.compressobj()
    return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compressor:
    # Part of the standard library since Python 3.14, which is where discord.py asks for it.
    zstd = importlib.import_module("compression.zstd")
    stream = zstd.ZstdCompressor()
    return lambda data: bytes(stream.compress(data, mode=stream.FLUSH_BLOCK))
