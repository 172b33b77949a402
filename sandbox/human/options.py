"""Turn a member's input into what Discord sends: command options, selected values, resolved objects."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final

from sandbox.content import attachments
from sandbox.content.attachments import Upload
from sandbox.human.visit import Refused, Visit, find_channel, find_user
from sandbox.strict import limits
from sandbox.strict.errors import Json
from sandbox.world import payload
from sandbox.world.model import THREAD_KINDS, Attachment, Channel
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
IN_CHANNEL_PAYLOAD: Final = ("id", "name", "type", "parent_id", "thread_metadata", "permissions", "guild_id")


class Resolved:
    """The objects behind the ids of an interaction, as Discord ships them along."""

    def __init__(self, world: World, channel: Channel, user_id: Snowflake) -> None:
        self._world = world
        self._channel = channel
        self._user_id = user_id
        self.body: Json = {}

    def _put(self, kind: str, key: Snowflake, value: Json) -> str:
        self.body.setdefault(kind, {})[str(key)] = value
        return str(key)

    def user(self, given: object) -> str:
        """A user by id or name, with their membership."""
        user = find_user(self._world, str(given))
        guild = self._world.guild_of(self._channel)
        if guild is not None and user.id in guild.members:
            member = payload.partial_member(guild.members[user.id])
            member["permissions"] = str(int(self._world.permissions(user.id, self._channel)))
            self._put("members", user.id, member)
        return self._put("users", user.id, payload.user(user))

    def role(self, given: object) -> str:
        """A role of this guild by id or name."""
        guild = self._world.guild_of(self._channel)
        for role in () if guild is None else guild.roles.values():
            if str(given) in {str(role.id), role.name}:
                return self._put("roles", role.id, payload.role(role))
        raise Refused(f"there is no role {given!r} here")

    def channel(self, given: object, kinds: list[int] | None = None) -> str:
        """A channel the member sees, by id or name."""
        channel = find_channel(self._world, self._user_id, str(given))
        if kinds and channel.kind not in kinds:
            raise Refused(f"#{channel.name} is of type {int(channel.kind)}, not one of {kinds}")
        body = payload.channel(self._world, channel, reader=self._user_id)
        body["permissions"] = str(int(self._world.permissions(self._user_id, channel)))
        wanted = (*IN_CHANNEL_PAYLOAD, *(body if channel.kind in THREAD_KINDS else ("position", "nsfw", "topic")))
        return self._put("channels", channel.id, {key: body[key] for key in wanted if key in body})

    def mentionable(self, given: object) -> str:
        """A user or a role."""
        try:
            return self.user(given)
        except Refused:
            return self.role(given)

    def attachment(self, given: object) -> str:
        """A file, given as `{"filename": ..., "base64": ...}`."""
        if not isinstance(given, dict):
            raise Refused("a file is given as an object with filename and base64")
        attachment = self.keep(read_upload(given))
        return self._put("attachments", attachment.id, payload.attachment(self._world, attachment))

    def keep(self, upload: Upload) -> Attachment:
        """Store a file that belongs to the interaction itself."""
        attachment = attachments.attach(self._world, self._channel, upload, None)
        attachment.ephemeral = True
        self._world.uploads[attachment.id] = attachment
        return attachment


def read_upload(given: Json) -> Upload:
    """A file from JSON."""
    try:
        data = base64.b64decode(str(given["base64"]), validate=True)
    except (KeyError, binascii.Error):
        raise Refused("a file is given as an object with filename and base64") from None
    if len(data) > limits.UPLOAD_BYTES:
        raise Refused("the file is too large")
    return Upload(str(given.get("filename", "file")), data)


def find_command(visit: Visit, channel: Channel, name: str, kind: int) -> tuple[Json, list[Json]]:
    """A command the member may use here, and the option it goes into for each further word of the name."""
    first, *rest = name.split() if kind == 1 else [name]
    usable = visit.service.commands.usable(visit.user.id, channel)
    command = next((one for one in usable if one["type"] == kind and first in names_of(one, visit.user.locale)), None)
    if command is None:
        raise Refused(f"{visit.user.name} finds no command {first!r} in #{channel.name}", status=404)
    path: list[Json] = []
    level = command
    for word in rest:
        inside = [one for one in level.get("options", []) if one["type"] in {SUBCOMMAND, GROUP}]
        found = next((one for one in inside if word in names_of(one, visit.user.locale)), None)
        if found is None:
            raise Refused(f"/{first} has no subcommand {word!r}")
        path.append(found)
        level = found
    if any(one["type"] in {SUBCOMMAND, GROUP} for one in level.get("options", [])):
        raise Refused(f"/{name} is incomplete: choose one of its subcommands")
    return command, path


def names_of(thing: Json, locale: str) -> set[str]:
    """The name, and the name in the member's language."""
    localized = (thing.get("name_localizations") or {}).get(locale)
    return {thing["name"]} | ({localized} if localized else set())


def fill(resolved: Resolved, level: Json, given: Json, *, focused: str | None = None) -> list[Json]:
    """The options of an invocation, checked as Discord's client does before it sends them.

    With `focused` (autocomplete) nothing is required yet and the focused text goes as typed.
    """
    declared = {one["name"]: one for one in level.get("options", [])}
    if unknown := given.keys() - declared.keys():
        raise Refused(f"/{level['name']} has no option {sorted(unknown)}")
    filled: list[Json] = []
    for name, option in declared.items():
        if name == focused:
            filled.append({"name": name, "type": option["type"], "value": str(given.get(name, "")), "focused": True})
        elif given.get(name) is not None:
            value = _value(resolved, option, given[name])
            filled.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise Refused(f"/{level['name']} needs the option {name!r}")
    return filled


def nest(path: list[Json], filled: list[Json]) -> list[Json]:
    """Wrap options into the groups and subcommands they belong to."""
    for level in reversed(path):
        filled = [{"name": level["name"], "type": level["type"], "options": filled}]
    return filled


def _value(resolved: Resolved, option: Json, given: object) -> object:
    kind = option["type"]
    match kind:
        case 6:
            return resolved.user(given)
        case 7:
            return resolved.channel(given, option.get("channel_types"))
        case 8:
            return resolved.role(given)
        case 9:
            return resolved.mentionable(given)
        case 11:
            return resolved.attachment(given)
        case 5:
            if not isinstance(given, bool):
                raise Refused(f"{option['name']} is true or false")
            return given
        case _:
            return _plain(option, given)


def _plain(option: Json, given: Any) -> Any:  # noqa: ANN401 - any JSON
    name, kind = option["name"], option["type"]
    if choices := option.get("choices"):
        for choice in choices:
            labels = {choice["name"], *(choice.get("name_localizations") or {}).values()}
            if given == choice["value"] or given in labels:
                return choice["value"]
        raise Refused(f"{given!r} is no choice of {name}: {[one['name'] for one in choices]}")
    if kind == STRING:
        text = str(given)
        low, high = option.get("min_length", 0), option.get("max_length", limits.STRING_OPTION)
        if not low <= len(text) <= high:
            raise Refused(f"{name} takes {low} to {high} characters")
        return text
    try:
        value = int(given) if kind == INTEGER else float(given)
    except (TypeError, ValueError):
        raise Refused(f"{name} is a number, not {given!r}") from None
    if not option.get("min_value", -limits.SAFE_INTEGER) <= value <= option.get("max_value", limits.SAFE_INTEGER):
        raise Refused(f"{name} is out of bounds")
    return value
