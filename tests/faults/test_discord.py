"""Trouble at Discord: storms of errors, lost answers, dropped connections. The match on the board is always right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandbox.client import Member, Message, Sandbox, Trouble
from tests.e2e.playing import IN_TIME_MS, accept, instant
from tests.e2e.running import Bot

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

CALLBACK = r"POST /interactions/\d+/.*/callback"
BOARD = r"POST /channels/\d+/messages$"
BOARD_EDITED = r"PATCH /channels/\d+/messages/\d+$"


@pytest.fixture
async def pair(sandbox: Sandbox, bot: Bot) -> tuple[Member, Member, Message]:
    """Ana, Ben and the board of their match."""
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    return ana, ben, await accept(ana, ben)


def shows(number: int) -> Callable[[Message], bool]:
    """Whether a message is the board after so many moves."""
    return lambda one: f"Turn {number} " in one.text


async def boards(member: Member, thread: int) -> list[Message]:
    return [one for one in await member.messages(thread) if one.images]


async def test_an_acknowledgement_that_never_arrives_does_not_cost_the_move(
    sandbox: Sandbox, pair: tuple[Member, Member, Message]
) -> None:
    """500 again and again until Discord has given the interaction up (10062): the move is on the board."""
    ana, ben, first = pair
    await sandbox.trouble(Trouble.ERROR, CALLBACK, times=5)
    lost = await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
    assert lost.failed
    await ben.wait_for(lambda one: "Turn 1 " in one.text and one.images, first.channel_id, patience=40)


async def test_a_storm_of_errors_passes_and_every_board_is_posted_once(
    sandbox: Sandbox, pair: tuple[Member, Member, Message]
) -> None:
    ana, ben, first = pair
    await sandbox.trouble(Trouble.ERROR, BOARD, times=3, status=503)
    await sandbox.trouble(Trouble.LOST, BOARD, times=2)
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3"), 1):
        mover = (ana, ben)[(number - 1) % 2]
        played = await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
        assert "Played" in played.text
        await ana.wait_for(shows(number), first.channel_id, patience=60)
    shown = await boards(ana, first.channel_id)
    assert len(shown) == 4, [one.text for one in shown]


async def test_a_storm_of_429_passes_and_every_board_is_posted_once(
    sandbox: Sandbox, pair: tuple[Member, Member, Message]
) -> None:
    """Discord takes no boards for a while, whatever its buckets said before."""
    ana, ben, first = pair
    await sandbox.trouble(Trouble.ERROR, BOARD, times=6, status=429)
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3"), 1):
        mover = (ana, ben)[(number - 1) % 2]
        played = await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
        assert "Played" in played.text
        assert played.latency_ms < IN_TIME_MS, "answers do not wait for boards"
    await ana.wait_for(shows(3), first.channel_id, patience=60)
    assert [rule["struck"] for rule in await sandbox.faults()] == [6]
    shown = [one.text for one in await boards(ana, first.channel_id)]
    assert len(shown) == len(set(shown)), "no board is posted twice"


async def test_dropped_connections_and_dead_sessions_do_not_stop_the_match(
    sandbox: Sandbox, bot: Bot, pair: tuple[Member, Member, Message]
) -> None:
    ana, ben, first = pair
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3"), 1):
        mover = (ana, ben)[(number - 1) % 2]
        played = await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
        assert "Played" in played.text
        if number == 1:
            await sandbox.drop_gateway()
            await bot.wait_for_log("has successfully RESUMED")
        elif number == 2:
            await sandbox.invalidate_sessions(resumable=False)
            await bot.wait_for_log("has connected to Gateway", times=2)
        await ana.wait_for(shows(number), first.channel_id, patience=30)


async def test_events_that_arrive_twice_play_one_move(sandbox: Sandbox, pair: tuple[Member, Member, Message]) -> None:
    ana, ben, first = pair
    await sandbox.duplicate_events(1)
    await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
    await ben.wait_for(shows(1), first.channel_id)
    # Events are heard in their order: when this one is answered, the doubled one is long done with.
    played = await ben.settle(await ben.command("move", {"move": "d4-e4"}, channel=first.channel_id))
    assert "Played" in played.text
    await ben.wait_for(shows(2), first.channel_id)
    assert len(await boards(ana, first.channel_id)) == 3
    await sandbox.forgive()


async def test_slow_posting_delays_no_acknowledgement(sandbox: Sandbox, pair: tuple[Member, Member, Message]) -> None:
    ana, ben, first = pair
    await sandbox.trouble(Trouble.SLOW, BOARD, times=2, seconds=5)
    moves = ("h4-g4", "d4-e4")
    for mover, move in zip((ana, ben), moves, strict=True):
        played = await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
        assert "Played" in played.text
        assert played.latency_ms < IN_TIME_MS
    await ana.wait_for(lambda one: "Turn 2 " in one.text, first.channel_id, patience=30)


async def test_a_bullet_board_that_came_late_tells_the_right_time_at_last(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben, time="12s")
    await sandbox.trouble(Trouble.SLOW, BOARD_EDITED, seconds=4)
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    early = await ben.wait_for(shows(1), first.channel_id, patience=30)
    assert "due <t:" in early.text

    async def find_corrected() -> Message | None:
        fresh = await ben.refresh(early)
        return fresh if instant(fresh) - instant(early) >= 3 else None

    assert "Turn 1 " in (await ben.wait_until(find_corrected, what="the right time", patience=20)).text
