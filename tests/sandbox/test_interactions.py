"""Commands, components and modals through a real discord.py bot."""

from __future__ import annotations

import asyncio

import discord
import pytest

from sandbox.client import Member, Sandbox, SandboxError
from tests.sandbox.specimen import PICTURE, Specimen

pytestmark = pytest.mark.usefixtures("bot")


async def test_an_ephemeral_answer_is_seen_by_one_member_only(ana: Member, ben: Member) -> None:
    result = await ana.command("echo", {"text": "hi", "times": 2})
    assert result.answer == "message"
    assert result.ephemeral
    assert result.text == "hi hi"
    assert [one.text for one in await ana.ephemerals()] == ["hi hi"]
    assert await ben.messages() == []


async def test_autocomplete_sees_the_other_options(ana: Member, ben: Member) -> None:
    result = await ana.autocomplete("fruit", "name", "ap", {"friend": ben})
    assert result.answer == "choices"
    assert result.choices[0] == (f"apple for {ben.id}", "apple")
    assert len(result.choices) == 2


@pytest.mark.parametrize("options", [{}, {"text": "x", "times": 4}, {"text": "x", "colour": "red"}])
async def test_the_client_refuses_what_discord_would_not_send(ana: Member, options: dict[str, object]) -> None:
    with pytest.raises(SandboxError):
        await ana.command("echo", options)


async def test_a_mention_in_an_answer_pings_on_creation(ana: Member, ben: Member) -> None:
    result = await ana.command("fruit", {"name": "apple", "friend": ben})
    assert result.message.pinged == {ben.id}
    assert await ben.pings() == 1
    await ben.read()
    assert await ben.pings() == 0


async def test_buttons_answer_update_and_open_modals(ana: Member, ben: Member) -> None:
    panel = (await ana.command("panel")).message
    assert panel.labels == ["Press", "Later", "Form"]
    pressed = await ben.click(panel, "Press")
    assert (pressed.answer, pressed.ephemeral, pressed.text) == ("message", True, "pressed")
    later = await ben.click(panel, "🎲")
    assert later.answer == "deferred_update"
    await ana.wait_for_text("later")
    assert (await ana.refresh(panel)).edited


async def test_a_disabled_button_cannot_be_pressed(ana: Member) -> None:
    panel = (await ana.command("panel")).message
    with pytest.raises(SandboxError, match="disabled"):
        await ana.click(panel, "Off")


async def test_select_menus_of_every_kind(ana: Member, ben: Member) -> None:
    panel = (await ana.command("panel")).message
    assert (await ana.select(panel, "banana", placeholder="Fruit")).text == "fruit ['banana']"
    assert (await ana.select(panel, [ana, ben], placeholder="People")).text == "people ['Ana', 'Ben']"
    assert (await ana.select(panel, ["Players"], placeholder="Roles")).text == "roles ['Players']"
    assert (await ana.select(panel, ["games"], placeholder="Channels")).text == "channels ['games']"


@pytest.mark.parametrize(
    "values,placeholder", [(["kiwi"], "Fruit"), (["apple", "banana"], "Fruit"), (["Table talk"], "Channels")]
)
async def test_select_menus_take_only_what_is_on_offer(ana: Member, values: list[str], placeholder: str) -> None:
    panel = (await ana.command("panel")).message
    with pytest.raises(SandboxError):
        await ana.select(panel, values, placeholder=placeholder)


async def test_a_modal_is_filled_in_by_label(ana: Member, ben: Member) -> None:
    panel = (await ana.command("panel")).message
    opened = await ana.click(panel, "Form")
    assert opened.answer == "modal"
    assert opened.modal.title == "A form"
    assert opened.modal.labels == ["Move", "Size", "Who", "Sure"]
    with pytest.raises(SandboxError, match="2 to 5"):
        await ana.submit(opened.modal, {"Move": "c", "Size": "M"})
    done = await ana.submit(opened.modal, {"Move": "c5-d5", "Size": "M", "Who": [ben], "Sure": True})
    assert done.text == "c5-d5 ['M'] ['ben'] True"


async def test_a_layout_shows_its_picture_from_the_cdn(ana: Member) -> None:
    board = (await ana.command("board", {"text": "move 1"}, channel="games")).message
    assert board.text == "move 1"
    assert board.content == ""
    assert [(one.filename, one.description, one.width) for one in board.images] == [("board.png", "a green square", 8)]
    assert await ana.image_bytes(board) == PICTURE


async def test_a_dynamic_item_counts_in_its_custom_id(ana: Member) -> None:
    counter = (await ana.command("counter")).message
    counted = await ana.click(counter, "Count 1")
    assert (counted.answer, counted.text, counted.message.labels) == ("update", "counted 2", ["Count 2"])


async def test_thinking_is_filled_in_by_the_first_followup(ana: Member) -> None:
    result = await ana.command("think")
    assert result.answer == "deferred"
    assert result.message.loading
    settled = await ana.settle(result)
    assert settled.text == "thought"
    assert not settled.message.loading
    await ana.wait_for_text("and more")
    # The first followup keeps the visibility of the deferral, the second chooses its own.
    assert [one.text for one in await ana.ephemerals()] == ["thought"]


async def test_no_answer_in_three_seconds_fails(ana: Member, bot: Specimen) -> None:
    result = await ana.command("late")
    assert result.failed
    assert result.latency_ms >= 3000
    await asyncio.sleep(0.6)
    [problem] = bot.problems
    assert isinstance(problem, discord.NotFound)
    assert problem.code == 10062


async def test_a_thread_on_an_answer_pings_whom_it_welcomes(ana: Member, ben: Member) -> None:
    result = await ana.command("thread", {"invite": ben}, channel="games")
    card = await ana.wait_for(lambda one: one.thread_id, "games")
    assert card.id == result.message.id
    assert card.thread_id is not None
    welcome = await ben.wait_for_text("welcome", card.thread_id)
    assert welcome.pinged == {ana.id, ben.id}
    [thread] = await ben.threads()
    assert (thread["name"], thread["joined"], thread["pings"]) == ("the match", True, 1)


async def test_an_attachment_option_can_be_read_by_the_bot(ana: Member) -> None:
    result = await ana.command("upload", {"file": ("a b.png", PICTURE)})
    assert result.text == f"a_b.png {len(PICTURE)} image/png 8"


async def test_context_menus_on_members_and_messages(ana: Member, ben: Member) -> None:
    assert (await ana.menu("Who is it", ben)).text == "it is Ben"
    said = await ben.say("hello")
    assert (await ana.menu("Read it", said)).text == "it says hello"


async def test_subcommands_and_default_permissions(ana: Member, sandbox: Sandbox) -> None:
    options = {"role": "Players", "channel": "games"}
    with pytest.raises(SandboxError, match="finds no command"):
        await ana.command("admin reset", options)
    mira = sandbox.member("Mira")
    assert (await mira.command("admin reset", options)).text == "Players games"
    with pytest.raises(SandboxError, match="subcommand"):
        await mira.command("admin")
