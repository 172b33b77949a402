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
    # discord.py asks for it if the standard library (3.14) or the package zstandard provides it.
    try:
        module = importlib.import_module("compression.zstd")
    except ImportError:
        module = importlib.import_module("zstandard")
        packaged = module.ZstdCompressor().compressobj()
        return lambda data: bytes(packaged.compress(data) + packaged.flush(module.COMPRESSOBJ_FLUSH_BLOCK))
    stream = module.ZstdCompressor()
    return lambda data: bytes(stream.compress(data, mode=module.ZstdCompressor.FLUSH_BLOCK))
