"""Every kind of component, in messages and in modals, and how Discord words them back."""

from __future__ import annotations

import struct

import pytest

from sandbox.client import Member, Sandbox, SandboxError
from sandbox.content.attachments import Upload, content_type, picture_size, safe_name
from sandbox.content.emoji import is_emoji
from sandbox.interactions.modals import read
from sandbox.rest.cdn import flat_png
from sandbox.strict.errors import ApiError
from tests.sandbox.api import Api, Json
from tests.sandbox.components import V2, button, row, text
from tests.sandbox.sockets import connecting
from tests.sandbox.specimen import PICTURE

LINK = "https://example.org/a.png"


def webp(kind: bytes, body: bytes) -> bytes:
    return b"RIFF\0\0\0\0WEBP" + kind + b"\0\0\0\0" + body


@pytest.mark.parametrize(
    "data,size",
    [
        (flat_png(0, 7), (7, 7)),
        (b"GIF89a" + struct.pack("<HH", 5, 6), (5, 6)),
        (b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + struct.pack(">HH", 9, 8) + bytes(8), (8, 9)),
        (b"\xff\xd8\xff", None),
        (webp(b"VP8X", bytes(4) + b"\1\0\0\2\0\0"), (2, 3)),
        (webp(b"VP8L", b"\x2f" + (2 | 4 << 14).to_bytes(4, "little")), (3, 5)),
        (webp(b"VP8 ", bytes(6) + struct.pack("<HH", 4, 5)), (4, 5)),
        (b"text", None),
    ],
)
def test_the_size_of_a_picture_is_read_from_its_bytes(data: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size(data) == size


@pytest.mark.parametrize(
    "upload,kind",
    [
        (Upload("x.bin", PICTURE), "image/png"),
        (Upload("x", b"\xff\xd8\xff"), "image/jpeg"),
        (Upload("x", b"GIF89a"), "image/gif"),
        (Upload("x", webp(b"VP8X", b"")), "image/webp"),
        (Upload("a.txt", b"a"), "text/plain; charset=utf-8"),
        (Upload("a.json", b"{}"), "application/json; charset=utf-8"),
        (Upload("a.unheard-of", b"a"), "application/octet-stream"),
    ],
)
def test_the_media_type_of_a_file(upload: Upload, kind: str) -> None:
    assert content_type(upload) == kind


def test_file_names_are_cleaned_as_discord_does() -> None:
    assert safe_name("my board (1).png") == "my_board_(1).png"
    assert safe_name("ü§.png") == "_.png"


@pytest.mark.parametrize("good", ["🎲", "♟", "⏮", "◀️", "1️⃣", "#️⃣", "🇩🇪", "👩‍🚀", "👍🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
def test_emoji(good: str) -> None:
    assert is_emoji(good)


@pytest.mark.parametrize("bad", ["", "a", "1", "⬡", "●", "♛", "◆", "🎲x", ":dice:"])
def test_pretty_symbols_are_no_emoji(bad: str) -> None:
    assert not is_emoji(bad)


async def test_every_kind_of_layout_comes_back_complete(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    thumbnail = {"type": 11, "media": {"url": "attachment://a.png"}, "description": "alt"}
    layout = [
        text("title"),
        {"type": 9, "components": [text("beside")], "accessory": thumbnail},
        {"type": 13, "file": {"url": "attachment://notes.txt"}, "spoiler": True},
        {"type": 14, "divider": False, "spacing": 2},
        {
            "type": 17,
            "accent_color": 0xFF0000,
            "components": [
                row({"type": 5, "custom_id": "u", "default_values": [{"id": str(ana.id), "type": "user"}]}),
                row({"type": 8, "custom_id": "c", "channel_types": [0], "min_values": 0, "max_values": 3}),
                row({"type": 2, "style": 5, "url": LINK, "emoji": {"name": "🎲"}}),
            ],
        },
    ]
    files = [("a.png", PICTURE), ("notes.txt", b"notes")]
    posted = await api(f"POST /channels/{general}/messages", {"flags": V2, "components": layout}, files=files)
    assert posted.status == 200, posted.body
    title, section, file, separator, container = posted.body["components"]
    assert title == {"type": 10, "id": 1, "content": "title"}
    assert section["accessory"]["media"]["attachment_id"]
    assert (file["name"], file["spoiler"]) == ("notes.txt", True)
    assert (separator["divider"], separator["spacing"]) == (False, 2)
    assert container["components"][0]["components"][0]["default_values"][0]["id"] == str(ana.id)
    seen = await ana.last()
    assert [one.filename for one in seen.images] == ["a.png"]
    assert await ana.download(seen.files[0]) == b"notes"
    assert [one.options for one in seen.selects] == [(), ()]
    assert seen.button("🎲").url == LINK
    with pytest.raises(LookupError, match="no custom id"):
        await ana.click(seen, "🎲")
    with pytest.raises(LookupError, match="no button"):
        await ana.click(seen, "Nothing")


BAD_LAYOUTS: list[tuple[Json, str]] = [
    ({"type": 13, "file": {"url": LINK}}, "0/file/url"),
    ({"type": 11, "media": {"url": LINK}}, "0"),
    ({"type": 12, "items": [{"media": {"url": LINK}, "description": "d" * 1025}]}, "0/items/0/description"),
    ({"type": 12, "items": []}, "0/items"),
    ({"type": 12, "items": [{}]}, "0/items/0/media/url"),
    ({"type": 14, "spacing": 3}, "0/spacing"),
    ({"type": 17, "components": [], "accent_color": 1 << 24}, "0/accent_color"),
    ({"type": 1, "components": []}, "0/components"),
    ({"type": 1}, "0/components"),
    (
        row({"type": 5, "custom_id": "u", "default_values": [{"id": "1", "type": "role"}]}),
        "0/components/0/default_values/0/type",
    ),
    (row({"type": 5, "custom_id": "u", "min_values": 3, "max_values": 2}), "0/components/0/min_values"),
    (row({"type": 5}), "0/components/0/custom_id"),
    (row({"type": 2, "style": 9, "label": "x", "custom_id": "a"}), "0/components/0/style"),
    (row({"type": 2, "style": 1, "label": "x"}), "0/components/0/custom_id"),
    (row({"type": 2, "style": 1, "label": "x", "custom_id": "a", "url": LINK}), "0/components/0"),
    (row({"type": 2, "style": 5, "label": "x", "custom_id": "a", "url": LINK}), "0/components/0"),
    (row({"type": 2, "style": 6}), "0/components/0/sku_id"),
    (row(button("a") | {"disabled": "yes"}), "0/components/0/disabled"),
    (row(button("a") | {"id": "one"}), "0/components/0/id"),
    (row(button("a") | {"id": 5}, button("b") | {"id": 5}), "0/components/1/id"),
    (
        row({"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}] * 2}),
        "0/components/0/options/1/value",
    ),
    (
        row({"type": 3, "custom_id": "s", "options": [{"label": v, "value": v, "default": True} for v in "ab"]}),
        "0/components/0",
    ),
]


@pytest.mark.parametrize("component,path", BAD_LAYOUTS)
async def test_wrong_components(api: Api, sandbox: Sandbox, component: Json, path: str) -> None:
    general = await sandbox.channel_id("general")
    refused = await api.post(general, flags=V2, components=[component])
    assert refused.code == 50035
    node = refused.body["errors"]["components"]
    for step in path.split("/"):
        assert step in node, refused.body
        node = node[step]
    assert "_errors" in node


async def test_embeds_keep_their_author_footer_and_pictures(api: Api, sandbox: Sandbox, ana: Member) -> None:
    general = await sandbox.channel_id("general")
    embed = {
        "title": "t",
        "author": {"name": "a", "icon_url": LINK},
        "footer": {"text": "f"},
        "image": {"url": "attachment://a.png"},
        "thumbnail": {"url": LINK},
        "fields": [{"name": "n", "value": "v", "inline": True}],
    }
    posted = await api(f"POST /channels/{general}/messages", {"embeds": [embed]}, files=[("a.png", PICTURE)])
    [shown] = posted.body["embeds"]
    assert shown["image"]["width"] == 8
    assert shown["author"]["proxy_icon_url"] == LINK
    seen = await ana.last()
    assert seen.text == "t\nn\nv\nf"
    assert seen.images[0].filename == "a.png"


# ---------------------------------------------------------------- modals


def label(component: Json, name: str = "L") -> Json:
    return {"type": 18, "label": name, "component": component}


def modal(*components: Json, **extra: object) -> Json:
    return {"custom_id": "m", "title": "T", "components": list(components)} | extra


OPTIONS = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
EVERY_FIELD = (
    label({"type": 21, "custom_id": "radio", "options": OPTIONS}, "Radio"),
    label({"type": 22, "custom_id": "group", "options": OPTIONS, "max_values": 2}, "Group"),
    label({"type": 19, "custom_id": "file", "max_values": 2}, "File"),
    label({"type": 8, "custom_id": "place"}, "Place"),
    {"type": 1, "components": [{"type": 4, "custom_id": "old", "style": 1, "label": "Old", "required": False}]},
)


@pytest.mark.parametrize(
    "data",
    [
        modal(),
        modal(*[text("a")] * 6),
        modal(text("a"), title=""),
        modal(text("a"), custom_id="c" * 101),
        modal({"type": 17, "components": [text("a")]}),
        modal(label({"type": 2, "style": 1, "label": "b", "custom_id": "b"})),
        modal(label({"type": 4, "custom_id": "a", "style": 3})),
        modal(label({"type": 4, "custom_id": "a", "style": 1, "max_length": 2, "value": "abc"})),
        modal(label({"type": 4, "custom_id": "a", "style": 1, "placeholder": "p" * 101})),
        modal(label({"type": 4, "custom_id": "a", "style": 1}, "l" * 46)),
        modal({"type": 18, "label": "l"}),
        modal({"type": 1, "components": [{"type": 4, "custom_id": "a", "style": 1}]}),
        modal(label({"type": 21, "custom_id": "r", "options": OPTIONS[:1]})),
        modal(label({"type": 19, "custom_id": "f", "max_values": 11})),
    ],
)
def test_wrong_modals(data: Json) -> None:
    with pytest.raises(ApiError) as refused:
        read(data)
    assert refused.value.refusal.code == 50035
    assert refused.value.errors


async def test_every_field_of_a_modal_reaches_the_bot(sandbox: Sandbox, ana: Member, api: Api) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        application = (await api("GET /applications/@me")).body["id"]
        await api(f"PUT /applications/{application}/commands", [{"name": "raw", "description": "by hand"}])
        opened = await socket.answer(api, ana.command("raw"), {"type": 9, "data": modal(*EVERY_FIELD)})
        assert opened.modal.custom_id == "m"
        assert len(opened.modal.fields) == 5
        full: Json = {"Radio": "Two", "Group": ["One", "2"], "File": [("a.png", PICTURE)], "Place": ["games"]}
        for missing in ("Radio", "Group", "File", "Place"):
            with pytest.raises(SandboxError, match=missing):
                await ana.submit(opened.modal, {key: value for key, value in full.items() if key != missing})
        for wrong in ({"Radio": "Three"}, {"Other": "x"}, {"File": ["no file"]}):
            with pytest.raises(SandboxError):
                await ana.submit(opened.modal, full | wrong)
        done = await socket.answer(api, ana.submit(opened.modal, full), {"type": 4, "data": {"content": "thanks"}})
        assert done.text == "thanks"
        fields = [one.get("component") or one["components"][0] for one in socket.asked["data"]["components"]]
        assert [one.get("value", one.get("values")) for one in fields[:2]] == ["2", ["1", "2"]]
        resolved = socket.asked["data"]["resolved"]
        [file] = resolved["attachments"].values()
        assert (file["filename"], file["width"]) == ("a.png", 8)
        assert await ana.download(file["url"]) == PICTURE
        assert fields[3]["values"] == list(resolved["channels"])
        assert fields[4]["value"] == ""
        message = await ana.last()
        assert message.raw["interaction_metadata"]["triggering_interaction_metadata"]["type"] == 2
