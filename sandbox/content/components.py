"""Read the components of a message: check them against Discord's rules and return them as Discord would."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import IntEnum
from functools import partial

from sandbox.content.attachments import Media
from sandbox.content.emoji import is_emoji
from sandbox.strict import limits
from sandbox.strict.errors import Json
from sandbox.strict.form import Form, Path


class Kind(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT}
)
IN_CONTAINER = frozenset(
    {Kind.ACTION_ROW, Kind.SECTION, Kind.TEXT_DISPLAY, Kind.MEDIA_GALLERY, Kind.FILE, Kind.SEPARATOR}
)
TOP_V1 = frozenset({Kind.ACTION_ROW})
TOP_V2 = IN_CONTAINER | {Kind.CONTAINER}
IN_ROW = SELECTS | {Kind.BUTTON}
IN_SECTION = frozenset({Kind.TEXT_DISPLAY})
ACCESSORIES = frozenset({Kind.BUTTON, Kind.THUMBNAIL})
DEFAULT_KINDS = {
    Kind.USER_SELECT: {"user"},
    Kind.ROLE_SELECT: {"role"},
    Kind.MENTIONABLE_SELECT: {"user", "role"},
    Kind.CHANNEL_SELECT: {"channel"},
}
LINK, PREMIUM = 5, 6

Reader = Callable[[Path, Json], Json]


class Components:
    """One message's components on their way in: counts, ids and custom ids are shared by the whole tree."""

    def __init__(self, form: Form, media: Media) -> None:
        self._form = form
        self._media = media
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._readers: dict[Kind, Reader] = {
            Kind.ACTION_ROW: self._row,
            Kind.BUTTON: self._button,
            Kind.SECTION: self._section,
            Kind.TEXT_DISPLAY: self._display,
            Kind.THUMBNAIL: self._media_item,
            Kind.MEDIA_GALLERY: self._gallery,
            Kind.FILE: self._file,
            Kind.SEPARATOR: self._separator,
            Kind.CONTAINER: self._container,
        }
        self._readers |= {kind: partial(self._select, kind) for kind in SELECTS}
        self._total = 0
        self._text = 0

    def legacy(self, path: Path, value: object) -> list[Json]:
        """The rows of a message without the V2 flag."""
        return [self.one(place, item, TOP_V1) for place, item in self._form.objects(path, value, most=limits.ROWS)]

    def layout(self, path: Path, value: object) -> list[Json]:
        """The components of a V2 message."""
        most = limits.COMPONENTS_V2
        result = [self.one(place, item, TOP_V2) for place, item in self._form.objects(path, value, least=1, most=most)]
        if self._total > most:
            self._form.complain(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {most} (got {self._total}).",
            )
        if self._text > limits.DISPLAYED_TEXT:
            self._form.complain(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total size of displayable text cannot exceed {limits.DISPLAYED_TEXT} (got {self._text}).",
            )
        return result

    def one(self, path: Path, item: Json, allowed: Collection[Kind]) -> Json:
        """One component of an allowed kind, in the form of Discord's answers; complaints leave holes in it."""
        given = item.get("type")
        if given not in allowed:
            listed = ", ".join(str(int(one)) for one in sorted(allowed))
            self._form.complain(path, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).')
            return {}
        self._total += 1
        kind = Kind(int(given or 0))
        return {"type": int(kind), "id": self._identify(path, item)} | self._readers[kind](path, item)

    def _identify(self, path: Path, item: Json) -> int:
        given = self._form.integer((*path, "id"), item.get("id"), least=0, most=limits.COMPONENT_ID)
        if given:
            if given in self._ids:
                self._form.complain((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        else:
            given = next(number for number in range(1, limits.COMPONENT_ID) if number not in self._ids)
        self._ids.add(given)
        return given

    def custom_id(self, path: Path, item: Json) -> Json:
        """The custom id, which must be there and be unique in the message."""
        where = (*path, "custom_id")
        if not self._form.require(where, item.get("custom_id")):
            return {}
        text = self._form.text(where, item["custom_id"], least=1, most=limits.CUSTOM_ID)
        if text is None:
            return {}
        if text in self._custom_ids:
            self._form.complain(where, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        self._custom_ids.add(text)
        return {"custom_id": text}

    def _row(self, path: Path, item: Json) -> Json:
        where = (*path, "components")
        children = [
            self.one(place, child, IN_ROW)
            for place, child in self._form.objects(where, item.get("components"), least=1, most=limits.ROW_WIDTH)
        ]
        if item.get("components") is None:
            self._form.require(where, None)
        if len(children) > 1 and any(child.get("type") in SELECTS for child in children):
            self._form.complain(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "Component layout is too wide")
        return {"components": children}

    def _button(self, path: Path, item: Json) -> Json:
        form = self._form
        form.require((*path, "style"), item.get("style"))
        style = form.choice((*path, "style"), item.get("style"), range(1, 7))
        body: Json = {"style": style}
        label = form.text((*path, "label"), item.get("label"), most=limits.BUTTON_LABEL)
        if label:
            body["label"] = label
        body |= self.emoji(path, item)
        if style == LINK:
            form.require((*path, "url"), item.get("url"))
            body["url"] = form.text((*path, "url"), item.get("url"), least=1, most=limits.BUTTON_URL)
            if item.get("custom_id") is not None:
                form.complain(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        elif style == PREMIUM:
            form.require((*path, "sku_id"), item.get("sku_id"))
            body["sku_id"] = str(form.snowflake((*path, "sku_id"), item.get("sku_id")))
        else:
            body |= self.custom_id(path, item)
            if item.get("url") is not None:
                form.complain(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        if style != PREMIUM and not label and not item.get("emoji"):
            form.complain(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
        return body | self._disable(path, item)

    def _disable(self, path: Path, item: Json) -> Json:
        return {"disabled": True} if self._form.boolean((*path, "disabled"), item.get("disabled")) else {}

    def emoji(self, path: Path, item: Json) -> Json:
        """The emoji of a button or option; only real Unicode emoji exist here."""
        given = item.get("emoji")
        if given is None:
            return {}
        name = given.get("name") if isinstance(given, dict) else None
        if not isinstance(name, str) or given.get("id") or not is_emoji(name):
            self._form.complain((*path, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return {}
        return {"emoji": {"name": name}}

    def _select(self, kind: Kind, path: Path, item: Json) -> Json:
        form = self._form
        body = self.custom_id(path, item)
        placeholder = form.text((*path, "placeholder"), item.get("placeholder"), most=limits.SELECT_PLACEHOLDER)
        if placeholder:
            body["placeholder"] = placeholder
        most = limits.SELECT_OPTIONS
        low = form.integer((*path, "min_values"), item.get("min_values"), least=0, most=most)
        high = form.integer((*path, "max_values"), item.get("max_values"), least=1, most=most)
        body |= {"min_values": 1 if low is None else low, "max_values": 1 if high is None else high}
        if body["min_values"] > body["max_values"]:
            form.complain(
                (*path, "min_values"),
                "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
                "min_values must not be greater than max_values",
            )
        if kind is Kind.STRING_SELECT:
            body["options"] = self.options(path, item, least=1, most=most)
            if item.get("options") and body["max_values"] > len(item["options"]):
                form.complain(
                    (*path, "max_values"),
                    "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
                    "max_values must not exceed the number of options",
                )
            chosen = sum(bool(one.get("default")) for one in body["options"])
        else:
            body |= self._defaults(kind, path, item)
            chosen = len(body.get("default_values", []))
        if chosen > body["max_values"]:
            form.complain(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values")
        if kind is Kind.CHANNEL_SELECT and item.get("channel_types"):
            body["channel_types"] = form.array((*path, "channel_types"), item["channel_types"], most=20)
        return body | self._disable(path, item)

    def options(self, path: Path, item: Json, *, least: int, most: int) -> list[Json]:
        """The options of a select, radio group or checkbox group; values must differ."""
        form = self._form
        where = (*path, "options")
        form.require(where, item.get("options"))
        result: list[Json] = []
        values: set[str] = set()
        for place, option in form.objects(where, item.get("options"), least=least, most=most):
            form.require((*place, "label"), option.get("label"))
            form.require((*place, "value"), option.get("value"))
            label = form.text((*place, "label"), option.get("label"), least=1, most=limits.OPTION_LABEL)
            value = form.text((*place, "value"), option.get("value"), least=1, most=limits.OPTION_VALUE)
            about = form.text((*place, "description"), option.get("description"), most=limits.OPTION_DESCRIPTION)
            if value is not None and value in values:
                form.complain(
                    (*place, "value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            values.add(value or "")
            body: Json = {"label": label, "value": value} | ({"description": about} if about else {})
            body |= self.emoji(place, option)
            result.append(
                body | ({"default": True} if form.boolean((*place, "default"), option.get("default")) else {})
            )
        return result

    def _defaults(self, kind: Kind, path: Path, item: Json) -> Json:
        found: list[Json] = []
        where = (*path, "default_values")
        for place, one in self._form.objects(where, item.get("default_values"), most=limits.SELECT_OPTIONS):
            if one.get("type") not in DEFAULT_KINDS[kind]:
                self._form.complain(
                    (*place, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {sorted(DEFAULT_KINDS[kind])}."
                )
            key = self._form.snowflake((*place, "id"), one.get("id"))
            found.append({"id": str(key), "type": one.get("type")})
        return {"default_values": found} if found else {}

    def _section(self, path: Path, item: Json) -> Json:
        where = (*path, "components")
        self._form.require(where, item.get("components"))
        texts = self._form.objects(where, item.get("components"), least=1, most=limits.SECTION_TEXTS)
        accessory = item.get("accessory")
        body: Json = {"components": [self.one(place, child, IN_SECTION) for place, child in texts]}
        if isinstance(accessory, dict):
            body["accessory"] = self.one((*path, "accessory"), accessory, ACCESSORIES)
        else:
            self._form.require((*path, "accessory"), None)
        return body

    def _display(self, path: Path, item: Json) -> Json:
        self._form.require((*path, "content"), item.get("content"))
        text = self._form.text((*path, "content"), item.get("content"), least=1, most=limits.DISPLAYED_TEXT)
        self._text += len(text or "")
        return {"content": text or ""}

    def _media_item(self, path: Path, item: Json) -> Json:
        about = self._form.text((*path, "description"), item.get("description"), least=1, most=limits.MEDIA_DESCRIPTION)
        spoiler = self._form.boolean((*path, "spoiler"), item.get("spoiler"))
        media = self._media.unfurl(self._form, (*path, "media"), item.get("media"))
        return {"media": media, "description": about, "spoiler": bool(spoiler)}

    def _gallery(self, path: Path, item: Json) -> Json:
        where = (*path, "items")
        self._form.require(where, item.get("items"))
        items = self._form.objects(where, item.get("items"), least=1, most=limits.GALLERY_ITEMS)
        return {"items": [self._media_item(place, one) for place, one in items]}

    def _file(self, path: Path, item: Json) -> Json:
        given = item.get("file")
        url = given.get("url") if isinstance(given, dict) else None
        if isinstance(url, str) and not url.startswith("attachment://"):
            self._form.complain(
                (*path, "file", "url"), "FILE_COMPONENT_ATTACHMENT_REQUIRED", "A file must refer to an attachment"
            )
        media = self._media.unfurl(self._form, (*path, "file"), given)
        spoiler = self._form.boolean((*path, "spoiler"), item.get("spoiler"))
        name = None if not isinstance(url, str) else url.removeprefix("attachment://")
        return {"file": media, "spoiler": bool(spoiler), "name": name, "size": media.pop("size", None)}

    def _separator(self, path: Path, item: Json) -> Json:
        spacing = self._form.choice((*path, "spacing"), item.get("spacing"), {1, 2})
        divider = self._form.boolean((*path, "divider"), item.get("divider"))
        return {"spacing": spacing or 1, "divider": divider is not False}

    def _container(self, path: Path, item: Json) -> Json:
        where = (*path, "components")
        self._form.require(where, item.get("components"))
        inside = self._form.objects(where, item.get("components"), least=1, most=limits.COMPONENTS_V2)
        color = self._form.integer((*path, "accent_color"), item.get("accent_color"), least=0, most=0xFFFFFF)
        return {
            "accent_color": color,
            "spoiler": bool(self._form.boolean((*path, "spoiler"), item.get("spoiler"))),
            "components": [self.one(place, child, IN_CONTAINER) for place, child in inside],
        }


def walk(components: list[Json]) -> list[Json]:
    """Every component of a message, from the top down, in reading order."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += walk(component.get("components") or [])
        found += walk([component[key] for key in ("accessory", "component") if component.get(key)])
    return found


def displayed_text(components: list[Json]) -> str:
    """What the text displays of a message say, line by line."""
    return "\n".join(one["content"] for one in walk(components) if one["type"] == Kind.TEXT_DISPLAY)
