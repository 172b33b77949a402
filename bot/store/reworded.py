"""Why matches ended, as it was worded when they were stored, and as it is worded now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REWORDED: Final[Mapping[str, str]] = {
    "a chain joins the two headquarters, and conquest is declared": "a chain joins the two headquarters",
    "a chain of cells joins the two headquarters, and conquest has been declared": "a chain joins the two headquarters",
    "a moderator has awarded the match": "a moderator awarded the match",
    "a moderator has replaced {name} by an AI": "a moderator replaced {name} with an AI",
    "a moderator has voided the match": "a moderator voided the match",
    "all {n} turns are played": "all {n} turns have been played",
    "nobody is at the board": "nobody moved in time",
    "nobody is left to play": "nobody moved in time",
    "the red gem is scored": "the red gem has been scored",
    "{name} did not come to play": "{name} did not show up",
}
"""The present template of each former one: only the present ones have translations."""
