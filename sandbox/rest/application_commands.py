"""Registering application commands, globally or for one guild."""

from __future__ import annotations

from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors
from sandbox.strict.errors import ApiError, Json
from sandbox.world.snowflake import Snowflake

routes = Routes()
EVERYWHERE = "/applications/{application_id}/commands"
IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(call: Call) -> Snowflake | None:
    if call.id("application_id") != call.world.application.id:
        raise ApiError(errors.UNKNOWN_APPLICATION)
    return call.guild().id if "guild_id" in call.request.match_info else None


def _command_payload(call: Call, command: Json) -> Json:
    if call.flag("with_localizations") or call.request.method != "GET":
        return command
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}


@routes("GET", EVERYWHERE, IN_GUILD)
async def list_commands(call: Call) -> Answer:
    """All commands of a scope."""
    return Answer(200, [_command_payload(call, one) for one in call.service.commands.scope(_scope(call)).values()])


@routes("PUT", EVERYWHERE, IN_GUILD)
async def overwrite_commands(call: Call) -> Answer:
    """Replace all commands of a scope."""
    return Answer(200, call.service.commands.overwrite(_scope(call), call.items))


@routes("POST", EVERYWHERE, IN_GUILD)
async def create_command(call: Call) -> Answer:
    """Add or replace one command."""
    command, is_new = call.service.commands.upsert(_scope(call), call.body)
    return Answer(201 if is_new else 200, command)


@routes("GET", EVERYWHERE + "/{command_id}", IN_GUILD + "/{command_id}")
async def get_command(call: Call) -> Answer:
    """One command."""
    return Answer(200, call.service.commands.get(_scope(call), call.id("command_id")))


@routes("PATCH", EVERYWHERE + "/{command_id}", IN_GUILD + "/{command_id}")
async def edit_command(call: Call) -> Answer:
    """Change one command."""
    return Answer(200, call.service.commands.edit(_scope(call), call.id("command_id"), call.body))


@routes("DELETE", EVERYWHERE + "/{command_id}", IN_GUILD + "/{command_id}")
async def delete_command(call: Call) -> Answer:
    """Remove one command."""
    call.service.commands.delete(_scope(call), call.id("command_id"))
    return NO_CONTENT


@routes("GET", IN_GUILD + "/permissions")
async def list_permissions(call: Call) -> Answer:
    """No guild of the sandbox has changed who may use which command."""
    _scope(call)
    return Answer(200, [])
