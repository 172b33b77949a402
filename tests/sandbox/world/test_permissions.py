"""How roles, overwrites, threads and timeouts add up."""

from __future__ import annotations

import pytest

from sandbox.world.access import in_channel, in_guild, in_thread
from sandbox.world.clock import Clock
from sandbox.world.model import Channel, ChannelKind, Guild, Member, Overwrite, Role, ThreadState
from sandbox.world.permissions import ALL, NONE, Permission
from sandbox.world.snowflake import Snowflake, Snowflakes, created_at, shard_of

GUILD, OWNER, ANA, ROLE, OTHER = (Snowflake(number) for number in range(1, 6))
VIEW, SEND, ATTACH = Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.ATTACH_FILES


@pytest.fixture
def guild() -> Guild:
    made = Guild(GUILD, "g", OWNER)
    made.roles[GUILD] = Role(GUILD, "@everyone", VIEW | SEND)
    made.roles[ROLE] = Role(ROLE, "role", ATTACH)
    made.roles[OTHER] = Role(OTHER, "other", NONE)
    return made


def member(*roles: Snowflake) -> Member:
    return Member(ANA, 0.0, roles=list(roles))


def channel(*overwrites: Overwrite) -> Channel:
    return Channel(Snowflake(9), ChannelKind.TEXT, guild_id=GUILD, overwrites={one.id: one for one in overwrites})


def test_roles_add_up_on_top_of_everyone(guild: Guild) -> None:
    assert in_guild(guild, member(), 0) == VIEW | SEND
    assert in_guild(guild, member(ROLE), 0) == VIEW | SEND | ATTACH


def test_owners_and_administrators_may_everything(guild: Guild) -> None:
    guild.roles[ROLE].permissions = Permission.ADMINISTRATOR
    locked = channel(Overwrite(GUILD, 0, deny=VIEW))
    assert in_channel(guild, Member(OWNER, 0.0), locked, 0) == ALL
    assert in_channel(guild, member(ROLE), locked, 0) == ALL


def test_a_roles_allow_beats_everyones_and_other_roles_deny(guild: Guild) -> None:
    place = channel(Overwrite(GUILD, 0, deny=SEND), Overwrite(OTHER, 0, deny=SEND), Overwrite(ROLE, 0, allow=SEND))
    assert not in_channel(guild, member(OTHER), place, 0) & SEND
    assert in_channel(guild, member(ROLE, OTHER), place, 0) & SEND


def test_a_members_own_overwrite_has_the_last_word(guild: Guild) -> None:
    place = channel(Overwrite(ROLE, 0, allow=SEND), Overwrite(ANA, 1, deny=SEND))
    assert not in_channel(guild, member(ROLE), place, 0) & SEND


def test_whoever_does_not_see_a_channel_may_nothing_there(guild: Guild) -> None:
    assert in_channel(guild, member(ROLE), channel(Overwrite(GUILD, 0, deny=VIEW)), 0) == NONE


def test_without_sending_there_is_no_attaching(guild: Guild) -> None:
    assert in_channel(guild, member(ROLE), channel(Overwrite(GUILD, 0, deny=SEND)), 0) == VIEW


def test_a_timeout_leaves_reading(guild: Guild) -> None:
    ana = member(ROLE)
    ana.timed_out_until = 10.0
    assert in_channel(guild, ana, channel(), 5.0) == VIEW
    assert in_channel(guild, ana, channel(), 11.0) & SEND


def test_threads_go_by_their_own_sending_permission() -> None:
    thread = Channel(Snowflake(9), ChannelKind.PUBLIC_THREAD, thread=ThreadState(OWNER, 0, 0, 60))
    assert not in_thread(VIEW | SEND, thread, member()) & SEND
    assert in_thread(VIEW | Permission.SEND_MESSAGES_IN_THREADS, thread, member()) & SEND


def test_private_threads_are_seen_by_members_and_managers() -> None:
    thread = Channel(Snowflake(9), ChannelKind.PRIVATE_THREAD, thread=ThreadState(OWNER, 0, 0, 60))
    assert in_thread(VIEW, thread, member()) == NONE
    assert in_thread(VIEW | Permission.MANAGE_THREADS, thread, member()) & VIEW
    assert thread.thread is not None
    thread.thread.members[ANA] = 0.0
    assert in_thread(VIEW, thread, member()) == VIEW


def test_snowflakes_grow_even_when_the_clock_is_set_back() -> None:
    clock = Clock()
    ids = Snowflakes(clock)
    first = ids.next()
    assert abs(created_at(first) - clock.now()) < 1
    clock.advance(-1000)
    assert ids.next() > first


def test_direct_messages_belong_to_shard_zero() -> None:
    assert shard_of(None, 4) == 0
    assert shard_of(Snowflake(5 << 22), 4) == 1
