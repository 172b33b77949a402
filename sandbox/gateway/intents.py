"""Gateway intents: which events a session receives, and what it may read in them."""

from __future__ import annotations

from enum import IntFlag
from typing import Final

from sandbox.strict.errors import Json
from sandbox.world.model import ChannelKind
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event


class Intent(IntFlag):
    """Discord's gateway intents, as far as the sandbox has events for them."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16


PRIVILEGED: Final = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
HIGHEST: Final = 1 << 25
# What an application's flags say when a privileged intent is switched on (the LIMITED form, for small bots).
APPLICATION_FLAGS: Final = {
    Intent.GUILD_PRESENCES: 1 << 13,
    Intent.GUILD_MEMBERS: 1 << 15,
    Intent.MESSAGE_CONTENT: 1 << 19,
}
HIDDEN: Final[Json] = {"content": "", "embeds": [], "attachments": [], "components": []}

NO_INTENTS: Final = Intent(0)
_BY_PREFIX: Final = (
    ("GUILD_MEMBER_", Intent.GUILD_MEMBERS, NO_INTENTS),
    ("GUILD_SCHEDULED_EVENT_", Intent.GUILD_SCHEDULED_EVENTS, NO_INTENTS),
    ("GUILD_BAN_", Intent.GUILD_MODERATION, NO_INTENTS),
    ("GUILD_", Intent.GUILDS, NO_INTENTS),
    ("CHANNEL_PINS_", Intent.GUILDS, Intent.DIRECT_MESSAGES),
    ("CHANNEL_", Intent.GUILDS, NO_INTENTS),
    ("THREAD_", Intent.GUILDS, NO_INTENTS),
    ("MESSAGE_REACTION_", Intent.GUILD_MESSAGE_REACTIONS, Intent.DIRECT_MESSAGE_REACTIONS),
    ("MESSAGE_", Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    ("TYPING_START", Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING),
)


def wants(event: Event, intents: Intent, reader: Snowflake) -> bool:
    """Whether a session with these intents hears of the event; interactions need none."""
    if event.name == "THREAD_MEMBERS_UPDATE" and not intents & Intent.GUILD_MEMBERS:
        return bool(intents & Intent.GUILDS) and _names(event.data, reader)
    if event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(reader):
        return True
    for prefix, in_guild, direct in _BY_PREFIX:
        if event.name.startswith(prefix):
            return bool(intents & (direct if event.guild_id is None else in_guild))
    return True


def _names(change: Json, reader: Snowflake) -> bool:
    added = (member["user_id"] for member in change.get("added_members", []))
    return str(reader) in {*added, *change.get("removed_member_ids", [])}


def readable(event: Event, intents: Intent, reader: Snowflake) -> Json:
    """The event's data; without the message content intent, foreign messages come without their content.

    A message is not foreign when the bot wrote it, is mentioned in it or receives it directly.
    """
    if event.name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} or intents & Intent.MESSAGE_CONTENT:
        return event.data
    message = event.data
    own = message["author"]["id"] == str(reader)
    mentioned = any(user["id"] == str(reader) for user in message["mentions"])
    if own or mentioned or message.get("channel_type") == ChannelKind.DIRECT:
        return message
    return message | HIDDEN
