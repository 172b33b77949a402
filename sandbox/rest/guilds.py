"""Guilds and their members."""

from __future__ import annotations

from sandbox.gateway.intents import Intent
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.form import Form
from sandbox.world import guilds, payload
from sandbox.world.model import Guild, Member
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake

routes = Routes()
GUILD = "/guilds/{guild_id}"
MEMBER = GUILD + "/members/{user_id}"


@routes("GET", GUILD)
async def get_guild(call: Call) -> Answer:
    """A guild the bot is in."""
    guild = call.guild()
    counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}
    return Answer(200, payload.guild(guild) | (counts if call.flag("with_counts") else {}))


@routes("GET", GUILD + "/members")
async def list_members(call: Call) -> Answer:
    """All members; needs the privileged intent, as with Discord."""
    guild = call.guild()
    if not call.service.settings.privileged & Intent.GUILD_MEMBERS:
        raise ApiError(errors.MISSING_ACCESS)
    limit = call.number("limit", 1, least=1, most=1000)
    after = call.query_id("after") or 0
    found = [member for key, member in sorted(guild.members.items()) if key > after]
    return Answer(200, [payload.member(call.world, one) for one in found[:limit]])


@routes("GET", GUILD + "/members/search")
async def search_members(call: Call) -> Answer:
    """Members whose name begins with the query."""
    guild = call.guild()
    query = call.request.query.get("query", "").lower()
    limit = call.number("limit", 1, least=1, most=1000)
    names = {member.user_id: call.world.users[member.user_id] for member in guild.members.values()}
    found = [
        payload.member(call.world, guild.members[key])
        for key, user in names.items()
        if user.username.lower().startswith(query) or user.name.lower().startswith(query)
    ]
    return Answer(200, found[:limit])


@routes("GET", MEMBER)
async def get_member(call: Call) -> Answer:
    """One member."""
    return Answer(200, payload.member(call.world, call.world.member(call.guild(), call.id("user_id"))))


@routes("PATCH", MEMBER)
async def edit_member(call: Call) -> Answer:
    """Change a member's name, roles or timeout."""
    guild, body = call.guild(), call.body
    member = call.world.member(guild, call.id("user_id"))
    if "nick" in body:
        call.world.require_in_guild(call.bot, guild, Permission.MANAGE_NICKNAMES)
        _rename(member, body["nick"])
    if "roles" in body:
        call.world.require_in_guild(call.bot, guild, Permission.MANAGE_ROLES)
        member.roles = [Snowflake(int(one)) for one in body["roles"] if Snowflake(int(one)) in guild.roles]
    guilds.publish_member(call.world, guild, member)
    return Answer(200, payload.member(call.world, member))


@routes("PATCH", GUILD + "/members/@me")
async def edit_own_member(call: Call) -> Answer:
    """Change the bot's own name in the guild."""
    guild = call.guild(Permission.CHANGE_NICKNAME)
    member = guild.members[call.bot]
    _rename(member, call.body.get("nick"))
    guilds.publish_member(call.world, guild, member)
    return Answer(200, payload.member(call.world, member))


def _rename(member: Member, nick: object) -> None:
    form = Form()
    name = form.text(("nick",), nick, most=limits.NICKNAME)
    form.settle()
    member.nick = name or None


@routes("DELETE", MEMBER)
async def kick(call: Call) -> Answer:
    """Remove a member."""
    guild = call.guild(Permission.KICK_MEMBERS)
    guilds.remove_member(call.world, guild, call.id("user_id"))
    return NO_CONTENT


def _role(call: Call) -> tuple[Guild, Member, Snowflake]:
    guild = call.guild(Permission.MANAGE_ROLES)
    member = call.world.member(guild, call.id("user_id"))
    role_id = call.id("role_id")
    if role_id not in guild.roles:
        raise ApiError(errors.UNKNOWN_ROLE)
    highest = max((guild.roles[one].position for one in guild.members[call.bot].roles), default=0)
    if guild.roles[role_id].position >= highest and guild.owner_id != call.bot:
        raise ApiError(errors.MISSING_PERMISSIONS)
    return guild, member, role_id


@routes("PUT", MEMBER + "/roles/{role_id}")
async def give_role(call: Call) -> Answer:
    """Give a member a role that is below the bot's own."""
    guild, member, role_id = _role(call)
    if role_id not in member.roles:
        member.roles.append(role_id)
        guilds.publish_member(call.world, guild, member)
    return NO_CONTENT


@routes("DELETE", MEMBER + "/roles/{role_id}")
async def take_role(call: Call) -> Answer:
    """Take a role from a member."""
    guild, member, role_id = _role(call)
    if role_id in member.roles:
        member.roles.remove(role_id)
        guilds.publish_member(call.world, guild, member)
    return NO_CONTENT
