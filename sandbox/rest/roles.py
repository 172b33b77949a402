"""Roles of a guild."""

from __future__ import annotations

from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.form import Form
from sandbox.world import guilds, payload
from sandbox.world.model import Role
from sandbox.world.permissions import Permission

routes = Routes()
ROLES = "/guilds/{guild_id}/roles"
ROLE = ROLES + "/{role_id}"


def _find_role(call: Call) -> Role:
    role = call.guild().roles.get(call.id("role_id"))
    if role is None:
        raise ApiError(errors.UNKNOWN_ROLE)
    return role


@routes("GET", ROLES)
async def list_roles(call: Call) -> Answer:
    """All roles."""
    return Answer(200, [payload.role(one) for one in call.guild().roles.values()])


@routes("GET", ROLE)
async def get_role(call: Call) -> Answer:
    """One role."""
    return Answer(200, payload.role(_find_role(call)))


@routes("POST", ROLES)
async def create_role(call: Call) -> Answer:
    """A new role at the bottom of the list."""
    guild = call.guild(Permission.MANAGE_ROLES)
    role = Role(call.world.ids.next(), "new role", guild.roles[guild.id].permissions, position=1)
    _change(call, role)
    guild.roles[role.id] = role
    guilds.publish_role(call.world, guild, "GUILD_ROLE_CREATE", role)
    return Answer(200, payload.role(role))


@routes("PATCH", ROLE)
async def edit_role(call: Call) -> Answer:
    """Change a role."""
    guild = call.guild(Permission.MANAGE_ROLES)
    role = _find_role(call)
    _change(call, role)
    guilds.publish_role(call.world, guild, "GUILD_ROLE_UPDATE", role)
    return Answer(200, payload.role(role))


@routes("DELETE", ROLE)
async def delete_role(call: Call) -> Answer:
    """Remove a role."""
    guild = call.guild(Permission.MANAGE_ROLES)
    guilds.delete_role(call.world, guild, _find_role(call))
    return NO_CONTENT


def _change(call: Call, role: Role) -> None:
    form, body = Form(), call.body
    name = form.text(("name",), body.get("name"), most=limits.ROLE_NAME)
    allowed = form.snowflake(("permissions",), body.get("permissions"))
    color = form.integer(("color",), body.get("color"), least=0, most=0xFFFFFF)
    mentionable = form.boolean(("mentionable",), body.get("mentionable"))
    hoist = form.boolean(("hoist",), body.get("hoist"))
    form.settle()
    role.name = name or role.name
    role.permissions = role.permissions if allowed is None else Permission(allowed)
    role.color = role.color if color is None else color
    role.mentionable = role.mentionable if mentionable is None else mentionable
    role.hoist = role.hoist if hoist is None else hoist
