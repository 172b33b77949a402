"""Read numbers that people typed, or that are in a custom id."""

from __future__ import annotations

MOST = 2**63 - 1
"""The largest id on Discord and in the database: both use signed 64-bit numbers."""


def read_number(text: str, most: int = MOST) -> int | None:
    """Parse a whole number from 0 to `most`, ignoring surrounding spaces; None for any other text."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None
