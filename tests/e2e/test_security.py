"""Who may do what: every component against every role; names that mean mischief; people who act too fast."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import build
from bot.settings import Settings
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import CHANNEL, accepted
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

ANYBODY = frozenset({"mover", "opponent", "spectator", "moderator"})
PLAYERS = frozenset({"mover", "opponent"})
MOVER = frozenset({"mover"})
MODERATOR = frozenset({"moderator"})
NOBODY: frozenset[str] = frozenset()
EVERYWHERE = ANYBODY | {"stranger"}

ALLOWED = {
    # the board and the composing message
    **dict.fromkeys(("move", "pick", "page", "back", "reset", "confirm", "type", "typed", "undo", "turn"), MOVER),
    # the menu
    **dict.fromkeys(("menu", "flip", "text"), ANYBODY),
    **dict.fromkeys(("resign", "resign-yes", "draw", "takeback", "pause", "agree", "refuse", "repost"), PLAYERS),
    **dict.fromkeys(("give-time", "resume"), PLAYERS),
    "hint": MOVER,
    "never-mind": EVERYWHERE,
    # moderators
    **dict.fromkeys(("mod-void", "mod-undo", "mod-ai", "mod-award"), MODERATOR),
    # the card, after the match has begun
    **dict.fromkeys(("accept", "decline", "cancel", "join", "leave", "start", "fill", "rematch"), NOBODY),
    # looking back
    **dict.fromkeys(("replay", "replay-open", "replay-to", "replay-jump", "replay-jumped"), ANYBODY),
    **dict.fromkeys(("replay-share", "film", "record", "record-json"), ANYBODY),
    # the server's settings
    **dict.fromkeys(("setup-topic", "setup-set", "setup-back", "setup-check", "setup-test"), MODERATOR),
    # one's own matters, and the rules
    **dict.fromkeys(("open", "challenge", "rules", "rules-page", "tutorial", "tutorial-try"), EVERYWHERE),
    **dict.fromkeys(("set", "set-language", "away", "away-days", "my-data", "forget", "forget-yes"), EVERYWHERE),
}
"""Who may use each component. `stranger` sees another server only; `moderator` manages this one."""


@dataclass
class Scene:
    """A match, and somebody of each role with a private message of the bot's to click on."""

    bot: Bot
    match: int
    revision: int
    people: dict[str, tuple[Member, Message]]

    def state(self) -> tuple[object, ...]:
        """What the database says of the match."""
        with closing(sqlite3.connect(self.bot.data / "quintet.db")) as database:
            query = "SELECT revision, stage, ply, channel, guild FROM match WHERE id = ?"
            return tuple(database.execute(query, (self.match,)).fetchone())


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def scene(sandbox: Sandbox, bot: Bot) -> AsyncIterator[Scene]:
    """Ana, who is to move, plays Ben; Eve watches, Mira manages the server, Olga is on another one."""
    ana, ben, eve = [await sandbox.add_person(f"{name} Secure") for name in ("Ana", "Ben", "Eve")]
    first = await accepted(ana, ben)
    code = next(word for word in first.text.split() if word.startswith("#") and len(word) == 6)[1:]
    with closing(sqlite3.connect(bot.data / "quintet.db")) as database:
        number, revision = database.execute("SELECT id, turn FROM match WHERE code = ?", (code,)).fetchone()
    roles = {"mover": ana, "opponent": ben, "spectator": eve, "moderator": sandbox.member("Mira")}
    people = {}
    for role, member in (*roles.items(), ("stranger", sandbox.member("Olga"))):
        place = "lobby" if role == "stranger" else CHANNEL
        listed = await member.settle(await member.command("games", channel=place))
        people[role] = (member, listed.message)
    yield Scene(bot, number, revision, people)


async def test_the_table_names_every_component(tmp_path: Path) -> None:
    app = await build(Settings(_env_file=None, data=tmp_path))
    assert set(app.lobby.router.actions) == set(ALLOWED)
    await app.turns.close()
    app.workers.close()
    await app.database.close()


@pytest.mark.parametrize("action", sorted(ALLOWED))
async def test_only_those_who_may_act_can_act(scene: Scene, action: str) -> None:
    """Forged clicks by everybody who may not: each is answered with a private sentence, and the match stays."""
    for role, (member, message) in scene.people.items():
        if role in ALLOWED[action]:
            continue
        before = scene.state()
        custom_id = f"q1:{action}:{scene.match}:{scene.revision}:0"
        result = await member.click(message, custom_id=custom_id, remembered=True)
        assert not result.failed, (action, role)
        if result.answer in {"deferred", "deferred_update"}:
            await asyncio.sleep(0.3)
        assert scene.state() == before, (action, role)
        assert result.answer != "modal", (action, role)


@pytest.mark.parametrize("role", ["opponent", "spectator", "moderator", "stranger"])
async def test_a_typed_move_of_somebody_else_is_refused(scene: Scene, role: str) -> None:
    member, _ = scene.people[role]
    with closing(sqlite3.connect(scene.bot.data / "quintet.db")) as database:
        (code,) = database.execute("SELECT code FROM match WHERE id = ?", (scene.match,)).fetchone()
    place = "lobby" if role == "stranger" else CHANNEL
    before = scene.state()
    refused = await member.settle(await member.command("move", {"move": "h4-g4", "match": code}, channel=place))
    assert refused.ephemeral
    assert "Played" not in refused.text
    assert scene.state() == before
    if role == "stranger":
        assert "Ana" not in refused.text
        looked = await member.settle(await member.command("games", {"code": code}, channel=place))
        assert "private" in looked.text
        replayed = await member.settle(await member.command("replay", {"code": code}, channel=place))
        assert "private" in replayed.text


async def test_setup_is_for_those_who_manage_the_server(scene: Scene) -> None:
    names = [command["name"] for command in await scene.people["spectator"][0].commands(CHANNEL)]
    assert "setup" not in names


async def test_names_mention_nobody_and_format_nothing(sandbox: Sandbox, bot: Bot) -> None:
    evil = await sandbox.add_person("@everyone **x** [a](http://b) <@1> `c`")
    ben = await sandbox.add_person("Ben ||spoiler||")
    first = await accepted(evil, ben)
    played = await evil.settle(await evil.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    second = await ben.wait_for(lambda one: "Move 1 " in one.text, first.channel_id)
    for message in (first, second):
        assert message.pinged <= {evil.id, ben.id}
        for harm in ("@everyone", " **x**", " [a](http", "<@1>", "||spoiler||"):
            assert harm not in message.text


@pytest.mark.parametrize("move", ["x" * 1000, "\x00\x01", "`" * 500, "../../etc/passwd", "h4-g4\n" * 100])
async def test_hostile_moves_are_refused_in_few_words(sandbox: Sandbox, bot: Bot, scene: Scene, move: str) -> None:
    ana, _ = scene.people["mover"]
    before = scene.state()
    with closing(sqlite3.connect(scene.bot.data / "quintet.db")) as database:
        (code,) = database.execute("SELECT code FROM match WHERE id = ?", (scene.match,)).fetchone()
    refused = await ana.settle(await ana.command("move", {"move": move, "match": code}, channel=CHANNEL))
    assert len(refused.text) < 600
    assert scene.state() == before


async def test_a_record_that_is_too_large_is_not_read(sandbox: Sandbox, bot: Bot) -> None:
    ana = await sandbox.add_person("Ana Large")
    refused = await ana.settle(await ana.command("replay", {"record": ("big.txt", b"x" * 1_000_001)}, channel=CHANNEL))
    assert "too large" in refused.text


async def test_who_acts_faster_than_people_do_is_slowed_down(tmp_path: Path) -> None:
    async with Sandbox.spawn(["--identify-seconds", "0", "--no-rate-limits"]) as sandbox:
        bot = Bot(sandbox, tmp_path, {"QUINTET_ACTIONS_PER_SECOND": "5"})
        await bot.start()
        quick, calm = [await sandbox.add_person(f"{name} Fast") for name in ("Quick", "Calm")]
        listed = await quick.settle(await quick.command("games", channel=CHANNEL))
        flood = [quick.click(listed.message, custom_id="q1:never-mind:0:0", remembered=True) for _ in range(80)]
        results = await asyncio.gather(*flood)
        assert sum("Slow down" in result.text for result in results if not result.failed) > 10
        other = await calm.settle(await calm.command("games", channel=CHANNEL))
        assert "Slow down" not in other.text
        await bot.stop()
