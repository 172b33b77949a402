"""The page shows what a bot can send and does what a person can do, with a bot that does a bit of everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import time

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from sandbox.client import QUICK, Member, Sandbox
from tests.browser.conftest import Open
from tests.sandbox.conftest import logged_in
from tests.sandbox.specimen import PICTURE, Specimen, point_at

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sandbox(browser: Browser) -> AsyncIterator[Sandbox]:
    async with Sandbox.spawn(QUICK) as started:
        point_at(started)
        yield started


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(sandbox: Sandbox) -> AsyncIterator[Specimen]:
    async with logged_in(sandbox, Specimen()) as specimen:
        yield specimen


# ---------------------------------------------------------------------- interactions


async def test_a_button_answers_for_one_person_who_can_dismiss_it(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("panel")
    panel = await window.arrived("used /panel")
    await expect(panel.get_by_role("button", name="Off")).to_be_disabled()
    await panel.get_by_role("button", name="Press").click()
    await expect(window.private).to_contain_text("pressed")
    await expect(window.private).to_contain_text("Only you can see this")
    await window.private.get_by_role("button", name="Dismiss message").click()
    await expect(window.page.locator(".message.ephemeral")).to_have_count(0)
    await panel.get_by_role("button", name="Later").click()
    await expect(window.message("later")).to_be_visible()


async def test_menus_of_strings_people_roles_and_channels(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("panel")
    panel = await window.arrived("used /panel")
    await window.choose(panel.get_by_role("combobox", name="Fruit"), "Cherry")
    await expect(window.private).to_contain_text("fruit ['cherry']")
    await window.choose(panel.get_by_role("combobox", name="Roles"), "Players")
    await expect(window.private).to_contain_text("roles ['Players']")
    await window.choose(panel.get_by_role("combobox", name="Channels"), "results")
    await expect(window.private).to_contain_text("channels ['results']")
    await panel.get_by_role("combobox", name="People").click()
    for name in ("Mira", "Emil"):
        await window.page.get_by_role("option", name=name).click()
    await window.screenshot("page-several-people")
    await window.page.get_by_role("button", name="Done: 2 of 2").click()
    await expect(window.private).to_contain_text("Mira")
    await expect(window.private).to_contain_text("Emil")


async def test_a_forum_shows_its_posts_with_their_tags_and_opens_new_ones(
    sandbox: Sandbox, ana: Member, bot: Specimen, phone: Open
) -> None:
    forum = await sandbox.add_forum("posts", "Running", "Over")
    await ana.open_post("Ana vs Ben", forum, tags=["Over"])
    window = await phone(ana)
    await window.page.goto(f"{sandbox.url}/#{ana.id}/{forum}")
    post = window.page.locator(".post", has_text="Ana vs Ben")
    await expect(post.locator(".tag")).to_have_text("Over")
    await window.screenshot("page-forum")
    await window.page.get_by_role("textbox", name="Title of a new post").fill("Who plays?")
    await window.page.get_by_role("button", name="Post", exact=True).click()
    await expect(window.message("Who plays?")).to_be_visible()
    await expect(window.page.get_by_role("heading", name="Who plays?").first).to_be_visible()


async def test_a_menu_by_keyboard(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("panel")
    menu = (await window.arrived("used /panel")).get_by_role("combobox", name="Fruit")
    await menu.focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        await window.page.keyboard.press(key)
    await expect(window.private).to_contain_text("fruit ['banana']")
    await menu.focus()
    await window.page.keyboard.press("Enter")
    await expect(window.page.get_by_role("listbox", name="Fruit")).to_be_visible()
    await window.page.keyboard.press("Escape")
    await expect(window.page.get_by_role("listbox", name="Fruit")).to_have_count(0)
    await expect(menu).to_be_focused()


async def test_a_modal_keeps_what_was_typed_until_it_is_right(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("panel")
    await (await window.arrived("used /panel")).get_by_role("button", name="Form").click()
    form = window.page.get_by_role("dialog", name="A form")
    await form.get_by_role("textbox", name="Move").fill("c5-d5")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("Size takes 1 to 1")
    await form.get_by_role("combobox", name="Size").click()
    await form.get_by_role("option", name="M").click()
    await form.get_by_role("combobox", name="Who").click()
    await form.get_by_role("option", name="Mira").click()
    await form.get_by_role("checkbox", name="Sure").check()
    await window.screenshot("page-modal")
    await form.get_by_role("button", name="Submit").click()
    await expect(window.private).to_contain_text("c5-d5 ['M'] ['mira'] True")
    await expect(form).to_have_count(0)


async def test_a_command_with_autocomplete_and_a_person(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("fruit", name="ban", friend="Emil")
    await expect(window.message("banana for @Emil")).to_be_visible()


async def test_a_required_option_is_asked_for(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.page.locator("#text").press_sequentially("/echo ")
    await window.page.keyboard.press("Enter")
    await expect(window.page.locator(".chip.wrong")).to_contain_text("text")
    await window.page.keyboard.type("hello")
    await window.page.keyboard.press("Enter")
    await expect(window.private).to_contain_text("hello")


async def test_a_message_is_redrawn_in_its_place(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("counter")
    counter = await window.arrived("counting")
    for number in (1, 2, 3):
        await counter.get_by_role("button", name=f"Count {number}").click()
        await expect(counter).to_contain_text(f"counted {number + 1}")
    await expect(counter).to_be_focused()


async def test_a_deferred_answer_thinks_first(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("think", typed={"seconds": "1"})
    await expect(window.private).to_contain_text("is thinking…")
    await expect(window.message("thought")).to_be_visible()


async def test_a_command_that_is_not_answered_says_so(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("late")
    await expect(window.private).to_contain_text("The application did not respond")
    await window.private.get_by_role("button", name="Dismiss message").click()
    await expect(window.page.locator(".message.ephemeral")).to_have_count(0)
    bot.problems.clear()


async def test_a_click_that_is_not_answered_says_so(
    ana: Member, bot: Specimen, sandbox: Sandbox, desktop: Open
) -> None:
    window = await desktop(ana)
    posted = await bot.text_channel("games").send(
        "nobody answers", view=discord.ui.View(timeout=None).add_item(discord.ui.Button(label="Hello", custom_id="no"))
    )
    message = await window.arrived("nobody answers")
    await message.get_by_role("button", name="Hello").click()
    await expect(message).to_contain_text("This interaction failed")
    await posted.edit(content="nobody answers still")
    await expect(message).not_to_contain_text("This interaction failed")


async def test_context_menus_of_messages_and_people(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.write("read me aloud")
    await window.message("read me aloud").locator(".body").click(button="right")
    await window.page.get_by_role("menuitem", name="Read it").click()
    await expect(window.private).to_contain_text("it says read me aloud")
    await window.page.locator("#people").get_by_role("button", name="Mira").click()
    await window.page.get_by_role("menuitem", name="Who is it").click()
    await expect(window.private).to_contain_text("it is Mira")


# ---------------------------------------------------------------------- messages


async def test_text_is_text_and_never_markup(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.write("<img src=x onerror=alert(1)> [x](javascript:alert(1)) **bold** ||hidden|| `a*b*`")
    message = window.message("<img src=x")
    await expect(message.locator("img, a")).to_have_count(0)
    await expect(message.locator("strong").last).to_have_text("bold")
    await expect(message.locator(".spoiler")).to_be_visible()
    await expect(message.locator("code")).to_have_text("a*b*")


async def test_everything_that_a_message_can_show(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    embed = discord.Embed(title="An embed", description="with **words**", colour=0xE91E63, url="https://example.org")
    embed.set_author(name="Author").set_footer(text="Footer").add_field(name="One", value="1").add_field(
        name="Two", value="2"
    )
    text = (
        "# Heading\n## Smaller\n### Smallest\n-# small print\n> quoted\n- one\n- two\n  - deeper\n1. first\n"
        "```py\nprint('code')\n```\n~~gone~~ __under__ *leaning* <#%d> <@%d> <t:1700000000:D> https://example.org"
    )
    channel = bot.text_channel("games")
    await channel.send(text % (channel.id, ana.id), embed=embed)
    shown = window.message("Smallest")
    await expect(shown.get_by_role("heading", name="Heading")).to_be_visible()
    await expect(shown.locator("pre")).to_contain_text("print('code')")
    await expect(shown.locator("time.timestamp")).to_contain_text("2023")
    await expect(shown.locator(".mention.mine")).to_have_text(f"@{ana.name}")
    await expect(shown.locator(".embed-fields dt")).to_have_text(["One", "Two"])
    await window.screenshot("page-message")
    await window.command("board", typed={"text": "a green board"})
    board = window.message("a green board")
    await expect(board.locator(".container").get_by_alt_text("a green square")).to_be_visible()


async def test_dates_are_worded_in_the_language_of_the_person(sandbox: Sandbox, bot: Specimen, desktop: Open) -> None:
    window = await desktop(await sandbox.add_person("Greta", locale="de"))
    await bot.text_channel("games").send(f"due <t:{int(time()) + 3 * 86_400 + 60}:R>, begun <t:1700000000:D>")
    dates = window.message("begun").locator("time.timestamp")
    await expect(dates).to_have_text(["in 3 Tagen", "14. November 2023"])


async def test_the_labels_are_in_the_language_of_the_person(sandbox: Sandbox, bot: Specimen, desktop: Open) -> None:
    window = await desktop(await sandbox.add_person("Greta Groß", locale="de"))
    await expect(window.page.locator("html")).to_have_attribute("lang", "de")
    await expect(window.page.get_by_role("button", name="Mitglieder")).to_be_visible()
    await window.command("panel")
    panel = await window.arrived("hat /panel verwendet")
    await panel.get_by_role("button", name="Press").click()
    await window.private.get_by_role("button", name="Nachricht ausblenden").click()

    await window.page.locator("#me").click()
    await window.page.get_by_label("Meine Sprache").select_option("en-US")
    await expect(window.page.get_by_role("button", name="Members")).to_be_visible()
    await expect(window.message("used /panel")).to_be_visible()


async def test_a_reply_a_reaction_and_a_deletion(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.write("first words")
    first = await window.arrived("first words")
    await first.hover()
    await first.get_by_role("button", name="Reply").click()
    await window.write("an answer")
    await expect(window.message("an answer").locator("button.source")).to_contain_text("first words")
    await first.hover()
    await first.get_by_role("button", name="Add a reaction").click()
    await window.page.get_by_role("button", name="React with 🎉").click()
    await expect(first.get_by_role("button", name="🎉: 1, yours too")).to_be_visible()
    await window.message("an answer").locator(".body").click(button="right")
    await window.page.get_by_role("menuitem", name="Delete the message").click()
    await expect(window.messages.filter(has_text="an answer")).to_have_count(0)


# ---------------------------------------------------------------------- places, marks, connection


async def test_a_ping_elsewhere_is_marked_until_it_is_read(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    general = window.page.locator("#channels .channel", has_text="general")
    await bot.text_channel("general").send(f"look here <@{ana.id}>")
    await expect(general.locator(".badge")).to_have_text("1")
    await expect(window.page).to_have_title("(1) games · " + ana.name)
    await window.screenshot("page-ping")
    await window.page.locator("#toasts .toast").click()
    await expect(window.message("look here")).to_have_class("message names-me")
    await expect(window.page.locator(".divider.new")).to_be_visible()
    await expect(general.locator(".badge")).to_have_count(0)


async def test_what_was_missed_is_there_when_the_line_returns(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.cut_the_line()
    await expect(window.page.get_by_text("The connection is lost")).to_be_visible()
    await bot.text_channel("games").send("written in between")
    await expect(window.message("written in between")).to_be_visible()
    await expect(window.page.get_by_text("The connection is lost")).to_be_hidden()
    await bot.text_channel("games").send("written after")
    await expect(window.message("written after")).to_be_visible()


async def test_another_member_in_the_same_window(ana: Member, ben: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.page.get_by_role("button", name=f"You are {ana.name}").click()
    await window.screenshot("page-members")
    await window.page.locator(".switcher").get_by_role("button", name=ben.name).click()
    await expect(window.page.get_by_role("button", name=f"You are {ben.name}")).to_be_visible()


async def test_a_thread_grows_below_its_message(ana: Member, ben: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.command("thread", invite=ben.name)
    card = window.message(f"match with @{ben.name}").locator(".thread-card")
    await expect(card).to_contain_text("welcome")
    await expect(window.page.locator("#channels .of-thread", has_text="the match").first).to_be_visible()
    await card.click()
    await window.write("good luck")
    await window.page.locator("#where .parent").click()
    await expect(card).to_contain_text("good luck")


async def test_trouble_is_one_press_away(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.page.get_by_role("button", name="Trouble").click()
    panel = window.page.get_by_role("complementary", name="Trouble")
    await window.screenshot("page-trouble")
    resumed = asyncio.create_task(bot.wait_for("resumed", timeout=10))
    await panel.get_by_role("button", name="Drop the connection").click()
    await resumed
    await bot.text_channel("games").send("to be deleted")
    await expect(window.message("to be deleted")).to_be_visible()
    await panel.get_by_role("button", name="Delete the bot’s last message").click()
    await expect(window.messages.filter(has_text="to be deleted")).to_have_count(0)


async def test_hundreds_of_messages_stay_quick(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    for number in range(200):
        await ana.say(f"line {number}", channel="results")
    await window.go_to("results")
    await expect(window.message("line 199")).to_be_in_viewport()
    assert await window.messages.count() <= 60, "no more is loaded and drawn than is looked at"
    for oldest in (150, 100, 50, 0):
        await expect(window.messages.first).to_contain_text(f"line {oldest}")
        await window.page.locator("#scroller").evaluate("element => element.scrollTo(0, 0)")
    await expect(window.page.get_by_text("line 0", exact=True)).to_be_in_viewport()
    await window.page.get_by_role("button", name="To the newest messages").click()
    await expect(window.message("line 199")).to_be_in_viewport()


async def test_files_go_along_with_a_command_and_with_a_message(
    ana: Member, bot: Specimen, desktop: Open, tmp_path: Path
) -> None:
    picture = tmp_path / "green.png"
    picture.write_bytes(PICTURE)
    window = await desktop(ana)
    await window.page.locator("#text").press_sequentially("/upload ")
    await window.page.locator(".chip input[type=file]").set_input_files(picture)
    await window.page.get_by_role("button", name="Run the command").click()
    await expect(window.message(f"green.png {len(PICTURE)} image/png 8")).to_be_visible()
    await window.page.locator("#file").set_input_files(picture)
    await expect(window.page.locator("#extras")).to_contain_text("green.png")
    await window.write("a picture")
    await expect(window.message("a picture").locator(".picture img")).to_be_visible()


async def test_an_unknown_member_is_offered_those_who_are_there(ana: Member, bot: Specimen, desktop: Open) -> None:
    window = await desktop(ana)
    await window.page.goto(f"{window.url}/#nobody")
    await expect(window.page.get_by_text("there is no user 'nobody'")).to_be_visible()
    await window.page.get_by_role("link", name=f"Be {ana.name}", exact=True).click()
    await expect(window.page.get_by_role("button", name=f"You are {ana.name}")).to_be_visible()


async def test_the_hint_of_the_first_visit_goes_for_good(ana: Member, bot: Specimen, desktop: Open) -> None:
    await ana.say("Good morning", channel="games")
    window = await desktop(ana)
    hint = window.page.get_by_role("note")
    await expect(hint).to_contain_text(f"You are {ana.name}")
    await expect(hint.get_by_role("link", name="Open another window as Ben")).to_have_attribute("target", "_blank")
    await window.screenshot("page-hint")
    await hint.get_by_role("button", name="Close the hint").click()
    await window.page.reload()
    await expect(window.messages.last).to_be_visible()
    await expect(hint).to_be_hidden()
