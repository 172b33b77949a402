"""Components as they are sent, and the flag of messages that are made of them."""

from __future__ import annotations

from tests.sandbox.api import Json

V2 = 1 << 15


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str, label: str = "x") -> Json:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def menu(options: int, **extra: object) -> Json:
    listed = [{"label": f"o{number}", "value": f"v{number}"} for number in range(options)]
    return {"type": 3, "custom_id": "menu", "options": listed, **extra}
