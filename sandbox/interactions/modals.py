"""Modals and autocomplete choices: what a bot may offer, and what a member may submit."""

from __future__ import annotations

from functools import partial

from sandbox.content.attachments import Media
from sandbox.content.components import SELECTS, Components, Kind
from sandbox.strict import limits
from sandbox.strict.errors import Json
from sandbox.strict.form import Form, Path

TOP = frozenset({Kind.ACTION_ROW, Kind.TEXT_DISPLAY, Kind.LABEL})
IN_LABEL = SELECTS | {Kind.TEXT_INPUT, Kind.FILE_UPLOAD, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP, Kind.CHECKBOX}


class NoMedia(Media):
    """A modal shows no pictures."""

    def __init__(self) -> None:
        self._by_name = {}


class ModalComponents(Components):
    """The components of a modal on their way in."""

    def __init__(self, form: Form) -> None:
        super().__init__(form, NoMedia())
        in_menu = {kind: partial(self._menu, kind) for kind in SELECTS}
        self._readers |= in_menu | {
            Kind.ACTION_ROW: self._row,
            Kind.LABEL: self._label,
            Kind.TEXT_INPUT: self._text_input,
            Kind.FILE_UPLOAD: partial(self._limit_number, most=limits.FILE_UPLOADS),
            Kind.RADIO_GROUP: self._radio_group,
            Kind.CHECKBOX_GROUP: self._checkbox_group,
            Kind.CHECKBOX: self._checkbox,
        }

    def _row(self, path: Path, item: Json) -> Json:
        inside = self._form.objects((*path, "components"), item.get("components"), least=1, most=1)
        return {"components": [self.one(place, one, {Kind.TEXT_INPUT}) for place, one in inside]}

    def _menu(self, kind: Kind, path: Path, item: Json) -> Json:
        return self._select(kind, path, item) | self._read_required(path, item)

    def _radio_group(self, path: Path, item: Json) -> Json:
        options = self.options(path, item, least=2, most=limits.GROUP_OPTIONS)
        return self._read_name(path, item) | {"options": options}

    def _checkbox_group(self, path: Path, item: Json) -> Json:
        options = self.options(path, item, least=1, most=limits.GROUP_OPTIONS)
        return self._limit_number(path, item, most=limits.GROUP_OPTIONS) | {"options": options}

    def _checkbox(self, path: Path, item: Json) -> Json:
        default = self._form.boolean((*path, "default"), item.get("default"))
        return self.custom_id(path, item) | {"default": bool(default)}

    def _read_required(self, path: Path, item: Json) -> Json:
        return {"required": self._form.boolean((*path, "required"), item.get("required")) is not False}

    def _read_name(self, path: Path, item: Json) -> Json:
        return self.custom_id(path, item) | self._read_required(path, item)

    def _limit_number(self, path: Path, item: Json, *, most: int) -> Json:
        low = self._form.integer((*path, "min_values"), item.get("min_values"), least=0, most=most)
        high = self._form.integer((*path, "max_values"), item.get("max_values"), least=1, most=most)
        return self._read_name(path, item) | {
            "min_values": 1 if low is None else low,
            "max_values": 1 if high is None else high,
        }

    def _label(self, path: Path, item: Json) -> Json:
        form = self._form
        form.require((*path, "label"), item.get("label"))
        label = form.text((*path, "label"), item.get("label"), least=1, most=limits.LABEL)
        about = form.text((*path, "description"), item.get("description"), least=1, most=limits.LABEL_DESCRIPTION)
        body: Json = {"label": label} | ({"description": about} if about else {})
        inside = item.get("component")
        if isinstance(inside, dict):
            body["component"] = self.one((*path, "component"), inside, IN_LABEL)
        else:
            form.require((*path, "component"), None)
        return body

    def _text_input(self, path: Path, item: Json) -> Json:
        form = self._form
        form.require((*path, "style"), item.get("style"))
        body = self._read_name(path, item)
        body["style"] = form.choice((*path, "style"), item.get("style"), {1, 2})
        body["label"] = form.text((*path, "label"), item.get("label"), least=1, most=limits.INPUT_LABEL)
        if len(path) >= 2 and path[-2] == "components":
            form.require((*path, "label"), item.get("label"))
        most = limits.INPUT_VALUE
        body["min_length"] = form.integer((*path, "min_length"), item.get("min_length"), least=0, most=most)
        body["max_length"] = form.integer((*path, "max_length"), item.get("max_length"), least=1, most=most)
        value = form.text((*path, "value"), item.get("value"), most=body["max_length"] or most)
        hint = form.text((*path, "placeholder"), item.get("placeholder"), most=limits.INPUT_PLACEHOLDER)
        return body | ({"value": value} if value else {}) | ({"placeholder": hint} if hint else {})


def read(data: Json) -> Json:
    """A modal the bot opens, checked. Raises 50035."""
    form = Form()
    for key, most in (("custom_id", limits.CUSTOM_ID), ("title", limits.MODAL_TITLE)):
        form.require((key,), data.get(key))
        form.text((key,), data.get(key), least=1, most=most)
    form.require(("components",), data.get("components"))
    reader = ModalComponents(form)
    where: Path = ("components",)
    rows = form.objects(where, data.get("components"), least=1, most=limits.MODAL_COMPONENTS)
    found = [reader.one(path, item, TOP) for path, item in rows]
    form.settle()
    return {"custom_id": data["custom_id"], "title": data["title"], "components": found}


def read_choices(data: Json, asked: Json, locale: str) -> list[Json]:
    """The choices the bot offers for the option that is being typed, checked, in the member's language.

    Raises 50035.
    """
    form = Form()
    found: list[Json] = []
    kind = focused_option(asked.get("options") or []).get("type", 3)
    for path, item in form.objects(("choices",), data.get("choices"), most=limits.COMMAND_CHOICES):
        form.require((*path, "name"), item.get("name"))
        form.require((*path, "value"), item.get("value"))
        name = form.text((*path, "name"), item.get("name"), least=1, most=limits.CHOICE_NAME)
        localized = item.get("name_localizations") or {}
        for language, text in localized.items():
            form.text((*path, "name_localizations", language), text, least=1, most=limits.CHOICE_NAME)
        value = choice_value(form, (*path, "value"), item.get("value"), kind)
        found.append({"name": localized.get(locale, name), "value": value})
    form.settle()
    return found


def choice_value(form: Form, path: Path, value: object, kind: int) -> object:
    """The value of a choice for a string (3), integer (4) or number (10) option."""
    if kind == 3:
        return form.text(path, value, most=limits.CHOICE_VALUE)
    if kind == 4:
        return form.integer(path, value, least=-limits.SAFE_INTEGER, most=limits.SAFE_INTEGER)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        form.complain(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not number.')
        return None
    return value


def focused_option(options: list[Json]) -> Json:
    """The option that the member is typing in, however deep it lies."""
    for option in options:
        if option.get("focused"):
            return option
        if inside := focused_option(option.get("options") or []):
            return inside
    return {}
