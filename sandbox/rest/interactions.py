"""The bot's first answer to an interaction."""

from __future__ import annotations

from sandbox.interactions.interactions import CallbackKind
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict.errors import Json
from sandbox.world import payload
from sandbox.world.model import MessageFlag

routes = Routes()
WITH_MESSAGE = frozenset({CallbackKind.MESSAGE, CallbackKind.UPDATE})


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback", with_token=False)
async def callback(call: Call) -> Answer:
    """Answer an interaction; `with_response` asks for what came of it."""
    token = call.text("interaction_token")
    done = call.service.interactions.callback(call.id("interaction_id"), token, call.body, call.uploads)
    if not call.flag("with_response") or done.answer is None:
        return NO_CONTENT
    body: Json = {"id": str(done.id), "type": int(done.kind)}
    message = done.channel.messages.get(done.original_id) if done.original_id is not None else None
    if message is not None:
        body |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & MessageFlag.LOADING),
            "response_message_ephemeral": message.visible_to is not None,
            "channel_id": str(message.channel_id),
        }
    if done.channel.guild_id is not None:
        body["guild_id"] = str(done.channel.guild_id)
    answer: Json = {"interaction": body}
    if message is not None and done.answer in WITH_MESSAGE:
        answer["resource"] = {"type": int(done.answer), "message": payload.message(call.world, message)}
    return Answer(200, answer)
