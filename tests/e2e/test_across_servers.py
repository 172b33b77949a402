"""Matches across servers: two boards in two languages, and nothing of one server seen on the other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio

from sandbox.client import Message, Sandbox
from tests.e2e.forums import open_forum, posts, wait_for_tags
from tests.e2e.places import new_server
from tests.e2e.playing import becomes
from tests.e2e.running import Bot
from tests.e2e.sides import Side, new_sides

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


@dataclass(frozen=True)
class Match:
    """A match across servers: the sides in the order in which they move, and their threads."""

    code: str
    sides: tuple[Side, Side]
    threads: tuple[int, int]

    async def board(self, number: int, wanted: Callable[[Message], bool]) -> Message:
        """The board of one side for which this holds."""
        return await self.sides[number].see(self.threads[number], lambda one: self.code in one.text and wanted(one))

    async def board_of_turn(self, number: int, turn: int) -> Message:
        """The board of one side after so many turns."""
        return await self.board(number, lambda one: f"{self.sides[number].turn} {turn} " in one.text)

    async def final_board(self, number: int) -> Message:
        """The board of one side on which a rematch can be asked for."""
        return await self.board(number, lambda one: self.sides[number].rematch in one.labels)

    async def play(self, *moves: str, since: int = 0) -> None:
        """The players move in turn, each on their own server, and both servers are shown each move."""
        for turn, move in enumerate(moves, since):
            mover, thread = self.sides[turn % 2].player, self.threads[turn % 2]
            played = await mover.settle(await mover.command("move", {"move": move}, channel=thread))
            assert "Played" in played.text
            for number in range(len(self.sides)):
                await self.board_of_turn(number, turn + 1)

    async def resign(self, number: int) -> None:
        """One of the players gives up; both are shown the end."""
        side, player = self.sides[number], self.sides[number].player
        shown = await self.board(number, lambda one: side.more in one.labels)
        menu = await player.settle(await player.click(shown, side.more))
        await player.click(menu.message, "Resign")
        await player.click(await becomes(player, menu.message, "Resign?"), "Resign")
        for one in range(len(self.sides)):
            await self.final_board(one)


@pytest_asyncio.fixture(loop_scope="session")
async def sides(bot: Bot, sandbox: Sandbox) -> tuple[Side, Side]:
    """Ana on the one server, and Ben on the other."""
    return await new_sides(sandbox)


async def begin(sides: tuple[Side, Side]) -> Match:
    """Both have looked across servers, and found each other."""
    host, guest = sides
    assert "also on other servers" in await host.look()
    found = re.search(r"#(\w{5}) is in <#(\d+)>", await guest.look())
    assert found is not None
    assert int(found[2]) == guest.server.games
    return await match_of(found[1], sides)


async def match_of(code: str, sides: tuple[Side, Side]) -> Match:
    """The match, which both sides are shown."""
    threads = [await side.thread(code) for side in sides]
    shown = [await side.see(thread, lambda one: code in one.text) for side, thread in zip(sides, threads, strict=True)]
    first = 0 if sides[0].player.mention in shown[0].text else 1
    assert (sides[1].player.mention in shown[1].text) == bool(first), "who is to move is mentioned on their own server"
    return Match(code, (sides[first], sides[1 - first]), (threads[first], threads[1 - first]))


def secrets_of(side: Side, match: Match) -> list[str]:
    """What nobody on the other server is to see."""
    thread = match.threads[match.sides.index(side)]
    server = side.server
    return [
        *map(str, (server.id, server.games, server.results, thread, server.owner.id, side.player.id)),
        server.owner.name,
    ]


async def test_a_match_of_two_games_is_played_on_both_servers_and_neither_sees_the_other(
    sides: tuple[Side, Side],
) -> None:
    match = await begin(sides)
    await match.play(*MOVES)
    await match.resign(0)
    # The same again, in the same threads: one asks, the other one accepts on their own server.
    for number in (1, 0):
        side = match.sides[number]
        await side.player.click(await match.final_board(number), side.rematch)
    again = await next_match(match)
    await again.play(*MOVES)
    await again.resign(1)
    hidden, named = sides
    for side in sides:
        for command, options in (
            ("games", {}),
            ("games", {"code": again.code}),
            ("replay", {"code": match.code}),
            ("profile", {"member": side.player}),
            ("leaderboard", {"game": "choccer", "scope": "all"}),
        ):
            answer = await side.player.settle(await side.player.command(command, options, channel=side.server.games))
            assert not answer.failed
    told = {side: await side.everything() for side in sides}
    assert hidden.player.name in told[named], "her name, but not the nickname that she has on her server"
    for secret in (*secrets_of(hidden, match), hidden.server.name, f"Lady {hidden.player.id}"):
        assert secret not in told[named], secret
    for secret in secrets_of(named, match):
        assert secret not in told[hidden], secret
    for side, one in told.items():
        assert str(match.threads[match.sides.index(side)]) in one, "what is looked for would be found"
    assert named.server.name in told[hidden], "a server that lets its name be shown"


async def next_match(match: Match) -> Match:
    """The rematch of a match: in the same threads, begun by the other player."""

    def is_next(one: Message) -> bool:
        is_board = "More" in one.labels or "Mehr" in one.labels
        return is_board and bool(re.search(r"#\w{5}", one.text)) and match.code not in one.text

    boards = [await side.see(thread, is_next) for side, thread in zip(match.sides, match.threads, strict=True)]
    (code,) = {found[1] for one in boards if (found := re.search(r"#(\w{5})", one.text))}
    return Match(code, match.sides[::-1], match.threads[::-1])


async def test_after_a_crash_both_servers_are_shown_what_was_played(sides: tuple[Side, Side], bot: Bot) -> None:
    match = await begin(sides)
    await match.play(MOVES[0])
    mover, thread = match.sides[1].player, match.threads[1]
    played = await mover.command("move", {"move": MOVES[1]}, channel=thread)
    await bot.kill()
    await bot.start()
    assert not played.failed
    if len(await bot.database.moves(match.code)) < 2:
        await mover.settle(await mover.command("move", {"move": MOVES[1]}, channel=thread))
    for number in range(len(match.sides)):
        await match.board_of_turn(number, 2)
    await match.play(*MOVES[2:], since=2)


async def test_a_side_whose_channel_is_gone_stops_nobody_and_is_resumed_at_home(
    sides: tuple[Side, Side], sandbox: Sandbox
) -> None:
    match = await begin(sides)
    await match.play(MOVES[0])
    lost = match.sides.index(sides[0])
    elsewhere = await sides[0].server.channel("elsewhere")
    await sandbox.delete_channel(sides[0].server.games)
    mover = match.sides[1].player
    played = await mover.command(
        "move", {"move": MOVES[1], "match": match.code}, channel=elsewhere if lost else match.threads[1]
    )
    assert "Played" in (await mover.settle(played)).text
    await match.board_of_turn(1 - lost, 2)
    player = sides[0].player

    async def look() -> Message | None:
        page = (await player.settle(await player.command("games", {"code": match.code}, channel=elsewhere))).message
        return page if "Resume here" in page.labels else None

    await player.click(await player.wait_until(look, what="Resume here"), "Resume here")
    await player.wait_for(lambda one: match.code in one.text and "Turn 2 " in one.text and bool(one.buttons), elsewhere)


async def test_a_moderator_lets_their_own_member_lose_and_both_servers_hear_of_it(sides: tuple[Side, Side]) -> None:
    match = await begin(sides)
    await match.play(MOVES[0])
    own, other = sides
    logs = [await side.server.channel("log") for side in sides]
    for side, log in zip(sides, logs, strict=True):
        await side.server.decide("moderation-log", [log], f"<#{log}>")
    mira = own.server.owner
    thread = match.threads[match.sides.index(own)]
    shown = await mira.wait_for(lambda one: match.code in one.text and "More" in one.labels, thread)
    menu = (await mira.settle(await mira.click(shown, "More"))).message
    labels = menu.labels
    assert "Void" not in labels
    assert "Undo move" not in labels
    (other_player,) = menu.select("Declare the winner …").options
    assert other_player.label == other.player.name
    window = (await mira.select(menu, [other_player.value], placeholder="Declare the winner …")).modal
    await mira.submit(window, {"reason": "a secret reason"})
    line = await mira.wait_for(lambda one: match.code in one.text and "secret reason" in one.text, logs[0])
    assert mira.mention in line.text
    there = await other.server.owner.wait_for(lambda one: match.code in one.text, logs[1])
    assert "Die Moderation des anderen Servers" in there.text
    assert "secret" not in there.text
    ended = await match.final_board(match.sides.index(other))
    assert str(mira.id) not in ended.text


async def test_a_server_is_closed_until_its_managers_open_it(bot: Bot, sandbox: Sandbox) -> None:
    server = await new_server(sandbox)
    eve = await server.welcome("Eve")
    window = (await eve.command("play", channel=server.games)).modal
    assert "other server" not in json.dumps(window.raw)


async def test_a_server_is_excluded_in_the_thread_of_a_match_and_let_in_again(sides: tuple[Side, Side]) -> None:
    match = await begin(sides)
    hidden, named = sides
    reasons = {hidden: "noisy", named: "unfair"}
    for side, other in ((hidden, f"the server {named.server.name} of match #{match.code}"), (named, match.code)):
        log = await side.server.channel("log")
        await side.server.decide("moderation-log", [log], f"<#{log}>")
        moderator, thread = side.server.owner, match.threads[match.sides.index(side)]
        told = await moderator.settle(
            await moderator.command("exclude-server", {"reason": reasons[side]}, channel=thread)
        )
        assert told.ephemeral
        assert other in told.text
        assert reasons[side] in (await moderator.wait_for(lambda one: match.code in one.text, log)).text
    await match.play(*MOVES)
    for side in sides:
        assert "also on other servers" in await side.look()
    assert reasons[named] not in await hidden.everything()
    assert reasons[hidden] not in await named.everything()
    for moderator, side in ((one.server.owner, one) for one in sides):
        page = (await moderator.settle(await moderator.command("audit", channel=side.server.games))).message
        await moderator.select(page, [page.selects[-1].options[0].value])
        await becomes(moderator, page, "allows matches with")
    assert re.search(r"#\w{5} is in <#", await named.look())


async def test_each_server_has_a_post_of_the_match_in_its_own_forum(sides: tuple[Side, Side]) -> None:
    hidden, named = sides
    forums = {
        hidden: await open_forum(hidden.server, "Choccer", "running", "over"),
        named: await open_forum(named.server, "Choccer", "läuft", "beendet"),
    }
    await hidden.look()
    found = re.search(r"#(\w{5})", await named.look())
    assert found is not None
    match = await match_of(found[1], sides)
    for side, running in ((hidden, "running"), (named, "läuft")):
        (post,) = await posts(side.server, forums[side])
        number = int(post["id"])
        assert number == match.threads[match.sides.index(side)]
        await wait_for_tags(side.server, forums[side], number, {"Choccer", running})
    await match.play(*MOVES)
    await match.resign(0)
    for side, over in ((hidden, "over"), (named, "beendet")):
        thread = match.threads[match.sides.index(side)]
        await wait_for_tags(side.server, forums[side], thread, {"Choccer", over})
    for number in (1, 0):
        side = match.sides[number]
        await side.player.click(await match.final_board(number), side.rematch)
    again = await next_match(match)
    await again.play(*MOVES[:2])
    for side, running in ((hidden, "running"), (named, "läuft")):
        (post,) = await posts(side.server, forums[side])
        await wait_for_tags(side.server, forums[side], int(post["id"]), {"Choccer", running})
    told = {side: await side.everything() for side in sides}
    for side, other in (sides, sides[::-1]):
        for secret in (*secrets_of(side, match), str(forums[side])):
            assert secret not in told[other], secret
