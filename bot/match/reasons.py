"""Reasons why matches end early, as sentences; `{name}` is the player who did not play on."""

from __future__ import annotations

from typing import Final

from games.core.i18n import Message, gettext

RESIGNED: Final = gettext("{name} resigned", name="")
RAN_OUT_OF_TIME: Final = gettext("{name} ran out of time", name="")
LEFT_SERVER: Final = gettext("{name} left the server", name="")
DID_NOT_COME: Final = gettext("{name} did not show up", name="")
AWARDED: Final = gettext("a moderator awarded the match")
REPLACED: Final = gettext("a moderator replaced {name} with an AI", name="")
NOBODY_AT_BOARD: Final = gettext("nobody moved in time")
OUT_OF_TIME_THRICE: Final = gettext("{name} ran out of time three times. An AI takes over.", name="")
"""No reason for an end, but for a player's leaving: told in a line of its own."""


def name_reason(reason: Message, name: str) -> Message:
    """Return the reason with the player's name filled in."""
    return reason.with_values({"name": name})
