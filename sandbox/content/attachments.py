"""Uploaded files: their type, the size of a picture, and how messages refer to them."""

from __future__ import annotations

import mimetypes
import re
import struct
from dataclasses import dataclass, field

from sandbox.strict import limits
from sandbox.strict.errors import FILE_TOO_LARGE, ApiError, Json
from sandbox.strict.form import Form, Path
from sandbox.world import payload
from sandbox.world.model import Attachment, Channel
from sandbox.world.snowflake import Snowflake
from sandbox.world.world import World

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
UNSAFE = re.compile(r"[^\w.\-()]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a request, as it came."""

    filename: str
    data: bytes


@dataclass(slots=True)
class Files:
    """The files of a message: those it had before, and the new ones of this request by their index."""

    kept: list[Attachment] = field(default_factory=list)
    new: dict[int, Upload] = field(default_factory=dict)


def safe_name(filename: str) -> str:
    """A file name as Discord keeps it: spaces and odd characters become underscores."""
    return UNSAFE.sub("_", filename) or "unknown"


def content_type(upload: Upload) -> str:
    """The media type, by the first bytes for pictures and by the name for the rest."""
    if upload.data.startswith(PNG):
        return "image/png"
    if upload.data.startswith(JPEG):
        return "image/jpeg"
    if upload.data.startswith(b"GIF8"):
        return "image/gif"
    if upload.data[:4] == b"RIFF" and upload.data[8:12] == b"WEBP":
        return "image/webp"
    kind = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") or kind == "application/json" else kind


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF, JPEG or WebP; None for anything else."""
    if data.startswith(PNG) and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data.startswith(b"GIF8") and len(data) >= 10:
        return struct.unpack("<HH", data[6:10])
    if data.startswith(JPEG):
        return _jpeg_size(data)
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X" and len(data) >= 30:
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8 " and len(data) >= 30:
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        marker, size = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + size
    return None


def attach(world: World, channel: Channel, upload: Upload, description: str | None) -> Attachment:
    """Keep an uploaded file."""
    size = picture_size(upload.data)
    return Attachment(
        id=world.ids.next(),
        channel_id=channel.id,
        filename=safe_name(upload.filename),
        data=upload.data,
        content_type=content_type(upload),
        description=description,
        width=size[0] if size else None,
        height=size[1] if size else None,
    )


def read(form: Form, world: World, channel: Channel, body: Json, files: Files) -> list[Attachment]:
    """The attachments of a message after a request.

    `body["attachments"]` names the new files by index and the kept ones by id. Without it all old files stay and
    all new files are added. Raises 40005 for a file above Discord's upload limit.
    """
    for upload in files.new.values():
        if len(upload.data) > limits.UPLOAD_BYTES:
            raise ApiError(FILE_TOO_LARGE)
    if body.get("attachments") is None:
        kept = [] if "attachments" in body else files.kept
        added = [attach(world, channel, files.new[index], None) for index in sorted(files.new)]
        form.length(("attachments",), len(kept) + len(added), most=limits.MESSAGE_ATTACHMENTS)
        return [*kept, *added]
    by_id = {one.id: one for one in files.kept}
    result: list[Attachment] = []
    named: set[int] = set()
    for path, item in form.objects(("attachments",), body["attachments"], most=limits.MESSAGE_ATTACHMENTS):
        key = form.snowflake((*path, "id"), item.get("id"))
        description = form.text((*path, "description"), item.get("description"), most=limits.ATTACHMENT_DESCRIPTION)
        form.text((*path, "filename"), item.get("filename"), most=limits.FILENAME)
        if key in files.new:
            result.append(attach(world, channel, _rename(files.new[key], item), description))
            named.add(key)
        elif key is not None and (old := by_id.get(Snowflake(key))) is not None:
            result.append(old)
        else:
            form.complain((*path, "id"), "ATTACHMENT_NOT_FOUND", f"Attachment data not found for index {key}")
    result += [attach(world, channel, upload, None) for index, upload in files.new.items() if index not in named]
    return result


def _rename(upload: Upload, item: Json) -> Upload:
    name = item.get("filename")
    return Upload(name, upload.data) if isinstance(name, str) and name else upload


class Media:
    """Turns what a component shows (`attachment://board.png` or an address) into what Discord answers.

    A file of the message is named by `attachment://`; any other address, be it one of the CDN, is one out there, which
    stays as it was given and lasts as long as it lasts.
    """

    def __init__(self, world: World, attachments: list[Attachment]) -> None:
        self._world = world
        self._by_name = {one.filename: one for one in attachments}

    def unfurl(self, form: Form, path: Path, item: object) -> Json:
        """The media object of a component; complains about files that were not sent."""
        url = item.get("url") if isinstance(item, dict) else None
        if not form.require((*path, "url"), url):
            return {}
        text = form.text((*path, "url"), url, least=1, most=limits.MEDIA_URL)
        if text is None:
            return {}
        attachment = None
        if text.startswith("attachment://"):
            attachment = self._by_name.get(safe_name(text.removeprefix("attachment://")))
            if attachment is None:
                form.complain(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment '{text.removeprefix('attachment://')}' was not found",
                )
                return {}
        elif not text.startswith(("https://", "http://")):
            form.complain(
                (*path, "url"),
                "URL_TYPE_INVALID_SCHEME",
                f"Scheme '{text.partition(':')[0]}' is not supported. Must be one of ('http', 'https', 'attachment').",
            )
            return {}
        return self._unfurl(text, attachment)

    def _unfurl(self, url: str, attachment: Attachment | None) -> Json:
        if attachment is None:
            return {"id": str(self._world.ids.next()), "url": url, "proxy_url": url, "width": None, "height": None}
        address = payload.attachment_url(self._world, attachment)
        return {
            "id": str(self._world.ids.next()),
            "url": address,
            "proxy_url": address,
            "width": attachment.width,
            "height": attachment.height,
            "content_type": attachment.content_type,
            "attachment_id": str(attachment.id),
            "loading_state": 2,
            "flags": 0,
        }
