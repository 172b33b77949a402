"""What is true of one command is true of the others: defaults, and who sits at the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
import pytest_asyncio
from PIL import Image

from sandbox.client import Member, Message, Result, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import CHANNEL, accept, becomes, challenge, code_of, find_card
from tests.e2e.running import Bot

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


@pytest_asyncio.fixture(loop_scope="session")
async def server(bot: Bot, sandbox: Sandbox) -> Server:
    """A server whose matches have seven days a move, unless somebody wants another time."""
    server = await new_server(sandbox)
    await server.decide("time", ["7d"], "**Default time**: 7 days a move")
    return server


async def test_the_short_ways_to_a_match_have_the_default_time_as_well(server: Server) -> None:
    ben, eve = await server.welcome("Ben"), await server.welcome("Eve")
    by_command = await server.owner.command("challenge", {"opponent": ben, "game": "onyx"}, channel=server.games)
    assert "7 days a move" in by_command.text
    asked = await server.owner.menu("Challenge to a game", eve, channel=server.games)
    assert "7 days a move" in (await server.owner.select(asked.message, ["onyx"])).text
    third = await server.welcome("Mia")
    named = {"opponent": third, "game": "onyx", "time": "1d"}
    assert (
        "1 day a move"
        in (await server.owner.settle(await server.owner.command("challenge", named, channel=server.games))).text
    )


@pytest.mark.parametrize("control, rated", [("12s", "unrated"), ("5m+5s", "rated")])
async def test_bullet_by_challenge_is_unrated(ana: Member, ben: Member, control: str, rated: str) -> None:
    options = {"opponent": ben, "game": "choccer", "time": control}
    card = await ana.command("challenge", options, channel=CHANNEL)
    assert f" · {rated}\n" in card.text


@pytest.mark.parametrize(
    "named, players",
    [
        ({"ai": "easy"}, ", AI (easy) 1 and AI (easy) 2"),
        ({"opponent2": "the bot"}, " and AI (medium)"),
        ({"opponent2": "the bot", "ai": "hard", "opponent3": "the bot"}, ", AI (hard) 1 and AI (hard) 2"),
    ],
)
async def test_ais_sit_beside_people(
    ana: Member, ben: Member, sandbox: Sandbox, named: dict[str, str], players: str
) -> None:
    """Cyberzul for two to four: AIs take all other seats, or as many as they are named."""
    options = {key: sandbox.bot if value == "the bot" else value for key, value in named.items()}
    card = await ana.command("cyberzul", {"opponent": ben, "first": "me", **options}, channel=CHANNEL)
    assert f"{ana.name}, {ben.name}{players} · #" in card.text
    assert " · unrated\n" in card.text
    assert card.message.pinged == {ben.id}


async def test_a_card_has_no_board_to_describe(ana: Member, ben: Member) -> None:
    card = await challenge(ana, ben)
    asked = await ana.settle(await ana.menu("Describe this board", card))
    assert "hasn't begun" in asked.text
    await ben.click(card, "Decline")
    off = await becomes(ana, card, "Challenge closed")
    assert "It has no board" in (await ana.settle(await ana.menu("Describe this board", off))).text


async def test_a_code_in_a_name_is_not_that_of_the_match(sandbox: Sandbox, bot: Bot, ben: Member) -> None:
    ana = await sandbox.add_person("Ana #22222")
    first = await accept(ana, ben)
    described = await ana.settle(await ana.menu("Describe this board", first))
    assert "circle" in described.text.lower()
    await ana.close()


async def test_who_wants_no_pings_gets_none_from_cards_either(ana: Member, ben: Member) -> None:
    page = (await ben.settle(await ben.command("settings", channel=CHANNEL))).message
    await ben.click(page, "Pings")
    await becomes(ben, page, "**Pings**: off")
    card = await challenge(ana, ben)
    assert ben.mention in card.text
    assert card.pinged == frozenset()


async def test_nobody_is_challenged_where_they_cannot_see_it(ana: Member, ben: Member) -> None:
    """In direct messages a card would reach the challenger alone."""
    direct = await ana.direct()
    named = {"opponent": ben, "game": "onyx"}
    for command, options in (("challenge", named), ("cyberzul", {"opponent": ben, "ai": "easy"})):
        refused = await ana.settle(await ana.command(command, options, channel=direct))
        assert f"{ben.name} can't see this channel." in refused.text
    assert "Onyx" in (await ana.settle(await ana.command("onyx", {"opponent": ana}, channel=direct))).text


async def test_who_cannot_read_here_is_not_challenged_here(server: Server, sandbox: Sandbox, ben: Member) -> None:
    """Somebody of another server, and somebody whom the channel is hidden from."""
    mia, eve = await server.welcome("Mia"), await server.welcome("Eve")
    await sandbox.deny(server.games, "view_channel", target=str(mia.id))
    for other in (ben, mia):
        for command, options in (
            ("onyx", {"opponent": other}),
            ("cyberzul", {"opponent": eve, "opponent2": other}),
            ("challenge", {"opponent": other, "game": "onyx"}),
        ):
            refused = await server.owner.settle(await server.owner.command(command, options, channel=server.games))
            assert f"{other.name} can't see this channel." in refused.text
        refused = await server.owner.menu("Challenge to a game", other, channel=server.games)
        assert f"{other.name} can't see this channel." in refused.text
    assert (
        "vs"
        in (await server.owner.settle(await server.owner.command("onyx", {"opponent": eve}, channel=server.games))).text
    )


@pytest.mark.parametrize("beside", ["ai", "bot"])
async def test_hot_seat_with_ais_is_refused_and_not_played_without_them(
    ana: Member, sandbox: Sandbox, beside: str
) -> None:
    options = {"ai": "easy"} if beside == "ai" else {"opponent2": sandbox.bot}
    refused = await ana.settle(await ana.command("cyberzul", {"opponent": ana, **options}, channel=CHANNEL))
    assert refused.ephemeral
    assert "For hot seat, name only yourself" in refused.text


async def test_a_match_is_found_by_its_players_too(ana: Member, ben: Member) -> None:
    shown = await accept(ana, ben)
    for typed in (ben.name, code_of(shown).lower(), f"#{code_of(shown)}", "chocc"):
        offered = await ana.autocomplete("move", "match", typed, {"move": "h4-g4"}, channel=CHANNEL)
        assert [choice.value for choice in offered.choices] == [code_of(shown)], typed
    assert not (await ana.autocomplete("move", "match", "nobody", channel=CHANNEL)).choices


async def test_autocomplete_speaks_the_language_of_the_settings(ana: Member) -> None:
    page = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message
    await ana.select(page, ["de"])
    await becomes(ana, page, "Einstellungen")
    topics = await ana.autocomplete("rules", "topic", "ziehen", {"game": "choccer"}, channel=CHANNEL)
    assert [choice.name for choice in topics.choices] == ["3. Ziehen"]
    boards = await ana.autocomplete("onyx", "board", "quadrate", channel=CHANNEL)
    assert boards.choices


async def switch(member: Member, label: str, wanted: str) -> None:
    """The person has flipped a switch of /settings."""
    page = (await member.settle(await member.command("settings", channel=CHANNEL))).message
    await member.click(page, label)
    await becomes(member, page, f"**{label}**: {wanted}")


async def looks(ana: Member, board: Message) -> AsyncIterator[tuple[str, Message]]:
    """What somebody gets to see alone: wherever a board is drawn."""
    menu = (await ana.settle(await ana.click(board, "More"))).message
    yield "flip", (await ana.settle(await ana.click(menu, "Flip"))).message
    for command in ("games", "replay"):
        yield command, (await ana.settle(await ana.command(command, {"code": code_of(board)}, channel=CHANNEL))).message
    rules = await ana.command("rules", {"game": "choccer", "topic": "1"}, channel=CHANNEL)
    page = (await ana.settle(rules)).message
    yield "rules", page
    await ana.settle(await ana.click(page, "Tutorial: five steps"))
    yield "tutorial", await becomes(ana, page, "Step 1 of 5")


async def test_the_theme_holds_for_all_that_is_drawn_for_one_person(ana: Member, ben: Member) -> None:
    shown = await accept(ana, ben)
    await switch(ana, "Theme", "light")
    async for what, message in looks(ana, shown):
        assert await brightness(ana, message) > 150, what
    assert await brightness(ana, shown) < 100, "what everybody sees has the server's theme"


async def test_text_first_holds_for_all_that_is_shown_to_one_person(ana: Member, ben: Member) -> None:
    shown = await accept(ana, ben)
    await switch(ana, "Text boards", "on")
    async for what, message in looks(ana, shown):
        assert not message.images, what
        assert "```\n" in message.text, what


async def brightness(member: Member, message: Message) -> float:
    """How bright the corner of the first picture is, from 0 to 255."""
    with Image.open(BytesIO(await member.image_bytes(message))) as picture:
        corner = picture.convert("L").crop((0, 0, 8, 8))
        return sum(corner.tobytes()) / 64


async def test_a_profile_of_one_game_shows_matches_of_that_game(ana: Member, ben: Member) -> None:
    shown = await accept(ana, ben)
    for mover, move in ((ana, "h4-g4"), (ben, "d4-e4"), (ana, "h3-g3"), (ben, "d3-e3")):
        await mover.settle(await mover.command("move", {"move": move}, channel=shown.channel_id))
    last = await ana.wait_for(lambda one: "Turn 4 " in one.text and bool(one.buttons), shown.channel_id)
    menu = await ben.settle(await ben.click(last, "More"))
    await ben.click(menu.message, "Resign")
    await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
    await ana.wait_for(lambda one: "wins" in one.text and "Rematch" in one.labels, shown.channel_id)
    direct = await ana.direct()
    for options, there, channel in (
        ({}, True, CHANNEL),
        ({"game": "choccer"}, True, CHANNEL),
        ({"game": "onyx"}, False, CHANNEL),
        ({}, True, direct),
    ):
        page = await ana.settle(await ana.command("profile", options, channel=channel))
        assert (f"#{code_of(shown)}" in page.text) is there, options


async def test_direct_messages_are_in_the_language_and_theme_of_the_person(sandbox: Sandbox, bot: Bot) -> None:
    """There everything that is posted is for one person, whose Discord tells the language."""
    hans = await sandbox.add_person("Hans", locale="de")
    direct = await hans.direct()
    card = await hans.command("choccer", {"ai": "easy", "first": "me"}, channel=direct)
    assert "KI (leicht)" in card.text
    first = await hans.wait_for(lambda one: bool(one.buttons), direct)
    assert "Die Partie beginnt." in first.text
    assert "Zug eingeben" in first.labels
    assert await brightness(hans, first) < 100
    page = (await hans.settle(await hans.command("settings", channel=direct))).message
    await hans.click(page, "Farbschema")
    await becomes(hans, page, "**Farbschema**: hell")
    await hans.select(page, ["en"])
    await becomes(hans, page, "**Theme**: light")
    await hans.settle(await hans.command("move", {"move": "h4-g4"}, channel=direct))
    shown = await hans.wait_for(lambda one: "Turn " in one.text and bool(one.buttons), direct)
    assert await brightness(hans, shown) > 150
    await hans.close()


async def test_a_challenge_expires_and_is_no_match_to_replay(ana: Member, ben: Member) -> None:
    card = await challenge(ana, ben)
    code = code_of(card)
    listed = await ben.settle(await ben.command("games", channel=CHANNEL))
    assert " · expires <t:" in listed.text

    async def find_opened() -> Result | None:
        page = await ben.settle(await ben.command("games", {"code": code}, channel=CHANNEL))
        assert "Expires <t:" in page.text
        # The bot may have yet to hear which message its card has become.
        return page if "To the challenge" in page.message.labels else None

    asked = await ben.wait_until(find_opened, what="the way to the card")
    assert asked.message.labels == ["To the challenge", "Accept", "Decline"]
    for result in (
        await ben.command("replay", {"code": code}, channel=CHANNEL),
        await ben.menu("Replay from here", card),
    ):
        assert "hasn't begun" in (await ben.settle(result)).text
    await ben.click(card, "Decline")
    off = await becomes(ana, card, "Challenge closed")
    page = await ben.settle(await ben.command("games", {"code": code}, channel=CHANNEL))
    assert f"Challenge closed: {ben.name} declined." in page.text
    assert page.message.labels == ["To the challenge"]
    assert "It has no board" in (await ben.settle(await ben.menu("Replay from here", off))).text


async def test_a_private_match_never_becomes_public(server: Server, sandbox: Sandbox) -> None:
    """Where permissions are lost between challenge and answer, it does not begin; a deleted thread gets a successor."""
    ben, eve = await server.welcome("Ben"), await server.welcome("Eve")
    options = {"opponent": ben, "private": True, "first": "me"}
    card = await find_card(server.owner, await server.owner.command("choccer", options, channel=server.games))
    await sandbox.deny(server.games, "create_private_threads")
    assert "**Create Private Threads**" in (await ben.click(card, "Accept")).text
    await sandbox.deny(server.games)
    await ben.click(card, "Accept")
    first = await server.owner.wait_until(lambda: _thread_of(ben, card), what="the thread")
    await sandbox.delete_channel(first)
    second = await server.owner.wait_until(lambda: _thread_of(ben, card, first), what="the next thread")
    await ben.wait_for(lambda one: bool(one.images), second)
    assert second not in [int(thread["id"]) for thread in await eve.threads()]
    assert not any(message.images for message in await eve.messages(server.games))


async def _thread_of(member: Member, card: Message, other: int | None = None) -> int | None:
    text = (await member.refresh(card)).text
    found = int(text.split("Played in <#")[1].split(">")[0]) if "Played in <#" in text else None
    return found if found != other else None


# ---------------------------------------------------------------------- options that contradict each other


async def test_who_begins_is_said_once(ana: Member, ben: Member) -> None:
    options = {"opponent": ben, "first": "me", "first_seat": "1"}
    refused = await ana.settle(await ana.command("cyberzul", options, channel=CHANNEL))
    assert "'first: Me' and 'first_seat: Player 2' contradict each other" in refused.text


@pytest.mark.parametrize("typed", ["Choccer", " CHOCCER "])
async def test_a_game_is_challenged_to_as_it_is_written(ana: Member, ben: Member, typed: str) -> None:
    card = (await ana.settle(await ana.command("challenge", {"opponent": ben, "game": typed}, channel=CHANNEL))).message
    assert "Accept" in card.labels
    assert "Choccer" in card.text
