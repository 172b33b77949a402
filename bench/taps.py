"""How many taps a turn takes: `python -m bench.taps [--smoke] [--moves 60]`.

Two people play each game in the sandbox only by clicks, and choose at random. Taps are counted from the board message
to the played move, Confirm included: one for a button, two for a menu, and one for each further choice in it.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from bench.load import process
from bot.ui.components.custom_id import read_click
from sandbox.client import QUICK, Component, Member, Message, Result, Sandbox, SandboxError

BUTTON, MENU = 1, 2
ANSWERS, CONFIRM, OPEN = ("q1:pick:", "q1:step:"), "q1:confirm:", "q1:move:"
LIVE, ENDED = "q1:menu:", "q1:rematch:"
FINAL = (1, 3)
"""The styles of buttons that end a turn of several steps, and of Confirm."""
IDLE = ("Pass", "Only this piece")
"""Answers that are seldom given: otherwise matches would be over before anything happened."""
TOO_FAST = "Slow down"
"""The beginning of the answer to people who click too fast."""
WAIT = 30.0
_MOVE = re.compile(r"\(`(.+?)`\)")
_AT_A_TURN = {"type", "pick", "step"}


@dataclass(frozen=True)
class Turn:
    """A turn played by clicks: its text, if the last question told it, and its taps."""

    text: str
    taps: int


@dataclass(frozen=True)
class Limit:
    """Turns of a game that are counted together, and the most taps that they may take."""

    title: str
    game: str
    most: int
    counts: Callable[[str], bool] = bool


LIMITS = (
    Limit("Choccer, any move", "choccer", 4),
    Limit("Cyberzul, any take", "cyberzul", 4),
    Limit("Conquid, acquire three", "conquid", 6, lambda text: text.startswith("A ")),
    Limit("Onyx, two pieces on 8 × 8", "onyx", 6, lambda text: "@" in text and " " in text),
)
"""The limits of UX 4. Piously's turn is tapped by hand (`bless_move_bless_end`), and so is a typed move."""
PIOUSLY, TYPED = 7, 1


class Tapper:
    """Plays a match for its members by random clicks and counts the taps of each turn."""

    def __init__(self, members: Sequence[Member], thread: int, seed: int) -> None:
        self._members = members
        self._thread = thread
        self._rng = Random(seed)
        self._watcher = members[0]

    async def play(self, moves: int) -> list[Turn]:
        """Play at most this many turns, or to the end of the match."""
        turns: list[Turn] = []
        board = await self._watcher.wait_for(is_live, self._thread, patience=WAIT)
        while len(turns) < moves:
            mover = next((member for member in self._members if member.mention in board.text), None)
            if mover is None or has_ended(board):
                break
            turns.append(await self._turn(mover, board))
            board = await self._watcher.wait_for(partial(is_newer, board), self._thread, patience=WAIT)
        return turns

    async def _turn(self, member: Member, board: Message) -> Turn:
        """Play one turn, from the board to the played move."""
        text, taps = "", 0
        message: Message | None = board
        while message is not None:
            text = found[1] if (found := _MOVE.search(message.text)) else text
            cost, message = await self._tap(member, message)
            taps += cost
        return Turn(text, taps)

    async def _tap(self, member: Member, message: Message) -> tuple[int, Message | None]:
        """Give one answer, or Confirm; return its cost and the next message, or None if the turn has been played."""
        control = self._control(message)
        picked: list[str] = []
        if control.options:
            number = self._rng.randint(max(1, control.least), min(control.most, len(control.options)))
            picked = [option.value for option in self._rng.sample(control.options, number)]
        result = await self._answer(member, message, control, picked)
        cost = MENU + len(picked) - 1 if picked else BUTTON
        if not message.ephemeral:
            shown = (await member.settle(result, patience=WAIT)).message
            return cost, shown if answers(shown) else None
        (after,) = await member.wait_until(partial(self._after, member, message), patience=WAIT, what="an answer")
        return cost, after

    async def _answer(self, member: Member, message: Message, control: Component, picked: list[str]) -> Result:
        """Return Discord's answer to the click or choice, trying again whenever the bot asks for patience."""
        while True:
            if picked:
                result = await member.select(message, picked, custom_id=control.custom_id)
            else:
                result = await member.click(message, custom_id=control.custom_id)
            if result.answer != "message" or not result.message.text.startswith(TOO_FAST):
                return result
            await asyncio.sleep(1)

    def _control(self, message: Message) -> Component:
        """Return Confirm if it is there; otherwise any answer, and every other time one that ends the turn.

        If several players are to move, the board has no answers, only the button that opens them.
        """
        found = answers(message) or [one for one in message.buttons if str(one.custom_id).startswith(OPEN)]
        confirm = [one for one in found if str(one.custom_id).startswith(CONFIRM)]
        final = [one for one in found if one.style in FINAL and not one.options]
        if confirm or (final and self._rng.random() < 0.5):
            return self._rng.choice(confirm or final)
        busy = [one for one in found if one.label not in IDLE]
        return self._rng.choice(busy if busy and self._rng.random() < 0.95 else found)

    async def _after(self, member: Member, message: Message) -> tuple[Message | None] | None:
        """Return the private message once it has changed, or nothing if it no longer asks for anything."""
        try:
            fresh = await member.refresh(message)
        except (LookupError, SandboxError):  # it disappeared with the move
            return (None,)
        if fresh.raw == message.raw:
            return None
        return (fresh if answers(fresh) else None,)


def answers(message: Message) -> list[Component]:
    """Return the controls that answer the question of a message, including Confirm."""
    wanted = (*ANSWERS, CONFIRM)
    return [one for one in message.components if str(one.custom_id).startswith(wanted) and not one.disabled]


def is_live(message: Message) -> bool:
    """Whether the message is a board with controls."""
    return any(str(one.custom_id).startswith((LIVE, ENDED)) for one in message.buttons)


def has_ended(message: Message) -> bool:
    """Whether the message is the last board of a match."""
    return any(str(one.custom_id).startswith(ENDED) for one in message.buttons)


def is_newer(old: Message, message: Message) -> bool:
    """Whether the message is the board of a later turn."""
    return has_ended(message) or (is_live(message) and _turn_of(message) > _turn_of(old))


def _turn_of(message: Message) -> int:
    clicks = (read_click(str(one.custom_id)) for one in message.components)
    return next((click.turn for click in clicks if click is not None and click.action in _AT_A_TURN), 0)


async def begin(host: Member, guest: Member, game: str, **options: object) -> int:
    """Let the host challenge the guest, who accepts, and move first; return the thread of the match."""
    asked = await host.command(game, {"opponent": guest, "first": "me", **options}, channel="games")
    await guest.click(asked.message, "Accept")
    return asked.message.id  # a thread that is opened from a message has its id


async def bless_move_bless_end(ana: Member, ben: Member) -> int:
    """Return the number of taps of such a turn of Piously."""
    thread = await begin(ana, ben, "piously", board="classic")
    shown = await ana.wait_for(is_live, thread, patience=WAIT)
    for member, place in ((ana, "@P1"), (ben, "@S1")):
        await member.settle(await member.command("move", {"move": place}, channel=thread))
        shown = await ana.wait_for(partial(is_newer, shown), thread, patience=WAIT)
    board = shown
    labels = ("Bless P1", "Move to P3", "Bless P3", "End", "End")
    for taps, label in enumerate(labels, 1):
        pressed = next(one for one in answers(shown) if str(one.label).rpartition(" · ")[2].startswith(label))
        result = await ana.click(shown, custom_id=pressed.custom_id)
        if taps == len(labels):
            break
        shown = await ana.wait_for_change(shown, what=label) if shown.ephemeral else (await ana.settle(result)).message
    await ana.wait_for(partial(is_newer, board), thread, patience=WAIT)
    return len(labels)


async def count_typed_taps(ana: Member, ben: Member) -> int:
    """Return the number of taps of a typed move."""
    thread = await begin(ana, ben, "choccer")
    board = await ana.wait_for(is_live, thread, patience=WAIT)
    opened = await ana.click(board, "Type move")
    await ana.submit(opened.modal, {"answer": "h4-g4"})
    await ana.wait_for(partial(is_newer, board), thread, patience=WAIT)
    return BUTTON


async def main(moves: int) -> None:
    """Print the table."""
    print(f"{'turn':30} {'turns':>6} {'today':>6} {'at most':>8}")
    with tempfile.TemporaryDirectory() as folder:
        async with (
            Sandbox.spawn(QUICK) as sandbox,
            process(sandbox, Path(folder), "quintet"),
        ):
            for seed, limit in enumerate(LIMITS):
                ana, ben = [await sandbox.add_person(f"{name} {seed}") for name in ("Ana", "Ben")]
                played = await Tapper((ana, ben), await begin(ana, ben, limit.game), seed).play(moves)
                counted = [turn.taps for turn in played if limit.counts(turn.text)]
                _print(limit.title, len(counted), max(counted, default=0), limit.most)
            ana, ben = [await sandbox.add_person(f"{name} {len(LIMITS)}") for name in ("Ana", "Ben")]
            _print("Piously: bless, move, bless, end", 1, await bless_move_bless_end(ana, ben), PIOUSLY)
            _print("a typed move, any game", 1, await count_typed_taps(ana, ben), TYPED)


def _print(title: str, turns: int, taps: int, most: int) -> None:
    print(f"{title:32} {turns:4} {taps:6} {most:8}{'' if taps <= most else '  TOO MANY'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="a quick run: twelve moves of each game")
    parser.add_argument("--moves", type=int, default=60, help="the most moves of each match")
    given = parser.parse_args()
    asyncio.run(main(12 if given.smoke else given.moves))
