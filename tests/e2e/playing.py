"""Steps that many end-to-end tests share."""

from __future__ import annotations

import re

from sandbox.client import Member, Message, Result

CHANNEL = "games"
IN_TIME_MS = 2900
"""An answer that waited for what is slow would come after the three seconds that Discord waits."""


async def challenge(host: Member, guest: Member, game: str = "choccer", **options: object) -> Message:
    """The host challenges the guest and begins; returns the card."""
    return await find_card(
        host, await host.command(game, {"opponent": guest, "first": "me", **options}, channel=CHANNEL)
    )


async def find_card(host: Member, asked: Result) -> Message:
    """The card that came of a command. On a busy machine it follows a private answer, which says where."""
    said = (await host.settle(asked)).message
    if not said.ephemeral:
        return said
    code, where = f"#{code_of(said)}", re.search(r"<#(\d+)>", said.text)
    channel = said.channel_id if where is None else int(where[1])
    return await host.wait_for(lambda one: code in one.text and not one.ephemeral, channel)


async def accept(host: Member, guest: Member, game: str = "choccer", **options: object) -> Message:
    """The guest has accepted; returns the first board message."""
    card = await challenge(host, guest, game, **options)
    result = await guest.click(card, "Accept")
    assert not result.failed
    return await board(host, card)


async def board(member: Member, card: Message, move: int | None = None) -> Message:
    """The newest board message of the match, after `move` moves."""
    card = await member.wait_until(lambda: _with_thread(member, card), what="the thread")
    assert card.thread_id is not None
    wanted = "The match begins" if move is None else f"Turn {move} "
    return await member.wait_for(lambda one: wanted in one.text and one.buttons, card.thread_id)


def code_of(shown: Message) -> str:
    """The code of the first match that a message names."""
    found = re.search(r"#([A-Z0-9]{5})\b", shown.text)
    assert found is not None, shown.text
    return found[1]


def instant(shown: Message) -> int:
    """The first moment that a message tells, in seconds since 1970."""
    found = re.search(r"<t:(\d+):R>", shown.text)
    assert found is not None, shown.text
    return int(found[1])


async def becomes(member: Member, message: Message, text: str) -> Message:
    """The message, as soon as it contains the text."""

    async def look() -> Message | None:
        fresh = await member.refresh(message)
        return fresh if text in fresh.text else None

    return await member.wait_until(look, what=f"'{text}'")


async def vanishes(member: Member, message: Message) -> None:
    """Wait until the member sees the message no more, as with a private one once the board of their move stands."""

    async def look() -> bool | None:
        try:
            await member.refresh(message)
        except LookupError:
            return True
        return None

    await member.wait_until(look, what="the message to go")


async def find_without(member: Member, message: Message, label: str) -> Message | None:
    """The message, if it has no such button any more."""
    fresh = await member.refresh(message)
    return None if label in fresh.labels else fresh


async def _with_thread(member: Member, card: Message) -> Message | None:
    fresh = await member.refresh(card)
    return fresh if fresh.thread_id is not None else None
