"""Transport compression: each message can be read as soon as it arrives."""

from __future__ import annotations

import sys
import zlib
from types import SimpleNamespace

import pytest

from sandbox.gateway.compression import compressor


class Recorder:
    """Stands in for a zstandard compressor."""

    FLUSH_BLOCK = 1

    def compress(self, data: bytes, mode: int = 0) -> bytes:
        return b"<%d:%s>" % (mode, data)

    def flush(self, mode: int) -> bytes:
        return b"<flush %d>" % mode

    def compressobj(self) -> Recorder:
        return self


def test_zlib_flushes_after_every_message() -> None:
    compress, stream = compressor("zlib-stream"), zlib.decompressobj()
    assert compress is not None
    for text in (b"one", b"two" * 1000):
        packed = compress(text)
        assert packed.endswith(b"\0\0\xff\xff")
        assert stream.decompress(packed) == text


def test_zstd_comes_from_the_standard_library_or_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "compression", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "compression.zstd", SimpleNamespace(ZstdCompressor=Recorder))
    compress = compressor("zstd-stream")
    assert compress is not None
    assert compress(b"x") == b"<1:x>"
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    package = SimpleNamespace(ZstdCompressor=Recorder, COMPRESSOBJ_FLUSH_BLOCK=7)
    monkeypatch.setitem(sys.modules, "zstandard", package)
    compress = compressor("zstd-stream")
    assert compress is not None
    assert compress(b"x") == b"<0:x><flush 7>"


def test_no_compression_unless_asked_for() -> None:
    assert compressor(None) is None
    assert compressor("brotli") is None
