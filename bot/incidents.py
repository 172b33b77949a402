"""Unexpected errors: each gets a short code that a player can quote and an admin can find in the log."""

from __future__ import annotations

import secrets
from typing import Final

import structlog

from bot import metrics

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that cannot be mistaken for each other."""
LENGTH: Final = 4

_log = structlog.get_logger(__name__)


def new_code() -> str:
    """Return a code such as 7Q2K, one of a million, enough to find one line in a log."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def report(error: BaseException, during: str, event: str = "incident", **facts: object) -> str:
    """Log an unexpected error with its traceback, count it, and return its code. `facts` are ids, never content."""
    code = new_code()
    metrics.incident(during)
    _log.error(event, code=code, during=during, exc_info=error, **facts)
    return code
