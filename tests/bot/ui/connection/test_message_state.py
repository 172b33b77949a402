"""Of a message the bot knows who has written where, and whether a person has named the bot."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.connection.message_state import names

BOT = 77


def message(content: str, **more: object) -> dict[str, Any]:
    return {"content": content, "author": {"id": "5"}} | more


@pytest.mark.parametrize("content", [f"<@{BOT}>", f"<@!{BOT}>", f"hello <@{BOT}>, which games are there?"])
def test_a_person_who_writes_the_name_names_the_bot(content: str) -> None:
    assert names(message(content), BOT)


@pytest.mark.parametrize(
    "data",
    [
        message("Quintet, hello"),
        message(f"<@{BOT}8>"),
        message("a reply", mentions=[{"id": str(BOT)}]),
        message(f"<@{BOT}>", author={"id": "6", "bot": True}),
        message(f"<@{BOT}>", webhook_id="9"),
        {"author": {"id": "5"}},
    ],
    ids=["its name without a mention", "a longer number", "a reply", "another bot", "a webhook", "no words"],
)
def test_whatever_else_is_written_does_not(data: dict[str, Any]) -> None:
    assert not names(data, BOT)
