"""What members do: write, run commands, click, select, fill in modals."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from sandbox.content.attachments import Files, Upload
from sandbox.content.components import SELECTS, Kind, walk
from sandbox.human import views
from sandbox.human.forms import submission
from sandbox.human.options import Resolved, fill, find_command, nest, read_upload
from sandbox.human.visit import Refused, Visit
from sandbox.interactions.interactions import CallbackKind, Cause, Interaction, InteractionKind
from sandbox.strict.errors import Json
from sandbox.strict.limits import FIRST_ANSWER
from sandbox.world import forums, messages, payload, reactions, threads
from sandbox.world.model import Channel, ChannelKind, Message, MessageFlag
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.typing import start_typing

LINK, PREMIUM = 5, 6
NAMES = {
    CallbackKind.PONG: "pong",
    CallbackKind.MESSAGE: "message",
    CallbackKind.DEFERRED: "deferred",
    CallbackKind.DEFERRED_UPDATE: "deferred_update",
    CallbackKind.UPDATE: "update",
    CallbackKind.CHOICES: "choices",
    CallbackKind.MODAL: "modal",
}


async def send(visit: Visit) -> Json:
    """Write a message."""
    channel = visit.channel(Permission.SEND_MESSAGES)
    world, user = visit.world, visit.user
    threads.require_writable(world, user.id, channel)
    files = visit.body.pop("files", [])
    uploads: dict[int, Upload] = {index: read_upload(one) for index, one in enumerate(files)}
    composition = messages.compose(world, channel, user.id, visit.body, Files(new=uploads))
    composition.flags &= ~(MessageFlag.EPHEMERAL | MessageFlag.IS_COMPONENTS_V2)
    message = messages.draft(world, channel, user.id, composition)
    if reference := visit.body.get("reply_to"):
        messages.refer(channel, message, {"message_id": reference}, None)
    messages.post(world, channel, message)
    return views.message(world, message, user.id)


async def open_post(visit: Visit) -> Json:
    """Open a post in a forum: `{"name", "content", "tags": [names]}`."""
    forum = visit.channel(Permission.SEND_MESSAGES)
    if forum.kind is not ChannelKind.FORUM:
        raise Refused(f"#{forum.name} is no forum")
    world, name = visit.world, str(visit.field("name"))
    state = threads.new_state(world, visit.user.id, forum, None)
    wanted = set(visit.body.get("tags") or ())
    tags = [one.id for one in forum.tags if one.name in wanted]
    body: Json = {"content": str(visit.body.get("content") or name)}
    post, _ = forums.open_post(world, forum, state, name, tags, body, Files())
    return {"id": str(post.id)}


async def delete(visit: Visit) -> Json:
    """Delete a message: one's own, or any with the permission to manage them; ephemeral ones are dismissed."""
    channel = visit.channel()
    message = visit.message(channel)
    if message.author_id != visit.user.id and message.visible_to is None:
        visit.channel(Permission.MANAGE_MESSAGES)
    messages.delete(visit.world, message)
    return {}


async def react(visit: Visit) -> Json:
    """Toggle a reaction."""
    message = visit.message(visit.channel())
    emoji = reactions.check_emoji(str(visit.field("emoji")))
    if visit.user.id in message.reactions.get(emoji, []):
        reactions.remove(visit.world, message, visit.user.id, emoji)
    else:
        reactions.add(visit.world, message, visit.user.id, emoji)
    return views.message(visit.world, message, visit.user.id)


async def typing(visit: Visit) -> Json:
    """Show that one is typing."""
    start_typing(visit.world, visit.channel(Permission.SEND_MESSAGES), visit.user.id)
    return {}


async def join(visit: Visit) -> Json:
    """Join a thread."""
    threads.add_members(visit.world, visit.channel(), [visit.user.id])
    return {}


async def leave(visit: Visit) -> Json:
    """Leave a thread."""
    threads.remove_member(visit.world, visit.channel(), visit.user.id)
    return {}


# ---------------------------------------------------------------- commands


async def command(visit: Visit) -> Json:
    """Run a slash command or a context menu entry."""
    channel = visit.channel()
    kind = int(visit.body.get("type", 1))
    found, path = find_command(visit, channel, str(visit.field("name")), kind)
    resolved = Resolved(visit.world, channel, visit.user.id)
    data = _invoke(found, channel)
    metadata: Json = {}
    if kind == 1:
        level = path[-1] if path else found
        options = nest(path, fill(resolved, level, visit.body.get("options") or {}))
        if options:
            data["options"] = options
    elif kind == 2:
        data["target_id"] = resolved.user(visit.field("target"))
        metadata["target_user"] = resolved.body["users"][data["target_id"]]
    else:
        target = visit.message(channel, visit.field("target"))
        data["target_id"] = metadata["target_message_id"] = str(target.id)
        resolved.body["messages"] = {str(target.id): payload.message(visit.world, target)}
    cause = Cause(metadata, owners=visit.service.commands.owners(visit.user.id, channel, found))
    return await _act(visit, InteractionKind.COMMAND, channel, data, resolved, cause)


async def autocomplete(visit: Visit) -> Json:
    """What the bot offers while one types in an option."""
    channel = visit.channel()
    found, path = find_command(visit, channel, str(visit.field("name")), 1)
    focused = str(visit.field("focused"))
    level = path[-1] if path else found
    option = next((one for one in level.get("options", []) if one["name"] == focused), None)
    if option is None or not option.get("autocomplete"):
        raise Refused(f"{focused} of /{found['name']} has no autocomplete")
    resolved = Resolved(visit.world, channel, visit.user.id)
    given = visit.body.get("options") or {}
    data = _invoke(found, channel) | {"options": nest(path, fill(resolved, level, given, focused=focused))}
    cause = Cause(owners=visit.service.commands.owners(visit.user.id, channel, found))
    return await _act(visit, InteractionKind.AUTOCOMPLETE, channel, data, resolved, cause)


def _invoke(found: Json, channel: Channel) -> Json:
    data: Json = {"id": found["id"], "name": found["name"], "type": found["type"]}
    if "guild_id" in found:
        data["guild_id"] = str(channel.guild_id)
    return data


# ---------------------------------------------------------------- components


async def click(visit: Visit) -> Json:
    """Press a button."""
    channel = visit.channel()
    message = visit.message(channel, visit.field("message"))
    button = _component(visit, message, {"type": int(Kind.BUTTON), "style": 2})
    if button["type"] != Kind.BUTTON or button["style"] in {LINK, PREMIUM}:
        raise Refused("that is no button that does something")
    data = {"component_type": int(Kind.BUTTON), "custom_id": button["custom_id"], "id": button["id"]}
    return await _use(visit, channel, message, data, Resolved(visit.world, channel, visit.user.id))


async def select(visit: Visit) -> Json:
    """Choose in a select menu."""
    channel = visit.channel()
    message = visit.message(channel, visit.field("message"))
    offered = [{"label": str(value), "value": str(value)} for value in list(visit.field("values"))]
    menu = _component(visit, message, {"type": int(Kind.STRING_SELECT), "options": offered, "max_values": len(offered)})
    if menu["type"] not in SELECTS:
        raise Refused("that is no select menu")
    resolved = Resolved(visit.world, channel, visit.user.id)
    values = select_values(resolved, menu, list(visit.field("values")))
    data = {"component_type": menu["type"], "custom_id": menu["custom_id"], "id": menu["id"], "values": values}
    return await _use(visit, channel, message, data, resolved)


def _component(visit: Visit, message: Message, remembered: Json) -> Json:
    """The component of this custom id; `remembered` stands in for one that the message shows no longer.

    A client that has not heard of an edit yet still shows, and sends, what was there before.
    """
    custom_id = str(visit.field("custom_id"))
    for one in walk(message.components):
        if one.get("custom_id") == custom_id:
            if one.get("disabled"):
                raise Refused(f"the component {custom_id!r} is disabled")
            return one
    if visit.body.get("remembered"):
        return remembered | {"custom_id": custom_id, "id": 1}
    raise Refused(f"the message has no component {custom_id!r}", status=404)


def select_values(resolved: Resolved, menu: Json, given: list[object]) -> list[str]:
    """The values of a select menu, checked and resolved; labels stand in for values."""
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if not low <= len(given) <= high:
        raise Refused(f"choose {low} to {high}, not {len(given)}")
    match menu["type"]:
        case Kind.STRING_SELECT:
            by_label = {one["label"]: one["value"] for one in menu["options"]}
            values = {one["value"] for one in menu["options"]}
            found = [str(one) if one in values else by_label.get(str(one)) for one in given]
            if None in found:
                raise Refused(f"{given} is not on offer: {sorted(by_label)}")
            return [str(one) for one in found]
        case Kind.USER_SELECT:
            return [resolved.user(one) for one in given]
        case Kind.ROLE_SELECT:
            return [resolved.role(one) for one in given]
        case Kind.CHANNEL_SELECT:
            return [resolved.channel(one, menu.get("channel_types")) for one in given]
        case _:
            return [resolved.mentionable(one) for one in given]


async def _use(visit: Visit, channel: Channel, message: Message, data: Json, resolved: Resolved) -> Json:
    if message.author_id != visit.world.bot_id:
        raise Refused("only the bot's messages have components that answer")
    owners = (message.interaction_metadata or {}).get("authorizing_integration_owners")
    cause = Cause({"interacted_message_id": str(message.id)}, message, owners)
    return await _act(visit, InteractionKind.COMPONENT, channel, data, resolved, cause)


# ---------------------------------------------------------------- modals


async def submit(visit: Visit) -> Json:
    """Hand in a modal."""
    opened = visit.service.interactions.by_id(Snowflake(int(visit.request.match_info["modal"])))
    if opened is None or opened.modal is None or opened.user_id != visit.user.id:
        raise Refused("there is no such modal open", status=404)
    resolved = Resolved(visit.world, opened.channel, visit.user.id)
    components = submission(resolved, opened.modal, visit.body.get("values") or {})
    data = {"custom_id": opened.modal["custom_id"], "components": components}
    owners = opened.metadata["authorizing_integration_owners"]
    cause = Cause({"triggering_interaction_metadata": opened.metadata}, opened.message, owners)
    return await _act(visit, InteractionKind.MODAL_SUBMIT, opened.channel, data, resolved, cause)


# ---------------------------------------------------------------- outcomes


async def _act(
    visit: Visit, kind: InteractionKind, channel: Channel, data: Json, resolved: Resolved, cause: Cause
) -> Json:
    """Start an interaction and wait for its first answer."""
    if resolved.body:
        data["resolved"] = resolved.body
    started = time.monotonic()
    interaction = visit.service.interactions.start(kind, visit.user.id, channel, data, cause)
    with suppress(TimeoutError):
        async with asyncio.timeout(FIRST_ANSWER):
            await interaction.answered.wait()
    elapsed = time.monotonic() - started
    return outcome(visit, interaction) | {"latency_ms": round(elapsed * 1000, 1)}


async def settle(visit: Visit) -> Json:
    """Wait until a deferred interaction shows more than that the bot is thinking.

    What the bot has said and taken away again is told all the same: who asks late hears it too.
    """
    interaction = visit.service.interactions.by_id(Snowflake(int(visit.request.match_info["interaction"])))
    if interaction is None or interaction.user_id != visit.user.id:
        raise Refused("there is no such interaction", status=404)
    with suppress(TimeoutError):
        async with asyncio.timeout(float(visit.request.query.get("timeout", "10"))):
            await interaction.settled.wait()
    body = outcome(visit, interaction)
    if body["message"] is None and interaction.removed is not None:
        body["message"] = views.message(visit.world, interaction.removed, visit.user.id)
    return body


def outcome(visit: Visit, interaction: Interaction) -> Json:
    """How an interaction was answered so far."""
    answer = interaction.answer
    original = interaction.channel.messages.get(interaction.original_id or Snowflake(0))
    body: Json = {
        "interaction_id": str(interaction.id),
        "channel_id": str(interaction.channel.id),
        "answer": None if answer is None else NAMES[answer],
        "failed": answer is None,
        "error": "This interaction failed" if answer is None else None,
        "settled": interaction.settled.is_set(),
        "message": None,
        "followups": [str(one) for one in interaction.followups],
        "choices": interaction.choices,
        "modal": None,
    }
    if original is not None:
        body["message"] = views.message(visit.world, original, visit.user.id)
    if interaction.modal is not None:
        body["modal"] = interaction.modal | {"id": str(interaction.id)}
    return body
