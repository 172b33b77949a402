"""A match of Choccer by clicks in two windows, and one at phone width."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from sandbox.client import Member
from tests.browser.conftest import Open
from tests.browser.window import Window
from tests.e2e.running import Bot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def begin_match(ana: Window, ben: Window, game: str = "choccer") -> None:
    """Ana has challenged Ben, Ben has accepted, both are in the thread."""
    await ana.command(game, opponent=ben.member.name, first="Me")
    card = ben.message(f"{ana.member.name} vs {ben.member.name}")
    await card.get_by_role("button", name="Accept").click()
    for window in (ana, ben):
        await window.message(f"{ana.member.name} vs {ben.member.name}").locator(".thread-card").click()
        await expect(window.message("The match begins").get_by_role("button", name="Type move")).to_be_visible()


async def _move(window: Window, board: Locator, piece: str, target: str) -> None:
    """Choose a piece on the board, the target on the private picture, and confirm."""
    await board.get_by_role("button", name=piece).click()
    await window.private.get_by_role("button", name=f"· {target}").click()
    await window.private.get_by_role("button", name="Confirm").click()
    await expect(window.private).to_have_count(0)


async def test_a_match_by_clicks_in_two_windows(ana: Member, ben: Member, bot: Bot, desktop: Open) -> None:
    host, guest = await desktop(ana), await desktop(ben)
    await begin_match(host, guest)
    await host.screenshot("match-1-begins")
    picture = host.message("The match begins").get_by_role("img")
    assert ana.name in str(await picture.get_attribute("alt")), "the position is told to those who do not see it"

    await _move(host, host.message("The match begins"), "Circle h4", "g4")
    second = guest.message("Turn 1 ")
    await expect(second.get_by_role("button", name="Type move")).to_be_visible()
    await guest.screenshot("match-2-ben-is-to-move")
    await _move(guest, second, "Circle d4", "e4")

    third = host.message("Turn 2 ")
    await expect(third.get_by_role("button", name="Type move")).to_be_visible()
    await third.get_by_role("button", name="Type move").click()
    window = host.page.get_by_role("dialog")
    await window.get_by_role("textbox").fill("h4-h9")
    await host.screenshot("match-3-type-a-move")
    await window.get_by_role("button", name="Submit").click()
    await expect(host.private).to_contain_text("h9")
    await host.command("move", typed={"move": "h3-g3"})
    fourth = guest.message("Turn 3 ")
    await expect(fourth).to_contain_text("from h3 to g3")
    await expect(fourth.get_by_role("button", name="Type move")).to_be_visible()

    await fourth.get_by_role("button", name="More").filter(has_text="More").click()
    await guest.private.get_by_role("button", name="Resign").click()
    await expect(guest.private).to_contain_text("Resign?")
    await guest.private.get_by_role("button", name="Resign").click()
    await expect(host.messages.get_by_role("button", name="Rematch")).to_be_visible()
    await host.screenshot("match-4-the-end")
    await expect(host.page.locator("#messages").get_by_role("combobox")).to_have_count(0)


async def test_tab_takes_nothing_that_was_offered_for_another_text(
    ana: Member, ben: Member, bot: Bot, desktop: Open
) -> None:
    host, guest = await desktop(ana), await desktop(ben)
    await begin_match(host, guest)
    await host.begin_command("move")
    await host.write_option("move", "h")
    offered = host.page.locator('#suggestions [role="option"]').first
    await expect(offered).to_have_attribute("aria-selected", "true")
    await host.page.route("**/autocomplete", lambda _route: None)  # the next answer does not come
    await host.page.keyboard.type("3-g3")
    await expect(offered).to_have_attribute("aria-selected", "false")
    await host.page.keyboard.press("Tab")
    await host.page.keyboard.press("Enter")
    await expect(guest.message("Turn 1 ")).to_contain_text("from h3 to g3")


async def _choose_for(window: Window, person: str, entry: str) -> None:
    """Press an entry of the menu of a person."""
    await window.page.locator("#people .person", has_text=person).click()
    await window.page.get_by_role("menuitem", name=entry).click()


async def test_a_match_between_two_people_without_the_bot(ana: Member, ben: Member, bot: Bot, desktop: Open) -> None:
    """Ana takes the app along into a conversation; Ben, who has not, answers there."""
    host, guest = await desktop(ana), await desktop(ben)
    await _choose_for(host, "Quintet", "Use this app everywhere")
    await _choose_for(host, ben.name, f"Message {ben.name}")
    await expect(host.page.locator("#where h1")).to_contain_text(ben.name)
    await host.command("choccer", opponent=ben.name, first="Me")
    await host.message("not a member here").wait_for()
    await _choose_for(guest, ana.name, f"Message {ana.name}")
    await guest.message("not a member here").get_by_role("button", name="Accept").click()
    await _move(host, host.message("The match begins"), "Circle h4", "g4")
    await expect(guest.message("Turn 1 ").get_by_role("button", name="Circle d4")).to_be_visible()
    await guest.screenshot("conversation")


async def test_a_match_at_phone_width(ana: Member, ben: Member, bot: Bot, phone: Open, desktop: Open) -> None:
    host, guest = await phone(ana), await desktop(ben)
    await begin_match(host, guest)
    board = host.message("The match begins")
    await expect(board.get_by_role("img")).to_be_in_viewport(ratio=0.5)
    await host.in_view(board.get_by_role("button", name="Circle h4"))
    await host.screenshot("phone-1-board")
    await board.get_by_role("button", name="Circle h4").tap()
    await host.in_view(host.private.get_by_role("button", name="· g4"))
    await host.screenshot("phone-5-composing")
    await host.private.get_by_role("button", name="· g4").tap()
    await host.private.get_by_role("button", name="Confirm").tap()
    await expect(host.private).to_have_count(0)
    await expect(guest.message("Turn 1 ")).to_be_visible()
    width = await host.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out at the side"

    await host.page.get_by_role("button", name="Channels").tap()
    await expect(host.page.locator("#drawer")).to_be_in_viewport()
    await host.screenshot("phone-3-channels")
    await host.go_to("games")
    await expect(host.page.locator("#drawer")).not_to_be_in_viewport()
    await host.message(f"{ana.name} vs {ben.name}").locator(".thread-card").tap()
    await host.message("Turn 1 ").get_by_role("button", name="Enlarge the picture").tap()
    await expect(host.page.get_by_role("dialog", name="Picture").get_by_role("img")).to_be_in_viewport()
    await host.screenshot("phone-4-picture")


async def test_three_cells_are_picked_in_one_menu_at_phone_width(
    ana: Member, ben: Member, bot: Bot, phone: Open, desktop: Open
) -> None:
    """On a phone, menus rise from the bottom; Done counts what is picked."""
    host, guest = await phone(ana), await desktop(ben)
    await begin_match(host, guest, "conquid")
    await host.message("The match begins").get_by_role("button", name="Acquire").tap()
    await host.private.get_by_role("combobox").first.tap()
    sheet = host.page.locator(".popover.sheet")
    await expect(sheet).to_be_visible()
    for number in range(3):
        await sheet.get_by_role("option").nth(number).tap()
    await host.screenshot("phone-2-menu")
    await sheet.get_by_role("button", name="Done: 3 of 3").tap()
    await expect(host.private).to_contain_text("Play it?")
    await host.private.get_by_role("button", name="Confirm").tap()
    await expect(guest.message("Turn 1 ")).to_be_visible()
