"""A turn of several steps: drafted where nobody else sees it, published once, and safe whatever happens meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import accept, code_of
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")
BUTTON, MENU = 1, 2


@dataclass
class Turn:
    """A turn that one person composes, with the taps that it takes."""

    member: Member
    shown: Message
    taps: int = field(default=0)

    async def tap(self, label: str) -> Message:
        """Press the button whose label begins so; without the number that it has in the picture."""
        self.taps += BUTTON
        result = await self.member.click(self.shown, custom_id=find_button(self.shown, label))
        if self.shown.ephemeral:
            self.shown = await self.member.wait_for_change(self.shown, what=f"an answer to '{label}'")
        else:
            self.shown = (await self.member.settle(result)).message
        return self.shown


def find_button(shown: Message, label: str) -> str:
    """The custom id of a button."""
    found = [one for one in shown.buttons if str(one.label).rpartition(" · ")[2].startswith(label)]
    assert found, (label, shown.labels)
    return str(found[0].custom_id)


async def _only_live(member: Member, board: Message) -> list[object] | None:
    """All messages of the thread, once no board but this one has controls."""
    messages = await member.messages(board.channel_id)
    live = [one.id for one in messages if one.buttons]
    return [one.raw for one in messages] if live == [board.id] else None


async def first_turn(ana: Member, ben: Member, **options: object) -> Message:
    """Both pieces are on the designer's board, and White has the first turn; returns the board."""
    first = await accept(ana, ben, "piously", board="classic", **options)
    for member, place in ((ana, "@P1"), (ben, "@S1")):
        await member.settle(await member.command("move", {"move": place}, channel=first.channel_id))
    return await board(ana, first.channel_id, 2)


async def board(member: Member, thread: int, move: int) -> Message:
    return await member.wait_for(lambda one: f"Turn {move} " in one.text and bool(one.buttons), thread)


async def test_bless_move_bless_and_end_take_seven_taps_at_most(ana: Member, ben: Member) -> None:
    turn = Turn(ana, await first_turn(ana, ben))
    thread = turn.shown.channel_id
    await turn.tap("Bless P1")
    assert turn.shown.ephemeral
    assert "Your turn so far: bless P1" in turn.shown.text
    await turn.tap("Move to P3")
    await turn.tap("Bless P3")
    await turn.tap("Learn Priestess")
    assert turn.shown.labels[0] == "Learn Priestess"
    assert "You bless P1. You move to P3. You bless P3. You end the turn and learn Priestess" in turn.shown.text
    assert f"{ben.name} to move" in (turn.shown.images[0].description or ""), "the picture is of what will be"
    await turn.tap("Learn Priestess")
    assert turn.taps <= 7
    told = await board(ben, thread, 3)
    assert told.pinged == {ben.id}
    for words in ("blesses P1", "moves to P3", "blesses P3", "learns Priestess"):
        assert words in told.text


async def test_to_use_the_board_that_is_shown_is_the_confirmation(ana: Member, ben: Member) -> None:
    turn = Turn(ben, await accept(ana, ben, "piously"))
    thread = turn.shown.channel_id
    await turn.tap("Random board")
    assert "Use this board, or move a room?" in turn.shown.text
    await turn.tap("Use this board")
    assert "builds the board" in (await board(ana, thread, 1)).text


async def test_nobody_sees_a_draft_and_it_outlives_a_restart(
    ana: Member, ben: Member, eve: Member, sandbox: Sandbox, bot: Bot
) -> None:
    first = await first_turn(ana, ben)
    thread = first.channel_id
    before = await eve.wait_until(lambda: _only_live(eve, first), what="the older boards to lose their controls")
    turn = Turn(ana, first)
    for label in ("Bless P1", "Move to P3", "Bless P3"):
        await turn.tap(label)
    assert [one.raw for one in await eve.messages(thread)] == before, "no message, and no board drawn again"
    replayed = await eve.settle(await eve.command("replay", {"code": code_of(first)}, channel=thread))
    assert "Turn 2 of 2" in replayed.text
    watching = await eve.settle(await eve.click(first, "Make a move"))
    assert "You're watching" in watching.text
    await bot.kill()
    await bot.start()
    again = Turn(ana, first)  # the private message is gone
    await again.tap("Make a move")
    assert "Your turn so far: bless P1, move to P3 and bless P3" in again.shown.text
    await again.tap("Back")
    assert "Your turn so far: bless P1 and move to P3" in again.shown.text
    await again.tap("Reset")
    assert "so far" not in again.shown.text
    await again.tap("End turn")
    assert again.shown.labels[0] == "End turn"
    await again.tap("End turn")
    assert "ends the turn" in (await board(ben, thread, 3)).text


async def test_the_board_leads_back_to_the_turn_that_is_drafted(ana: Member, ben: Member) -> None:
    """Its buttons are of the beginning of the turn: none of them changes the draft."""
    first = await first_turn(ana, ben)
    turn = Turn(ana, first)
    await turn.tap("Bless P1")
    other = Turn(ana, first)
    await other.tap("Move to U4")
    assert "You are in the middle of this turn." in other.shown.text
    assert "Your turn so far: bless P1" in other.shown.text


async def test_a_step_that_is_not_whole_gives_way_to_another_choice_on_the_board(ana: Member, ben: Member) -> None:
    builder = Turn(ben, await accept(ana, ben, "piously"))
    thread = builder.shown.channel_id
    await builder.tap("Random board")
    await builder.tap("Use this board")
    first = await board(ana, thread, 1)
    turn = Turn(ana, first)
    await turn.tap("Pink")
    assert "1 · P1" in turn.shown.labels
    other = Turn(ana, first)
    await other.tap("Yellow")
    assert "1 · Y1" in other.shown.labels
    assert "in the middle of this turn" not in other.shown.text


async def test_typed_steps_go_on_with_the_draft_and_end_it(ana: Member, ben: Member) -> None:
    first = await first_turn(ana, ben)
    thread = first.channel_id
    typed = await ana.settle(await ana.command("move", {"move": "b m:P3"}, channel=thread))
    assert typed.ephemeral
    assert "Your turn so far: bless P1 and move to P3" in typed.text
    refused = await ana.settle(await ana.command("move", {"move": "m:Y4"}, channel=thread))
    assert "Y4 isn't next to your piece" in refused.text
    offered = await ana.autocomplete("move", "move", "m:", channel=thread)
    assert "m:P1" in str(offered.choices)  # from P3, where the piece stands in the draft
    assert "m:P3" not in str(offered.choices)
    played = await ana.settle(await ana.command("move", {"move": "b end"}, channel=thread))
    assert "Played" in played.text
    assert "blesses P3" in (await board(ben, thread, 3)).text


async def test_a_resignation_ends_a_match_with_a_draft(ana: Member, ben: Member) -> None:
    first = await first_turn(ana, ben)
    turn = Turn(ana, first)
    await turn.tap("Bless P1")
    menu = (await ana.settle(await ana.click(first, "More"))).message
    resigning = await ana.settle(await ana.click(menu, "Resign"))
    await ana.click(await ana.refresh(resigning.message), "Resign")
    over = await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    assert "blesses" not in over.text
    with pytest.raises(LookupError):  # the turn that was composed is not left behind
        await ana.wait_for_change(turn.shown)


async def test_a_turn_in_german(sandbox: Sandbox, bot: Bot, ben: Member) -> None:
    anna = await sandbox.add_person("Anna", locale="de")
    turn = Turn(anna, await first_turn(anna, ben))
    await turn.tap("Bless P1")  # the board is in the server's language
    assert "Dein Zug bisher: P1 segnen" in turn.shown.text
    assert "Zu lernen: Priesterin" in turn.shown.text
    await turn.tap("Nach P3 ziehen")
    await turn.tap("Priesterin lernen")
    assert turn.shown.labels[0] == "Priesterin lernen"
    assert "Du segnest P1. Du ziehst nach P3. Du beendest den Zug und lernst Priesterin" in turn.shown.text
    await anna.close()
