"""The objects of the sandbox's Discord: users, guilds, roles, channels, threads, messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from sandbox.strict.errors import Json
from sandbox.world.permissions import NONE, Permission
from sandbox.world.snowflake import Snowflake


class ChannelKind(IntEnum):
    """Discord's channel types."""

    TEXT = 0
    DIRECT = 1
    VOICE = 2
    GROUP = 3
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class MessageKind(IntEnum):
    """Discord's message types, as far as they occur here."""

    DEFAULT = 0
    RECIPIENT_ADD = 1
    CHANNEL_NAME_CHANGE = 4
    PIN = 6
    JOIN = 7
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21
    CONTEXT_MENU_COMMAND = 23


class MessageFlag(IntFlag):
    """Discord's message flags."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)
THREAD_KINDS = frozenset({ChannelKind.ANNOUNCEMENT_THREAD, ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD})
PRIVATE_KINDS = frozenset({ChannelKind.DIRECT, ChannelKind.GROUP})
MESSAGE_KINDS = THREAD_KINDS | PRIVATE_KINDS | {ChannelKind.TEXT, ChannelKind.VOICE, ChannelKind.ANNOUNCEMENT}
DELETABLE_SYSTEM_KINDS = frozenset(
    {
        MessageKind.DEFAULT,
        MessageKind.PIN,
        MessageKind.JOIN,
        MessageKind.THREAD_CREATED,
        MessageKind.REPLY,
        MessageKind.CHAT_INPUT_COMMAND,
        MessageKind.CONTEXT_MENU_COMMAND,
    }
)


@dataclass(slots=True)
class User:
    """An account: a person, or the bot."""

    id: Snowflake
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"
    # People may close their direct messages to bots that share a server with them.
    accepts_messages: bool = True
    # Whether this person installed the bot's application for themselves, to use it anywhere.
    installed: bool = False

    @property
    def name(self) -> str:
        """What other people see."""
        return self.global_name or self.username


@dataclass(slots=True)
class Role:
    """A role of a guild; the role whose id is the guild's is @everyone."""

    id: Snowflake
    name: str
    permissions: Permission
    position: int = 0
    color: int = 0
    hoist: bool = False
    mentionable: bool = False
    bot_id: Snowflake | None = None


@dataclass(slots=True)
class Overwrite:
    """What a channel grants and denies to one role (kind 0) or one member (kind 1)."""

    id: Snowflake
    kind: int
    allow: Permission = NONE
    deny: Permission = NONE


@dataclass(slots=True)
class Member:
    """A user in a guild."""

    user_id: Snowflake
    joined_at: float
    nick: str | None = None
    roles: list[Snowflake] = field(default_factory=list)
    timed_out_until: float | None = None

    def timed_out(self, now: float) -> bool:
        """Whether a moderator's timeout is running."""
        return self.timed_out_until is not None and now < self.timed_out_until


@dataclass(slots=True)
class ForumTag:
    """A tag that a forum offers; a `moderated` one is given and taken only by those who manage threads."""

    id: Snowflake
    name: str
    moderated: bool = False
    emoji_name: str | None = None


@dataclass(slots=True)
class ThreadState:
    """What a thread has beyond a channel; `members` maps user ids to when they joined."""

    owner_id: Snowflake
    created: float
    archive_timestamp: float
    auto_archive_minutes: int
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    members: dict[Snowflake, float] = field(default_factory=dict)
    message_count: int = 0
    total_message_sent: int = 0


@dataclass(slots=True)
class Channel:
    """A text or voice channel, a category, a thread or a conversation of people, with its messages by id.

    A conversation has no server but `recipients`; the first of a group is its owner. A forum has the `tags` it offers,
    its posts are threads with `applied_tags`, and hold the message they begin with under their own id.
    """

    id: Snowflake
    kind: ChannelKind
    name: str = ""
    guild_id: Snowflake | None = None
    parent_id: Snowflake | None = None
    topic: str | None = None
    position: int = 0
    nsfw: bool = False
    slowmode: int = 0
    default_auto_archive_minutes: int | None = None
    recipients: tuple[Snowflake, ...] = ()
    overwrites: dict[Snowflake, Overwrite] = field(default_factory=dict)
    thread: ThreadState | None = None
    messages: dict[Snowflake, Message] = field(default_factory=dict)
    last_message_id: Snowflake | None = None
    last_pin: float | None = None
    tags: list[ForumTag] = field(default_factory=list)
    requires_tag: bool = False
    applied_tags: list[Snowflake] = field(default_factory=list)

    @property
    def is_private_thread(self) -> bool:
        """Whether only its members see it."""
        return self.kind is ChannelKind.PRIVATE_THREAD


class EventStatus(IntEnum):
    """Where a scheduled event is in its life."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(slots=True)
class ScheduledEvent:
    """An event that a server lists; `starts` and `ends` in seconds since the epoch."""

    id: Snowflake
    name: str
    creator_id: Snowflake
    starts: float
    ends: float
    location: str
    description: str | None = None
    status: EventStatus = EventStatus.SCHEDULED


@dataclass(slots=True)
class Guild:
    """A server."""

    id: Snowflake
    name: str
    owner_id: Snowflake
    roles: dict[Snowflake, Role] = field(default_factory=dict)
    members: dict[Snowflake, Member] = field(default_factory=dict)
    channels: dict[Snowflake, Channel] = field(default_factory=dict)
    threads: dict[Snowflake, Channel] = field(default_factory=dict)
    events: dict[Snowflake, ScheduledEvent] = field(default_factory=dict)
    locale: str = "en-US"
    system_channel_id: Snowflake | None = None


@dataclass(slots=True)
class Attachment:
    """An uploaded file; `width` and `height` in pixels for pictures."""

    id: Snowflake
    channel_id: Snowflake
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


@dataclass(slots=True)
class Mentions:
    """The people and roles whom a text mentions, after allowed_mentions had its say."""

    users: tuple[Snowflake, ...] = ()
    roles: tuple[Snowflake, ...] = ()
    everyone: bool = False


@dataclass(slots=True)
class Message:
    """A message. `components` and `embeds` are kept in the form in which Discord answers them.

    `visible_to` is the one user who sees an ephemeral message; `pinged` are those whom its creation notified.
    """

    id: Snowflake
    channel_id: Snowflake
    author_id: Snowflake
    kind: MessageKind = MessageKind.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS
    mentions: Mentions = field(default_factory=Mentions)
    timestamp: float = 0.0
    edited: float | None = None
    tts: bool = False
    pinned: bool = False
    nonce: str | int | None = None
    reference: Json | None = None
    reactions: dict[str, list[Snowflake]] = field(default_factory=dict)
    interaction_metadata: Json | None = None
    interaction: Json | None = None
    application_id: Snowflake | None = None
    webhook_id: Snowflake | None = None
    position: int | None = None
    visible_to: Snowflake | None = None
    pinged: frozenset[Snowflake] = frozenset()
