"""How much one person may ask for: sizes of what is brought along, one long wish at a time, records that are kept."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from sandbox.client import Member, Message
from tests.e2e.playing import CHANNEL, IN_TIME_MS, accept, board, code_of, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

RECORD = b"[game choccer]\n[rules 1]\n[seats 2]\n[note 0 Ana]\n[note 1 Ben]\n\n0 h4-g4\n1 d4-e4\n"
BUSY = "I'm still working on your last request. Try again in a moment."


async def replay_record(member: Member, record: bytes) -> Message:
    """What the bot shows of a record."""
    result = await member.command("replay", {"record": ("match.txt", record)}, channel=CHANNEL)
    return (await member.settle(result, patience=60)).message


async def test_a_record_that_is_too_large_is_not_read(ana: Member) -> None:
    assert "too large" in (await replay_record(ana, b"x" * 1_000_001)).text


async def test_a_record_of_too_many_moves_is_not_played(ana: Member) -> None:
    """It is smaller than 1 MB, and goes to and fro for ever."""
    assert "too long: at most 20000 moves" in (await replay_record(ana, RECORD + b"0 h4-g4\n" * 20_000)).text


@pytest.mark.parametrize(
    "board, words",
    [
        ("custom:" + " ".join(f"a{i}@{i},0" for i in range(500)), "needs spaces, a semicolon and edges"),
        ("custom:" + " ".join(f"a{i}@{i},0" for i in range(500)) + ";a0-a1", "500 spaces; it must have 3 to 400"),
        ("custom:a@0,0 b@1,0 c@2,0;" + " ".join(f"a-{n}" for n in "bc" * 500) + "\u202e", "must stand on one line"),
        ("king-999999999", "I don't know the board"),
        ("custom:@everyone@0,0 b@1,0 c@2,0;b-c", "'@everyone@0,0'"),
    ],
)
async def test_hostile_boards_are_refused_in_few_words(ana: Member, board: str, words: str) -> None:
    refused = await ana.settle(await ana.command("onyx", {"opponent": ana, "board": board[:6000]}, channel=CHANNEL))
    assert refused.ephemeral
    assert words in refused.text.replace("@\u200b", "@")
    assert len(refused.text) < 600
    assert refused.message.pinged == frozenset()


async def test_the_largest_board_holds_nobody_up(ana: Member, ben: Member) -> None:
    """It is brought in a record, which has room for it; meanwhile others are answered."""
    spaces = " ".join(f"n{i}@{i % 20},{i // 20}" for i in range(400))
    edges = " ".join(f"n{i}-n{(i + step) % 400}" for i in range(400) for step in range(1, 7))
    record = f"[game onyx]\n[rules 1]\n[seats 2]\n[option board custom:{spaces};{edges}]\n\n0 b@n0\n".encode()
    looking = asyncio.create_task(replay_record(ana, record))
    while not looking.done():
        other = await ben.command("rules", {"game": "choccer"}, channel=CHANNEL)
        assert not other.failed
        assert other.latency_ms < IN_TIME_MS
        await asyncio.sleep(0.05)
    assert looking.result().images


HOSTILE_TEXTS = ["x" * 6000, "\x00", "\u202e@everyone", "```", "' OR 1=1 --", "9" * 5000, "%s{0}{name}"]


@pytest.mark.parametrize("typed", HOSTILE_TEXTS, ids=lambda text: ascii(text[:12]))
async def test_whatever_is_typed_is_answered_with_few_words_and_no_incident(bot: Bot, ana: Member, typed: str) -> None:
    """Into every option that takes text, and into every window."""
    incidents = bot.log.count('"incident"')
    wishes: dict[str, list[dict[str, object]]] = {
        "games": [{"code": typed}],
        "replay": [{"code": typed}],
        "move": [{"move": typed[:1000]}, {"move": "h4-g4", "match": typed}],
        "profile": [{"game": typed}],
        "leaderboard": [{"game": typed}],
        "rules": [{"game": typed}, {"game": "onyx", "topic": typed}],
        "challenge": [{"opponent": ana, "game": typed}],
        "onyx": [{"opponent": ana, "board": typed}],
    }
    for command, options in wishes.items():
        for given in options:
            told = await ana.settle(await ana.command(command, given, channel=CHANNEL))
            assert told.ephemeral, command
            assert len(told.text) < 700, command
            assert "Code" not in told.text, command
            assert told.message.pinged == frozenset()
    first = await board(
        ana, await find_card(ana, await ana.command("choccer", {"opponent": ana, "first": "me"}, channel=CHANNEL))
    )
    window = await ana.click(first, "Type move")
    told = await ana.settle(await ana.submit(window.modal, {"answer": typed[:1000]}))
    assert len(told.text) < 700
    assert bot.log.count('"incident"') == incidents


async def test_a_record_may_hold_what_no_database_takes(ana: Member) -> None:
    shown = await replay_record(ana, RECORD.replace(b"0 Ana]", b"0 A\x00n\x01a]"))
    assert "Ana" in shown.text


async def test_names_in_a_record_mention_nobody_and_format_nothing(ana: Member, ben: Member) -> None:
    hostile = RECORD.replace(b"0 Ana]", b"0 @everyone **x** [a](http://b) <@1>]").replace(
        b"1 Ben]", b"1 `c` ||d||]\n[note event @here <#1>]"
    )
    shown = await replay_record(ana, hostile)
    shared = (await ana.settle(await ana.click(shown, "Share here"))).message
    for message in (shown, shared):
        assert message.pinged == frozenset()
        for harm in ("@everyone", "@here", " **x**", " [a](http", "<@1>", " `c`", " ||d||", "<#1>"):
            assert harm not in message.text
    assert (await ben.refresh(shared)).text == shared.text


async def test_ten_records_of_each_person_are_kept(ana: Member, ben: Member) -> None:
    codes = [code_of(await replay_record(ana, RECORD)) for _ in range(11)]
    theirs = code_of(await replay_record(ben, RECORD))
    first, *rest = codes
    assert f"no match #{first}" in await replay(ana, first)
    assert "Turn" in await replay(ana, rest[0])
    assert "Turn" in await replay(ben, theirs)


async def replay(member: Member, code: str) -> str:
    return (await member.settle(await member.command("replay", {"code": code}, channel=CHANNEL))).text


async def test_each_person_has_one_animation_drawn_at_a_time(ana: Member, ben: Member) -> None:
    """A flood of wishes for films leaves the threads that draw to the others."""
    first = await accept(ana, ben)
    for number, move in enumerate(("h4-g4", "d4-e4", "h3-g3", "d3-e3")):
        mover = (ana, ben)[number % 2]
        await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
    stepper = {who: await stepper_of(who, first) for who in (ana, ben)}
    wishes = [who.click(shown, "GIF") for who, shown in stepper.items() for _ in range(6)]
    results = await asyncio.gather(*wishes)
    settled = await asyncio.gather(
        *((ana if number < 6 else ben).settle(result, patience=60) for number, result in enumerate(results))
    )
    told = Counter(one.text == BUSY for one in settled)
    assert told[False] >= 2, "each gets a film"
    assert told[True] >= 8, "and hardly more than one"
    assert all(one.message.images for one in settled if one.text != BUSY)


async def stepper_of(member: Member, board: Message) -> Message:
    code = code_of(board)
    return (await member.settle(await member.command("replay", {"code": code}, channel=CHANNEL))).message


async def test_each_person_has_one_hint_thought_of_at_a_time(ana: Member) -> None:
    card = await ana.command("choccer", {"ai": "easy", "first": "me"}, channel=CHANNEL)
    thread = await ana.wait_until(lambda: thread_of(ana, card.message), what="the thread")
    first = await ana.wait_for(lambda one: "The match begins" in one.text and one.buttons, thread)
    menu = (await ana.settle(await ana.click(first, "More"))).message
    results = await asyncio.gather(*(ana.click(menu, "Hint") for _ in range(8)))
    settled = [await ana.settle(result, patience=60) for result in results]
    assert 1 <= sum(bool(one.message.images) for one in settled) <= 2
    assert sum(one.text == BUSY for one in settled) >= 6


async def thread_of(member: Member, card: Message) -> int | None:
    return (await member.refresh(card)).thread_id
