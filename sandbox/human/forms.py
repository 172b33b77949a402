"""Filling in a modal: check the member's input as Discord's client does, and return it as the bot receives it."""

from __future__ import annotations

from typing import Any

from sandbox.content.components import Kind
from sandbox.human.options import Resolved
from sandbox.human.visit import Refused
from sandbox.strict.errors import Json
from sandbox.strict.limits import INPUT_VALUE


def submission(resolved: Resolved, modal: Json, values: Json) -> list[Json]:
    """The components of a modal with the values that were filled in; values are keyed by custom id or label."""
    left = dict(values)
    filled = [_fill(resolved, one, left) for one in modal["components"]]
    if left:
        raise Refused(f"the modal has no field {sorted(left)}")
    return filled


def _fill(resolved: Resolved, component: Json, left: Json) -> Json:
    body: Json = {"type": component["type"], "id": component["id"]}
    match component["type"]:
        case Kind.ACTION_ROW:
            inside = [_field(resolved, one, left, one.get("label")) for one in component["components"]]
            return body | {"components": inside}
        case Kind.LABEL:
            return body | {"component": _field(resolved, component["component"], left, component["label"])}
        case _:
            return body


def _field(resolved: Resolved, field: Json, left: Json, label: str | None) -> Json:
    name = label or field["custom_id"]
    given = left.pop(field["custom_id"]) if field["custom_id"] in left else left.pop(label or "", None)
    body: Json = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    match field["type"]:
        case Kind.TEXT_INPUT:
            return body | {"value": _text(field, name, field.get("value", "") if given is None else given)}
        case Kind.RADIO_GROUP:
            value = None if given is None else _options(field, name, [given])[0]
            if value is None and field["required"]:
                raise Refused(f"{name} is required")
            return body | {"value": value}
        case Kind.CHECKBOX:
            return body | {"value": field["default"] if given is None else bool(given)}
        case _:
            return body | {"values": _many(resolved, field, name, _list(given))}


def _list(given: object) -> list[Any]:
    if given is None:
        return []
    return given if isinstance(given, list) else [given]


def _text(field: Json, name: str, given: object) -> str:
    text = str(given)
    if not text:
        if field["required"]:
            raise Refused(f"{name} is required")
        return text
    low, high = field.get("min_length") or 0, field.get("max_length") or INPUT_VALUE
    if not low <= len(text) <= high:
        raise Refused(f"{name} takes {low} to {high} characters")
    return text


def _options(field: Json, name: str, given: list[Any]) -> list[str]:
    by_label = {one["label"]: one["value"] for one in field["options"]}
    found = [str(by_label.get(str(one), one)) for one in given]
    if set(found) - set(by_label.values()):
        raise Refused(f"{name} offers {sorted(by_label)}")
    return found


def _many(resolved: Resolved, field: Json, name: str, given: list[Any]) -> list[str]:
    low, high = field.get("min_values", 1), field.get("max_values", 1)
    asked = bool(given) or field.get("required", True)
    if asked and not low <= len(given) <= high:
        raise Refused(f"{name} takes {low} to {high} values")
    match field["type"]:
        case Kind.FILE_UPLOAD:
            return [resolved.attachment(one) if isinstance(one, dict) else _no_file(name) for one in given]
        case Kind.STRING_SELECT | Kind.CHECKBOX_GROUP:
            return _options(field, name, given)
        case Kind.USER_SELECT:
            return [resolved.user(one) for one in given]
        case Kind.ROLE_SELECT:
            return [resolved.role(one) for one in given]
        case Kind.CHANNEL_SELECT:
            return [resolved.channel(one, field.get("channel_types")) for one in given]
        case _:
            return [resolved.mentionable(one) for one in given]


def _no_file(name: str) -> str:
    raise Refused(f"{name} takes files")
