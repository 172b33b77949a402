"""Starting threads, and their members."""

from __future__ import annotations

from sandbox.content.attachments import Files
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError
from sandbox.strict.form import Form, body_of
from sandbox.world import forums, messages, payload, threads
from sandbox.world.model import Channel, ChannelKind, MessageFlag, MessageKind, ThreadState
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake

routes = Routes()
CHANNEL = "/channels/{channel_id}"
MEMBERS = CHANNEL + "/thread-members"
FOR_KIND = {
    ChannelKind.PUBLIC_THREAD: Permission.CREATE_PUBLIC_THREADS,
    ChannelKind.ANNOUNCEMENT_THREAD: Permission.CREATE_PUBLIC_THREADS,
    ChannelKind.PRIVATE_THREAD: Permission.CREATE_PRIVATE_THREADS,
}


def _name(form: Form, call: Call) -> str:
    form.require(("name",), call.body.get("name"))
    return form.text(("name",), call.body.get("name"), least=1, most=limits.CHANNEL_NAME) or ""


def _state(form: Form, call: Call, parent: Channel) -> ThreadState:
    given = call.body.get("auto_archive_duration")
    minutes = form.choice(("auto_archive_duration",), given, limits.AUTO_ARCHIVE_MINUTES)
    form.settle()
    return threads.new_state(call.world, call.bot, parent, minutes)


def _parent(call: Call) -> Channel:
    parent = call.channel()
    if parent.kind not in threads.THREADED:
        raise ApiError(errors.CHANNEL_TYPE)
    return parent


@routes("POST", CHANNEL + "/messages/{message_id}/threads")
async def start_from_message(call: Call) -> Answer:
    """A public thread on a message; it gets the message's id."""
    world = call.world
    parent = _parent(call)
    world.require(call.bot, parent, Permission.CREATE_PUBLIC_THREADS | Permission.READ_MESSAGE_HISTORY)
    message = call.message(parent)
    if message.flags & MessageFlag.HAS_THREAD:
        raise ApiError(errors.THREAD_EXISTS)
    form = Form()
    name = _name(form, call)
    state = _state(form, call, parent)
    thread = Channel(message.id, ChannelKind.PUBLIC_THREAD, name, parent.guild_id, parent.id, thread=state)
    threads.start(world, parent, thread, call.bot)
    message.flags |= MessageFlag.HAS_THREAD
    messages.publish(world, "MESSAGE_UPDATE", message)
    starter = messages.system(world, thread, message.author_id, MessageKind.THREAD_STARTER)
    starter.reference = {"type": 0, "channel_id": str(parent.id), "message_id": str(message.id)}
    starter.reference["guild_id"] = str(parent.guild_id)
    thread.messages[starter.id] = starter
    return Answer(201, payload.channel(world, thread))


@routes("POST", CHANNEL + "/threads")
async def start(call: Call) -> Answer:
    """A thread without a message, private unless the type says otherwise; in a forum a post, with its message."""
    world = call.world
    parent = _parent(call)
    if parent.kind is ChannelKind.FORUM:
        return _start_post(call, parent)
    form = Form()
    name = _name(form, call)
    kind = ChannelKind(form.choice(("type",), call.body.get("type"), FOR_KIND) or ChannelKind.PRIVATE_THREAD)
    invitable = form.boolean(("invitable",), call.body.get("invitable"))
    world.require(call.bot, parent, FOR_KIND[kind])
    state = _state(form, call, parent)
    state.invitable = invitable is not False
    thread = Channel(world.ids.next(), kind, name, parent.guild_id, parent.id, thread=state)
    threads.start(world, parent, thread, call.bot)
    if kind is not ChannelKind.PRIVATE_THREAD:
        note = messages.system(world, parent, call.bot, MessageKind.THREAD_CREATED, name)
        note.reference = {"type": 0, "channel_id": str(thread.id), "guild_id": str(parent.guild_id)}
        messages.post(world, parent, note)
    return Answer(201, payload.channel(world, thread))


def _start_post(call: Call, forum: Channel) -> Answer:
    world, files = call.world, Files(new=call.uploads)
    form = Form()
    name = _name(form, call)
    form.require(("message",), call.body.get("message"))
    tags = forums.read_applied(form, call.body.get("applied_tags")) or []
    state = _state(form, call, forum)
    body = body_of(call.body["message"])
    messages.require_sending(world, call.bot, forum, body, files)
    post, message = forums.open_post(world, forum, state, name, tags, body, files)
    return Answer(201, payload.channel(world, post) | {"message": payload.message(world, message)})


def _thread(call: Call) -> Channel:
    thread = call.channel()
    if thread.thread is None:
        raise ApiError(errors.CHANNEL_TYPE)
    return thread


def _awake(call: Call) -> Channel:
    thread = _thread(call)
    if thread.thread is not None and thread.thread.archived:
        raise ApiError(errors.THREAD_ARCHIVED)
    return thread


@routes("PUT", MEMBERS + "/@me")
async def join(call: Call) -> Answer:
    """Join a thread."""
    threads.add_members(call.world, _awake(call), [call.bot])
    return NO_CONTENT


@routes("PUT", MEMBERS + "/{user_id}")
async def add_member(call: Call) -> Answer:
    """Bring a member into a thread."""
    thread = _awake(call)
    call.world.require(call.bot, thread, Permission.SEND_MESSAGES)
    guild = call.world.guild(thread.guild_id or 0)
    user_id = call.world.member(guild, call.id("user_id")).user_id
    if not call.world.sees(user_id, call.world.parent(thread)):
        raise ApiError(errors.MISSING_ACCESS)
    threads.add_members(call.world, thread, [user_id])
    return NO_CONTENT


@routes("DELETE", MEMBERS + "/@me")
async def leave(call: Call) -> Answer:
    """Leave a thread."""
    threads.remove_member(call.world, _awake(call), call.bot)
    return NO_CONTENT


@routes("DELETE", MEMBERS + "/{user_id}")
async def remove_member(call: Call) -> Answer:
    """Take a member out of a thread; needs Manage Threads, or a private thread of one's own."""
    thread = _awake(call)
    own = thread.is_private_thread and thread.thread is not None and thread.thread.owner_id == call.bot
    if not own:
        call.world.require(call.bot, thread, Permission.MANAGE_THREADS)
    threads.remove_member(call.world, thread, call.id("user_id"))
    return NO_CONTENT


@routes("GET", MEMBERS)
async def list_members(call: Call) -> Answer:
    """Everybody in a thread."""
    thread = _thread(call)
    people = () if thread.thread is None else thread.thread.members
    return Answer(200, [payload.thread_member(thread, one) for one in people])


@routes("GET", MEMBERS + "/{user_id}")
async def get_member(call: Call) -> Answer:
    """One member of a thread."""
    thread, user_id = _thread(call), call.id("user_id")
    if thread.thread is None or user_id not in thread.thread.members:
        raise ApiError(errors.UNKNOWN_MEMBER)
    return Answer(200, payload.thread_member(thread, user_id))


def _thread_list(call: Call, found: list[Channel]) -> Answer:
    own = [payload.thread_member(one, call.bot) for one in found if one.thread and call.bot in one.thread.members]
    listed = [payload.channel(call.world, one) for one in found]
    return Answer(200, {"threads": listed, "members": own, "has_more": False})


@routes("GET", "/guilds/{guild_id}/threads/active")
async def list_active(call: Call) -> Answer:
    """All threads that are awake."""
    threads.archive_idle(call.world)
    guild = call.guild()
    return _thread_list(call, [one for one in guild.threads.values() if _is(call, one, archived=False)])


def _is(call: Call, thread: Channel, *, archived: bool) -> bool:
    return thread.thread is not None and thread.thread.archived is archived and call.world.sees(call.bot, thread)


def _list_archived(call: Call, kinds: frozenset[ChannelKind]) -> Answer:
    threads.archive_idle(call.world)
    parent = call.channel(Permission.READ_MESSAGE_HISTORY)
    guild = call.world.guild(parent.guild_id or Snowflake(0))
    inside = [one for one in guild.threads.values() if one.parent_id == parent.id and one.kind in kinds]
    return _thread_list(call, [one for one in inside if _is(call, one, archived=True)])


@routes("GET", CHANNEL + "/threads/archived/public")
async def list_archived_public(call: Call) -> Answer:
    """Public threads that sleep."""
    return _list_archived(call, frozenset({ChannelKind.PUBLIC_THREAD, ChannelKind.ANNOUNCEMENT_THREAD}))


@routes("GET", CHANNEL + "/threads/archived/private", CHANNEL + "/users/@me/threads/archived/private")
async def list_archived_private(call: Call) -> Answer:
    """Private threads that sleep."""
    return _list_archived(call, frozenset({ChannelKind.PRIVATE_THREAD}))
