"""Whom a message mentions, and whom it notifies."""

from __future__ import annotations

import re

from sandbox.strict import limits
from sandbox.strict.errors import Json
from sandbox.strict.form import Form
from sandbox.world.model import Channel, Mentions
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

USER = re.compile(r"<@!?(\d{1,20})>")
ROLE = re.compile(r"<@&(\d{1,20})>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
PARSE = ("users", "roles", "everyone")


def check(form: Form, allowed: object) -> None:
    """Complain about an allowed_mentions object that Discord would refuse."""
    if allowed is None:
        return
    path = ("allowed_mentions",)
    if not isinstance(allowed, dict):
        form.complain(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType.")
        return
    parse = form.array((*path, "parse"), allowed.get("parse"), most=len(PARSE))
    for index, one in enumerate(parse):
        if one not in PARSE:
            form.complain((*path, "parse", index), "BASE_TYPE_CHOICES", f"Value must be one of {PARSE}.")
    for key in ("users", "roles"):
        named = form.array((*path, key), allowed.get(key), most=limits.ALLOWED_MENTIONS)
        if named and key in parse:
            form.complain(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )


def find(world: World, channel: Channel, author: Snowflake, text: str, allowed: Json | None) -> Mentions:
    """The users and roles named in `text` that `allowed` lets through; no `allowed` lets everything through."""
    plain = CODE.sub("", text)
    guild = world.guild_of(channel)
    users = [Snowflake(int(one)) for one in dict.fromkeys(USER.findall(plain)) if int(one) in world.users]
    roles = (
        []
        if guild is None
        else [Snowflake(int(one)) for one in dict.fromkeys(ROLE.findall(plain)) if int(one) in guild.roles]
    )
    everyone = bool(EVERYONE.search(plain))
    may_mention_everyone = bool(world.permissions(author, channel) & Permission.MENTION_EVERYONE)
    if allowed is not None:
        parse = allowed.get("parse") or []
        if "users" not in parse:
            named = {int(one) for one in allowed.get("users") or []}
            users = [one for one in users if one in named]
        if "roles" not in parse:
            named = {int(one) for one in allowed.get("roles") or []}
            roles = [one for one in roles if one in named]
        everyone = everyone and "everyone" in parse
    return Mentions(tuple(users), tuple(roles), everyone and may_mention_everyone)


def users_to_ping(world: World, channel: Channel, author: Snowflake, mentions: Mentions) -> frozenset[Snowflake]:
    """The users whom a new message notifies: those mentioned who see the channel, except its author.

    A role notifies its members when it is mentionable or the author may mention everyone.
    """
    guild = world.guild_of(channel)
    found = set(mentions.users)
    if guild is not None:
        powerful = bool(world.permissions(author, channel) & Permission.MENTION_EVERYONE)
        loud = {one for one in mentions.roles if powerful or guild.roles[one].mentionable}
        found |= {key for key, member in guild.members.items() if mentions.everyone or loud & set(member.roles)}
    parent = world.parent(channel)
    # A mention in a public thread reaches whoever sees its parent; in a private one it adds the person first.
    return frozenset(one for one in found if one != author and world.sees(one, parent))
