"""A message as a member sees it, in the form that tests need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.content.components import SELECTS, Kind, displayed_text, walk

Json = dict[str, Any]
EMBED_TEXTS = ("title", "description")


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a select menu."""

    label: str
    value: str
    description: str | None = None
    emoji: str | None = None
    default: bool = False


@dataclass(frozen=True, slots=True)
class Component:
    """A button or a select menu."""

    kind: Kind
    custom_id: str | None
    label: str | None
    emoji: str | None
    placeholder: str | None
    disabled: bool
    style: int | None
    url: str | None
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of a message: in a gallery, a thumbnail, an embed or an attachment."""

    url: str
    description: str | None
    width: int | None
    height: int | None

    @property
    def filename(self) -> str:
        """The last part of the address."""
        return self.url.partition("?")[0].rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `raw` is what the sandbox sent."""

    raw: Json

    @property
    def id(self) -> int:
        """The id."""
        return int(self.raw["id"])

    @property
    def channel_id(self) -> int:
        """Where it is."""
        return int(self.raw["channel_id"])

    @property
    def author(self) -> str:
        """The display name of whoever wrote it."""
        return str(self.raw["author"]["global_name"] or self.raw["author"]["username"])

    @property
    def content(self) -> str:
        """The plain content, which V2 messages do not have."""
        return str(self.raw["content"])

    @property
    def text(self) -> str:
        """Everything that can be read: content, embeds and text displays, line by line."""
        parts = [self.content]
        for embed in self.raw["embeds"]:
            parts += [embed[key] for key in EMBED_TEXTS if embed.get(key)]
            parts += [f"{one['name']}\n{one['value']}" for one in embed.get("fields", [])]
            parts += [embed["footer"]["text"]] if embed.get("footer") else []
        parts.append(displayed_text(self.raw["components"]))
        return "\n".join(part for part in parts if part)

    @property
    def ephemeral(self) -> bool:
        """Whether only one member sees it."""
        return bool(self.raw["sandbox"]["ephemeral"])

    @property
    def loading(self) -> bool:
        """Whether the bot is still thinking."""
        return bool(self.raw["flags"] & 1 << 7)

    @property
    def edited(self) -> bool:
        """Whether it was changed after it was posted."""
        return self.raw["edited_timestamp"] is not None

    @property
    def pinged(self) -> frozenset[int]:
        """The ids of those whom its creation notified."""
        return frozenset(int(one) for one in self.raw["sandbox"]["pinged"])

    @property
    def mentions(self) -> frozenset[int]:
        """The ids of the users it mentions, notified or not."""
        return frozenset(int(one["id"]) for one in self.raw["mentions"])

    @property
    def thread_id(self) -> int | None:
        """The thread that hangs on it."""
        return int(self.raw["thread"]["id"]) if "thread" in self.raw else None

    @property
    def components(self) -> list[Component]:
        """All buttons and select menus, in reading order."""
        return [_component(one) for one in walk(self.raw["components"]) if one["type"] in SELECTS | {Kind.BUTTON}]

    @property
    def buttons(self) -> list[Component]:
        """All buttons."""
        return [one for one in self.components if one.kind is Kind.BUTTON]

    @property
    def selects(self) -> list[Component]:
        """All select menus."""
        return [one for one in self.components if one.kind is not Kind.BUTTON]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [one.label or one.emoji or "" for one in self.buttons if not one.disabled]

    def button(self, label: str) -> Component:
        """The button with this label or emoji."""
        for one in self.buttons:
            if label in {one.label, one.emoji}:
                return one
        raise LookupError(f"no button {label!r} among {[one.label or one.emoji for one in self.buttons]}")

    def select(self, placeholder: str | None = None) -> Component:
        """The select menu with this placeholder, or the only one."""
        found = [one for one in self.selects if placeholder is None or one.placeholder == placeholder]
        if len(found) != 1:
            raise LookupError(
                f"{len(found)} select menus match {placeholder!r}: {[one.placeholder for one in self.selects]}"
            )
        return found[0]

    @property
    def images(self) -> list[Image]:
        """All pictures."""
        found: list[Image] = []
        for one in walk(self.raw["components"]):
            if one["type"] == Kind.MEDIA_GALLERY:
                found += [_image(item["media"], item["description"]) for item in one["items"]]
            elif one["type"] == Kind.THUMBNAIL:
                found.append(_image(one["media"], one["description"]))
        found += [_image(embed["image"], None) for embed in self.raw["embeds"] if "image" in embed]
        files = self.raw["attachments"]
        return found + [_image(one, one.get("description")) for one in files if one.get("width") is not None]

    @property
    def files(self) -> list[str]:
        """The addresses of all attached files, pictures or not."""
        shown = [one["file"]["url"] for one in walk(self.raw["components"]) if one["type"] == Kind.FILE]
        return shown + [one["url"] for one in self.raw["attachments"]]


def _image(media: Json, description: str | None) -> Image:
    return Image(media["url"], description, media.get("width"), media.get("height"))


def _component(raw: Json) -> Component:
    options = tuple(
        Option(
            one["label"],
            one["value"],
            one.get("description"),
            (one.get("emoji") or {}).get("name"),
            bool(one.get("default")),
        )
        for one in raw.get("options", [])
    )
    return Component(
        Kind(raw["type"]),
        raw.get("custom_id"),
        raw.get("label"),
        (raw.get("emoji") or {}).get("name"),
        raw.get("placeholder"),
        bool(raw.get("disabled")),
        raw.get("style"),
        raw.get("url"),
        options,
        raw.get("min_values", 1),
        raw.get("max_values", 1),
    )
