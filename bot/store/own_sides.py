"""A person's matches as they see them: of a match across servers, their own side."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import RowMapping

from bot.match.model import Side

OWN_SIDE: Final = "own_side"
"""The column with the person's side."""
_GUEST_COLUMNS = frozenset({"guest_guild", "guest_channel", "guest_server_name", "guest_posted_revision"})


def own_side(row: RowMapping) -> dict[str, Any]:
    """Return a person's match, without the other server if it is played across servers."""
    told = {name: value for name, value in row.items() if name not in {*_GUEST_COLUMNS, OWN_SIDE}}
    if row["guest_guild"] is None or row[OWN_SIDE] == Side.HOME:
        return told
    return told | {
        "guild": row["guest_guild"],
        "channel": row["guest_channel"],
        "server_name": row["guest_server_name"],
        "posted_revision": row["guest_posted_revision"],
    }
