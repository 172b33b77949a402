"""Why matches ended, as it was worded when they were stored, and as it is worded now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REWORDED: Final[Mapping[str, str]] = {
    "a chain joins the two headquarters, and conquest is declared": (
        "a chain joins the two headquarters, and conquest is declared"
    ),
    "a moderator awarded the match": "a moderator awarded the match",
    "a moderator replaced {name} with an AI": "a moderator replaced {name} with an AI",
    "a moderator voided the match": "a moderator voided the match",
    "all {n} turns have been played": "all {n} turns have been played",
    "nobody is left to play": "nobody is left to play",
    "the red gem has been scored": "the red gem has been scored",
    "{name} did not show up": "{name} did not show up",
}
"""The present template of each former one: only the present ones have translations."""
