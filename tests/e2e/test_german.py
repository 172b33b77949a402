"""Matches played in German: nothing that two Germans read on a German server is English, and no button is long."""

from __future__ import annotations

import re
from functools import partial

import pytest
import pytest_asyncio

from sandbox.client import Member, Message, Result, Sandbox
from tests.e2e.clicking import Clicker, is_live, is_newer, is_over
from tests.e2e.places import Server, new_server
from tests.e2e.playing import find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

ENGLISH = re.compile(r"\b(the|is|to|of|and|with|your?|moves?|room|board|piece|turn|places?)\b", re.IGNORECASE)
"""Words that no German sentence has."""
NAMES = ("Uwe", "Jutta")
BUILDING = (
    "Zug machen",
    "Andere Bretter",
    "2 · Zufallsbrett",
    "Gelb verlegen",
    "60° im Uhrzeigersinn",
    "1 · ",
)
"""What Black chooses, from the board that is shown to the one that is played on."""
NOTATION = re.compile(r"`[^`]*`")


def read(message: Message) -> str:
    """All that somebody reads in a message, the description of its picture too."""
    controls = [str(text) for one in message.components for text in (one.label, one.placeholder) if text]
    options = [f"{option.label} {option.description or ''}" for one in message.components for option in one.options]
    return "\n".join([message.text, *controls, *options, *(str(image.description) for image in message.images)])


def german(message: Message) -> Message:
    found = ENGLISH.search(NOTATION.sub("", read(message)))
    assert found is None, f"{found}\n{read(message)}"
    assert [label for label in labels(message) if len(label) > 20] == []
    return message


def labels(message: Message) -> list[str]:
    """What stands on the buttons."""
    return [str(one.label) for one in message.buttons]


async def pick(member: Member, message: Message, label: str) -> Message:
    """The composing message after choosing what has this label, on a button or in a menu."""
    button = next((one for one in message.buttons if label in str(one.label)), None)
    if button is not None:
        result = await member.click(message, custom_id=button.custom_id)
    else:
        menu, option = next((one, option) for one in message.selects for option in one.options if label in option.label)
        result = await member.select(message, [option.value], custom_id=menu.custom_id)
    if not message.ephemeral:
        return german((await member.settle(result)).message)
    return german(await member.wait_for_change(message, what=f"what follows {label}"))


@pytest_asyncio.fixture(loop_scope="session")
async def server(bot: Bot, sandbox: Sandbox) -> Server:
    """A German server."""
    made = await new_server(sandbox)
    await made.decide("language", ["de"], "**Language**: Deutsch")
    return made


async def test_a_board_is_built_by_hand_and_played_on_in_german(server: Server, sandbox: Sandbox) -> None:
    white, black = [await sandbox.add_person(f"{name} {server.id}", guild=server.name, locale="de") for name in NAMES]
    card = german(
        await find_card(white, await white.command("piously", {"opponent": black, "first": "me"}, channel=server.games))
    )
    await black.click(card, "Annehmen")
    thread = await black.wait_until(lambda: _thread(black, card), what="the thread")
    first = step = german(await black.wait_for(lambda one: bool(one.buttons), thread))
    for label in BUILDING:
        step = await pick(black, step, label)
    await black.click(step, "Dieses Brett nehmen")
    clicker, shown = Reader([white, black], thread, 4), await black.wait_for(partial(is_newer, first), thread)
    assert "baut das Brett" in german(shown).text
    for _ in range(15):
        await clicker.move(white if white.mention in shown.text else black, shown)
        shown = german(await black.wait_for(partial(is_newer, shown), thread))


class Reader(Clicker):
    """Reads what it clicks."""

    async def _choose(self, member: Member, message: Message) -> Result:
        return await super()._choose(member, german(message))


async def _thread(member: Member, card: Message) -> int | None:
    return (await member.refresh(card)).thread_id


GAMES: dict[str, dict[str, object]] = {
    "choccer": {},
    "onyx": {"board": "king-4"},
    "conquid": {"size": "small"},
    "cyberzul": {},
    "piously": {"board": "classic"},
}
QUESTIONS = ("turn", "last", "clocks", "pieces", "threats", "board", "Unsinn")


@pytest.mark.parametrize("game", GAMES)
async def test_every_screen_of_a_match_is_german(server: Server, sandbox: Sandbox, game: str) -> None:
    """The card, the boards, what is composed, the menu, a hint, the text board, questions, refusals, the end."""
    here = server.games
    uwe, jutta = [await sandbox.add_person(f"{name} {server.id}", guild=server.name, locale="de") for name in NAMES]
    terms = {"opponent": jutta, "first": "me", "rated": False, **GAMES[game]}
    card = german(await find_card(uwe, await uwe.command(game, terms, channel=here)))
    await jutta.click(card, "Annehmen")
    thread = await jutta.wait_until(lambda: _thread(jutta, card), what="the thread")
    clicker, shown = Reader([uwe, jutta], thread, 4), german(await uwe.wait_for(is_live, thread))
    for _ in range(6):
        mover = uwe if uwe.mention in shown.text else jutta
        await clicker.move(mover, shown)
        shown = german(await uwe.wait_for(partial(is_newer, shown), thread, patience=30))
    mover, other = (uwe, jutta) if uwe.mention in shown.text else (jutta, uwe)
    menu = german((await mover.settle(await mover.click(shown, "Mehr"))).message)
    for opened, label in ((menu, "Tipp"), (menu, "Brett drehen"), (shown, "Brett als Text")):
        german((await mover.settle(await mover.click(opened, label))).message)
    for question in QUESTIONS:
        german((await mover.settle(await mover.command("ask", {"question": question}, channel=thread))).message)
    for member in (mover, other):
        german((await member.settle(await member.command("move", {"move": "Unsinn"}, channel=thread))).message)
    offered = (await other.settle(await other.click(shown, "Mehr"))).message
    german((await other.settle(await other.click(offered, "Zeit schenken"))).message)
    resigning = german((await mover.settle(await mover.click(menu, "Aufgeben"))).message)
    await mover.click(await mover.refresh(resigning), "Aufgeben")
    over = german(await uwe.wait_for(is_over, thread))
    assert f"{other.name} gewinnt: {mover.name} hat aufgegeben." in over.text
    german((await other.settle(await other.click(over, "Nachspielen"))).message)
    german((await other.settle(await other.command("games", channel=here))).message)
