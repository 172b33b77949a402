"""Messages: building them from a request, posting, editing and deleting them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.content import attachments, components, embeds
from sandbox.content.attachments import Files, Media
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError, Json
from sandbox.strict.form import Form
from sandbox.world import mentions, payload, threads
from sandbox.world.model import NO_FLAGS, Attachment, Channel, Mentions, Message, MessageFlag, MessageKind
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake, created_at
from sandbox.world.world import Event, World

ON_CREATE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.IS_COMPONENTS_V2
ON_RESPONSE = ON_CREATE | MessageFlag.EPHEMERAL
ON_EDIT = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2
UNHURRIED = Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS
LEGACY_FIELDS = ("content", "embeds", "poll", "sticker_ids")


@dataclass(slots=True)
class Composition:
    """What a request says about a message, checked; fields that the request leaves alone are None."""

    content: str | None = None
    embeds: list[Json] | None = None
    components: list[Json] | None = None
    attachments: list[Attachment] | None = None
    flags: MessageFlag = NO_FLAGS
    mentions: Mentions = field(default_factory=Mentions)
    nonce: str | int | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        shown = [one for one in self.embeds or [] if not embeds.is_empty(one)]
        return not ((self.content or "").strip() or shown or self.components or self.attachments)

    @property
    def text(self) -> str:
        """Everything in which a mention counts."""
        return f"{self.content or ''}\n{components.displayed_text(self.components or [])}"


def compose(
    world: World,
    channel: Channel,
    author: Snowflake,
    body: Json,
    files: Files,
    settable: MessageFlag = ON_CREATE,
) -> Composition:
    """Check the body of a request that makes a message and may set the `settable` flags.

    Raises 50035 with every complaint, 50006 for nothing to show.
    """
    form = Form()
    found = _compose(form, world, channel, body, files, NO_FLAGS, settable)
    found.nonce = _nonce(form, body)
    form.settle()
    if found.empty:
        raise ApiError(errors.EMPTY_MESSAGE)
    found.mentions = mentions.find(world, channel, author, found.text, body.get("allowed_mentions"))
    return found


def recompose(world: World, message: Message, body: Json, files: dict[int, attachments.Upload]) -> Composition:
    """Check the body of a request that edits a message. Raises like `compose`."""
    form = Form()
    channel = world.channel(message.channel_id)
    found = _compose(form, world, channel, body, Files(message.attachments, files), message.flags, ON_EDIT)
    old = message.flags & MessageFlag.IS_COMPONENTS_V2
    if old and "flags" in body and not found.flags & MessageFlag.IS_COMPONENTS_V2:
        form.complain(
            ("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed"
        )
    if not old and found.flags & MessageFlag.IS_COMPONENTS_V2:
        _require_cleared(form, message, body)
    form.settle()
    kept = Composition(
        message.content if found.content is None else found.content,
        message.embeds if found.embeds is None else found.embeds,
        message.components if found.components is None else found.components,
        found.attachments,
    )
    if kept.empty:
        raise ApiError(errors.EMPTY_MESSAGE)
    if "flags" not in body:
        found.flags = message.flags & ON_EDIT
    found.mentions = mentions.find(world, channel, message.author_id, kept.text, body.get("allowed_mentions"))
    return found


def _require_cleared(form: Form, message: Message, body: Json) -> None:
    # A message that becomes V2 must drop what V2 cannot show, by name.
    for key, there in (("content", message.content), ("embeds", message.embeds)):
        if there and body.get(key, there):
            form.complain((key,), *_legacy(key))


def _legacy(key: str) -> tuple[str, str]:
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    return code, f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"


def _compose(
    form: Form, world: World, channel: Channel, body: Json, files: Files, old: MessageFlag, settable: MessageFlag
) -> Composition:
    found = Composition(flags=_flags(form, body, settable))
    v2 = bool((found.flags | old) & MessageFlag.IS_COMPONENTS_V2)
    if v2:
        for key in LEGACY_FIELDS:
            if body.get(key):
                form.complain((key,), *_legacy(key))
    mentions.check(form, body.get("allowed_mentions"))
    if "content" in body:
        found.content = form.text(("content",), body["content"], most=limits.CONTENT) or ""
    found.attachments = attachments.read(form, world, channel, body, files)
    media = Media(world, found.attachments)
    if "embeds" in body:
        found.embeds = embeds.read(form, media, body["embeds"])
    if "components" in body:
        reader = components.Components(form, media)
        value = body["components"] or None
        if v2 and value is not None:
            found.components = reader.layout(("components",), value)
        else:
            found.components = reader.legacy(("components",), value)
    return found


def _flags(form: Form, body: Json, settable: MessageFlag) -> MessageFlag:
    value = form.integer(("flags",), body.get("flags"), least=0, most=2**31 - 1)
    # Discord drops flags that a bot may not set instead of refusing them.
    return MessageFlag(value or 0) & settable


def _nonce(form: Form, body: Json) -> str | int | None:
    nonce = body.get("nonce")
    if isinstance(nonce, int) and not isinstance(nonce, bool):
        return nonce
    return form.text(("nonce",), nonce, most=limits.NONCE)


def find_repeated(world: World, author: Snowflake, body: Json) -> Message | None:
    """The message that the same author posted with the same enforced nonce in the last minutes."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    message = world.nonces.get((author, str(body["nonce"])))
    if message is None or world.now() - message.timestamp > limits.NONCE_MEMORY:
        return None
    return message


def require_sending(world: World, author: Snowflake, channel: Channel, body: Json, files: Files) -> None:
    """Raise what Discord answers to a message that the author may not post in the channel."""
    needed = Permission.SEND_MESSAGES
    if files.new:
        needed |= Permission.ATTACH_FILES
    if body.get("embeds"):
        needed |= Permission.EMBED_LINKS
    if body.get("tts"):
        needed |= Permission.SEND_TTS_MESSAGES
    world.require(author, channel, needed)
    threads.require_writable(world, author, channel)
    _require_patience(world, author, channel)
    if body.get("message_reference") and not world.permissions(author, channel) & Permission.READ_MESSAGE_HISTORY:
        raise ApiError(errors.REPLY_WITHOUT_HISTORY)


def _require_patience(world: World, author: Snowflake, channel: Channel) -> None:
    if not channel.slowmode or world.permissions(author, channel) & UNHURRIED:
        return
    last = next((one for one in reversed(channel.messages.values()) if one.author_id == author), None)
    wait = 0.0 if last is None else last.timestamp + channel.slowmode - world.now()
    if wait > 0:
        raise ApiError(errors.SLOWMODE, extra={"retry_after": round(wait, 3), "global": False})


def draft(world: World, channel: Channel, author: Snowflake, composition: Composition) -> Message:
    """A message from a composition, not yet posted."""
    message_id = world.ids.next()
    return Message(
        id=message_id,
        channel_id=channel.id,
        author_id=author,
        content=composition.content or "",
        embeds=composition.embeds or [],
        components=composition.components or [],
        attachments=composition.attachments or [],
        flags=composition.flags,
        mentions=composition.mentions,
        nonce=composition.nonce,
        timestamp=created_at(message_id),
    )


def refer(channel: Channel, message: Message, reference: Json, allowed: Json | None) -> None:
    """Make the message a reply. Raises 50035 if the message replied to is gone."""
    original = channel.messages.get(Snowflake(int(reference.get("message_id") or 0)))
    if original is None:
        if reference.get("fail_if_not_exists") is not False:
            form = Form()
            form.fail(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
        return
    message.kind = MessageKind.REPLY
    message.reference = {"type": 0, "channel_id": str(channel.id), "message_id": str(original.id)}
    if channel.guild_id is not None:
        message.reference["guild_id"] = str(channel.guild_id)
    if allowed is None or allowed.get("replied_user"):
        users = dict.fromkeys((*message.mentions.users, original.author_id))
        message.mentions.users = tuple(users)


def post(world: World, channel: Channel, message: Message) -> Message:
    """Put the message in its channel and tell everyone who sees it; mentions notify now and only now."""
    channel.messages[message.id] = message
    if message.nonce is not None:
        world.nonces[message.author_id, str(message.nonce)] = message
    if message.visible_to is not None:
        for attachment in message.attachments:
            attachment.ephemeral = True
        publish(world, "MESSAGE_CREATE", message)
        return message
    message.pinged = mentions.users_to_ping(world, channel, message.author_id, message.mentions)
    channel.last_message_id = message.id
    threads.note_message(world, channel, message)
    publish(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Message, composition: Composition) -> Message:
    """Apply an edit and tell everyone who sees the message."""
    if composition.content is not None:
        message.content = composition.content
    if composition.embeds is not None:
        message.embeds = composition.embeds
    if composition.components is not None:
        message.components = composition.components
    if composition.attachments is not None:
        message.attachments = composition.attachments
        for attachment in message.attachments:
            attachment.ephemeral = message.visible_to is not None
    message.flags = message.flags & ~MessageFlag.SUPPRESS_EMBEDS & ~MessageFlag.LOADING | composition.flags
    message.mentions = composition.mentions
    message.edited = world.now()
    publish(world, "MESSAGE_UPDATE", message)
    return message


def delete(world: World, message: Message) -> None:
    """Remove the message; a thread that hangs on it stays."""
    channel = world.channel(message.channel_id)
    del channel.messages[message.id]
    if channel.thread is not None and message.visible_to is None and message.id != channel.id:
        channel.thread.message_count -= 1
    body: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    _tell(world, "MESSAGE_DELETE", message, body)


def delete_many(world: World, channel: Channel, found: list[Message]) -> None:
    """Remove several messages with one event."""
    for message in found:
        del channel.messages[message.id]
    body: Json = {"ids": [str(one.id) for one in found], "channel_id": str(channel.id)}
    _tell(world, "MESSAGE_DELETE_BULK", found[0], body)


def publish(world: World, name: str, message: Message) -> None:
    """Tell everyone who sees the message about it."""
    world.publish(
        Event(
            name,
            payload.message(world, message, gateway=True),
            audience(world, message),
            world.channel(message.channel_id).guild_id,
        )
    )


def audience(world: World, message: Message) -> frozenset[Snowflake]:
    """Everyone who sees the message."""
    if message.visible_to is not None:
        return frozenset({message.visible_to})
    return world.viewers(world.channel(message.channel_id))


def _tell(world: World, name: str, message: Message, body: Json) -> None:
    guild_id = world.channel(message.channel_id).guild_id
    if guild_id is not None:
        body["guild_id"] = str(guild_id)
    world.publish(Event(name, body, audience(world, message), guild_id))


def system(world: World, channel: Channel, author: Snowflake, kind: MessageKind, content: str = "") -> Message:
    """A message that Discord writes by itself, e.g. that a thread was started."""
    message = draft(world, channel, author, Composition(content=content))
    message.kind = kind
    return message
