"""The bot's application."""

from __future__ import annotations

from sandbox.rest.routing import Answer, Call, Routes
from sandbox.strict.errors import Json
from sandbox.world import payload

routes = Routes()


@routes("GET", "/oauth2/applications/@me", "/applications/@me")
async def application(call: Call) -> Answer:
    """The application, with its owner and its flags."""
    world = call.world
    app = world.application
    body: Json = {
        "id": str(app.id),
        "name": app.name,
        "icon": None,
        "description": app.description,
        "type": None,
        "bot": payload.user(world.users[app.id]),
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": call.service.settings.application_flags,
        "flags_new": str(call.service.settings.application_flags),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": payload.user(world.users[app.owner_id]),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": sum(one.installed for one in world.users.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "integration_types_config": {"0": {}, "1": {}} if call.service.settings.user_install else {"0": {}},
    }
    return Answer(200, body)


@routes("GET", "/applications/{application_id}/emojis")
async def emojis(_: Call) -> Answer:
    """The application has no emoji of its own."""
    return Answer(200, {"items": []})
