"""Who may do what with a card before the match begins and with a board after it has ended: every button, every role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

import pytest
import pytest_asyncio

from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accept, becomes, challenge, code_of, find_card
from tests.e2e.running import Bot
from tests.e2e.test_security import find_answer

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

CHALLENGE = {"accept": ("guest",), "decline": ("guest",), "cancel": ("host",)}
TABLE = {
    "join": ("guest", "spectator", "moderator"),
    "leave": ("seated", "host"),  # without its host a table is closed
    "start": ("host",),
    "fill": ("host",),
}
"""Who may use the buttons of a challenge of the host to the guest, and of a table where the host and `seated` sit."""
_number = count(1)
CHANGED = {
    "accept": "Played in", "decline": "Challenge closed", "cancel": "Challenge closed",
    "join": "3 of 4", "leave": "1 of 4", "start": "Played in", "fill": "Played in",
}  # fmt: skip
"""What the card says afterwards."""


@dataclass(frozen=True)
class Hall:
    """Somebody of each role, and the private messages in which they forge their clicks."""

    people: Mapping[str, Member]
    lists: Mapping[str, Message]

    async def forges(self, role: str, card: Message, action: str) -> str:
        """What somebody is told by a button of the card's match that is not there for them."""
        member, message = self.people[role], self.lists[role]
        told = await member.ephemerals(message.channel_id)
        custom_id = f"q1:{action}:{number_of(card)}:0"
        result = await member.click(message, custom_id=custom_id, remembered=True)
        assert not result.failed, (action, role)
        return (await find_answer(member, message, told)).text


def number_of(card: Message) -> int:
    """The match, as the custom ids of a card name it."""
    return int(str(card.buttons[0].custom_id).split(":")[2])


@pytest_asyncio.fixture(loop_scope="session")
async def hall(sandbox: Sandbox, bot: Bot) -> Hall:
    names = ("host", "guest", "seated", "spectator")
    people = {name: await sandbox.add_person(f"{name.title()} Card {next(_number)}") for name in names}
    people |= {"moderator": sandbox.member("Mira"), "stranger": sandbox.member("Olga")}
    lists = {}
    for role, member in people.items():
        place = "lobby" if role == "stranger" else CHANNEL
        lists[role] = (await member.settle(await member.command("games", channel=place))).message
    return Hall(people, lists)


@pytest.mark.parametrize("action", sorted(CHALLENGE | TABLE))
async def test_only_those_who_may_answer_a_card_can(hall: Hall, action: str) -> None:
    host = hall.people["host"]
    if action in CHALLENGE:
        card = await challenge(host, hall.people["guest"])
    else:
        card = await find_card(host, await host.command("cyberzul", {"first": "me"}, channel=CHANNEL))
        await hall.people["seated"].click(card, "Join")
        card = await becomes(host, card, "2 of 4")
    may = (CHALLENGE | TABLE)[action]
    for role in sorted(set(hall.people).difference(may)):
        said = await hall.forges(role, card, action)
        assert said, role
        if role == "stranger":
            assert "Only its players" in said
            assert host.name not in said
        assert (await host.refresh(card)).text == card.text, f"{role} has changed the card by {action}"
    mover = hall.people[may[0]]
    result = await mover.click(card, custom_id=f"q1:{action}:{number_of(card)}:0")
    assert not result.ephemeral, result.raw
    await becomes(host, card, CHANGED[action])


async def cancelled_from_the_list(host: Member, card: Message) -> None:
    """The host opens the challenge in /games, and cancels it there."""
    code = code_of(card)
    page = await host.settle(await host.command("games", {"code": code}, channel=CHANNEL))
    await host.click(page.message, "Cancel")
    await becomes(host, page.message, "Challenge closed")


async def test_a_challenge_that_is_cancelled_from_the_list_is_off_on_its_card(hall: Hall) -> None:
    """The list is a private message: the card stays the one in the channel."""
    host = hall.people["host"]
    card = await challenge(host, hall.people["guest"])
    await cancelled_from_the_list(host, card)
    assert (await becomes(host, card, "Challenge closed")).labels == []


async def test_a_forged_click_elsewhere_does_not_take_the_card_away(hall: Hall) -> None:
    """A board of another match is not taken for the card."""
    host, guest = hall.people["host"], hall.people["guest"]
    other = await accept(hall.people["seated"], hall.people["spectator"])
    card = await challenge(host, guest)
    refused = await hall.people["spectator"].click(other, custom_id=f"q1:accept:{number_of(card)}:0", remembered=True)
    assert "isn't for you" in refused.text
    await cancelled_from_the_list(host, card)
    await becomes(host, card, "Challenge closed")
    assert (await host.refresh(other)).text == other.text


async def test_only_those_who_played_get_a_rematch_and_only_when_it_is_over(hall: Hall) -> None:
    host, guest = hall.people["host"], hall.people["guest"]
    card = await challenge(host, guest)
    number = number_of(card)
    await guest.click(card, "Accept")
    await becomes(host, card, "Played in")
    assert "is still running" in await hall.forges("host", card, "rematch")
    result = await guest.click(hall.lists["guest"], custom_id=f"q1:resign-yes:{number}:0", remembered=True)
    assert not result.failed
    await becomes(host, card, "wins")
    for role in ("spectator", "moderator", "stranger"):
        said = await hall.forges(role, card, "rematch")
        assert "Only" in said
        assert host.name not in said
    await host.click(hall.lists["host"], custom_id=f"q1:rematch:{number}:0", remembered=True)
    again = await guest.wait_for(lambda one: f"{guest.name} vs {host.name}" in one.text, CHANNEL)
    assert again.labels == ["Accept", "Decline", "Rules", "Cancel"]
