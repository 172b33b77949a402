"""Moderators: each act asks for a reason, is told, logged, listed by /audit, and undone; and who may do none of it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import func, select

from bot.store import schema
from sandbox.client import QUICK, Member, Message, Result, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import becomes, code_of, find_card, vanishes
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")
REASON = "Ben moved for Ana"


@dataclass
class Game:
    """A match of Ana and Ben on a server of its own, which Mira owns."""

    bot: Bot
    server: Server
    mira: Member
    ana: Member
    ben: Member
    card: Message
    board: Message

    @property
    def code(self) -> str:
        return code_of(self.card)

    @property
    def thread(self) -> int:
        return self.board.channel_id

    async def move(self, *moves: str) -> None:
        for number, text in enumerate(moves):
            mover = (self.ana, self.ben)[number % 2]
            played = await mover.settle(await mover.command("move", {"move": text}, channel=self.thread))
            assert "Played" in played.text

    async def over(self) -> None:
        """Ana resigns."""
        await self.move(*MOVES)
        menu = await self.menu(self.ana)  # not that of the board, which may be about to be replaced
        await self.ana.click(menu, "Resign")
        await self.ana.click(await becomes(self.ana, menu, "Resign?"), "Resign")
        await self.ana.wait_for(lambda one: "Rematch" in one.labels, self.thread)

    async def pause(self) -> None:
        for member in (self.ana, self.ben):
            menu = (await member.settle(await member.click(await self.newest(member), "More"))).message
            await member.click(menu, "Ask to pause" if member is self.ana else "Accept pause")
            if member is self.ana:
                await becomes(member, menu, f"Pause requested. {self.ben.name} can answer.")
            else:
                await vanishes(member, menu)

    async def newest(self, member: Member) -> Message:
        return await member.wait_for(lambda one: "More" in one.labels, self.thread)

    async def menu(self, member: Member) -> Message:
        """The menu of the match, by its code: there is one after the end, too."""
        page = await member.settle(await member.command("games", {"code": self.code}, channel=self.server.games))
        return (await member.settle(await member.click(page.message, "More"))).message

    async def state(self) -> tuple[object, ...]:
        """What is stored of the match, and how much of acts and ratings."""
        match = schema.match.c
        row = await self.bot.database.row(
            select(match.id, match.revision, match.stage, match.ply, match.rated).where(match.code == self.code)
        )
        counts = [
            await self.bot.database.value(select(func.count()).select_from(table).where(table.c.match == row[0]))
            for table in (schema.audit, schema.rating_change)
        ]
        return (*row, *counts)

    async def does(self, member: Member, label: str, about: Member | None = None, reason: str = REASON) -> Message:
        """The moderator acts, by the menu; returns what they are told."""
        menu = await self.menu(member)
        return await self.confirms(member, await ask(member, menu, label, about), menu, reason)

    async def confirms(self, member: Member, asked: Result, shown: Message, reason: str = REASON) -> Message:
        """The moderator gives a reason; `shown` is where the window was opened."""
        await member.submit(asked.modal, {"reason": reason})
        return await becomes(member, shown, "Done and logged.")

    async def line(self, text: str, channel: int | None = None) -> Message:
        """The line that tells of an act."""
        return await self.mira.wait_for(
            lambda one: text in one.text and "Reason:" in one.text and not one.ephemeral, channel or self.thread
        )

    async def read_audit(self, member: Member, **options: object) -> Message:
        shown = await member.settle(await member.command("audit", options, channel=self.server.games))
        assert shown.ephemeral
        return shown.message


async def ask(member: Member, menu: Message, label: str, about: Member | None = None) -> Result:
    """Press a button of the menu, or choose a person in one of its lists; a window opens."""
    if about is None:
        return await member.click(menu, label)
    return await member.select(menu, [about.name], placeholder=label)


def explained(asked: Result) -> str:
    """What the window says."""
    return "\n".join(str(one.get("content", "")) for one in asked.modal.raw["components"])


@pytest_asyncio.fixture(loop_scope="session")
async def game(bot: Bot, sandbox: Sandbox) -> Game:
    """A match that has just begun."""
    return await new_game(bot, await new_server(sandbox))


async def new_game(bot: Bot, server: Server, ana: Member | None = None, *, private: bool = False) -> Game:
    ana, ben = ana or await server.welcome("Ana"), await server.welcome("Ben")
    options = {"opponent": ben, "first": "me", "private": private}
    card = await find_card(ana, await ana.command("choccer", options, channel=server.games))
    await ben.click(card, "Accept")

    async def thread() -> int | None:
        if private:
            return next((int(one["id"]) for one in await ana.threads() if one["type"] == 12), None)
        return (await ana.refresh(card)).thread_id

    board = await ana.wait_for(lambda one: bool(one.buttons), await ana.wait_until(thread, what="the thread"))
    return Game(bot, server, server.owner, ana, ben, card, board)


# ---------------------------------------------------------------------- the acts


async def test_a_match_is_voided_for_a_reason_that_its_players_read(game: Game) -> None:
    asked = await ask(game.mira, menu := await game.menu(game.mira), "Void")
    assert asked.modal.title == f"Void match #{game.code}"
    assert "ends now, without a result" in explained(asked)
    assert f"Affected: {game.ana.name} and {game.ben.name}" in explained(asked)
    done = await game.confirms(game.mira, asked, menu)
    assert f"Reason: {REASON}" in done.text
    line = await game.line("voided the match")
    assert game.mira.mention in line.text
    assert line.pinged == {game.ana.id, game.ben.id}, "those whom it concerns, and nobody else"
    assert game.code not in line.text, "the thread is named after the match"
    end = await game.ana.wait_for(lambda one: "voided the match" in one.text and one.buttons, game.thread)
    assert "without a result" in end.text
    assert line.id < end.id, "the reason stands above the board that follows from it"


async def test_a_match_is_awarded_to_one_who_is_named(game: Game) -> None:
    await game.move(*MOVES)
    asked = await ask(game.mira, menu := await game.menu(game.mira), "Declare the winner …", game.ben)
    assert f"{game.ben.name} wins match #{game.code}." in explained(asked)
    await game.confirms(game.mira, asked, menu)
    line = await game.line(f"awarded the match to {game.ben.mention}")
    assert re.search(rf"Ratings: .*{game.ben.mention} from 1500 to 1[56]\d\d", line.text)
    end = await game.ana.wait_for(lambda one: "awarded the match" in one.text and one.buttons, game.thread)
    assert f"{game.ben.name} wins" in end.text


async def test_a_moderator_takes_the_last_move_back_and_puts_it_back(game: Game) -> None:
    await game.move("h4-g4")
    asked = await ask(game.mira, menu := await game.menu(game.mira), "Undo move")
    assert f"{game.ana.name} moves again" in explained(asked)
    await game.confirms(game.mira, asked, menu)
    await game.line(f"took back the last move of {game.ana.mention}")
    assert (await game.state())[3] == 0
    await game.does(game.mira, "Undo last action")
    await game.line(f"restored the last move of {game.ana.mention}")
    assert (await game.state())[3] == 1
    await game.ben.wait_for(lambda one: "Turn 1 " in one.text and one.buttons, game.thread)


async def test_an_ai_takes_the_seat_of_who_is_named_and_gives_it_back(game: Game) -> None:
    asked = await ask(game.mira, menu := await game.menu(game.mira), "Replace with AI …", game.ben)
    assert f"An AI (medium) takes the seat of {game.ben.name}" in explained(asked)
    await game.confirms(game.mira, asked, menu)
    await game.line(f"replaced {game.ben.mention} with an AI")
    await game.ana.wait_for(lambda one: "AI (medium)" in one.text and one.buttons, game.thread)
    options = [option.label for option in (await game.menu(game.mira)).select("Replace with AI …").options]
    assert options == [game.ana.name]
    await game.does(game.mira, "Undo last action")
    line = await game.line(f"gave {game.ben.mention} the seat")
    assert line.pinged == {game.ana.id, game.ben.id}
    assert (await game.state())[4], "rated again: the AI has not moved"


async def test_a_private_match_is_moderated_by_its_number_without_its_board_being_seen(
    bot: Bot, sandbox: Sandbox
) -> None:
    """Its players tell a moderator of their server what it is called; whoever is none is told nothing."""
    game = await new_game(bot, await new_server(sandbox), private=True)
    await game.move("h4-g4")
    eve = await game.server.welcome("Eve")
    options, channel = {"code": game.code}, game.server.games
    assert "is private" in (await eve.settle(await eve.command("games", options, channel=channel))).text
    page = await game.mira.settle(await game.mira.command("games", options, channel=channel))
    assert "you can moderate it, but you can't see its board" in page.text
    assert game.ana.name in page.text
    assert not page.message.images
    assert "g4" not in page.text
    assert "is private" in (await game.mira.settle(await game.mira.command("replay", options, channel=channel))).text
    await game.confirms(game.mira, await ask(game.mira, page.message, "Void"), page.message)
    line = await game.ana.wait_for(lambda one: "voided the match" in one.text and REASON in one.text, game.thread)
    assert line.pinged == {game.ana.id, game.ben.id}
    assert (await game.state())[2] == "aborted"
    assert f"#{game.code}" in (await game.read_audit(game.mira, code=game.code)).text


async def test_there_is_no_move_to_take_back_at_the_beginning(game: Game) -> None:
    assert "Undo move" not in (await game.menu(game.mira)).labels


# ---------------------------------------------------------------------- after the end, and undoing


async def test_a_result_is_struck_out_and_restored_with_its_ratings(game: Game) -> None:
    """Each is a line of its own, and the boards from before stay."""
    await game.over()
    before = await game.state()
    ended = await game.ana.wait_for(lambda one: "Rematch" in one.labels, game.thread)
    asked = await ask(game.mira, menu := await game.menu(game.mira), "Void")
    assert f"The result of match #{game.code} is struck out." in explained(asked)
    await game.confirms(game.mira, asked, menu)
    line = await game.line("voided the match")
    assert re.search(rf"{game.ben.mention} from 1[56]\d\d to 1500", line.text)
    void = await game.ana.wait_for(
        lambda one: "voided the match" in one.text and one.buttons and one.id > ended.id, game.thread
    )
    assert (await game.ana.refresh(ended)).images, "the board of the end is not written over"
    assert (await game.state())[2] == "aborted"
    await game.does(game.mira, "Undo last action", reason="It was somebody else")
    line = await game.line("undid the voiding of the match. The result from before counts.")
    assert re.search(rf"{game.ben.mention} from 1500 to 1[56]\d\d", line.text)
    again = await game.ana.wait_for(lambda one: "Rematch" in one.labels and one.id > void.id, game.thread)
    assert f"{game.ben.name} wins" in again.text
    assert (await game.state())[2:5] == before[2:5]
    assert (await game.state())[6] == before[6]


async def test_a_voided_match_goes_on_where_it_was(game: Game) -> None:
    await game.move("h4-g4")
    await game.does(game.mira, "Void")
    void = await game.line("voided")
    await game.does(game.mira, "Undo last action")
    await game.line("undid the voiding of the match")
    live = await game.ben.wait_for(lambda one: "Type move" in one.labels and one.id > void.id, game.thread)
    assert game.ben.mention in live.text
    await becomes(game.ana, game.card, "Played in")
    assert "without a result" not in (await game.ana.refresh(game.card)).text
    played = await game.ben.settle(await game.ben.command("move", {"move": "d4-e4"}, channel=game.thread))
    assert "Played" in played.text


async def test_an_award_after_the_end_changes_the_winner(game: Game) -> None:
    await game.over()
    await game.does(game.mira, "Declare the winner …", game.ana)
    await game.line(f"awarded the match to {game.ana.mention}")
    end = await game.ana.wait_for(lambda one: "awarded the match" in one.text and one.buttons, game.thread)
    assert f"{game.ana.name} wins" in end.text
    await game.does(game.mira, "Undo last action")
    await game.line("undid the award to")
    again = await game.ana.wait_for(lambda one: one.id > end.id and "Rematch" in one.labels, game.thread)
    assert f"{game.ben.name} wins" in again.text


# ---------------------------------------------------------------------- who may not, and when not


ACTS = ("mod-void", "mod-undo", "mod-ai", "mod-replace", "mod-award", "mod-revert", "mod-do")


async def press_by_id(game: Game, member: Member) -> list[str]:
    """Press every control of moderators by its custom id alone, in the page of /games; what is answered."""
    number, revision = (await game.state())[:2]
    page = await member.settle(await member.command("games", channel=game.server.games))
    answers = []
    for action in ACTS:
        for rest in ("void.", "award.0", "replace.1", "takeback.0", "undo.1") if action == "mod-do" else ("1",):
            told = {one.id for one in await member.ephemerals(game.server.games)}
            custom_id = f"q1:{action}:{number}:{revision}:{rest}"
            result = await member.click(page.message, custom_id=custom_id, remembered=True)
            assert result.answer != "modal", action

            async def answer(known: set[int] = told) -> Message | None:
                new = [one for one in await member.ephemerals(game.server.games) if one.id not in known]
                return new[-1] if new and not new[-1].loading else None

            answers.append((await member.wait_until(answer, what=f"an answer to {action}")).text)
    return answers


@pytest.mark.parametrize("stage", ["live", "paused", "over"])
async def test_neither_players_nor_those_who_watch_can_moderate(game: Game, stage: str) -> None:
    await reach(game, stage)
    eve = await game.server.welcome("Eve")
    before = await game.state()
    for member in (game.ana, eve):
        assert "Void" not in (await game.menu(member)).labels
        assert set(await press_by_id(game, member)) == {"Only moderators of this server can do that."}
        listed = await member.settle(await member.command("audit", channel=game.server.games))
        assert listed.text == "Only moderators of this server can do that."
    assert await game.state() == before


async def reach(game: Game, stage: str) -> None:
    if stage == "paused":
        await game.pause()
    elif stage == "over":
        await game.over()


@pytest.mark.parametrize("stage", ["live", "paused", "over"])
async def test_nobody_acts_on_a_match_they_play_in_whatever_they_may_else(
    bot: Bot, sandbox: Sandbox, stage: str
) -> None:
    """The owner of the server plays, and so does somebody with the moderators' role."""
    server = await new_server(sandbox)
    role = await server.role("Referees")
    await server.decide("moderator-role", [str(role)], f"**Moderators**: <@&{role}>")
    referee = await server.welcome("Rae", role)
    for player in (server.owner, referee):
        game = await new_game(bot, server, player)
        await reach(game, stage)
        before = await game.state()
        assert "Void" not in (await game.menu(player)).labels
        refused = set(await press_by_id(game, player))
        assert refused == {f"You play in match #{game.code}: another moderator must decide about it."}
        assert await game.state() == before
    game = await new_game(bot, server, referee)
    await game.does(server.owner, "Void")
    listed = await game.read_audit(referee, code=game.code)
    assert "voided match" in listed.text
    assert not listed.selects, "what was done to their match they may read, and not undo"
    number = await bot.database.value(select(func.max(schema.audit.c.id)))
    before = await game.state()
    await referee.select(listed, [str(number)], custom_id="q1:audit-undo:0:0", remembered=True)
    assert (await referee.wait_for_text("You play in match", game.server.games)).ephemeral
    assert await game.state() == before


async def test_a_challenge_that_was_called_off_is_nobodys_to_moderate(game: Game) -> None:
    card = await find_card(
        game.ben, await game.ben.command("choccer", {"opponent": game.ana}, channel=game.server.games)
    )
    called_off = Game(game.bot, game.server, game.mira, game.ana, game.ben, card, game.board)
    assert "hasn't begun" in " ".join(await press_by_id(called_off, game.mira))
    await game.ben.click(card, "Cancel")
    await becomes(game.ben, card, "Challenge closed")
    before = await called_off.state()
    answers = await press_by_id(called_off, game.mira)
    assert any("was called off: there is nothing to moderate" in one for one in answers)
    assert await called_off.state() == before


async def test_moderators_of_another_server_see_and_do_nothing(game: Game, sandbox: Sandbox) -> None:
    await game.does(game.mira, "Void")
    other = await new_server(sandbox)
    elsewhere = Game(game.bot, other, other.owner, game.ana, game.ben, game.card, game.board)
    assert "Nothing has been done yet." in (await elsewhere.read_audit(other.owner)).text
    refused = await elsewhere.read_audit(other.owner, code=game.code)
    assert refused.text == f"Match #{game.code} is not played on this server."
    before = await game.state()
    assert set(await press_by_id(elsewhere, other.owner)) == {"Only moderators of this server can do that."}
    assert await game.state() == before


@pytest.mark.parametrize("rest", ["", "void", "award.", "award.9", "replace.x", "undo.", f"undo.{'9' * 40}", "fly.1"])
async def test_a_forged_window_changes_nothing(game: Game, rest: str) -> None:
    """It has a reason, and asks for what no window of ours asks for."""
    number, *before = await game.state()
    menu = await game.menu(game.mira)
    window = await ask(game.mira, menu, "Void")
    forged = f"q1:mod-do:{number}:7:{rest}"
    page = await game.read_audit(game.mira)
    result = await game.mira.click(page, custom_id=forged, remembered=True)
    assert not result.failed
    result = await game.mira.select(page, ["9" * 40], custom_id="q1:audit-undo:0:0", remembered=True)
    assert not result.failed
    assert (await game.mira.wait_for_text("know that action", game.server.games)).ephemeral
    assert "broke" not in " ".join(one.text for one in await game.mira.ephemerals(game.server.games))
    assert await game.state() == (number, *before)
    await game.confirms(game.mira, window, menu)


# ---------------------------------------------------------------------- two at once, and too late


async def test_of_two_moderators_at_once_one_is_told_that_it_is_done(game: Game) -> None:
    role = await game.server.role("Referees")
    await game.server.decide("moderator-role", [str(role)], f"**Moderators**: <@&{role}>")
    referee = await game.server.welcome("Rae", role)
    asked = [(one, await ask(one, await game.menu(one), "Void")) for one in (game.mira, referee)]
    await asyncio.gather(*(one.submit(window.modal, {"reason": REASON}) for one, window in asked))

    def is_answer(one: Message) -> bool:
        return one.ephemeral and ("Done and logged" in one.text or "ended without a result" in one.text)

    done, refused = sorted([(await one.wait_for(is_answer, game.server.games)).text for one, _ in asked])
    assert "Done and logged" in done
    assert refused == f"Match #{game.code} has already ended without a result."
    assert (await game.state())[5] == 1


async def test_a_move_that_was_made_meanwhile_is_not_taken_back(game: Game) -> None:
    await game.move("h4-g4")
    asked = await ask(game.mira, await game.menu(game.mira), "Undo move")
    played = await game.ben.settle(await game.ben.command("move", {"move": "d4-e4"}, channel=game.thread))
    assert "Played" in played.text
    before = await game.state()
    await game.mira.submit(asked.modal, {"reason": REASON})
    assert (await game.mira.wait_for_text("changed since you opened this menu", game.server.games)).ephemeral
    assert await game.state() == before


async def test_nothing_is_undone_twice(game: Game) -> None:
    await game.does(game.mira, "Void")
    windows = [await ask(game.mira, await game.menu(game.mira), "Undo last action") for _ in range(2)]
    for window in windows:
        await game.mira.submit(window.modal, {"reason": REASON})
        await game.line("undid the voiding")
    assert (await game.mira.wait_for_text("already been undone", game.server.games)).ephemeral
    assert (await game.state())[5] == 2


async def test_where_the_thread_is_gone_the_channel_is_told(game: Game) -> None:
    await game.over()
    await game.server.sandbox.control("DELETE", f"/channels/{game.thread}")
    await game.does(game.mira, "Void")
    line = await game.line(f"voided match #{game.code}", game.server.games)
    assert line.pinged == {game.ana.id, game.ben.id}
    assert (await game.state())[2] == "aborted"


async def test_where_the_thread_is_locked_the_channel_is_told(game: Game) -> None:
    await game.over()
    await game.server.sandbox.control("PATCH", f"/channels/{game.thread}", {"archived": True, "locked": True})
    await game.does(game.mira, "Void")
    await game.line(f"voided match #{game.code}", game.server.games)
    told = select(schema.audit.c.announced, schema.audit.c.log_posted).join(schema.match)
    assert tuple(await game.bot.database.row(told.where(schema.match.c.code == game.code))) == (True, True)


async def test_nobody_writes_a_reason_for_what_is_not_possible_any_more(game: Game) -> None:
    """It is offered no more, and refused before the window opens."""
    await game.move("h4-g4")
    await game.does(game.mira, "Undo move")
    opened = await game.menu(game.mira)
    played = await game.ana.settle(await game.ana.command("move", {"move": "h3-g3"}, channel=game.thread))
    assert "Played" in played.text
    assert "Undo last action" not in (await game.menu(game.mira)).labels
    refused = await ask(game.mira, opened, "Undo last action")
    assert refused.answer != "modal"
    assert (await game.mira.wait_for_text("has gone on since", game.server.games)).ephemeral


# ---------------------------------------------------------------------- the log, and /audit


async def test_acts_are_told_in_the_moderation_log_that_setup_names(game: Game) -> None:
    log = await game.server.channel("mod-log")
    await game.server.decide("moderation-log", [str(log)], f"**Moderation log**: <#{log}>")
    page = await game.server.setup()
    checked = await game.mira.settle(await game.mira.click(page, "Permission check"))
    assert f"<#{log}>: everything is fine" in checked.text
    await game.does(game.mira, "Void")
    line = await game.line(f"voided match #{game.code}", log)
    assert f"Reason: {REASON}" in line.text
    assert not line.pinged
    await game.server.decide("moderation-log", [], "**Moderation log**: no channel")


async def test_the_results_channel_hears_that_a_result_is_struck_out(game: Game) -> None:
    await game.server.decide("results", [str(game.server.results)], f"**Results channel**: <#{game.server.results}>")
    await game.over()
    await game.mira.wait_for_text(f"#{game.code}", game.server.results)
    await game.does(game.mira, "Void")
    line = await game.line(f"voided match #{game.code}", game.server.results)
    assert not line.pinged


async def test_a_moderator_hears_that_the_log_cannot_be_written(game: Game) -> None:
    log = await game.server.channel("mod-log")
    await game.server.decide("moderation-log", [str(log)], f"**Moderation log**: <#{log}>")
    await game.server.sandbox.control("DELETE", f"/channels/{log}")
    done = await game.does(game.mira, "Void")
    assert "I can't write in the moderation log" in done.text
    await game.line("voided the match")


async def test_audit_lists_pages_filters_and_undoes(game: Game) -> None:
    await game.move("h4-g4")
    for _ in range(3):
        await game.does(game.mira, "Undo move")
        await game.does(game.mira, "Undo last action")
    other = await new_game(game.bot, game.server)
    await other.does(game.mira, "Void", reason="Nobody *came* @everyone")
    page = await game.read_audit(game.mira)
    assert page.text.count("Reason:") == 5
    assert f"voided match #{other.code}" in page.text
    assert "Undone by" in page.text
    assert r"Nobody \*came\*" in page.text
    assert "@everyone" not in page.text
    await game.mira.click(page, "Older")
    older = await becomes(game.mira, page, "took back")
    older = await game.mira.wait_until(lambda: _with_label(game.mira, older, "Newer"), what="the older page")
    assert older.text.count("Reason:") == 2
    one = await game.read_audit(game.mira, code=other.code)
    assert one.text.count("Reason:") == 1
    asked = await game.mira.select(one, [one.selects[0].options[0].value])
    assert "The match goes on as it was." in explained(asked)
    await game.confirms(game.mira, asked, one)
    await other.line("undid the voiding of the match", other.thread)


async def _with_label(member: Member, message: Message, label: str) -> Message | None:
    fresh = await member.refresh(message)
    return fresh if label in fresh.labels else None


async def test_in_german(bot: Bot, server: Server) -> None:
    """Where the players share no language."""
    game = await new_game(bot, server, await server.welcome("Uwe", locale="de"))
    await server.decide("language", ["de"], "**")
    await game.does(game.mira, "Void")
    line = await game.mira.wait_for(lambda one: "Grund:" in one.text and not one.ephemeral, game.thread)
    assert "hat die Partie annulliert." in line.text
    assert "Betroffen: " in line.text


async def test_what_was_not_told_before_a_kill_is_told_after_the_start(tmp_path: Path) -> None:
    """The act is stored, and its line comes late, once."""
    async with Sandbox.spawn(QUICK) as sandbox:
        bot = Bot(sandbox, tmp_path)
        await bot.start()
        game = await new_game(bot, await new_server(sandbox))
        number = (await game.state())[0]
        await bot.kill()
        act = {"guild": game.server.id, "match": number, "user_id": game.mira.id, "act": "void", "at": 1}
        await bot.database.insert(schema.audit, {**act, "reason": REASON, "announced": False, "log_posted": False})
        for _ in range(2):
            await bot.start()
            await bot.database.until(
                select(schema.audit.c.id).where(schema.audit.c.announced, schema.audit.c.log_posted)
            )
            await game.line("voided the match")
            await bot.kill()
        told = [one for one in await game.mira.messages(game.thread) if "voided the match" in one.text]
        assert len(told) == 1
