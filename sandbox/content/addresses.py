"""Signed addresses of files, as Discord's CDN issues them: each expires after a while and is renewed on demand."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final

LIFETIME: Final = 24 * 3600
"""Seconds that an address holds."""

ISSUED_EACH: Final = 12 * 3600
"""Within this many seconds the same file keeps its address: clients fetch it once."""

_KEY: Final = b"sandbox"


def signature(path: str, began: float, now: float) -> str:
    """The query that opens `path` for a while. Times are seconds since 1970; `began` is when the world began."""
    issued = int(began + (now - began) // ISSUED_EACH * ISSUED_EACH)
    ends, starts = f"{issued + LIFETIME:x}", f"{issued:x}"
    return f"ex={ends}&is={starts}&hm={_digest(path, ends, starts)}"


def is_open(path: str, query: Mapping[str, str], now: float) -> bool:
    """Whether the query opens the path still."""
    ends, starts = query.get("ex", ""), query.get("is", "")
    if not hmac.compare_digest(query.get("hm", ""), _digest(path, ends, starts)):
        return False
    return now < int(ends, 16)


def _digest(path: str, ends: str, starts: str) -> str:
    return hmac.new(_KEY, f"{path} {ends} {starts}".encode(), hashlib.sha256).hexdigest()
