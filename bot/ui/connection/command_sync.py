"""Register the slash commands with Discord when they have changed.

Stored are the hash of our commands and the hash of Discord's list, which includes the version that Discord gave each
command. If neither has changed, nothing is sent. Our own hash alone would not show that somebody else has overwritten
the list, such as an older bot with the same token.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.ui.i18n.translator import CommandTranslator

_log = structlog.get_logger(__name__)


async def sync(client: commands.Bot | commands.AutoShardedBot, known: str | None) -> str:
    """Update Discord's command list unless it is as `known` says; None always sends it.

    Returns what is to be known the next time. Raises discord.HTTPException.
    """
    application = client.application_id
    assert application is not None  # noqa: S101 - the client has logged in
    translator = CommandTranslator()
    await client.tree.set_translator(translator)
    payload = [await command.get_translated_payload(client.tree, translator) for command in client.tree.get_commands()]
    if not is_user_installable(client.application):
        payload = [one | {"integration_types": [app_commands.AppInstallationType.GUILD]} for one in payload]
    ours = _hash(payload)
    if known is not None and known.startswith(ours):
        present = await client.http.get_global_commands(application)
        if known == f"{ours} {_fingerprint(present)}":
            return known
    listed = await client.http.bulk_upsert_global_commands(application, payload=payload)
    _log.info("commands synced", commands=len(listed))
    return f"{ours} {_fingerprint(listed)}"


def is_user_installable(application: discord.AppInfo | None) -> bool:
    """Whether people may install the app for themselves, as set in Discord's developer portal."""
    return application is not None and application.user_integration_config is not None


def _fingerprint(listed: Iterable[Mapping[str, Any]]) -> str:
    """Return a hash of Discord's list, made of the ids and versions of its commands."""
    return _hash(sorted((str(one["id"]), str(one["version"])) for one in listed))


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()
