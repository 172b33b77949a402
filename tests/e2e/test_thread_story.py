"""A thread reads as what happened: after each kind of event every board of every game has its words and its picture."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.pages.board import PROMPT
from sandbox.client import Member, Message, Sandbox, Trouble
from sandbox.content.addresses import LIFETIME
from tests.e2e.clicking import Clicker, is_live, is_over
from tests.e2e.playing import accept
from tests.e2e.running import Bot
from tests.e2e.thread_story import ThreadStory, story_of, turns_told

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400), pytest.mark.any_database]
GAMES: dict[str, dict[str, object]] = {
    "choccer": {},
    "onyx": {"board": "king-3"},
    "conquid": {"size": "small"},
    "cyberzul": {},
    "piously": {"board": "classic"},
}
MATCHES_WITH_SEATS = ["choccer", "onyx", "conquid", "cyberzul", pytest.param("piously", marks=pytest.mark.slow)]
BOARD = r"POST /channels/{}/messages$"
ANY_EDIT = r"PATCH /channels/{}/messages/\d+$"


class Played:
    """A match of two people, its story, and what can happen in it."""

    def __init__(self, ana: Member, ben: Member, first: Message, seed: int = 5, time: str = "3d") -> None:
        self.ana, self.ben, self.thread = ana, ben, first.channel_id
        self.story = ThreadStory(ana, self.thread, in_place=time != "3d")
        self.clicker = Clicker([ana, ben], self.thread, seed)

    async def board(self) -> Message:
        """The board with controls."""
        return await self.ana.wait_for(is_live, self.thread, patience=30)

    async def move(self, moves: int = 1) -> None:
        await self.clicker.play(moves)
        await self.story.walk()

    async def ask(self, label: str, asked: str, answer: str | None = None) -> None:
        """Ana asks for something in the menu of the board; Ben answers."""
        board = await self.board()
        menu = (await self.ana.settle(await self.ana.click(board, "More"))).message
        await self.ana.click(menu, label)
        shown = await self.ben.wait_for(
            lambda one: asked in one.text and any(label.startswith("Accept") for label in one.labels), self.thread
        )
        await self.story.walk()
        if answer is not None:
            await self.ben.click(shown, answer)
            await self.ben.wait_until(lambda: self._without(asked), what=f"no more '{asked}'")
            await self.story.walk()

    async def answer(self, asked: str, label: str) -> None:
        """Ben answers what is asked on the board."""
        shown = await self.ben.wait_for(lambda one: asked in one.text and label in one.labels, self.thread)
        await self.ben.click(shown, label)

    async def _without(self, asked: str) -> Message | None:
        fresh = await self.board()
        return fresh if asked not in fresh.text else None

    async def repost(self) -> None:
        before = await self.board()
        await self.ana.click((await self.ana.settle(await self.ana.click(before, "More"))).message, "Repost board")
        await self.ana.wait_for(lambda one: is_live(one) and one.id != before.id, self.thread)
        await self.story.walk()

    async def end_and_begin_again(self) -> None:
        board = await self.board()
        menu = (await self.ana.settle(await self.ana.click(board, "More"))).message
        resigning = await self.ana.settle(await self.ana.click(menu, "Resign"))
        await self.ana.click(await self.ana.refresh(resigning.message), "Resign")
        over = await self.ana.wait_for(is_over, self.thread)
        await self.story.walk()
        await self.ana.click(over, "Rematch")


@pytest.mark.parametrize(
    "game, time",
    [
        *((game, "3d") for game in GAMES),
        ("choccer", "5m+5s"),
        *(pytest.param(game, "5m+5s", marks=pytest.mark.slow) for game in GAMES if game != "choccer"),
    ],
)
async def test_every_picture_and_every_word_stays(
    ana: Member, ben: Member, sandbox: Sandbox, bot: Bot, game: str, time: str
) -> None:
    match = Played(ana, ben, await accept(ana, ben, game, time=time, **GAMES[game]), time=time)
    await match.move(2)
    await match.ask("Offer draw", "offers a draw", "Decline")
    await match.move()
    await match.repost()
    await match.move()
    await match.ask("Offer draw", "offers a draw")
    await match.move()
    await bot.kill()
    await bot.start()
    await match.story.walk()
    await sandbox.trouble(Trouble.ERROR, BOARD.format(match.thread), times=2, status=503)
    await sandbox.trouble(Trouble.ERROR, ANY_EDIT.format(match.thread), times=2, status=503)
    await match.move()
    await sandbox.trouble(Trouble.ERROR, ANY_EDIT.format(match.thread), times=1, status=500)
    await match.move()
    await sandbox.advance(LIFETIME + 60)
    await match.story.walk()
    await match.end_and_begin_again()
    await match.story.walk()


@pytest.mark.parametrize("time", ["3d", "5m+5s"])
async def test_a_take_back_is_a_line_of_its_own_and_rewrites_nothing(ana: Member, ben: Member, time: str) -> None:
    match = Played(ana, ben, await accept(ana, ben, time=time), time=time)
    await match.move(2)
    await match.ask("Ask for a take-back", "asks to take back turn 1", "Decline")
    await match.ask("Ask for a take-back", "asks to take back turn 1", "Accept take-back")
    line = await ana.wait_for(lambda one: "Taken back: " in one.text, match.thread)
    assert f"turn 1 · {ana.name} moves the " in line.text
    assert f"turn 2 · {ben.name} moves the " in line.text
    assert not line.pinged
    boards = await match.story.walk() if time == "3d" else await match.story.wait_until_settled()
    told = [story_of(one) or "" for one in boards]
    if time == "3d":
        assert [one.split(" · ")[0] for one in told] == ["The match begins.", "Turn 1", "Turn 2", "The match begins."]
        assert boards[-1].id > line.id
        assert boards[-1].pinged == {ana.id}
    again = Played(ana, ben, boards[-1], seed=6, time=time)
    await again.move(2)
    await again.ask("Ask for a take-back", "asks to take back turn 1", "Accept take-back")
    await ana.wait_for(lambda one: "Taken back: " in one.text and one.id > line.id, match.thread)


@pytest.mark.parametrize("time", ["3d", "5m+5s"])
async def test_a_pause_and_an_agreed_draw_rewrite_nothing(ana: Member, ben: Member, time: str) -> None:
    """The rematch, too, begins with a board of its own and leaves the old thread as it was."""
    match = Played(ana, ben, await accept(ana, ben, time=time), time=time)
    await match.move(2)
    await match.ask("Ask to pause", "asks to pause", "Decline")
    await match.ask("Ask to pause", "asks to pause")
    await match.answer("asks to pause", "Accept pause")
    await ana.wait_for(lambda one: "paused" in one.text.lower(), match.thread)
    page = await ana.settle(await ana.command("games", channel=match.thread))
    await ana.click(page.message, "Resume")
    await ana.wait_for(lambda one: " to move" in one.text and one.buttons, match.thread)
    await match.move(2)
    await match.ask("Offer draw", "offers a draw")
    await match.answer("offers a draw", "Accept draw")
    over = await ana.wait_for(is_over, match.thread)
    before = await match.story.walk()
    await ana.click(over, "Rematch")
    await ben.click(over, "Rematch")
    begun = await ana.wait_for(lambda one: one.id > over.id and is_live(one), match.thread)
    await Played(ana, ben, begun, seed=7, time=time).clicker.play(2)
    for old in before:
        now = await ana.refresh(old)
        assert now.text == old.text
        await ana.image_bytes(now)


async def test_a_turn_is_told_once_and_then_only_shown_again(ana: Member, ben: Member) -> None:
    """After a pause, a take-back and where it is asked for, the board comes again; nobody has moved again."""
    match = Played(ana, ben, await accept(ana, ben))
    await match.move(2)
    await match.ask("Ask to pause", "asks to pause")
    await match.answer("asks to pause", "Accept pause")
    paused = await ana.wait_for(lambda one: "Resume" in one.labels, match.thread)
    await ana.click(paused, "Resume")
    await ana.wait_for(lambda one: f"{ana.name} resumes the match." in one.text, match.thread)
    await ana.wait_for(lambda one: is_live(one) and one.id != paused.id, match.thread)
    await match.repost()
    await match.move()
    told = [story_of(one) or "" for one in await match.story.walk()]
    assert [one.split(" · ")[0] for one in told] == ["The match begins.", "Turn 1", *["Turn 2"] * 3, "Turn 3"]
    assert [one.endswith(" (shown again).") for one in told] == [False, False, False, True, True, False]
    messages = [one.text for one in await ana.messages(match.thread) if not one.ephemeral]
    assert "The match is paused." not in messages, "that the request was accepted says so"


@pytest.mark.parametrize("game", GAMES)
async def test_the_final_board_stands_at_the_end_of_the_thread(ana: Member, ben: Member, game: str) -> None:
    """Also where no last move brings it, and where people have written since the board before."""
    match = Played(ana, ben, await accept(ana, ben, game, **GAMES[game]))
    await match.move()
    await match.ask("Offer draw", "offers a draw")
    before = await match.story.walk()
    await match.answer("offers a draw", "Accept draw")
    over = await ana.wait_for(is_over, match.thread)
    boards = await match.story.walk()
    assert [one.id for one in boards] == [*(one.id for one in before), over.id]
    assert over.pinged == {ana.id, ben.id}
    messages = [one for one in await ana.messages(match.thread) if not one.ephemeral]
    assert messages[-1].id == over.id, "and nothing calls to a board that stands above"


async def test_a_live_board_becomes_the_final_board_and_a_line_calls_the_players(ana: Member, ben: Member) -> None:
    match = Played(ana, ben, await accept(ana, ben, time="5m+5s"), time="5m+5s")
    await match.move()
    await match.ask("Offer draw", "offers a draw")
    before = await match.board()
    await match.answer("offers a draw", "Accept draw")
    assert (await ana.wait_for(is_over, match.thread)).id == before.id
    called = await ana.wait_for(lambda one: "is over" in one.text and not one.ephemeral, match.thread)
    assert called.pinged == {ana.id, ben.id}


async def test_the_final_board_is_posted_once(ana: Member, ben: Member, sandbox: Sandbox, bot: Bot) -> None:
    """What becomes of the match later (here: a lost answer, and a restart) changes it in place."""
    match = Played(ana, ben, await accept(ana, ben))
    await match.move()
    await sandbox.trouble(Trouble.LOST, BOARD.format(match.thread), times=1)
    menu = (await ana.settle(await ana.click(await match.board(), "More"))).message
    resigning = await ana.settle(await ana.click(menu, "Resign"))
    await ana.click(await ana.refresh(resigning.message), "Resign")
    over = await ana.wait_for(is_over, match.thread)
    await bot.kill()
    await bot.start()
    boards = await match.story.walk()
    assert len(boards) == 3
    assert boards[-1].id == over.id


async def test_a_reset_turn_pings_nobody_and_changes_nothing_in_public(ana: Member, ben: Member) -> None:
    """The board goes on telling the last turn that was finished; only whoever drafts a turn sees the draft."""
    first = await accept(ana, ben, "piously", board="classic")
    match = Played(ana, ben, first)
    for player, move in ((ana, "@P1"), (ben, "@S1")):
        played = await player.settle(await player.command("move", {"move": move}, channel=first.channel_id))
        assert "Played" in played.text
    before = await ana.wait_for(lambda one: "Turn 2 " in one.text and one.buttons, match.thread)
    await match.story.walk()
    public = await ben.wait_until(lambda: _only_live(ben, before), what="the older boards to lose their controls")
    drafted = await ana.settle(await ana.command("move", {"move": "b m:P2"}, channel=first.channel_id))
    assert drafted.ephemeral
    assert "Your turn so far: bless P1 and move to P2" in drafted.text
    assert await _only_live(ben, before) == public
    await ana.click(drafted.message, "Reset")
    await ana.wait_until(lambda: _without_draft(ana, drafted.message), what="the draft to go")
    assert await _only_live(ben, before) == public
    assert [one.id for one in await match.story.walk()].count(before.id) == 1
    whole = await ana.settle(await ana.command("move", {"move": "b m:P2 b end"}, channel=first.channel_id))
    assert "Played" in whole.text
    told = await ben.wait_for(lambda one: "Turn 3 " in one.text and one.buttons, match.thread)
    assert told.pinged == {ben.id}
    assert "moves to P2" in told.text
    await match.story.walk()


@pytest.mark.parametrize("game", MATCHES_WITH_SEATS)
async def test_the_whole_thread_of_a_match_has_all_its_pictures(ana: Member, ben: Member, game: str) -> None:
    """From the first board to the end: each turn is told once, in order."""
    match = Played(ana, ben, await accept(ana, ben, game, **GAMES[game]))
    assert is_over(await match.clicker.play(2000))
    boards = await match.story.walk()
    numbers = [number for one in boards for number in turns_told(one)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= len(boards) - 1
    assert not any(PROMPT in one.text for one in boards), "what was asked goes with the buttons"


async def test_an_old_board_that_a_503_meets_loses_its_controls_all_the_same(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    """The new board waits for none of it."""
    match = Played(ana, ben, await accept(ana, ben))
    await sandbox.trouble(Trouble.ERROR, rf"(GET|PATCH) /channels/{match.thread}/messages/\d+$", times=3, status=503)
    await match.move(2)
    assert [is_live(one) for one in await match.story.walk()] == [False, False, True]


async def test_a_restart_takes_up_the_retirement_of_an_old_board(
    ana: Member, ben: Member, sandbox: Sandbox, bot: Bot
) -> None:
    match = Played(ana, ben, await accept(ana, ben))
    await sandbox.trouble(Trouble.SLOW, rf"(GET|PATCH) /channels/{match.thread}/messages/\d+$", times=50, seconds=30)
    first = await match.board()
    await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=match.thread))
    await ana.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, match.thread)
    await bot.kill()
    await sandbox.end_trouble()
    assert is_live(await ana.refresh(first))
    await bot.start()
    await match.story.walk()


async def test_lost_answers_leave_no_stray_board(ana: Member, ben: Member, sandbox: Sandbox) -> None:
    """The board was posted, its answer was lost, and the match goes on; what is tried again finds the board."""
    match = Played(ana, ben, await accept(ana, ben))
    route = BOARD.format(match.thread)
    await sandbox.trouble(Trouble.LOST, route, times=4)
    for mover, move in ((ana, "h4-g4"), (ben, "d4-e4")):
        said = await mover.settle(await mover.command("move", {"move": move}, channel=match.thread))
        assert "Played" in said.text
        if mover is ana:
            await _struck(sandbox, route, 1)
    await ana.wait_for(lambda one: "Turn 2 " in one.text and one.buttons, match.thread, patience=60)
    boards = await match.story.walk()
    assert [(story_of(one) or "").split(" · ")[0] for one in boards] == ["The match begins.", "Turn 1", "Turn 2"]


async def _only_live(member: Member, board: Message) -> list[object] | None:
    """All public messages of the thread, once no board but this one has controls."""
    messages = [one for one in await member.messages(board.channel_id, limit=1000) if not one.ephemeral]
    return [one.raw for one in messages] if [one.id for one in messages if one.buttons] == [board.id] else None


async def _without_draft(member: Member, message: Message) -> Message | None:
    fresh = await member.refresh(message)
    return fresh if "so far" not in fresh.text else None


async def _struck(sandbox: Sandbox, route: str, times: int) -> None:
    """Return when the trouble of this route has struck so often: nobody in the sandbox hears of that."""
    for _ in range(400):
        if sum(int(rule["struck"]) for rule in await sandbox.faults() if rule["route"] == route) >= times:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("no such trouble")


async def test_what_is_tried_again_at_the_end_leaves_the_board_alone(
    ana: Member, ben: Member, sandbox: Sandbox
) -> None:
    """In a live match the board is edited in place; where the call to the end fails twice, it is not drawn again."""
    match = Played(ana, ben, await accept(ana, ben, time="5m+5s"), time="5m+5s")
    await match.move(2)
    await sandbox.trouble(Trouble.ERROR, BOARD.format(match.thread), times=2, status=503)
    board = await match.board()
    menu = (await ana.settle(await ana.click(board, "More"))).message
    resigning = await ana.settle(await ana.click(menu, "Resign"))
    await ana.click(await ana.refresh(resigning.message), "Resign")
    over = await ana.wait_for(is_over, match.thread)
    await ana.wait_for(lambda one: one.id > over.id and "wins" in one.text, match.thread, patience=30)
    assert [image.url for image in (await ana.refresh(over)).images] == [image.url for image in over.images]
