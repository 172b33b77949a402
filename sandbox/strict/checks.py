"""Strict mode: check every request, answer and event against Discord's OpenAPI description."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from sandbox.strict.errors import Json
from sandbox.strict.schema import Check, Schemas
from sandbox.world.world import Event

# The API description says that codes inside the 50035 tree are integers; Discord sends words like BASE_TYPE_REQUIRED.
ERROR_TREE: Final = "errors"
EVENTS: Final = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "GUILD_MEMBER_ADD": "GuildMemberResponse",
    "GUILD_MEMBER_UPDATE": "GuildMemberResponse",
    "GUILD_UPDATE": "GuildResponse",
}
# Parts of events that the description covers, although it lacks the events themselves.
PARTS: Final = {
    "GUILD_ROLE_CREATE": (("role", "GuildRoleResponse"),),
    "GUILD_ROLE_UPDATE": (("role", "GuildRoleResponse"),),
    "MESSAGE_REACTION_ADD": (("member", "GuildMemberResponse"),),
    "INTERACTION_CREATE": (("message", "MessageResponse"), ("member", "GuildMemberResponse"), ("user", "UserResponse")),
}


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that should not have happened: in a request, an answer, an event, or a crash of the sandbox."""

    kind: str
    where: str
    path: str
    message: str


class Inspector:
    """Remembers what should not have happened. Without a description those are only the sandbox's own crashes."""

    def __init__(self) -> None:
        self._found: list[Violation] = []

    def violations(self) -> list[Json]:
        """What was wrong so far, oldest first."""
        return [asdict(one) for one in self._found]

    def forget(self, kind: str | None = None) -> None:
        """Start over, or forget one kind: request, answer, event or crash."""
        self._found = [one for one in self._found if kind is not None and one.kind != kind]

    def crash(self, where: str, error: Exception) -> None:
        """The sandbox itself failed."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        self._found.append(Violation("crash", where, f"{last.filename}:{last.lineno}", repr(error)))

    def request(self, method: str, path: str, body: object, query: Mapping[str, str]) -> None:
        """A request of the bot."""

    def answer(self, method: str, path: str, status: int, body: object) -> None:
        """Our answer to it."""

    def event(self, event: Event) -> None:
        """An event of ours."""


class Strict(Inspector):
    """Checks everything against a description."""

    def __init__(self, description: Json) -> None:
        super().__init__()
        self._paths: Json = description["paths"]
        self._schemas = Schemas(description)
        self._requests = Schemas(_with_numeric_ids(description))
        self._checks: dict[tuple[str, ...], Check] = {}

    def request(self, method: str, path: str, body: object, query: Mapping[str, str]) -> None:
        """Check the body and the query of a request."""
        operation = self._operation(method, path)
        if operation is None:
            return
        where = f"{method} {path}"
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is not None and body is not None:
            self._hold("request", where, body, self._compile(("request", method, path), schema, self._requests))
        for parameter in operation.get("parameters", []):
            name = parameter["name"]
            if parameter["in"] == "query" and name in query:
                value = _from_query(query[name], self._schemas.resolve(parameter["schema"]).get("type"))
                check = self._compile(("query", method, path, name), parameter["schema"])
                self._hold("request", f"{where}?{name}=", value, check)

    def answer(self, method: str, path: str, status: int, body: object) -> None:
        """Check the status and the body of an answer."""
        operation = self._operation(method, path)
        if operation is None:
            return
        where = f"{method} {path} {status}"
        declared = operation["responses"].get(str(status)) or operation["responses"].get(f"{status // 100}XX")
        if declared is None:
            if status < 500:
                self._found.append(Violation("answer", where, "", f"the status {status} is not described"))
            return
        schema = self._schemas.resolve(declared).get("content", {}).get("application/json", {}).get("schema")
        if schema is None or body is None:
            return
        if status >= 400 and isinstance(body, dict):
            body = {key: value for key, value in body.items() if key != ERROR_TREE}
        self._hold("answer", where, body, self._compile(("answer", method, path, str(status)), schema))

    def event(self, event: Event) -> None:
        """Check what the description covers of an event."""
        if (name := EVENTS.get(event.name)) is not None:
            self._hold("event", event.name, event.data, self._name(name))
        for key, part in PARTS.get(event.name, ()):
            if key in event.data:
                self._hold("event", f"{event.name}.{key}", event.data[key], self._name(part))

    def _operation(self, method: str, path: str) -> Json | None:
        item = self._paths.get(path)
        operation: Json | None = None if item is None else item.get(method.lower())
        return operation

    def _name(self, name: str) -> Check:
        return self._compile(("schema", name), {"$ref": f"#/components/schemas/{name}"})

    def _compile(self, key: tuple[str, ...], schema: Json, schemas: Schemas | None = None) -> Check:
        if key not in self._checks:
            self._checks[key] = (schemas or self._schemas).check(schema)
        return self._checks[key]

    def _hold(self, kind: str, where: str, value: object, check: Check) -> None:
        if (complaint := check(value)) is not None:
            self._found.append(Violation(kind, where, complaint.path, complaint.message))


def _with_numeric_ids(description: Json) -> Json:
    """Discord takes ids as numbers, too, and discord.py numbers its new attachments so."""
    components = description["components"]
    schemas = components["schemas"] | {"SnowflakeType": {"type": ["string", "integer"], "pattern": "^[0-9]+$"}}
    return description | {"components": components | {"schemas": schemas}}


def _from_query(text: str, kind: object) -> object:
    if kind == "boolean":
        return {"1": True, "true": True, "True": True, "0": False, "false": False, "False": False}.get(text, text)
    if kind == "integer" and text.lstrip("-").isdigit():
        return int(text)
    return text


def inspector(description: Path | None) -> Inspector:
    """Strict if a description is given."""
    if description is None:
        return Inspector()
    return Strict(json.loads(description.read_text(encoding="utf-8")))
