"""What happens by itself when time passes: reminders, flags, AIs that stand in, challenges that expire."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from time import time

import pytest
import pytest_asyncio
from sqlalchemy import BigInteger, Text, cast, select, update

from bot.store.schema import bot_state, match
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accept, becomes, challenge, code_of, find_card, instant
from tests.e2e.running import Bot

Look = Callable[[], Awaitable[None]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
HOUR = 3600 * 1000
SOON = 5_000
LONG = 250 * HOUR
"""More than the seven days of the slowest clock."""


async def pass_time(bot: Bot, shown: Message, milliseconds: int, *columns: str) -> None:
    """So much time has passed for this match, by the instants in these columns."""
    earlier = {name: match.c[name] - milliseconds for name in columns}
    await bot.database.change(update(match).where(match.c.code == code_of(shown)).values(earlier))


@pytest_asyncio.fixture(loop_scope="session")
async def look_up(bot: Bot, sandbox: Sandbox) -> AsyncIterator[Look]:
    """Makes the bot look at its deadlines: something changes at a table whose time will soon be over."""
    host, guest = await sandbox.add_person("Host"), await sandbox.add_person("Guest")

    async def look() -> None:
        table = await find_card(host, await host.command("cyberzul", channel=CHANNEL))
        await pass_time(bot, table, 48 * HOUR - SOON, "deadline", "next_check_at")
        await guest.click(table, "Join")

    yield look
    await host.close()
    await guest.close()


async def clock_runs(bot: Bot, shown: Message) -> None:
    """A bullet clock starts when the board has been delivered."""
    await bot.database.until(select(match.c.id).where(match.c.code == code_of(shown), match.c.board_delivered))


async def overdue(bot: Bot, shown: Message, look_up: Look) -> None:
    """The deadline of the match has passed."""
    await pass_time(bot, shown, LONG, "turn_began_at", "next_check_at", "deadline")
    await look_up()


async def play_opening(players: tuple[Member, Member], shown: Message) -> Message:
    """Both have made two moves; returns the newest board."""
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3", "d3-e3")):
        player = players[number % 2]
        await player.settle(await player.command("move", {"move": move}, channel=shown.channel_id))
    return await players[0].wait_for(lambda one: "Turn 4 " in one.text and one.buttons, shown.channel_id)


async def test_one_reminder_pings_who_is_late(ana: Member, ben: Member, bot: Bot, look_up: Look) -> None:
    """80 % of three days are over: wake is due, the deadline is not."""
    first = await accept(ana, ben)
    await pass_time(bot, first, 3 * 24 * HOUR * 8 // 10, "turn_began_at", "next_check_at", "deadline")
    await look_up()
    reminder = await ana.wait_for(lambda one: "it is your move, due" in one.text, first.channel_id)
    assert reminder.pinged == {ana.id}
    assert code_of(first) not in reminder.text, "the thread is named after the match"


async def test_a_lost_clock_ends_a_match_of_two(ana: Member, ben: Member, bot: Bot, look_up: Look) -> None:
    shown = await play_opening((ana, ben), await accept(ana, ben))
    await overdue(bot, shown, look_up)
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, shown.channel_id)
    assert f"{ben.name} wins: {ana.name} ran out of time" in end.text
    late = await ana.settle(await ana.command("move", {"move": "g4-f4", "match": code_of(shown)}, channel=CHANNEL))
    assert "is over" in late.text


async def test_a_match_with_fewer_than_two_moves_each_is_aborted(
    ana: Member, ben: Member, bot: Bot, look_up: Look
) -> None:
    first = await accept(ana, ben)
    await overdue(bot, first, look_up)
    end = await ana.wait_for(lambda one: "without a result" in one.text, first.channel_id)
    assert f"{ana.name} did not show up" in end.text
    assert end.images
    assert end.pinged == {ana.id, ben.id}


async def test_an_overdue_bullet_move_is_made_by_an_ai_and_marked_so(
    ana: Member, ben: Member, bot: Bot, look_up: Look
) -> None:
    first = await accept(ana, ben, time="12s")
    await clock_runs(bot, first)
    await overdue(bot, first, look_up)
    played = await ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, first.channel_id, patience=20)
    assert "ran out of time" in played.text
    assert ben.mention in played.text


async def test_a_bullet_board_tells_when_its_time_is_up_and_is_posted_once(ana: Member, ben: Member, bot: Bot) -> None:
    """The clock starts when the board is delivered, which its words foresee: nothing is edited, if Discord is quick."""
    shown, posted_once = await accept(ana, ben, time="12s"), 0
    row = select(match.c.deadline, match.c.turn_revision).where(match.c.code == code_of(shown))
    settled = row.where(match.c.board_delivered, match.c.posted_revision == match.c.revision)
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3", "d3-e3")):
        await bot.database.until(settled)
        shown = await ana.refresh(shown)
        assert "due <t:" in shown.text
        assert instant(shown) - time() < 14
        now = await bot.database.row(row)
        assert 0 <= now.deadline - 1000 * instant(shown) <= 2500
        posted_once += f"-{now.turn_revision}.png" in shown.images[0].url
        player = (ana, ben)[number % 2]
        await player.settle(await player.command("move", {"move": move}, channel=shown.channel_id))
    assert posted_once


async def test_a_fallen_flag_ends_a_blitz_match_of_two(ana: Member, ben: Member, bot: Bot, look_up: Look) -> None:
    shown = await play_opening((ana, ben), await accept(ana, ben, time="5m+5s"))
    await overdue(bot, shown, look_up)
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, shown.channel_id)
    assert f"{ben.name} wins: {ana.name} ran out of time" in end.text


async def after(member: Member, shown: Message, move: int) -> Message:
    """The live board after so many moves."""
    return await member.wait_for(lambda one: f"Turn {move} " in one.text and one.buttons, shown.channel_id, patience=20)


async def test_after_three_missed_bullet_moves_the_ai_has_the_seat(
    ana: Member, ben: Member, bot: Bot, look_up: Look
) -> None:
    """Ben plays on; Ana's moves are made for her, and after the third the seat is an AI's."""
    shown = await accept(ana, ben, time="12s")
    for number in (1, 3, 5):
        await clock_runs(bot, shown)
        await overdue(bot, shown, look_up)
        shown = await after(ben, shown, number)
        if number < 5:
            offered = await ben.autocomplete("move", "move", channel=shown.channel_id)
            played = await ben.command("move", {"move": offered.choices[0].value}, channel=shown.channel_id)
            assert "Played" in (await ben.settle(played)).text
            shown = await after(ana, shown, number + 1)
    assert "AI (medium)" in shown.text


async def test_a_match_without_a_clock_is_abandoned_after_thirty_idle_days(
    ana: Member, ben: Member, bot: Bot, look_up: Look
) -> None:
    first = await accept(ana, ben, time="none")
    assert "due" not in first.text
    await pass_time(bot, first, 31 * 24 * HOUR, "turn_began_at", "next_check_at", "deadline")
    await look_up()
    end = await ana.wait_for(lambda one: "without a result" in one.text, first.channel_id)
    assert end.images


async def test_nobody_answers_a_challenge(ana: Member, ben: Member, bot: Bot, look_up: Look) -> None:
    card = await challenge(ana, ben)
    assert "Expires <t:" in card.text
    accept = card.button("Accept")
    await overdue(bot, card, look_up)
    off = await becomes(ana, card, "nobody answered in time")
    assert off.labels == []
    late = await ben.click(off, custom_id=accept.custom_id, remembered=True)
    assert "nobody answered in time" in late.text


async def test_a_downtime_is_credited_and_told(ana: Member, ben: Member, bot: Bot) -> None:
    """The bot was away for an hour: whoever was to move has an hour more than they would have had."""
    first = await accept(ana, ben)
    due = instant(first)
    await bot.kill()
    await pass_time(bot, first, HOUR, "turn_began_at", "next_check_at", "deadline")
    earlier = cast(cast(bot_state.c.value, BigInteger) - HOUR, Text)
    assert await bot.database.change(update(bot_state).where(bot_state.c.key.startswith("alive")).values(value=earlier))
    await bot.start()
    shown = await ana.wait_for(lambda one: "I was offline" in one.text and one.buttons, first.channel_id, patience=60)
    later_due = instant(shown)
    assert 0 <= later_due - due <= 60


async def test_who_has_left_the_server_has_72_hours(ana: Member, ben: Member, bot: Bot, sandbox: Sandbox) -> None:
    """A match that has waited for a day asks whether its player is still there."""
    first = await accept(ana, ben, time="7d")
    await sandbox.control("DELETE", f"/guilds/Quintet Lounge/members/{ana.id}")
    await bot.kill()
    await pass_time(bot, first, 25 * HOUR, "turn_began_at")
    await bot.start()

    def due_in_72_hours(one: Message) -> bool:
        due = one.text.partition("<t:")[2].partition(":")[0]
        return due.isdecimal() and abs(int(due) - time() - 72 * 3600) < 60

    assert (await ben.wait_for(due_in_72_hours, first.channel_id)).buttons
