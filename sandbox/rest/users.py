"""The bot's own user, direct messages, and the address of the gateway."""

from __future__ import annotations

from sandbox.gateway.gateway import gateway_url
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors
from sandbox.strict.errors import ApiError, Json
from sandbox.strict.form import Form
from sandbox.world import guilds, payload
from sandbox.world.model import Guild

routes = Routes()


@routes("GET", "/gateway", with_token=False)
async def gateway(call: Call) -> Answer:
    """Where the gateway is."""
    return Answer(200, {"url": gateway_url(call.world)})


@routes("GET", "/gateway/bot")
async def gateway_bot(call: Call) -> Answer:
    """Where the gateway is, and with how many shards to come."""
    settings = call.service.settings
    start = {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 86_400_000,
        "max_concurrency": settings.max_concurrency,
    }
    return Answer(200, {"url": gateway_url(call.world), "shards": settings.shards, "session_start_limit": start})


@routes("GET", "/users/@me")
async def own_user(call: Call) -> Answer:
    """The bot's own account."""
    return Answer(200, payload.own_user(call.world.users[call.bot]))


@routes("GET", "/users/{user_id}")
async def user(call: Call) -> Answer:
    """Any account."""
    return Answer(200, payload.user(call.world.user(call.id("user_id"))))


@routes("GET", "/users/@me/guilds")
async def own_guilds(call: Call) -> Answer:
    """The guilds the bot is in, by rising id, a part of them at a time."""
    world = call.world
    limit = call.number("limit", 200, least=1, most=200)
    before, after = call.query_id("before"), call.query_id("after")
    mine = sorted((guild for guild in world.guilds.values() if call.bot in guild.members), key=lambda one: one.id)
    mine = [one for one in mine if (not before or one.id < before) and (not after or one.id > after)]
    shown = mine[-limit:] if before and not after else mine[:limit]
    found: list[Json] = [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner_id == call.bot,
            "permissions": str(int(guild.roles[guild.id].permissions)),
            "features": [],
        }
        | (_counts(guild) if call.flag("with_counts") else {})
        for guild in shown
    ]
    return Answer(200, found)


def _counts(guild: Guild) -> Json:
    """As Discord estimates them: everybody here is online."""
    return {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}


@routes("DELETE", "/users/@me/guilds/{guild_id}")
async def leave_guild(call: Call) -> Answer:
    """Leave a guild."""
    guilds.remove_member(call.world, call.guild(), call.bot)
    return NO_CONTENT


@routes("POST", "/users/@me/channels")
async def open_direct_channel(call: Call) -> Answer:
    """A direct conversation with a user."""
    form = Form()
    form.require(("recipient_id",), call.body.get("recipient_id"))
    user_id = form.snowflake(("recipient_id",), call.body.get("recipient_id"))
    form.settle()
    world = call.world
    if user_id not in world.users or user_id == call.bot:
        raise ApiError(errors.UNKNOWN_USER if user_id not in world.users else errors.CANNOT_DM)
    channel = world.direct_channel(call.bot, world.user(user_id or 0).id)
    return Answer(200, payload.channel(world, channel))
