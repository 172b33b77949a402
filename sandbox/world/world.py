"""The state of the sandbox's Discord, in memory, and the bus that distributes its events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sandbox.strict import errors
from sandbox.strict.errors import ApiError, Json, Refusal
from sandbox.world import access
from sandbox.world.clock import Clock
from sandbox.world.model import MESSAGE_KINDS, Attachment, Channel, ChannelKind, Guild, Member, Message, User
from sandbox.world.permissions import APP_WITH_BOT, APP_WITHOUT_BOT, DIRECT_MESSAGE, NONE, Permission
from sandbox.world.snowflake import Snowflake, Snowflakes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as the gateway words it, and the users who hear of it.

    `guild_id` decides the shard; None means direct messages.
    """

    name: str
    data: Json
    viewers: frozenset[Snowflake]
    guild_id: Snowflake | None = None


@dataclass(frozen=True, slots=True)
class Application:
    """The bot's application; its id is also the id of the bot's user."""

    id: Snowflake
    name: str
    owner_id: Snowflake
    description: str = ""


class World:
    """Users, guilds and channels by id, with look-ups that refuse as Discord does."""

    def __init__(self, application: Application, clock: Clock) -> None:
        self.application = application
        self.clock = clock
        self.began = clock.now()
        self.ids = Snowflakes(clock)
        self.origin = ""
        self.users: dict[Snowflake, User] = {}
        self.guilds: dict[Snowflake, Guild] = {}
        self.channels: dict[Snowflake, Channel] = {}
        # Files that belong to an interaction, not to a message: attachment options and modal uploads.
        self.uploads: dict[Snowflake, Attachment] = {}
        # The last message with each nonce of each author.
        self.nonces: dict[tuple[Snowflake, str], Message] = {}
        self._listeners: list[Callable[[Event], None]] = []

    @property
    def bot_id(self) -> Snowflake:
        """The user id of the bot."""
        return self.application.id

    def now(self) -> float:
        """The sandbox's time in seconds since the epoch."""
        return self.clock.now()

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def unlisten(self, listener: Callable[[Event], None]) -> None:
        """Stop calling `listener`."""
        self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Tell everybody."""
        for listener in tuple(self._listeners):
            listener(event)

    def user(self, user_id: int) -> User:
        """The user, or 10013."""
        return _require(self.users.get(Snowflake(user_id)), errors.UNKNOWN_USER)

    def guild(self, guild_id: int) -> Guild:
        """The guild, or 10004."""
        return _require(self.guilds.get(Snowflake(guild_id)), errors.UNKNOWN_GUILD)

    def channel(self, channel_id: int) -> Channel:
        """The channel or thread, or 10003."""
        return _require(self.channels.get(Snowflake(channel_id)), errors.UNKNOWN_CHANNEL)

    def text_channel(self, channel_id: int) -> Channel:
        """A channel that holds messages, 10003, 40058 for a forum, or 50024 for another that does not."""
        channel = self.channel(channel_id)
        if channel.kind is ChannelKind.FORUM:
            raise ApiError(errors.FORUM_MESSAGE)
        if channel.kind not in MESSAGE_KINDS:
            raise ApiError(errors.CHANNEL_TYPE)
        return channel

    def message(self, channel: Channel, message_id: int) -> Message:
        """The message of that channel, or 10008; an ephemeral one is found through its interaction only."""
        message = _require(channel.messages.get(Snowflake(message_id)), errors.UNKNOWN_MESSAGE)
        return _require(message if message.visible_to is None else None, errors.UNKNOWN_MESSAGE)

    def member(self, guild: Guild, user_id: int) -> Member:
        """The member of that guild, or 10007."""
        return _require(guild.members.get(Snowflake(user_id)), errors.UNKNOWN_MEMBER)

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild a channel is in; None for direct messages."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def parent(self, thread: Channel) -> Channel:
        """The channel a thread hangs on; any other channel is its own parent."""
        if thread.thread is None or thread.parent_id is None:
            return thread
        return self.channels[thread.parent_id]

    def permissions(self, user_id: Snowflake, channel: Channel) -> Permission:
        """What the user may do in the channel; nothing for those who are not in the guild."""
        guild = self.guild_of(channel)
        if guild is None:
            return DIRECT_MESSAGE if user_id in channel.recipients else NONE
        member = guild.members.get(user_id)
        if member is None:
            return NONE
        parent = self.parent(channel)
        allowed = access.in_channel(guild, member, parent, self.now())
        return allowed if channel is parent else access.in_thread(allowed, channel, member)

    def app_permissions(self, channel: Channel) -> Permission:
        """What an interaction says the app may do in the channel, which the bot need not be in.

        In conversations that is the same whoever they are between; on a server without the bot, what everybody may.
        """
        guild = self.guild_of(channel)
        if guild is None:
            return APP_WITH_BOT if self.bot_id in channel.recipients else APP_WITHOUT_BOT
        if self.bot_id in guild.members:
            return self.permissions(self.bot_id, channel)
        return access.in_channel(guild, Member(self.bot_id, self.began), self.parent(channel), self.now())

    def sees(self, user_id: Snowflake, channel: Channel) -> bool:
        """Whether the user sees the channel at all."""
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def viewers(self, channel: Channel) -> frozenset[Snowflake]:
        """Everyone who sees the channel."""
        guild = self.guild_of(channel)
        if guild is None:
            return frozenset(channel.recipients)
        if channel.is_private_thread:
            return frozenset(user_id for user_id in guild.members if self.sees(user_id, channel))
        # In a large server most members have the same roles, and so see the same.
        special = self.parent(channel).overwrites.keys() | {guild.owner_id}
        alike: dict[tuple[Snowflake, ...], bool] = {}

        def seen_by(user_id: Snowflake, member: Member) -> bool:
            if user_id in special or member.timed_out_until is not None:
                return self.sees(user_id, channel)
            roles = tuple(member.roles)
            if roles not in alike:
                alike[roles] = self.sees(user_id, channel)
            return alike[roles]

        return frozenset(user_id for user_id, member in guild.members.items() if seen_by(user_id, member))

    def require(self, user_id: Snowflake, channel: Channel, needed: Permission = NONE) -> None:
        """Raise 50001 for a channel the user does not see, 50013 if a permission is missing."""
        allowed = self.permissions(user_id, channel)
        if not allowed & Permission.VIEW_CHANNEL:
            raise ApiError(errors.MISSING_ACCESS)
        if needed & ~allowed:
            raise ApiError(errors.MISSING_PERMISSIONS)

    def require_in_guild(self, user_id: Snowflake, guild: Guild, needed: Permission = NONE) -> None:
        """Raise 50001 for a guild the user is not in, 50013 if a permission is missing."""
        member = guild.members.get(user_id)
        if member is None:
            raise ApiError(errors.MISSING_ACCESS)
        if needed & ~access.in_guild(guild, member, self.now()):
            raise ApiError(errors.MISSING_PERMISSIONS)

    def direct_channel(self, one: Snowflake, other: Snowflake) -> Channel:
        """The direct conversation of two users, opened if need be."""
        for channel in self.channels.values():
            if channel.kind is ChannelKind.DIRECT and set(channel.recipients) == {one, other}:
                return channel
        channel = Channel(self.ids.next(), ChannelKind.DIRECT, recipients=(one, other))
        self.channels[channel.id] = channel
        return channel

    def group_channel(self, owner: Snowflake, others: tuple[Snowflake, ...]) -> Channel:
        """A new group of people, which no bot can be in."""
        channel = Channel(self.ids.next(), ChannelKind.GROUP, recipients=(owner, *others))
        self.channels[channel.id] = channel
        return channel


def _require(thing: T | None, refusal: Refusal) -> T:
    if thing is None:
        raise ApiError(refusal)
    return thing
