"""Reactions to messages, and the typing indicator."""

from __future__ import annotations

import urllib.parse

from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors
from sandbox.strict.errors import ApiError
from sandbox.world import payload, reactions
from sandbox.world.permissions import Permission
from sandbox.world.typing import start_typing

routes = Routes()
REACTIONS = "/channels/{channel_id}/messages/{message_id}/reactions"
REACTION = REACTIONS + "/{emoji_name}"


def _emoji(call: Call) -> str:
    return reactions.check_emoji(urllib.parse.unquote(call.text("emoji_name")))


@routes("PUT", REACTION + "/@me")
async def add(call: Call) -> Answer:
    """React to a message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    message = call.message(channel)
    emoji = _emoji(call)
    if emoji not in message.reactions:
        call.world.require(call.bot, channel, Permission.ADD_REACTIONS)
    reactions.add(call.world, message, call.bot, emoji)
    return NO_CONTENT


@routes("DELETE", REACTION + "/@me")
async def remove_own(call: Call) -> Answer:
    """Take one's reaction back."""
    message = call.message(call.channel())
    reactions.remove(call.world, message, call.bot, _emoji(call))
    return NO_CONTENT


@routes("DELETE", REACTION + "/{user_id}")
async def remove_foreign(call: Call) -> Answer:
    """Take somebody's reaction away."""
    message = call.message(call.channel(Permission.MANAGE_MESSAGES))
    reactions.remove(call.world, message, call.id("user_id"), _emoji(call))
    return NO_CONTENT


@routes("GET", REACTION)
async def list_users(call: Call) -> Answer:
    """List the people who reacted with an emoji."""
    message = call.message(call.channel(Permission.READ_MESSAGE_HISTORY))
    return Answer(200, [payload.user(call.world.users[one]) for one in message.reactions.get(_emoji(call), [])])


@routes("DELETE", REACTIONS)
async def clear(call: Call) -> Answer:
    """Remove all reactions."""
    reactions.clear(call.world, call.message(call.channel(Permission.MANAGE_MESSAGES)))
    return NO_CONTENT


@routes("DELETE", REACTION)
async def clear_emoji(call: Call) -> Answer:
    """Remove all reactions with one emoji."""
    message = call.message(call.channel(Permission.MANAGE_MESSAGES))
    emoji = _emoji(call)
    if emoji not in message.reactions:
        raise ApiError(errors.UNKNOWN_EMOJI)
    for user_id in tuple(message.reactions[emoji]):
        reactions.remove(call.world, message, user_id, emoji)
    return NO_CONTENT


@routes("POST", "/channels/{channel_id}/typing")
async def typing(call: Call) -> Answer:
    """Show that the bot is typing."""
    start_typing(call.world, call.channel(Permission.SEND_MESSAGES), call.bot)
    return NO_CONTENT
