"""Commands, components and modals through a real discord.py bot."""

from __future__ import annotations

import asyncio

import discord
import pytest

from sandbox.client import Member, Sandbox, SandboxError
from tests.sandbox.api import Api, Json
from tests.sandbox.sockets import connecting
from tests.sandbox.specimen import PICTURE, Specimen
from tests.waiting import until


@pytest.mark.usefixtures("bot")
async def test_an_ephemeral_answer_is_seen_by_one_member_only(ana: Member, ben: Member) -> None:
    result = await ana.command("echo", {"text": "hi", "times": 2})
    assert result.answer == "message"
    assert result.ephemeral
    assert result.text == "hi hi"
    assert [one.text for one in await ana.ephemerals()] == ["hi hi"]
    assert await ben.messages() == []


@pytest.mark.usefixtures("bot")
async def test_autocomplete_sees_the_other_options(ana: Member, ben: Member) -> None:
    result = await ana.autocomplete("fruit", "name", "ap", {"friend": ben})
    assert result.answer == "choices"
    assert result.choices[0] == (f"apple for {ben.id}", "apple")
    assert len(result.choices) == 2


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("options", [{}, {"text": "x", "times": 4}, {"text": "x", "colour": "red"}])
async def test_the_client_refuses_what_discord_would_not_send(ana: Member, options: dict[str, object]) -> None:
    with pytest.raises(SandboxError):
        await ana.command("echo", options)


@pytest.mark.usefixtures("bot")
async def test_a_mention_in_an_answer_pings_on_creation(ana: Member, ben: Member) -> None:
    result = await ana.command("fruit", {"name": "apple", "friend": ben})
    assert result.message.pinged == {ben.id}
    assert await ben.pings() == 1
    await ben.read()
    assert await ben.pings() == 0


@pytest.mark.usefixtures("bot")
async def test_buttons_answer_update_and_open_modals(ana: Member, ben: Member) -> None:
    panel = (await ana.command("panel")).message
    assert panel.labels == ["Press", "Later", "Form"]
    pressed = await ben.click(panel, "Press")
    assert (pressed.answer, pressed.ephemeral, pressed.text) == ("message", True, "pressed")
    later = await ben.click(panel, "🎲")
    assert later.answer == "deferred_update"
    await ana.wait_for_text("later")
    assert (await ana.refresh(panel)).edited


@pytest.mark.usefixtures("bot")
async def test_a_disabled_button_cannot_be_pressed(ana: Member) -> None:
    panel = (await ana.command("panel")).message
    with pytest.raises(SandboxError, match="disabled"):
        await ana.click(panel, "Off")


@pytest.mark.usefixtures("bot")
async def test_select_menus_of_every_kind(ana: Member, ben: Member) -> None:
    panel = (await ana.command("panel")).message
    assert (await ana.select(panel, "banana", placeholder="Fruit")).text == "fruit ['banana']"
    assert (await ana.select(panel, [ana, ben], placeholder="People")).text == "people ['Ana', 'Ben']"
    assert (await ana.select(panel, ["Players"], placeholder="Roles")).text == "roles ['Players']"
    assert (await ana.select(panel, ["games"], placeholder="Channels")).text == "channels ['games']"


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "values,placeholder", [(["kiwi"], "Fruit"), (["apple", "banana"], "Fruit"), (["Table talk"], "Channels")]
)
async def test_select_menus_take_only_what_is_on_offer(ana: Member, values: list[str], placeholder: str) -> None:
    panel = (await ana.command("panel")).message
    with pytest.raises(SandboxError):
        await ana.select(panel, values, placeholder=placeholder)


@pytest.mark.usefixtures("bot")
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


@pytest.mark.usefixtures("bot")
async def test_a_layout_shows_its_picture_from_the_cdn(ana: Member) -> None:
    board = (await ana.command("board", {"text": "move 1"}, channel="games")).message
    assert board.text == "move 1"
    assert board.content == ""
    assert [(one.filename, one.description, one.width) for one in board.images] == [("board.png", "a green square", 8)]
    assert await ana.image_bytes(board) == PICTURE


@pytest.mark.usefixtures("bot")
async def test_a_dynamic_item_counts_in_its_custom_id(ana: Member) -> None:
    counter = (await ana.command("counter")).message
    counted = await ana.click(counter, "Count 1")
    assert (counted.answer, counted.text, counted.message.labels) == ("update", "counted 2", ["Count 2"])


@pytest.mark.usefixtures("bot")
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


@pytest.mark.usefixtures("bot")
async def test_who_asks_late_hears_what_the_bot_has_said_and_taken_away(ana: Member) -> None:
    result = await ana.command("reconsider")
    await ana.wait_for_text("forgotten")
    assert (await ana.settle(result)).text == "never mind"
    assert "never mind" not in [one.text for one in await ana.ephemerals()]


async def test_no_answer_in_three_seconds_fails(ana: Member, bot: Specimen) -> None:
    result = await ana.command("late")
    assert result.failed
    assert result.latency_ms >= 3000
    await until(lambda: bot.problems)
    [problem] = bot.problems
    assert isinstance(problem, discord.NotFound)
    assert problem.code == 10062


@pytest.mark.usefixtures("bot")
async def test_a_thread_on_an_answer_pings_whom_it_welcomes(ana: Member, ben: Member) -> None:
    result = await ana.command("thread", {"invite": ben}, channel="games")
    card = await ana.wait_for(lambda one: one.thread_id, "games")
    assert card.id == result.message.id
    assert card.thread_id is not None
    welcome = await ben.wait_for_text("welcome", card.thread_id)
    assert welcome.pinged == {ana.id, ben.id}
    [thread] = await ben.threads()
    assert (thread["name"], thread["joined"], thread["pings"]) == ("the match", True, 1)


@pytest.mark.usefixtures("bot")
async def test_an_attachment_option_can_be_read_by_the_bot(ana: Member) -> None:
    result = await ana.command("upload", {"file": ("a b.png", PICTURE)})
    assert result.text == f"a_b.png {len(PICTURE)} image/png 8"


@pytest.mark.usefixtures("bot")
async def test_context_menus_on_members_and_messages(ana: Member, ben: Member) -> None:
    assert (await ana.menu("Who is it", ben)).text == "it is Ben"
    said = await ben.say("hello")
    assert (await ana.menu("Read it", said)).text == "it says hello"


@pytest.mark.usefixtures("bot")
async def test_subcommands_and_default_permissions(ana: Member, sandbox: Sandbox) -> None:
    options = {"role": "Players", "channel": "games"}
    with pytest.raises(SandboxError, match="finds no command"):
        await ana.command("admin reset", options)
    mira = sandbox.member("Mira")
    assert (await mira.command("admin reset", options)).text == "Players games"
    with pytest.raises(SandboxError, match="subcommand"):
        await mira.command("admin")


async def test_commands_and_buttons_work_in_direct_messages(ana: Member, bot: Specimen) -> None:
    channel = await ana.direct()
    assert (await ana.command("echo", {"text": "psst"}, channel=channel)).text == "psst"
    counter = (await ana.command("counter", channel=channel)).message
    assert (await ana.click(counter, "Count 1")).text == "counted 2"


@pytest.mark.usefixtures("bot")
async def test_ephemeral_messages_are_changed_through_their_interaction_only(ana: Member, api: Api) -> None:
    result = await ana.command("echo", {"text": "hi"})
    place = f"/channels/{result.message.channel_id}/messages/{result.message.id}"
    assert (await api(f"GET {place}")).code == 10008
    assert (await api(f"PATCH {place}", {"content": "changed"})).code == 10008


@pytest.mark.parametrize(
    "answer,code",
    [
        ({"type": 7, "data": {"content": "no message to update"}}, 50035),
        ({"type": 8, "data": {"choices": []}}, 50035),
        ({"type": 99}, 50035),
        ({}, 50035),
        ({"type": 4, "data": {}}, 50006),
        ({"type": 4, "data": {"content": "x" * 2001}}, 50035),
        ({"type": 9, "data": {"custom_id": "m", "title": "t" * 46, "components": []}}, 50035),
        ({"type": 9, "data": {"custom_id": "m", "title": "t", "components": []}}, 50035),
    ],
)
async def test_wrong_first_answers_are_refused(
    sandbox: Sandbox, ana: Member, api: Api, answer: Json, code: int
) -> None:
    async with connecting(sandbox) as socket:
        await socket.identify(sandbox)
        place = f"/applications/{(await api('GET /applications/@me')).body['id']}/commands"
        await api(f"PUT {place}", [{"name": "raw", "description": "answered by hand"}])
        running = asyncio.create_task(ana.command("raw"))
        asked = (await socket.receive("INTERACTION_CREATE"))["d"]
        callback = f"POST /interactions/{asked['id']}/{asked['token']}/callback"
        followup = f"POST /webhooks/{asked['application_id']}/{asked['token']}"
        assert (await api(followup, {"content": "too early"})).code == 10015
        refused = await api(callback, answer)
        assert (refused.status, refused.code) == (400, code)
        # A refused answer does not use the interaction up.
        assert (await api(callback, {"type": 4, "data": {"content": "fine"}})).status == 204
        assert (await running).text == "fine"
        assert (await api(callback, {"type": 4, "data": {"content": "again"}})).code == 40060
        assert (await api(f"POST /interactions/1/{asked['token']}/callback", {"type": 5})).code == 10062
        assert (await api(f"GET {followup[5:]}/messages/@original")).body["content"] == "fine"
        assert (await api(f"GET {followup[5:]}/messages/1")).code == 10008
        assert (await api(f"DELETE {followup[5:]}/messages/@original")).status == 204
        assert (await api(f"PATCH {followup[5:]}/messages/@original", {"content": "gone"})).code == 10008
