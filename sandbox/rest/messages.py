"""Messages of a channel: list, read, post, edit, delete, pin."""

from __future__ import annotations

from sandbox.content.attachments import Files
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.form import Form
from sandbox.world import messages, payload
from sandbox.world.clock import iso
from sandbox.world.model import DELETABLE_SYSTEM_KINDS, Channel, Message, MessageKind
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import Event, World

routes = Routes()
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"


@routes("GET", MESSAGES)
async def list_messages(call: Call) -> Answer:
    """Messages of a channel, newest first; none without the permission to read the history."""
    channel = call.channel()
    if not call.world.permissions(call.bot, channel) & Permission.READ_MESSAGE_HISTORY:
        return Answer(200, [])
    limit = call.number("limit", 50, least=1, most=limits.LIST_MESSAGES)
    public = [one for one in channel.messages.values() if one.visible_to is None]
    found = _slice(public, limit, call.query_id("before"), call.query_id("after"), call.query_id("around"))
    return Answer(200, [payload.message(call.world, one) for one in found])


def _slice(
    public: list[Message],
    limit: int,
    before: Snowflake | None,
    after: Snowflake | None,
    around: Snowflake | None,
) -> list[Message]:
    if before is not None:
        public = [one for one in public if one.id < before]
    elif after is not None:
        public = [one for one in public if one.id > after][:limit]
    elif around is not None:
        older = [one for one in public if one.id <= around][-(limit // 2 + 1) :]
        public = older + [one for one in public if one.id > around][: limit // 2]
    return public[-limit:][::-1]


@routes("GET", MESSAGE)
async def get_message(call: Call) -> Answer:
    """One message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return Answer(200, payload.message(call.world, call.message(channel)))


@routes("POST", MESSAGES)
async def create_message(call: Call) -> Answer:
    """Post a message; the same enforced nonce twice gives the same message twice."""
    world, body = call.world, call.body
    channel = world.text_channel(call.id("channel_id"))
    files = Files(new=call.uploads)
    messages.require_sending(world, call.bot, channel, body, files)
    _require_reachable(world, channel)
    if (old := messages.find_repeated(world, call.bot, body)) is not None:
        return Answer(200, payload.message(world, old))
    composition = messages.compose(world, channel, call.bot, body, files)
    message = messages.draft(world, channel, call.bot, composition)
    message.tts = bool(body.get("tts"))
    if isinstance(reference := body.get("message_reference"), dict):
        messages.refer(channel, message, reference, body.get("allowed_mentions"))
    messages.post(world, channel, message)
    return Answer(200, payload.message(world, message))


def _require_reachable(world: World, channel: Channel) -> None:
    # A person who closed their direct messages, or neither shares a server nor installed the app, cannot be written to.
    for user_id in channel.recipients:
        user = world.users[user_id]
        shared = any(user_id in guild.members and world.bot_id in guild.members for guild in world.guilds.values())
        if user_id != world.bot_id and (user.bot or not user.accepts_messages or not (shared or user.installed)):
            raise ApiError(errors.CANNOT_DM)


@routes("PATCH", MESSAGE)
async def edit_message(call: Call) -> Answer:
    """Change one of the bot's own messages."""
    world = call.world
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.bot:
        raise ApiError(errors.NOT_AUTHOR)
    _require_awake(channel)
    call.service.edits.require(message)
    edited = messages.edit(world, message, messages.recompose(world, message, call.body, call.uploads))
    return Answer(200, payload.message(world, edited))


def _require_awake(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(errors.THREAD_ARCHIVED)


@routes("DELETE", MESSAGE)
async def delete_message(call: Call) -> Answer:
    """Remove a message; a foreign one needs Manage Messages."""
    world = call.world
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.bot:
        if channel.guild_id is None:
            raise ApiError(errors.DM_ACTION)
        world.require(call.bot, channel, Permission.MANAGE_MESSAGES)
    if message.kind not in DELETABLE_SYSTEM_KINDS:
        raise ApiError(errors.SYSTEM_MESSAGE)
    _require_awake(channel)
    messages.delete(world, message)
    return NO_CONTENT


@routes("POST", MESSAGES + "/bulk-delete")
async def bulk_delete(call: Call) -> Answer:
    """Remove 2 to 100 messages that are younger than two weeks."""
    world = call.world
    channel = call.channel(Permission.MANAGE_MESSAGES)
    form = Form()
    named = form.array(("messages",), call.body.get("messages"), least=2, most=limits.BULK_DELETE)
    ids = [form.snowflake(("messages", index), one) for index, one in enumerate(named)]
    form.settle()
    found = [channel.messages[key] for one in ids if (key := Snowflake(one or 0)) in channel.messages]
    if any(world.now() - one.timestamp > limits.BULK_DELETE_AGE for one in found):
        raise ApiError(errors.TOO_OLD)
    if found:
        messages.delete_many(world, channel, found)
    return NO_CONTENT


# ---------------------------------------------------------------- pins


@routes("GET", MESSAGES + "/pins")
async def list_pins(call: Call) -> Answer:
    """Pinned messages, newest first."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    pinned = [one for one in reversed(channel.messages.values()) if one.pinned]
    at = iso(channel.last_pin or 0.0)
    items = [{"pinned_at": at, "message": payload.message(call.world, one)} for one in pinned]
    return Answer(200, {"items": items, "has_more": False})


@routes("GET", "/channels/{channel_id}/pins")
async def list_pins_plainly(call: Call) -> Answer:
    """Pinned messages in the older form."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return Answer(200, [payload.message(call.world, one) for one in reversed(channel.messages.values()) if one.pinned])


@routes("PUT", MESSAGES + "/pins/{message_id}", "/channels/{channel_id}/pins/{message_id}")
async def pin(call: Call) -> Answer:
    """Pin a message; the channel says so."""
    world = call.world
    channel = call.channel() if call.channel().guild_id is None else call.channel(Permission.PIN_MESSAGES)
    message = call.message(channel)
    if message.pinned:
        return NO_CONTENT
    if sum(one.pinned for one in channel.messages.values()) >= limits.PINS:
        raise ApiError(errors.MAX_PINS)
    message.pinned = True
    channel.last_pin = world.now()
    _pins_changed(world, channel, message)
    note = messages.system(world, channel, call.bot, MessageKind.PIN)
    note.reference = {"type": 0, "channel_id": str(channel.id), "message_id": str(message.id)}
    messages.post(world, channel, note)
    return NO_CONTENT


@routes("DELETE", MESSAGES + "/pins/{message_id}", "/channels/{channel_id}/pins/{message_id}")
async def unpin(call: Call) -> Answer:
    """Unpin a message."""
    channel = call.channel() if call.channel().guild_id is None else call.channel(Permission.PIN_MESSAGES)
    message = call.message(channel)
    if message.pinned:
        message.pinned = False
        _pins_changed(call.world, channel, message)
    return NO_CONTENT


def _pins_changed(world: World, channel: Channel, message: Message) -> None:
    messages.publish(world, "MESSAGE_UPDATE", message)
    body = {"channel_id": str(channel.id), "last_pin_timestamp": iso(channel.last_pin or 0.0)}
    if channel.guild_id is not None:
        body["guild_id"] = str(channel.guild_id)
    world.publish(Event("CHANNEL_PINS_UPDATE", body, world.viewers(channel), channel.guild_id))
