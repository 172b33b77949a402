"""Playing by clicks alone, at random: a robot that knows Discord's controls and no game."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random

from bot.ui.components.custom_id import read_click
from sandbox.client import Component, Member, Message, Result

PICK, CONFIRM = ("q1:pick:", "q1:step:"), "q1:confirm:"
AT_A_TURN = {"type", "pick", "step", "page", "quick", "alone", "reading"}
"""What can be clicked at one turn of a match only."""


class Clicker:
    """Plays for several members in one thread."""

    def __init__(self, members: list[Member], thread: int, seed: int) -> None:
        self.members = {member.id: member for member in members}
        self.thread = thread
        self.rng = Random(seed)
        self.clicks = 0

    async def play(self, moves: int) -> Message:
        """At most `moves` moves, or to the end; returns the last board."""
        watcher = next(iter(self.members.values()))
        shown = await watcher.wait_for(is_live, self.thread, patience=30)
        for _ in range(moves):
            mover = next((member for user, member in self.members.items() if member.mention in shown.text), None)
            if mover is None or is_over(shown):
                break
            await self.move(mover, shown)
            before = shown
            shown = await watcher.wait_for(partial(is_newer, before), self.thread, patience=30)
        return shown

    async def move(self, member: Member, board: Message) -> None:
        """One move by clicks, from the board to Confirm."""
        opened = next((button for button in board.buttons if str(button.custom_id).startswith("q1:move:")), None)
        if opened is not None:
            result = await member.settle(await member.click(board, custom_id=opened.custom_id))
        else:
            result = await member.settle(await self._choose(member, board))
        message = result.message
        for _ in range(120):
            confirm = next((one for one in message.buttons if str(one.custom_id).startswith(CONFIRM)), None)
            if confirm is not None:
                self.clicks += 1
                await member.click(message, custom_id=confirm.custom_id)
                await self._wait_for_answer(member, message)
                return
            if not picks(message):
                return
            await self._choose(member, message)
            message = await member.wait_for_change(message, patience=30)
        raise AssertionError(f"no end to the questions: {message.text}")

    async def _choose(self, member: Member, message: Message) -> Result:
        self.clicks += 1
        component = self.rng.choice(picks(message))
        if not component.options:
            return await member.click(message, custom_id=component.custom_id)
        options = list(component.options)
        count = self.rng.randint(max(1, component.least), min(component.most, len(options)))
        chosen = self.rng.sample(options, count)
        return await member.select(message, [option.value for option in chosen], custom_id=component.custom_id)

    async def _wait_for_answer(self, member: Member, message: Message) -> None:
        """Until the message tells that the move counts, or is gone already as the board stands."""
        with suppress(LookupError):
            await member.wait_for_change(message, patience=30)


def picks(message: Message) -> list[Component]:
    """The controls that choose."""
    return [one for one in message.components if str(one.custom_id).startswith(PICK) and not one.disabled]


def is_live(message: Message) -> bool:
    """True for a board with controls: of a match that goes on, or of its end."""
    return any(str(one.custom_id).startswith(("q1:menu:", "q1:rematch:")) for one in message.buttons)


def is_over(message: Message) -> bool:
    """True for the board of the end."""
    return any(str(one.custom_id).startswith("q1:rematch:") for one in message.buttons)


def turn_of(message: Message) -> int:
    """The turn of the match that the controls of a message are for; 0 where they are for none."""
    clicks = (read_click(str(one.custom_id)) for one in message.components)
    return next((click.turn for click in clicks if click is not None and click.action in AT_A_TURN), 0)


def is_newer(old: Message, message: Message) -> bool:
    """True for the board of a later turn than the old one's, or of the end."""
    return is_over(message) or (is_live(message) and turn_of(message) > turn_of(old))
