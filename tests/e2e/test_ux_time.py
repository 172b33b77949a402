"""What happens by itself when time passes: reminders, flags, AIs that stand in, challenges that expire."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from sandbox.client import Member, Message
from tests.e2e.playing import CHANNEL, accepted, becomes, challenge
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


def code_of(shown: Message) -> str:
    return shown.text.split(" · #")[1][:5]


async def later(bot: Bot, shown: Message, **changes: str) -> None:
    """Time has passed for this match, while the bot slept for a moment: columns are set to SQL expressions."""
    await bot.kill()
    assignments = ", ".join(f"{column} = {value}" for column, value in changes.items())
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database, database:
        database.execute(f"UPDATE match SET {assignments} WHERE code = ?", (code_of(shown),))  # noqa: S608
    await bot.start()


async def overdue(bot: Bot, shown: Message) -> None:
    """The deadline of the match has passed."""
    await later(
        bot, shown, deadline="deadline - 900000000", wake="wake - 900000000", turn_began="turn_began - 900000000"
    )


async def moved(players: tuple[Member, Member], shown: Message) -> Message:
    """Both have made two moves; returns the newest board."""
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3", "d3-e3")):
        player = players[number % 2]
        await player.settle(await player.command("move", {"move": move}, channel=shown.channel_id))
    return await players[0].wait_for(lambda one: "Move 4 " in one.text and one.buttons, shown.channel_id)


async def test_one_reminder_pings_who_is_late(ana: Member, ben: Member, bot: Bot) -> None:
    """80 % of three days are over: wake is due, the deadline is not."""
    first = await accepted(ana, ben)
    await later(
        bot, first, wake="wake - 207360000", turn_began="turn_began - 207360000", deadline="deadline - 207360000"
    )
    reminder = await ana.wait_for(lambda one: "it is your move in" in one.text, first.channel_id)
    assert reminder.pinged == {ana.id}
    assert f"#{code_of(first)}, due <t:" in reminder.text


async def test_a_lost_clock_ends_a_match_of_two(ana: Member, ben: Member, bot: Bot) -> None:
    shown = await moved((ana, ben), await accepted(ana, ben))
    await overdue(bot, shown)
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, shown.channel_id)
    assert f"{ben.name} wins: {ana.name} ran out of time" in end.text
    late = await ana.settle(await ana.command("move", {"move": "g4-f4", "match": code_of(shown)}, channel=CHANNEL))
    assert "is over" in late.text


async def test_a_match_with_fewer_than_two_moves_each_is_aborted(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accepted(ana, ben)
    await overdue(bot, first)
    end = await ana.wait_for(lambda one: "without a result" in one.text, first.channel_id)
    assert f"{ana.name} did not come to play" in end.text
    assert end.images


async def test_an_overdue_bullet_move_is_made_by_an_ai_and_marked_so(ana: Member, ben: Member, bot: Bot) -> None:
    first = await accepted(ana, ben, time="12s")
    await overdue(bot, first)
    played = await ben.wait_for(lambda one: "Move 1 " in one.text and one.buttons, first.channel_id, patience=20)
    assert "(the time was up)" in played.text
    assert ben.mention in played.text


async def test_nobody_answers_a_challenge(ana: Member, ben: Member, bot: Bot) -> None:
    card = await challenge(ana, ben)
    assert "Expires <t:" in card.text
    accept = card.button("Accept")
    await overdue(bot, card)
    off = await becomes(ana, card, "nobody answered in time")
    assert off.labels == []
    late = await ben.click(off, custom_id=accept.custom_id, remembered=True)
    assert "nobody answered in time" in late.text


async def test_a_downtime_is_credited_and_told(ana: Member, ben: Member, bot: Bot) -> None:
    """The bot was away for an hour: whoever was to move has an hour more."""
    first = await accepted(ana, ben)
    due = int(first.text.partition("<t:")[2].partition(":")[0])
    await bot.kill()
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database, database:
        database.execute("UPDATE note SET value = value - 3600000 WHERE key LIKE 'alive%'")
    await bot.start()
    shown = await ana.wait_for(lambda one: "I was away" in one.text and one.buttons, first.channel_id)
    later_due = int(shown.text.partition("<t:")[2].partition(":")[0])
    assert 3600 <= later_due - due <= 3600 + 60
