"""The REST API, version 10: one module per kind of resource."""

from __future__ import annotations

from typing import Final

from sandbox.rest import (
    application_commands,
    applications,
    channels,
    guilds,
    interactions,
    messages,
    reactions,
    roles,
    scheduled_events,
    threads,
    users,
    webhooks,
)
from sandbox.rest.routing import Endpoint

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    endpoint
    for module in (
        application_commands,
        applications,
        channels,
        guilds,
        interactions,
        messages,
        reactions,
        roles,
        scheduled_events,
        threads,
        users,
        webhooks,
    )
    for endpoint in module.routes
)
