"""Who may do what: every component against every role; names that mean mischief; people who act too fast."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from sqlalchemy import func, select

from bot.admin.launch import prepare
from bot.app import build
from bot.settings import Settings
from bot.store import schema
from sandbox.client import QUICK, Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accept, becomes, code_of, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]

ANYBODY = frozenset({"mover", "opponent", "spectator", "moderator"})
PLAYERS = frozenset({"mover", "opponent"})
MOVER = frozenset({"mover"})
MODERATOR = frozenset({"moderator"})
ORGANISERS = frozenset({"mover", "moderator"})
MANAGERS = frozenset({"moderator", "stranger"})
NOBODY: frozenset[str] = frozenset()
EVERYWHERE = ANYBODY | {"stranger"}

ALLOWED = {
    # the board and the composing message
    **dict.fromkeys(("move", "pick", "page", "back", "reset", "confirm", "type", "typed", "undo", "turn"), MOVER),
    **dict.fromkeys(("quick", "alone", "reading", "step"), MOVER),
    # the menu
    **dict.fromkeys(("menu", "flip", "text", "ask", "note", "note-form"), ANYBODY),
    **dict.fromkeys(
        (
            "resign",
            "resign-yes",
            "draw",
            "draw-yes",
            "takeback",
            "pause",
            "agree",
            "refuse",
            "accept-request",
            "withdraw",
            "repost",
        ),
        PLAYERS,
    ),
    **dict.fromkeys(("give-time", "resume", "unpause"), PLAYERS),
    "hint": MOVER,
    "never-mind": EVERYWHERE,
    # moderators
    **dict.fromkeys(("mod-void", "mod-undo", "mod-ai", "mod-award", "mod-replace", "mod-revert", "mod-do"), MODERATOR),
    "audit": MODERATOR,
    "audit-undo": MANAGERS,
    # the card, after the match has begun
    **dict.fromkeys(("accept", "decline", "cancel", "join", "leave", "start", "fill", "rematch"), NOBODY),
    # looking back
    **dict.fromkeys(("replay", "replay-open", "replay-to", "replay-jump", "replay-jumped"), ANYBODY),
    **dict.fromkeys(("replay-share", "film", "record", "record-json"), ANYBODY),
    **dict.fromkeys(("review", "review-whole", "review-moment", "review-share"), NOBODY),
    # the tournament of whoever is on move, in which nobody has been asked to take a place
    **dict.fromkeys(("tournament-join", "tournament-leave", "tournament-table"), ANYBODY),
    **dict.fromkeys(("tournament-start", "tournament-cancel", "tournament-off"), ORGANISERS),
    **dict.fromkeys(("tournament-place", "tournament-above", "tournament-rung"), NOBODY),
    "tournament-form": EVERYWHERE,
    # the server's settings
    **dict.fromkeys(("setup-topic", "setup-set", "setup-back", "setup-check", "setup-test"), MANAGERS),
    **dict.fromkeys(("setup-open", "setup-form", "readmit", "report-show", "report-answer"), MANAGERS),
    **dict.fromkeys(("setup-roles", "setup-role-open", "setup-role-form", "setup-role-remove"), MANAGERS),
    # one's own matters, and the rules
    **dict.fromkeys(("open", "challenge", "rules", "rules-page", "leaderboard"), EVERYWHERE),
    **dict.fromkeys(("tutorial", "tutorial-try", "tutorial-pick", "tutorial-page", "trainer", "train"), EVERYWHERE),
    **dict.fromkeys(("help", "learn", "play-ai", "friend", "friend-form", "tables"), EVERYWHERE),
    **dict.fromkeys(
        ("set", "set-open", "set-form", "set-language", "away", "away-days", "away-end", "my-data"),
        EVERYWHERE,
    ),
    **dict.fromkeys(("forget", "forget-yes", "forget-no"), EVERYWHERE),
    **dict.fromkeys(("notify", "notify-form", "unblock", "report-form"), EVERYWHERE),
    # looking for an opponent: one's own search; that of somebody else, of which there is none
    **dict.fromkeys(("seek", "seek-form", "seek-stop"), EVERYWHERE),
    "seek-answer": NOBODY,
}
"""Who may use each component. `stranger` sees another server only, and manages that; `moderator` manages this one."""

MODERATORS_CONTROLS = {action for action, roles in ALLOWED.items() if roles == MODERATOR}

GAMES = ("choccer", "conquid", "cyberzul", "onyx", "piously")
COMMANDS = {
    # what begins a match of one's own, or shows what is one's own or everybody's
    **dict.fromkeys((*GAMES, "challenge", "Challenge to a game", "Game profile"), EVERYWHERE),
    **dict.fromkeys(("rules", "profile", "leaderboard", "settings", "help", "about", "tournament"), EVERYWHERE),
    **dict.fromkeys(("play", "block", "report"), EVERYWHERE),
    # a match that is going on
    "move": MOVER,
    **dict.fromkeys(("games", "replay", "review", "ask", "Describe this board", "Replay from here"), ANYBODY),
    # the server's settings
    "setup": MODERATOR,
    "audit": MODERATOR,
    "exclude": MANAGERS,
    "exclude-server": MODERATOR,
}
"""Who may use each command and context menu, on the match of the scene where it is about a match."""


REFUSALS = (
    r"(Only|You're watching\. Only|It's .+ move, due|This match has already begun|There is nothing to answer|"
    r"Match #\w{5} is (private|still running|over)|You need the Manage Server permission for that|"
    r"This tournament no longer exists|Somebody was faster, or the search is over).*"
)
"""How the sentences begin that say who may, or that nobody may now."""
NOBODYS_DOING = frozenset(
    {"revision", "posted_revision", "board_delivered", "turn_began_at", "deadline", "next_check_at", "downtime_credit"}
)
"""Columns of a match that change by themselves: when its board is posted, or time is credited to its clocks."""


@dataclass
class Scene:
    """A match, and somebody of each role with a private message of the bot's to click on."""

    bot: Bot
    match: int
    turn: int
    people: dict[str, tuple[Member, Message]]
    code: str
    tournament: int

    def custom_id(self, action: str) -> str:
        """The control of the match, or of the tournament, for an action."""
        rest = self.tournament if action.startswith("tournament-") else 0
        return f"q1:{action}:{self.match}:{self.turn}:{rest}"

    async def state(self) -> tuple[object, ...]:
        """What the database says of the match, and of the tournament."""
        columns = (column for column in schema.match.c if column.name not in NOBODYS_DOING)
        match = await self.bot.database.row(select(*columns).where(schema.match.c.id == self.match))
        log = select(func.count()).select_from(schema.log_entry).where(schema.log_entry.c.match == self.match)
        entries = await self.bot.database.value(log)
        ours = schema.tournament.c.id == self.tournament
        columns = (schema.tournament.c[name] for name in ("revision", "stage"))
        return (entries, *match, *await self.bot.database.row(select(*columns).where(ours)))

    async def all_guild_settings(self) -> dict[object, object]:
        """What the database says of each server's settings."""
        return dict(
            await self.bot.database.rows(select(schema.guild_settings.c.guild, schema.guild_settings.c.rated_matches))
        )


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def scene(sandbox: Sandbox, bot: Bot) -> AsyncIterator[Scene]:
    """Ana, who is to move, plays Ben; Eve watches, Mira manages the server, Olga is on another one."""
    ana, ben, eve = [await sandbox.add_person(f"{name} Secure") for name in ("Ana", "Ben", "Eve")]
    first = await accept(ana, ben)
    code, match = code_of(first), schema.match.c
    number, turn = await bot.database.row(select(match.id, match.turn_revision).where(match.code == code))
    roles = {"mover": ana, "opponent": ben, "spectator": eve, "moderator": sandbox.member("Mira")}
    tournament = await open_tournament(bot, ana)
    people = {}
    for role, member in (*roles.items(), ("stranger", sandbox.member("Olga"))):
        place = "lobby" if role == "stranger" else CHANNEL
        listed = await member.settle(await member.command("games", channel=place))
        people[role] = (member, listed.message)
    yield Scene(bot, number, turn, people, code, tournament)


async def open_tournament(bot: Bot, host: Member) -> int:
    """The number of a tournament that the host has made, and that nobody has joined yet."""
    window = (await host.command("tournament create", channel=CHANNEL)).modal
    answer = {"name": "Secure Cup", "kind": ["mini_cup"], "game": ["choccer"], "time": ["1d"], "size": "4"}
    told = await host.settle(await host.submit(window, answer))
    assert "Press **Join**" in told.text, told.text
    made = select(schema.tournament.c.id).where(schema.tournament.c.host == host.id)
    return int(str(await bot.database.value(made)))


async def test_the_tables_name_every_component_and_every_command(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data=tmp_path)
    await prepare(settings)
    app = await build(settings)
    assert set(app.context.router.actions) == set(ALLOWED)
    commands = [one.name for kind in discord.AppCommandType for one in app.client.tree.get_commands(type=kind)]
    assert sorted(commands) == sorted(COMMANDS)
    await app.turns.close()
    app.workers.close()
    await app.database.close()


@pytest.mark.parametrize("action", sorted(ALLOWED))
async def test_only_those_who_may_act_can_act(scene: Scene, action: str) -> None:
    """Forged clicks by everybody who may not: each is answered with a private sentence, and the match stays."""
    for role, (member, message) in scene.people.items():
        if role in ALLOWED[action]:
            continue
        before, told = await scene.state(), await member.ephemerals(message.channel_id)
        result = await member.click(message, custom_id=scene.custom_id(action), remembered=True)
        assert not result.failed, (action, role)
        assert result.answer != "modal", (action, role)
        refusal = await find_answer(member, message, told)
        assert re.fullmatch(REFUSALS, refusal.text), (action, role)
        assert not refusal.images + refusal.files + refusal.buttons, (action, role)
        if role == "stranger":
            assert "Secure" not in refusal.text, f"{action} tells another server who plays"
        assert await scene.state() == before, (action, role)


async def find_answer(member: Member, message: Message, told: list[Message]) -> Message:
    """The private message that has come since, once it is complete."""
    known = {old.id for old in told}

    async def look() -> Message | None:
        found = [one for one in await member.ephemerals(message.channel_id) if one.id not in known]
        return found[-1] if found and not found[-1].loading else None

    return await member.wait_until(look, what="an answer")


async def test_who_manages_another_server_sets_up_that_one_only(scene: Scene) -> None:
    olga, _ = scene.people["stranger"]
    server = select(schema.match.c.guild).where(schema.match.c.id == scene.match)
    before, here = await scene.all_guild_settings(), await scene.bot.database.value(server)
    page = await olga.settle(await olga.command("setup", channel="lobby"))
    await olga.settle(await olga.select(page.message, ["ranked"]))

    async def look() -> dict[object, object] | None:
        return dict((await scene.all_guild_settings()).items() - before.items()) or None

    changed = await olga.wait_until(look, what="a change")
    assert len(changed) == 1
    assert here not in changed
    await olga.settle(await olga.select(page.message, ["ranked"]))


@pytest.mark.parametrize("command", sorted(COMMANDS))
async def test_only_those_who_may_can_use_a_command_on_a_match(scene: Scene, command: str) -> None:
    """Whatever somebody who may not asks for, the match stays, and nothing of it is told."""
    for role, (member, _) in scene.people.items():
        if role in COMMANDS[command]:
            continue
        place = "lobby" if role == "stranger" else CHANNEL
        before = await scene.state()
        if command == "setup":
            assert role == "stranger" or "setup" not in [one["name"] for one in await member.commands(place)]
        elif command in {"move", "games", "replay", "audit", "exclude", "exclude-server"}:
            given: dict[str, dict[str, object]] = {
                "move": {"move": "h4-g4", "match": scene.code},
                "exclude": {"member": member, "reason": "rude"},
                "exclude-server": {"reason": "rude", "code": scene.code},
            }
            options = given.get(command, {"code": scene.code})
            refused = await member.settle(await member.command(command, options, channel=place))
            assert refused.ephemeral
            assert "Played" not in refused.text
            if role == "stranger":
                assert "Ana" not in refused.text
        else:  # Discord offers a message's menu only to those who see the message
            assert role == "stranger"
        assert await scene.state() == before


async def test_a_private_match_that_was_shared_tells_spectators_no_more(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben, eve = [await sandbox.add_person(f"{name} Private") for name in ("Ana", "Ben", "Eve")]
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "private": True}, channel=CHANNEL))
    await ben.click(card, "Accept")
    stepper = await ana.settle(await ana.command("replay", {"code": code_of(card)}, channel=CHANNEL))
    shared = (await ana.settle(await ana.click(stepper.message, "Share here"))).message
    for menu in ("Describe this board", "Replay from here"):
        assert "is private" in (await eve.settle(await eve.menu(menu, shared))).text
        assert "is private" not in (await ben.settle(await ben.menu(menu, shared))).text
    assert "is private" in (await eve.settle(await eve.click(shared, "Replay from here"))).text


async def test_a_private_match_is_shown_to_nobody_else_whatever_they_press_or_type(sandbox: Sandbox, bot: Bot) -> None:
    """Not to others of the same server; its moderator sees who plays, and what can be done about it, but no board."""
    ana, ben, eve = [await sandbox.add_person(f"{name} Hidden") for name in ("Ana", "Ben", "Eve")]
    card = await find_card(ana, await ana.command("choccer", {"opponent": ben, "private": True}, channel=CHANNEL))
    number = str(card.buttons[0].custom_id).split(":")[2]
    await ben.click(card, "Accept")
    code = code_of(card)
    about_a_match = sorted(set(ALLOWED) - {one for one in ALLOWED if ALLOWED[one] in (EVERYWHERE, MANAGERS)})
    for member in (eve, mira := sandbox.member("Mira")):
        for command in ("games", "replay", "move"):
            given = {"move": "h4-g4", "match": code} if command == "move" else {"code": code}
            refused = await member.settle(await member.command(command, given, channel=CHANNEL))
            assert not refused.message.images + refused.message.files, command
            if member is mira and command == "games":
                assert "you can moderate it, but you can't see its board" in refused.text
                assert {
                    one.custom_id.split(":")[1] for one in refused.message.buttons if one.custom_id
                } <= MODERATORS_CONTROLS
            else:
                assert f"#{code} is private" in refused.text
        listed = (await member.settle(await member.command("games", channel=CHANNEL))).message
        for action in about_a_match:
            if member is mira and action in MODERATORS_CONTROLS:
                continue
            told = await member.ephemerals(listed.channel_id)
            await member.click(listed, custom_id=f"q1:{action}:{number}:0:0", remembered=True)
            refusal = await find_answer(member, listed, told)
            assert re.match(REFUSALS, refusal.text), (action, refusal.text)
            assert "Hidden" not in refusal.text, action
            assert not refusal.images + refusal.files, action


async def test_a_match_in_direct_messages_is_seen_there_only(sandbox: Sandbox, bot: Bot) -> None:
    """All direct messages have no server: that does not make them one place."""
    ana, eve = [await sandbox.add_person(f"{name} Direct") for name in ("Ana", "Eve")]
    theirs, mine = await ana.direct(), await eve.direct()
    table = await find_card(ana, await ana.command("cyberzul", {"first": "me"}, channel=theirs))
    await ana.command("choccer", {"opponent": ana}, channel=theirs)
    shown = await ana.wait_for(lambda one: "The match begins" in one.text and one.buttons, theirs)
    code = code_of(shown)
    listed = await eve.settle(await eve.command("games", channel=mine))
    assert code not in listed.text
    for command in ("games", "replay"):
        refused = await eve.settle(await eve.command(command, {"code": code}, channel=mine))
        assert f"#{code} is private" in refused.text
    for action, about in (("text", shown), ("menu", shown), ("join", table)):
        told = await eve.ephemerals(mine)
        number = next(str(one.custom_id).split(":")[2] for one in about.buttons if one.custom_id)
        await eve.click(listed.message, custom_id=f"q1:{action}:{number}:0", remembered=True)
        assert "is private" in (await find_answer(eve, listed.message, told)).text, action
    await ana.click((await ana.settle(await ana.click(shown, "More"))).message, "Resign")
    menu = (await ana.ephemerals(theirs))[-1]
    await ana.click(await becomes(ana, menu, "Resign?"), "Resign")
    await ana.wait_for(lambda one: "Rematch" in one.labels, theirs)
    profile = await eve.settle(await eve.command("profile", {"member": ana}, channel=mine))
    assert code not in profile.text


async def test_names_mention_nobody_and_format_nothing(sandbox: Sandbox, bot: Bot) -> None:
    evil = await sandbox.add_person("@everyone **x** [a](http://b) <@1> `c`")
    ben = await sandbox.add_person("Ben ||spoiler||")
    first = await accept(evil, ben)
    played = await evil.settle(await evil.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    second = await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)
    for message in (first, second):
        assert message.pinged <= {evil.id, ben.id}
        for harm in ("@everyone", " **x**", " [a](http", "<@1>", "||spoiler||"):
            assert harm not in message.text


@pytest.mark.parametrize("move", ["x" * 1000, "\x00\x01", "`" * 500, "../../etc/passwd", "h4-g4\n" * 100])
async def test_hostile_moves_are_refused_in_few_words(sandbox: Sandbox, bot: Bot, scene: Scene, move: str) -> None:
    ana, _ = scene.people["mover"]
    before = await scene.state()
    refused = await ana.settle(await ana.command("move", {"move": move, "match": scene.code}, channel=CHANNEL))
    assert len(refused.text) < 600
    assert await scene.state() == before


async def test_who_acts_faster_than_people_do_is_slowed_down(tmp_path: Path) -> None:
    """One act and one suggestion at a time, and the next one not before this test is over."""
    async with Sandbox.spawn(QUICK) as sandbox:
        bot = Bot(sandbox, tmp_path, {"QUINTET_ACTIONS_PER_SECOND": "0.001"})
        await bot.start()
        quick, calm, typist = [await sandbox.add_person(f"{name} Fast") for name in ("Quick", "Calm", "Typist")]
        listed = await quick.settle(await quick.command("games", channel=CHANNEL))
        assert "Slow down" not in listed.text
        flood = [quick.click(listed.message, custom_id="q1:never-mind:0:0", remembered=True) for _ in range(80)]
        results = await asyncio.gather(*flood)
        assert sum("Slow down" in result.text for result in results) == len(flood)
        other = await calm.settle(await calm.command("games", channel=CHANNEL))
        assert "Slow down" not in other.text
        wishes = [typist.autocomplete("rules", "game", "o", channel=CHANNEL) for _ in range(80)]
        offered = sorted([len(result.choices) for result in await asyncio.gather(*wishes)])
        assert offered == [0] * 79 + [len([game for game in GAMES if "o" in game])], (
            "who types too fast is offered nothing"
        )
        other = await typist.settle(await typist.command("games", channel=CHANNEL))
        assert "Slow down" not in other.text, "and may still act"
        await bot.stop()
