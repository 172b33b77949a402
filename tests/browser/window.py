"""One member's window, used as a person uses it: by what is written on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from playwright.async_api import Locator, Page, WebSocketRoute, expect

from sandbox.client import Member


@dataclass
class Window:
    """The page as one member sees it; `problems` are the errors of its scripts."""

    url: str
    member: Member
    artefacts: Path
    problems: list[str] = field(default_factory=list)
    _page: Page | None = None
    _wires: list[WebSocketRoute] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The browser's page."""
        assert self._page is not None, "the window is not open yet"
        return self._page

    async def show(self, page: Page) -> None:
        """Open the sandbox as this member."""
        self._page = page
        await page.route_web_socket("**/stream", self._wire)
        await page.goto(f"{self.url}/#{self.member.id}")
        await expect(page.locator(".message, .beginning").first).to_be_visible()

    def _wire(self, wire: WebSocketRoute) -> None:
        wire.connect_to_server()
        self._wires.append(wire)

    async def cut_the_line(self) -> None:
        """The connection over which the page hears of everything breaks."""
        await self._wires.pop().close(code=1011)

    async def screenshot(self, name: str) -> None:
        """Keep what the window shows."""
        await self.page.screenshot(path=self.artefacts / f"{name}.png")

    # ------------------------------------------------------------ looking

    @property
    def messages(self) -> Locator:
        """The messages of the place that is shown."""
        return self.page.locator("#messages > .message")

    def message(self, text: str) -> Locator:
        """The last message that contains the text."""
        return self.messages.filter(has_text=text).last

    async def arrived(self, text: str) -> Locator:
        """The last message that contains the text, and that one also when others quote it later."""
        found = self.message(text)
        await expect(found).to_be_visible()
        return self.page.locator(f"#{await found.get_attribute('id')}")

    @property
    def private(self) -> Locator:
        """The last message that only this member sees."""
        return self.page.locator("#messages > .message.ephemeral").last

    async def in_view(self, what: Locator) -> None:
        """See that something is inside the window, not below its edge."""
        await expect(what).to_be_in_viewport()

    # ------------------------------------------------------------ acting

    async def go_to(self, channel: str) -> None:
        """Press a channel in the list."""
        await self.page.locator("#channels .channel", has_text=channel).first.click()
        await expect(self.page.locator("#where h1")).to_contain_text(channel)

    async def command(self, name: str, /, *, typed: Mapping[str, str] = MappingProxyType({}), **chosen: str) -> None:
        """Type a slash command, fill in its options, and send it with Enter.

        `chosen` options take the suggestion that the text leads to, `typed` ones the text itself.
        """
        await self.begin_command(name)
        for option, value in {**chosen, **typed}.items():
            await self.write_option(option, value)
            if option in typed:
                await self.page.keyboard.press("Tab")
            else:
                await self._take(value)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator("#invocation")).to_be_hidden()

    async def begin_command(self, name: str) -> None:
        """Type a slash command and take it from the list."""
        await self.page.locator("#text").click()
        await self.page.keyboard.type(f"/{name}")
        await self._take(f"/{name}")

    async def write_option(self, option: str, text: str) -> None:
        """Write text into the field of an option of the command that was begun."""
        chip = self.page.locator(".chip").filter(has_text=option).locator("input")
        if not await chip.count():
            await self.page.keyboard.type(option)
            await self._take(option)
        await expect(chip).to_be_focused()
        await self.page.keyboard.type(text)

    async def _take(self, text: str) -> None:
        marked = self.page.locator('#suggestions [role="option"][aria-selected="true"]')
        await expect(marked).to_contain_text(text)
        await self.page.keyboard.press("Enter")

    async def choose(self, menu: Locator, label: str) -> None:
        """Open a select menu and press one of its options."""
        await menu.click()
        await self.page.get_by_role("option", name=label).first.click()

    async def write(self, text: str) -> None:
        """Send an ordinary message."""
        await self.page.locator("#text").fill(text)
        await self.page.keyboard.press("Enter")
