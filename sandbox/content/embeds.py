"""Read the embeds of a message."""

from __future__ import annotations

from sandbox.content.attachments import Media
from sandbox.strict import limits
from sandbox.strict.errors import Json
from sandbox.strict.form import Form, Path

SHOWN = ("url", "proxy_url", "width", "height")


def read(form: Form, media: Media, value: object) -> list[Json]:
    """The embeds in the form Discord answers with; complains about each that is too long."""
    found = [_embed(form, media, path, one) for path, one in form.objects(("embeds",), value, most=limits.EMBEDS)]
    size = sum(_size(one) for one in found)
    if size > limits.EMBED_TOTAL:
        form.complain(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TOTAL}"
        )
    return found


def _embed(form: Form, media: Media, path: Path, item: Json) -> Json:
    body: Json = {"type": "rich"}
    body["title"] = form.text((*path, "title"), item.get("title"), most=limits.EMBED_TITLE)
    body["description"] = form.text((*path, "description"), item.get("description"), most=limits.EMBED_DESCRIPTION)
    body["url"] = form.text((*path, "url"), item.get("url"), most=limits.EMBED_URL)
    body["color"] = form.integer((*path, "color"), item.get("color"), least=0, most=0xFFFFFF)
    body["timestamp"] = form.text((*path, "timestamp"), item.get("timestamp"), most=limits.EMBED_URL)
    body["fields"] = _fields(form, path, item)
    if isinstance(footer := item.get("footer"), dict):
        text = form.text((*path, "footer", "text"), footer.get("text"), most=limits.EMBED_FOOTER)
        body["footer"] = {"text": text or ""} | _icon(form, media, (*path, "footer"), footer)
    if isinstance(author := item.get("author"), dict):
        form.require((*path, "author", "name"), author.get("name"))
        name = form.text((*path, "author", "name"), author.get("name"), least=1, most=limits.EMBED_AUTHOR)
        body["author"] = {"name": name or ""} | _icon(form, media, (*path, "author"), author)
    for key in ("image", "thumbnail"):
        if isinstance(item.get(key), dict):
            shown = media.unfurl(form, (*path, key), item[key])
            body[key] = {name: shown[name] for name in SHOWN if shown.get(name) is not None}
    return {key: value for key, value in body.items() if value not in (None, [], "")}


def _fields(form: Form, path: Path, item: Json) -> list[Json]:
    where = (*path, "fields")
    found: list[Json] = []
    for place, one in form.objects(where, item.get("fields"), most=limits.EMBED_FIELDS):
        form.require((*place, "name"), one.get("name"))
        form.require((*place, "value"), one.get("value"))
        name = form.text((*place, "name"), one.get("name"), least=1, most=limits.EMBED_FIELD_NAME)
        value = form.text((*place, "value"), one.get("value"), least=1, most=limits.EMBED_FIELD_VALUE)
        inline = form.boolean((*place, "inline"), one.get("inline"))
        found.append({"name": name or "", "value": value or "", "inline": bool(inline)})
    return found


def _icon(form: Form, media: Media, path: Path, item: Json) -> Json:
    if item.get("icon_url") is None:
        return {}
    shown = media.unfurl(form, (*path, "icon_url"), {"url": item["icon_url"]})
    return {"icon_url": shown.get("url"), "proxy_icon_url": shown.get("proxy_url")}


def _size(embed: Json) -> int:
    texts = [embed.get("title", ""), embed.get("description", "")]
    texts += [embed.get("footer", {}).get("text", ""), embed.get("author", {}).get("name", "")]
    texts += [text for one in embed.get("fields", []) for text in (one["name"], one["value"])]
    return sum(len(text) for text in texts)


def is_empty(embed: Json) -> bool:
    """Whether an embed shows nothing."""
    return embed.keys() <= {"type", "color", "url", "timestamp"}
