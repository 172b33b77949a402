"""The sandbox's own controls: time, trouble, and changes to the world that no bot may make."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from sandbox.human import views
from sandbox.human.visit import Refused, Visit, find_guild, find_user
from sandbox.strict.errors import Json
from sandbox.strict.faults import Rule, Trouble
from sandbox.world import channels, guilds, messages, threads
from sandbox.world.model import Channel, ChannelKind, ForumTag, Guild, Overwrite, Role, User
from sandbox.world.permissions import NONE, Permission
from sandbox.world.snowflake import Snowflake

Control = Callable[[Visit], Awaitable[Any]]


async def clock(visit: Visit) -> Json:
    """Let time pass: `{"advance": seconds}`."""
    visit.world.clock.advance(float(visit.field("advance")))
    threads.archive_idle(visit.world)
    return {"now": visit.world.now(), "shift": visit.world.clock.shift}


async def gateway(visit: Visit) -> Json:
    """Gateway trouble: `{"action": "drop" | "silence" | "reconnect" | "invalidate" | "duplicate", ...}`."""
    gate = visit.service.gateway
    match visit.field("action"):
        case "drop":
            return {"dropped": gate.drop(int(visit.body.get("code", 4000)))}
        case "silence":
            for connection in gate.connections:  # later connections work
                connection.is_silent = True
        case "reconnect":
            gate.ask_to_reconnect()
        case "invalidate":
            gate.invalidate(resumable=bool(visit.body.get("resumable")))
        case "duplicate":
            gate.duplicates = int(visit.body.get("events", 1))
        case other:
            raise Refused(f"unknown action {other!r}")
    return {}


async def sessions(visit: Visit) -> list[Json]:
    """The bot's gateway sessions."""
    return [
        {
            "id": one.id,
            "shard": one.shard,
            "shards": one.shards,
            "intents": int(one.intents),
            "connected": one.connection is not None,
            "sequence": one.sequence,
        }
        for one in visit.service.gateway.sessions.values()
    ]


async def violations(visit: Visit) -> list[Json]:
    """What Discord's description did not allow so far."""
    return visit.service.inspector.violations()


async def forgive(visit: Visit) -> Json:
    """Forget all violations, or those of one kind: `?kind=request`."""
    visit.service.inspector.forget(visit.request.query.get("kind"))
    return {}


async def faults(visit: Visit) -> list[Json]:
    """The rules of trouble in force, and how often they struck."""
    return visit.service.faults.list_rules()


async def add_fault(visit: Visit) -> list[Json]:
    """A rule of trouble: `{"trouble", "route": regular expression on "METHOD /path", "times", "seconds", "status"}`."""
    try:
        rule = Rule(Trouble(visit.field("trouble")), **{k: v for k, v in visit.body.items() if k != "trouble"})
    except (TypeError, ValueError) as error:
        raise Refused(str(error)) from None
    visit.service.faults.rules.append(rule)
    return visit.service.faults.list_rules()


async def clear_faults(visit: Visit) -> Json:
    """No more trouble."""
    visit.service.faults.rules.clear()
    return {}


async def refusals(visit: Visit) -> Json:
    """The number of times that each route ran into a rate limit."""
    return dict(visit.service.limits.refusals)


def _channel(visit: Visit) -> Channel:
    return visit.world.channel(int(visit.request.match_info["id"]))


async def delete_channel(visit: Visit) -> Json:
    """Delete a channel or thread behind the bot's back."""
    channel = _channel(visit)
    if channel.thread is not None:
        threads.delete(visit.world, channel)
    else:
        channels.delete(visit.world, channel)
    return {}


async def edit_channel(visit: Visit) -> Json:
    """Change a channel, `{"slowmode": seconds}`, a thread, also `{"archived": bool, "locked": bool}`, or a forum.

    Of a forum also `{"tags": [names], "requires_tag": bool}`.
    """
    thread = _channel(visit)
    thread.slowmode = int(visit.body.get("slowmode", thread.slowmode))
    _offer_tags(visit, thread)
    if thread.thread is None:
        channels.publish_update(visit.world, thread)
        return {}
    if "locked" in visit.body:
        thread.thread.locked = bool(visit.body["locked"])
    if "archived" in visit.body:
        threads.set_archived(visit.world, thread, archived=bool(visit.body["archived"]))
    else:
        threads.publish_update(visit.world, thread)
    return {}


def _offer_tags(visit: Visit, forum: Channel) -> None:
    """Let a forum offer the tags that the request names: those that it has stay what they are."""
    if "tags" in visit.body:
        present = {one.name: one for one in forum.tags}
        wanted = [str(name) for name in visit.body["tags"]]
        forum.tags = [present.get(name) or ForumTag(visit.world.ids.next(), name) for name in wanted]
    forum.requires_tag = bool(visit.body.get("requires_tag", forum.requires_tag))


async def delete_message(visit: Visit) -> Json:
    """Delete any message."""
    channel = _channel(visit)
    message = channel.messages.get(Snowflake(int(visit.request.match_info["message"])))
    if message is None:
        raise Refused("there is no such message", status=404)
    messages.delete(visit.world, message)
    return {}


async def permit(visit: Visit) -> Json:
    """Overwrite what a role or member may do in a channel: `{"target", "allow": [names], "deny": [names]}`.

    The target is a user, a role, "everyone", or "bot" for the bot's own role.
    """
    channel = _channel(visit)
    guild = visit.world.guild_of(channel)
    if guild is None:
        raise Refused("direct conversations have no overwrites")
    target, kind = _target(visit, guild, str(visit.field("target")))
    allow, deny = _bits(visit.body.get("allow")), _bits(visit.body.get("deny"))
    channel.overwrites[target] = Overwrite(target, kind, allow, deny)
    channels.publish_update(visit.world, channel)
    return {}


def _target(visit: Visit, guild: Guild, text: str) -> tuple[Snowflake, int]:
    if text == "everyone":
        return guild.id, 0
    for role in guild.roles.values():
        if text in {str(role.id), role.name} or (text == "bot" and role.bot_id == visit.world.bot_id):
            return role.id, 0
    return find_user(visit.world, text).id, 1


def _bits(names: list[str] | None) -> Permission:
    found = NONE
    for name in names or []:
        try:
            found |= Permission[name.upper()]
        except KeyError:
            raise Refused(f"unknown permission {name!r}") from None
    return found


async def role_permissions(visit: Visit) -> Json:
    """Set what a role allows in a whole server: `{"role", "permissions": [names]}`."""
    guild = visit.guild()
    target, _ = _target(visit, guild, str(visit.field("role")))
    role = guild.roles[target]
    role.permissions = _bits(visit.field("permissions"))
    guilds.publish_role(visit.world, guild, "GUILD_ROLE_UPDATE", role)
    return {}


async def create_guild(visit: Visit) -> Json:
    """A new server: `{"name", "owner"}`; invite the bot with `members`."""
    owner = find_user(visit.world, str(visit.field("owner")))
    return views.guild(visit.world, guilds.create(visit.world, str(visit.field("name")), owner.id))


async def change_guild(visit: Visit) -> Json:
    """Change a server: `{"locale"}`, which servers with a community choose."""
    guild = visit.guild()
    guild.locale = str(visit.field("locale"))
    guilds.publish_guild(visit.world, guild)
    return {}


async def delete_guild(visit: Visit) -> Json:
    """The server is deleted."""
    guilds.delete(visit.world, visit.guild())
    return {}


async def create_channel(visit: Visit) -> Json:
    """A new channel: `{"name", "type"}`, and for a forum `{"tags": [names], "requires_tag": bool}`."""
    guild = visit.guild()
    kind = ChannelKind(int(visit.body.get("type", 0)))
    channel = channels.create(visit.world, guild, str(visit.field("name")), kind)
    _offer_tags(visit, channel)
    channels.announce(visit.world, channel)
    return {"id": str(channel.id)}


async def create_role(visit: Visit) -> Json:
    """A new role: `{"name", "permissions", "mentionable", "position"}`."""
    guild = visit.guild()
    role = Role(visit.world.ids.next(), str(visit.field("name")), _bits(visit.body.get("permissions")))
    role.position = int(visit.body.get("position", 1))
    role.mentionable = bool(visit.body.get("mentionable"))
    guild.roles[role.id] = role
    guilds.publish_role(visit.world, guild, "GUILD_ROLE_CREATE", role)
    return {"id": str(role.id)}


async def delete_role(visit: Visit) -> Json:
    """A role is gone."""
    guild = visit.guild()
    target, _ = _target(visit, guild, visit.request.match_info["role"])
    guilds.delete_role(visit.world, guild, guild.roles[target])
    return {}


async def create_user(visit: Visit) -> Json:
    """A new person: `{"name", "locale", "bot"}`."""
    name = str(visit.field("name"))
    user = User(visit.world.ids.next(), name.lower().replace(" ", "_"), name, bot=bool(visit.body.get("bot")))
    user.locale = str(visit.body.get("locale", "en-US"))
    visit.world.users[user.id] = user
    return {"id": str(user.id)}


async def edit_user(visit: Visit) -> Json:
    """Change a person: `{"locale", "accepts_messages", "installed"}` (the app, for themselves)."""
    user = visit.user
    user.locale = str(visit.body.get("locale", user.locale))
    user.accepts_messages = bool(visit.body.get("accepts_messages", user.accepts_messages))
    user.installed = bool(visit.body.get("installed", user.installed))
    return {}


async def join_guild(visit: Visit) -> Json:
    """A user or the bot joins a server; `{"permissions": [names]}` for the bot's role."""
    guild = find_guild(visit.world, visit.request.match_info["guild"])
    names = visit.body.get("permissions")
    bits = None if names is None else _bits(names)
    if visit.user.id not in guild.members:
        guilds.add_member(visit.world, guild, visit.user.id, permissions=bits)
    return {}


async def leave_guild(visit: Visit) -> Json:
    """A user or the bot leaves a server."""
    guilds.remove_member(visit.world, visit.guild(), visit.user.id)
    return {}


async def edit_member(visit: Visit) -> Json:
    """Change a member: `{"nick", "roles": [names], "timeout": seconds}`."""
    guild = visit.guild()
    member = visit.world.member(guild, visit.user.id)
    if "nick" in visit.body:
        member.nick = visit.body["nick"]
    if "roles" in visit.body:
        member.roles = [_target(visit, guild, str(one))[0] for one in visit.body["roles"]]
    if "timeout" in visit.body:
        seconds = visit.body["timeout"]
        member.timed_out_until = None if seconds is None else visit.world.now() + float(seconds)
    guilds.publish_member(visit.world, guild, member)
    return {}


GUILD: Final = "/sandbox/guilds/{guild}"
CHANNEL: Final = "/sandbox/channels/{id}"
ROUTES: Final[tuple[tuple[str, str, Control], ...]] = (
    ("POST", "/sandbox/clock", clock),
    ("POST", "/sandbox/gateway", gateway),
    ("GET", "/sandbox/gateway", sessions),
    ("GET", "/sandbox/violations", violations),
    ("DELETE", "/sandbox/violations", forgive),
    ("GET", "/sandbox/faults", faults),
    ("POST", "/sandbox/faults", add_fault),
    ("DELETE", "/sandbox/faults", clear_faults),
    ("GET", "/sandbox/refusals", refusals),
    ("DELETE", CHANNEL, delete_channel),
    ("PATCH", CHANNEL, edit_channel),
    ("DELETE", CHANNEL + "/messages/{message}", delete_message),
    ("PUT", CHANNEL + "/overwrites", permit),
    ("POST", "/sandbox/guilds", create_guild),
    ("PATCH", GUILD, change_guild),
    ("DELETE", GUILD, delete_guild),
    ("POST", GUILD + "/channels", create_channel),
    ("POST", GUILD + "/roles", create_role),
    ("PATCH", GUILD + "/roles", role_permissions),
    ("DELETE", GUILD + "/roles/{role}", delete_role),
    ("PUT", GUILD + "/members/{user}", join_guild),
    ("PATCH", GUILD + "/members/{user}", edit_member),
    ("DELETE", GUILD + "/members/{user}", leave_guild),
    ("POST", "/sandbox/users", create_user),
    ("PATCH", "/sandbox/users/{user}", edit_user),
)
