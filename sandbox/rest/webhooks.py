"""What an interaction's token is good for after the first answer: the original message and follow-ups."""

from __future__ import annotations

from sandbox.interactions.interactions import Interaction
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.strict import errors
from sandbox.strict.errors import ApiError
from sandbox.world import payload
from sandbox.world.model import Message

routes = Routes()
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = WEBHOOK + "/messages/@original"
FOLLOWUP = WEBHOOK + "/messages/{message_id}"


def _interaction(call: Call) -> Interaction:
    if call.id("webhook_id") != call.world.application.id:
        raise ApiError(errors.UNKNOWN_WEBHOOK)
    return call.service.interactions.find_acknowledged(call.text("webhook_token"))


def _message(call: Call, interaction: Interaction) -> Message:
    named = "message_id" in call.request.match_info
    return call.service.interactions.response(interaction, call.id("message_id") if named else None)


@routes("POST", WEBHOOK, with_token=False)
async def follow_up(call: Call) -> Answer:
    """A further message."""
    message = call.service.interactions.follow_up(_interaction(call), call.body, call.uploads)
    # For interactions Discord always waits for the message, whatever `wait` says.
    return Answer(200, payload.message(call.world, message))


@routes("GET", ORIGINAL, FOLLOWUP, with_token=False)
async def get_message(call: Call) -> Answer:
    """A message of the interaction."""
    return Answer(200, payload.message(call.world, _message(call, _interaction(call))))


@routes("PATCH", ORIGINAL, FOLLOWUP, with_token=False)
async def edit_message(call: Call) -> Answer:
    """Change a message of the interaction."""
    interaction = _interaction(call)
    message = _message(call, interaction)
    edited = call.service.interactions.edit(interaction, message, call.body, call.uploads)
    return Answer(200, payload.message(call.world, edited))


@routes("DELETE", ORIGINAL, FOLLOWUP, with_token=False)
async def delete_message(call: Call) -> Answer:
    """Remove a message of the interaction."""
    interaction = _interaction(call)
    call.service.interactions.delete(interaction, _message(call, interaction))
    return NO_CONTENT
