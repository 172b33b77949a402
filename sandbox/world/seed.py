"""The initial world: two servers with channels and people, with the same ids in every run."""

from __future__ import annotations

from typing import Final

from sandbox.world.clock import Clock
from sandbox.world.model import Channel, ChannelKind, Guild, Member, Overwrite, Role, User
from sandbox.world.permissions import EVERYONE, NONE, Permission
from sandbox.world.snowflake import DISCORD_EPOCH_MS, TIMESTAMP_SHIFT, Snowflake
from sandbox.world.world import Application, World

JOINED: Final = 1_735_689_600.0  # 2025-01-01, long before any test

# UX: what a bot that plays games in threads asks for in its invite.
BOT_PERMISSIONS: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
PEOPLE: Final = (
    ("mira", "Mira", "en-US"),
    ("ana", "Ana", "en-US"),
    ("ben", "Ben", "en-GB"),
    ("chloe", "Chloé", "fr"),
    ("duc", "Đức", "vi"),
    ("emil", "Emil", "de"),
)


def _id(number: int) -> Snowflake:
    # One id per second of 2025's first day: old, distinct, and spread evenly over shards.
    milliseconds = int(JOINED * 1000) - DISCORD_EPOCH_MS + number
    return Snowflake(milliseconds << TIMESTAMP_SHIFT)


def world(clock: Clock, *, bot_name: str = "Quintet") -> World:
    """A world with the servers "Quintet Lounge" (owner Mira) and "Elsewhere" (owner Olga), and the bot in both."""
    bot = User(_id(1), bot_name.lower(), bot_name, bot=True)
    made = World(Application(bot.id, bot_name, owner_id=_id(10)), clock)
    made.users[bot.id] = bot
    for number, (username, name, locale) in enumerate(PEOPLE):
        made.users[_id(10 + number)] = User(_id(10 + number), username, name, locale=locale)
    made.users[_id(30)] = User(_id(30), "olga", "Olga")
    made.users[_id(31)] = User(_id(31), "helperbot", "Helperbot", bot=True)
    _lounge(made)
    _elsewhere(made)
    return made


def _lounge(made: World) -> None:
    people = [_id(10 + number) for number in range(len(PEOPLE))]
    guild = _guild(made, 100, "Quintet Lounge", owner=people[0], people=[*people, _id(31)])
    moderators = Role(_id(110), "Moderators", EVERYONE | Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
                      | Permission.MODERATE_MEMBERS, position=2, color=0x3BA55D, hoist=True)  # fmt: skip
    players = Role(_id(111), "Players", NONE, position=1, color=0x5865F2, mentionable=True)
    managers = Role(_id(112), "Managers", Permission.MANAGE_GUILD | Permission.MANAGE_CHANNELS, position=3)
    for role in (moderators, players, managers):
        guild.roles[role.id] = role
    guild.members[people[1]].roles = [players.id]
    guild.members[people[2]].roles = [players.id]
    guild.members[people[5]].roles = [moderators.id]
    text = _channel(made, guild, 120, "Text", ChannelKind.CATEGORY)
    general = _channel(made, guild, 121, "general", parent=text)
    guild.system_channel_id = general.id
    _channel(made, guild, 122, "games", parent=text)
    _channel(made, guild, 123, "results", parent=text)
    back = _channel(made, guild, 124, "back-room", parent=text)
    back.overwrites[guild.id] = Overwrite(guild.id, 0, deny=Permission.VIEW_CHANNEL)
    back.overwrites[moderators.id] = Overwrite(moderators.id, 0, allow=Permission.VIEW_CHANNEL)
    locked = _channel(made, guild, 125, "announcements", parent=text)
    locked.overwrites[guild.id] = Overwrite(guild.id, 0, deny=Permission.SEND_MESSAGES)
    voice = _channel(made, guild, 130, "Voice", ChannelKind.CATEGORY)
    _channel(made, guild, 131, "Table talk", ChannelKind.VOICE, parent=voice)


def _elsewhere(made: World) -> None:
    guild = _guild(made, 201, "Elsewhere", owner=_id(30), people=[_id(30), _id(11)])
    _channel(made, guild, 221, "lobby")


def _guild(made: World, number: int, name: str, *, owner: Snowflake, people: list[Snowflake]) -> Guild:
    guild = Guild(_id(number), name, owner)
    guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
    own = Role(_id(number + 5), made.application.name, BOT_PERMISSIONS, position=1, bot_id=made.bot_id)
    guild.roles[own.id] = own
    guild.members = {one: Member(one, JOINED) for one in people}
    guild.members[made.bot_id] = Member(made.bot_id, JOINED, roles=[own.id])
    made.guilds[guild.id] = guild
    return guild


def _channel(
    made: World,
    guild: Guild,
    number: int,
    name: str,
    kind: ChannelKind = ChannelKind.TEXT,
    *,
    parent: Channel | None = None,
) -> Channel:
    channel = Channel(_id(number), kind, name, guild.id, parent.id if parent else None, position=len(guild.channels))
    guild.channels[channel.id] = channel
    made.channels[channel.id] = channel
    return channel
