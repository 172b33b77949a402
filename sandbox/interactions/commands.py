"""Application commands: registering them, and finding those that a member may use in a channel."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sandbox.interactions.interactions import Context, context_of
from sandbox.interactions.modals import choice_value
from sandbox.strict import errors, limits
from sandbox.strict.errors import ApiError, Json
from sandbox.strict.form import Form, Path
from sandbox.world.model import Channel
from sandbox.world.permissions import Permission
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

CHAT, USER, MESSAGE = 1, 2, 3
GUILD_INSTALL, USER_INSTALL = 0, 1
SUBCOMMAND, GROUP, STRING, INTEGER, CHANNEL_OPTION, NUMBER = 1, 2, 3, 4, 7, 10
OPTION_KINDS = range(1, 12)
CHAT_NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = frozenset(
    [
        "ar",
        "bg",
        "cs",
        "da",
        "de",
        "el",
        "en-GB",
        "en-US",
        "es-419",
        "es-ES",
        "fi",
        "fr",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "lt",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "ru",
        "sv-SE",
        "th",
        "tr",
        "uk",
        "vi",
        "zh-CN",
        "zh-TW",
    ]
)


@dataclass(slots=True)
class Commands:
    """The registered commands: those for everywhere, and those of single guilds."""

    world: World
    everywhere: dict[Snowflake, Json] = field(default_factory=dict)
    in_guild: dict[Snowflake, dict[Snowflake, Json]] = field(default_factory=dict)

    def scope(self, guild_id: Snowflake | None) -> dict[Snowflake, Json]:
        """The commands of a guild, or those for everywhere (None)."""
        return self.everywhere if guild_id is None else self.in_guild.setdefault(guild_id, {})

    def overwrite(self, guild_id: Snowflake | None, bodies: list[Any]) -> list[Json]:
        """Replace all commands of a scope; those that keep name and type keep their id. Raises 50035."""
        form = Form()
        made: list[Json] = []
        seen: set[tuple[int, str]] = set()
        for index, body in enumerate(bodies):
            command = self._read_command(form, (index,), body if isinstance(body, dict) else {})
            key = (command["type"], command["name"])
            if key in seen:
                form.complain(
                    (index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
                )
            seen.add(key)
            made.append(command)
        for kinds, most in (
            ({CHAT}, limits.CHAT_COMMANDS),
            ({USER}, limits.CONTEXT_COMMANDS),
            ({MESSAGE}, limits.CONTEXT_COMMANDS),
        ):
            if sum(one["type"] in kinds for one in made) > most:
                form.complain((), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        form.settle()
        scope = self.scope(guild_id)
        old = {(one["type"], one["name"]): one for one in scope.values()}
        scope.clear()
        return [self._store(guild_id, one, old.get((one["type"], one["name"]))) for one in made]

    def upsert(self, guild_id: Snowflake | None, body: Json) -> tuple[Json, bool]:
        """Register one command; the flag says whether it is new."""
        form = Form()
        command = self._read_command(form, (), body)
        form.settle()
        scope = self.scope(guild_id)
        old = next(
            (one for one in scope.values() if (one["type"], one["name"]) == (command["type"], command["name"])), None
        )
        return self._store(guild_id, command, old), old is None

    def edit(self, guild_id: Snowflake | None, command_id: int, body: Json) -> Json:
        """Change a command."""
        old = self.get(guild_id, command_id)
        form = Form()
        command = self._read_command(form, (), old | body)
        form.settle()
        return self._store(guild_id, command, old)

    def get(self, guild_id: Snowflake | None, command_id: int) -> Json:
        """The command, or 10063."""
        command = self.scope(guild_id).get(Snowflake(command_id))
        if command is None:
            raise ApiError(errors.UNKNOWN_COMMAND)
        return command

    def delete(self, guild_id: Snowflake | None, command_id: int) -> None:
        """Remove a command."""
        self.get(guild_id, command_id)
        del self.scope(guild_id)[Snowflake(command_id)]

    def _store(self, guild_id: Snowflake | None, command: Json, old: Json | None) -> Json:
        command_id = self.world.ids.next() if old is None else Snowflake(int(old["id"]))
        made: Json = {
            "id": str(command_id),
            "application_id": str(self.world.application.id),
            "version": str(self.world.ids.next()),
        } | command
        if guild_id is not None:
            made["guild_id"] = str(guild_id)
            for key in ("dm_permission", "contexts"):
                made.pop(key, None)
        self.scope(guild_id)[command_id] = made
        return made

    def _read_command(self, form: Form, path: Path, body: Json) -> Json:
        kind = form.choice((*path, "type"), body.get("type"), {CHAT, USER, MESSAGE}) or CHAT
        name = _name(form, path, body, kind)
        about = ""
        if kind == CHAT:
            form.require((*path, "description"), body.get("description"))
            about = (
                form.text((*path, "description"), body.get("description"), least=1, most=limits.COMMAND_DESCRIPTION)
                or ""
            )
        elif body.get("description"):
            form.complain(
                (*path, "description"),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                "Context menu commands cannot have description",
            )
        command: Json = {"type": kind, "name": name, "description": about}
        command |= _localizations(form, path, body, kind)
        command["default_member_permissions"] = _permissions(form, path, body)
        contexts = form.array((*path, "contexts"), body.get("contexts"), most=3)
        command["contexts"] = contexts or None
        command["dm_permission"] = body.get("dm_permission") is not False and (not contexts or 1 in contexts)
        command["integration_types"] = form.array(
            (*path, "integration_types"), body.get("integration_types"), most=2
        ) or [0]
        command["nsfw"] = bool(form.boolean((*path, "nsfw"), body.get("nsfw")))
        if kind == CHAT and body.get("options"):
            command["options"] = _options(form, path, body["options"], depth=0)
        elif body.get("options"):
            form.complain(
                (*path, "options"),
                "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
                "Context menu commands cannot have options",
            )
        if _size(command) > limits.COMMAND_TOTAL:
            form.complain(
                path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({limits.COMMAND_TOTAL})"
            )
        return command

    def usable(self, user_id: Snowflake, channel: Channel) -> list[Json]:
        """The commands a member finds in a channel; a guild's own command hides the one for everywhere."""
        found = dict(self.everywhere)
        if channel.guild_id is not None:
            local = self.scope(channel.guild_id)
            names = {(one["type"], one["name"]) for one in local.values()}
            found = {key: one for key, one in found.items() if (one["type"], one["name"]) not in names} | local
        return [one for one in found.values() if self._may_use(user_id, channel, one)]

    def owners(self, user_id: Snowflake, channel: Channel, command: Json) -> dict[str, str]:
        """The owners of the command here: "0" the guild (0 in direct messages), "1" the person; empty for nobody."""
        found: dict[str, str] = {}
        kinds = command["integration_types"]
        context = context_of(self.world, channel)
        guild = self.world.guild_of(channel)
        invited = guild is not None and self.world.bot_id in guild.members
        if GUILD_INSTALL in kinds and (invited or context is Context.BOT_DM):
            found["0"] = "0" if guild is None else str(guild.id)
        if USER_INSTALL in kinds and self.world.users[user_id].installed:
            found["1"] = str(user_id)
        return found

    def _may_use(self, user_id: Snowflake, channel: Channel, command: Json) -> bool:
        context = context_of(self.world, channel)
        by_default = [Context.GUILD, Context.BOT_DM] if command.get("dm_permission") is not False else [Context.GUILD]
        if context not in (command.get("contexts") or by_default) or not self.owners(user_id, channel, command):
            return False
        allowed = self.world.permissions(user_id, channel)
        if not allowed & Permission.USE_APPLICATION_COMMANDS:
            return False
        needed = command.get("default_member_permissions")
        if needed is None or context is not Context.GUILD:
            return True
        return not Permission(int(needed) or Permission.ADMINISTRATOR) & ~allowed


def _name(form: Form, path: Path, body: Json, kind: int) -> str:
    form.require((*path, "name"), body.get("name"))
    name = form.text((*path, "name"), body.get("name"), least=1, most=limits.COMMAND_NAME) or ""
    if name and kind == CHAT and not _is_chat_name(name):
        form.complain((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


def _is_chat_name(name: str) -> bool:
    return bool(CHAT_NAME.fullmatch(name)) and name == name.lower()


def _localizations(form: Form, path: Path, body: Json, kind: int) -> Json:
    found: Json = {}
    for key, most in (
        ("name_localizations", limits.COMMAND_NAME),
        ("description_localizations", limits.COMMAND_DESCRIPTION),
    ):
        given = body.get(key)
        found[key] = given or None
        if not given:
            continue
        for locale, text in given.items():
            where = (*path, key, locale)
            if locale not in LOCALES:
                form.complain(where, "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
            form.text(where, text, least=1, most=most)
            if key == "name_localizations" and kind == CHAT and isinstance(text, str) and not _is_chat_name(text):
                form.complain(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return found


def _permissions(form: Form, path: Path, body: Json) -> str | None:
    given = body.get("default_member_permissions")
    value = form.snowflake((*path, "default_member_permissions"), given)
    return None if value is None else str(value)


def _options(form: Form, path: Path, value: object, *, depth: int) -> list[Json]:
    where = (*path, "options")
    found: list[Json] = []
    optional = False
    for place, item in form.objects(where, value, most=limits.COMMAND_OPTIONS):
        option = _option(form, place, item, depth=depth)
        if option["type"] not in {SUBCOMMAND, GROUP}:
            if option.get("required") and optional:
                form.complain(
                    place,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
            optional = optional or not option.get("required")
        if any(option["name"] == other["name"] for other in found):
            form.complain(place, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
        found.append(option)
    if len({one["type"] in {SUBCOMMAND, GROUP} for one in found}) > 1:
        form.complain(
            where,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    return found


def _option(form: Form, path: Path, item: Json, *, depth: int) -> Json:
    form.require((*path, "type"), item.get("type"))
    kind = form.choice((*path, "type"), item.get("type"), OPTION_KINDS) or STRING
    form.require((*path, "description"), item.get("description"))
    about = form.text((*path, "description"), item.get("description"), least=1, most=limits.COMMAND_DESCRIPTION)
    option: Json = {"type": kind, "name": _name(form, path, item, CHAT), "description": about or ""}
    option |= {key: value for key, value in _localizations(form, path, item, CHAT).items() if value}
    if kind in {SUBCOMMAND, GROUP}:
        if depth > (0 if kind == GROUP else 1):
            form.complain(
                (*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested this deep"
            )
        return option | {"options": _options(form, path, item.get("options") or [], depth=depth + 1)}
    if form.boolean((*path, "required"), item.get("required")):
        option["required"] = True
    if form.boolean((*path, "autocomplete"), item.get("autocomplete")):
        option["autocomplete"] = True
        if item.get("choices"):
            form.complain(
                (*path, "choices"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
                "Choices must be empty for options with autocomplete",
            )
    if item.get("choices"):
        option["choices"] = _choices(form, path, item["choices"], kind)
    for key in ("min_value", "max_value", "min_length", "max_length", "channel_types"):
        if item.get(key) is not None:
            option[key] = item[key]
    return option


def _choices(form: Form, path: Path, value: object, kind: int) -> list[Json]:
    found: list[Json] = []
    for place, item in form.objects((*path, "choices"), value, most=limits.COMMAND_CHOICES):
        form.require((*place, "name"), item.get("name"))
        form.require((*place, "value"), item.get("value"))
        name = form.text((*place, "name"), item.get("name"), least=1, most=limits.CHOICE_NAME)
        choice: Json = {"name": name, "value": choice_value(form, (*place, "value"), item.get("value"), kind)}
        if item.get("name_localizations"):
            choice["name_localizations"] = item["name_localizations"]
            for locale, text in item["name_localizations"].items():
                form.text((*place, "name_localizations", locale), text, least=1, most=limits.CHOICE_NAME)
        if any(one["name"] == name for one in found):
            form.complain(
                (*place, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name already exists"
            )
        found.append(choice)
    return found


def _size(item: Json) -> int:
    """Letters in names, descriptions and choice values; of localisations the longest counts."""
    size = 0
    for key in ("name", "description"):
        texts = [item.get(key) or "", *(item.get(f"{key}_localizations") or {}).values()]
        size += max(len(text) for text in texts if isinstance(text, str))
    for choice in item.get("choices") or []:
        size += len(choice["name"] or "") + len(str(choice["value"]))
    return size + sum(_size(option) for option in item.get("options") or [])
