"""Around a match: /games, /challenge, context menus, /rules, /replay, records."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image

from sandbox.client import Member, Message, Result
from tests.e2e.places import Server
from tests.e2e.playing import CHANNEL, accept, becomes, challenge, code_of, vanishes

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.any_database]


async def move(member: Member, text: str, turn: int, thread: int) -> Message:
    """A typed move; returns its board, once it stands."""
    await member.settle(await member.command("move", {"move": text}, channel=thread))
    return await member.wait_for(lambda one: f"Turn {turn} " in one.text and one.buttons, thread)


async def two_moves(ana: Member, ben: Member) -> Message:
    """Two moves, each with its board; returns the second one."""
    thread = (await accept(ana, ben)).channel_id
    await move(ana, "h4-g4", 1, thread)
    return await move(ben, "d4-e4", 2, thread)


async def test_nothing_is_going_on_at_first(server: Server, guest: Member) -> None:
    result = await guest.settle(await guest.command("games", channel=server.games))
    assert result.ephemeral
    assert "No matches yet" in result.text


async def test_games_lists_turns_first_with_links(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    await challenge(ana, eve)

    async def linked() -> Result | None:
        """As soon as the bot knows where the board stands, which it has just posted."""
        listed = await ana.settle(await ana.command("games", channel=CHANNEL))
        return listed if f"/{first.id})" in listed.text else None

    result = await ana.wait_until(linked, what="a link to the board")
    assert result.text.index("Your turn") < result.text.index("Challenges")
    theirs = await ben.settle(await ben.command("games", channel=CHANNEL))
    assert "Waiting for others" in theirs.text


async def test_games_inside_a_match_is_its_page(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    result = await ana.settle(await ana.command("games", channel=first.channel_id))
    assert result.message.images
    assert "To the board" in result.message.labels


async def test_opening_a_match_from_the_list(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    listed = await ana.settle(await ana.command("games", channel=CHANNEL))
    option = next(option for option in listed.message.selects[0].options if option.value == code_of(first))
    opened = await ana.settle(await ana.select(listed.message, [option.value]))
    assert opened.message.images


async def four_moves(ana: Member, ben: Member) -> Message:
    """Two moves of each, so that the match has a result; returns the last board."""
    thread = (await two_moves(ana, ben)).channel_id
    await move(ana, "h3-g3", 3, thread)
    return await move(ben, "d3-e3", 4, thread)


async def resign(member: Member, thread: int) -> Message:
    """The member gives up; returns the last board."""
    board = await member.wait_for(lambda one: "More" in one.labels, thread)
    menu = (await member.settle(await member.click(board, "More"))).message
    asked = await member.settle(await member.click(menu, "Resign"))
    await member.click(await member.refresh(asked.message), "Resign")
    return await member.wait_for(lambda one: "Rematch" in one.labels, thread)


async def test_finished_matches_are_listed_with_their_results_and_links(ana: Member, ben: Member) -> None:
    second = await four_moves(ana, ben)
    over = await resign(ben, second.channel_id)

    async def linked() -> Result | None:
        listed = await ana.settle(await ana.command("games", channel=CHANNEL))
        return listed if "### Finished" in listed.text and f"/{over.id})" in listed.text else None

    listed = (await ana.wait_until(linked, what="a link to the last board")).text
    line = next(line for line in listed.splitlines() if f"#{code_of(second)}" in line)
    assert f"{ana.name} wins: {ben.name} resigned." in line
    assert listed.index("### Finished") < listed.index(line)
    assert "Your turn" not in listed


async def test_replay_offers_ones_own_matches_also_the_finished_ones(ana: Member, ben: Member, eve: Member) -> None:
    """By code, by game, or by whoever played; nothing of others."""
    second = await four_moves(ana, ben)
    code = code_of(second)
    await resign(ben, second.channel_id)
    running = await two_moves(ana, eve)
    for typed, wanted in (
        (code[:3].lower(), {code}),
        (f"#{code}", {code}),
        (ben.name, {code}),
        (eve.name.upper(), {code_of(running)}),
        ("choccer", {code, code_of(running)}),
    ):
        offered = await ana.autocomplete("replay", "code", typed, {}, channel=CHANNEL)
        assert {choice.value for choice in offered.choices} == wanted, typed
    for command, option in (("replay", "code"), ("games", "code"), ("ask", "match")):
        (choice,) = (await ana.autocomplete(command, option, code, {}, channel=CHANNEL)).choices
        assert choice.name == f"#{code} · Choccer · {ana.name} vs {ben.name} · finished"
    theirs = await eve.autocomplete("replay", "code", code, {}, channel=CHANNEL)
    assert theirs.choices == []
    shown = await ana.settle(await ana.command("replay", {"code": code}, channel=CHANNEL))
    assert "Turn 4 of 4" in shown.text


async def test_a_live_match_sends_nobody_elsewhere(ana: Member, ben: Member, eve: Member) -> None:
    """It is their move again within seconds: a private message at each move would only be left behind."""
    await accept(ana, eve)
    first = await accept(ana, ben, time="5m+5s")
    said = await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
    await vanishes(ana, said.message)


async def test_a_message_in_which_somebody_composes_goes_with_their_turn(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    composing = (await ana.settle(await ana.click(first, "Circle h4"))).message
    await resign(ben, first.channel_id)
    await vanishes(ana, composing)


async def test_after_a_move_stands_the_way_to_the_next_match(ana: Member, ben: Member, eve: Member) -> None:
    """Whoever is on move elsewhere reads where, until they are back."""
    first, other = await accept(ana, ben), await accept(ana, eve)
    said = await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
    following = await becomes(ana, said.message, "Next: ")
    assert following.text == f"Next: #{code_of(other)} against {eve.name}"
    assert following.labels == ["To the board"]
    (link,) = following.buttons
    assert str(link.url).endswith(f"/{other.channel_id}/{other.id}")
    await ben.command("move", {"move": "d4-e4"}, channel=first.channel_id)
    board = await ana.wait_for(lambda one: "Circle g4" in one.labels, first.channel_id)
    composing = (await ana.settle(await ana.click(board, "Circle g4"))).message
    await vanishes(ana, following)
    await ana.delete(composing)
    last = await ana.command("move", {"move": "h4-g4"}, channel=other.channel_id)
    await becomes(ana, last.message, "Next: ")


async def test_with_no_other_match_the_private_answer_goes(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    last = await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id)
    await vanishes(ana, last.message)


async def test_challenge_is_the_short_way(ana: Member, ben: Member) -> None:
    offered = await ana.autocomplete("challenge", "game", "on", {"opponent": ben}, channel=CHANNEL)
    assert "Onyx" in [choice.name for choice in offered.choices]
    result = await ana.command("challenge", {"opponent": ben, "game": "onyx"}, channel=CHANNEL)
    assert result.message.pinged == {ben.id}
    assert "Onyx" in result.text


async def test_a_challenge_by_context_menu(ana: Member, ben: Member) -> None:
    asked = await ana.menu("Challenge to a game", ben, channel=CHANNEL)
    assert asked.ephemeral
    chosen = await ana.select(asked.message, ["conquid"])
    assert "Conquid" in chosen.text
    assert chosen.message.pinged == {ben.id}


async def test_an_unknown_game_is_refused(ana: Member, ben: Member) -> None:
    result = await ana.command("challenge", {"opponent": ben, "game": "ludo"}, channel=CHANNEL)
    assert "don't know the game 'ludo'" in result.text


async def test_describe_this_board(ana: Member, ben: Member) -> None:
    board = await two_moves(ana, ben)
    result = await ana.settle(await ana.menu("Describe this board", board))
    assert result.ephemeral
    assert "Ana" in result.text
    assert "circle" in result.text.lower()


async def test_replay_from_here(ana: Member, ben: Member) -> None:
    board = await two_moves(ana, ben)
    opened = await ana.settle(await ana.menu("Replay from here", board))
    assert opened.ephemeral
    assert "Turn 2 of 2" in opened.text


async def test_replay_from_an_older_board_begins_at_its_move(ana: Member, ben: Member) -> None:
    board = await two_moves(ana, ben)
    older = await ana.wait_for(lambda one: "Turn 1 " in one.text and not one.buttons, board.channel_id)
    assert "#" not in older.text, "the thread is named after the match"
    opened = await ana.settle(await ana.menu("Replay from here", older))
    assert "Turn 1 of 2" in opened.text


async def test_a_context_menu_on_another_message_says_so(ana: Member) -> None:
    message = await ana.say("hello", channel=CHANNEL)
    result = await ana.menu("Describe this board", message)
    assert "shows no match" in result.text


async def test_stepping_through_a_match(ana: Member, ben: Member) -> None:
    board = await two_moves(ana, ben)
    shown = await ana.settle(await ana.command("replay", {"code": code_of(board)}, channel=CHANNEL))
    assert "Turn 2 of 2" in shown.text
    await ana.click(shown.message, "Back")
    middle = await becomes(ana, shown.message, "Turn 1 of 2")
    assert middle.images
    await ana.click(middle, "First")
    begin = await becomes(ana, middle, "Turn 0 of 2")
    jump = await ana.click(begin, "Jump")
    assert jump.modal.fields[0]["placeholder"] == "1", "a turn that the match has"
    await ana.submit(jump.modal, {"answer": "1"})
    jumped = await becomes(ana, begin, "Turn 1 of 2")
    shared = await ana.settle(await ana.click(jumped, "Share here"))
    assert not shared.ephemeral
    assert shared.message.images
    assert f"Shared by {ana.name}" in shared.text, "it is not taken for a board of the match"


async def test_a_wrong_jump_is_explained(ana: Member, ben: Member) -> None:
    board = await two_moves(ana, ben)
    shown = await ana.settle(await ana.command("replay", {"code": code_of(board)}, channel=CHANNEL))
    jump = await ana.click(shown.message, "Jump")
    await ana.submit(jump.modal, {"answer": "soon"})
    refused = await ana.wait_for_text("I couldn't read 'soon'. Give the number of a turn, from 0 to 2.", CHANNEL)
    assert refused.ephemeral


async def animate(member: Member, shown: Message, label: str) -> Image.Image:
    """The animation that a button leads to; while it is drawn, the answer says how far it is."""
    drawn = await member.settle(await member.click(shown, label))
    whole = await becomes(member, drawn.message, "Choccer · ")
    assert "Turn " not in whole.text, "it shows the whole match"
    return Image.open(BytesIO(await member.image_bytes(whole)))


async def test_records_and_animations_are_handed_over(ana: Member, ben: Member) -> None:
    board = await two_moves(ana, ben)
    shown = await ana.settle(await ana.command("replay", {"code": code_of(board)}, channel=CHANNEL))
    text = await ana.settle(await ana.click(shown.message, "Record"))
    record = await ana.download(text.message.files[0])
    assert b"0 h4-g4\n1 d4-e4" in record
    data = await ana.settle(await ana.click(shown.message, "JSON"))
    assert json.loads(await ana.download(data.message.files[0]))["entries"][1]["move"] == "d4-e4"
    animation = await animate(ana, shown.message, "GIF")
    assert animation.format == "GIF"
    animation = await animate(ana, shown.message, "Animation")
    assert (animation.format, animation.width) == ("WEBP", 900)
    assert getattr(animation, "n_frames", 1) > 3 + 2 * 3, "pieces slide from table to table"
    brought = await ana.settle(await ana.command("replay", {"record": ("match.txt", record)}, channel=CHANNEL))
    assert "Turn 0 of 2" in brought.text


async def test_a_record_tells_how_the_match_ended(ana: Member, ben: Member) -> None:
    """Its moves don't: Ana has resigned. What is brought can be taken along as it was."""
    shown = await two_moves(ana, ben)
    opened = (await ana.settle(await ana.click(shown, "More"))).message
    await ana.click(opened, "Resign")
    await ana.click(await becomes(ana, opened, "Resign?"), "Resign")
    over = await ana.wait_for(lambda one: "Record" in one.labels, shown.channel_id)
    assert (await animate(ana, over, "Animation")).format == "WEBP"
    handed = await ana.settle(await ana.click(over, "Record"))
    record = await ana.download(handed.message.files[0])
    brought = await ben.settle(await ben.command("replay", {"record": ("match.txt", record)}, channel=CHANNEL))
    await ben.click(brought.message, "Last")
    assert f"{ben.name} wins: {ana.name} resigned" in (await becomes(ben, brought.message, "Turn 2 of 2")).text
    again = await ben.settle(await ben.click(brought.message, "Record"))
    ours = (b"[note first ", b"[note time ")
    assert [line for line in record.splitlines() if line.startswith(ours)] == [b"[note first 0]", b"[note time 3d]"]
    kept = b"".join(line for line in record.splitlines(keepends=True) if not line.startswith(ours))
    assert await ben.download(again.message.files[0]) == kept


@pytest.mark.parametrize(
    "note, told",
    [
        ("1-1 by agreement", "draw: by agreement"),
        ("1-2-3 somebody won", "without a result: 1-2-3 somebody won"),
        ("2-2 nobody won", "without a result: 2-2 nobody won"),
        ("a moderator voided the match", "without a result: a moderator voided the match"),
        ("", "without a result: a record to look at"),
    ],
)
async def test_an_end_that_a_record_notes_fits_the_match(ana: Member, note: str, told: str) -> None:
    record = f"[game choccer]\n[rules 1]\n[seats 2]\n[note result {note}]\n".encode()
    brought = await ana.settle(await ana.command("replay", {"record": ("match.txt", record)}, channel=CHANNEL))
    assert told in brought.text


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"nonsense", "a seat and a move"),
        (b"0 h4-g4", "must begin with"),
        (b"\xff\xfe\x00", "isn't a text file"),
        (b"[game ludo]\n[rules 1]\n[seats 2]\n", "don't know the game"),
        (b"[game choccer]\n[rules 1]\n[seats 2]\n\n0 h4-h4\n", "Move 1 of this record can't be played"),
    ],
)
async def test_a_bad_record_is_explained(ana: Member, content: bytes, sentence: str) -> None:
    result = await ana.settle(await ana.command("replay", {"record": ("match.txt", content)}, channel=CHANNEL))
    assert sentence in result.text


@pytest.mark.parametrize("game", ["choccer", "onyx", "conquid", "cyberzul", "piously"])
async def test_the_rules_of_every_game_have_pictures(ana: Member, game: str) -> None:
    result = await ana.settle(await ana.command("rules", {"game": game}, channel=CHANNEL))
    assert result.ephemeral
    pictures = len(result.message.images)
    page = result.message
    for option in page.selects[0].options[1:6]:
        await ana.select(page, [option.value])
        page = await becomes(ana, page, option.label)
        pictures += len(page.images)
    assert pictures


async def test_rules_and_leaderboard_ask_for_the_game_where_none_is_named(server: Server, guest: Member) -> None:
    for command in ("rules", "leaderboard"):
        asked = (await guest.settle(await guest.command(command, channel=server.games))).message
        assert asked.labels == ["Choccer", "Conquid", "Cyberzul", "Onyx", "Piously"]
        await guest.click(asked, "Onyx")
        assert "## Onyx" in (await becomes(guest, asked, "## Onyx")).text


async def test_in_a_match_they_are_those_of_its_game(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    assert "Choccer · 3. Moving" in (await ana.settle(await ana.command("rules", channel=first.channel_id))).text
    shown = await ana.settle(await ana.command("leaderboard", channel=first.channel_id))
    assert "## Choccer · this server" in shown.text


async def test_rules_by_topic(ana: Member) -> None:
    topics = await ana.autocomplete("rules", "topic", "", {"game": "choccer"}, channel=CHANNEL)
    assert len(topics.choices) > 3
    result = await ana.settle(await ana.command("rules", {"game": "choccer", "topic": "moving"}, channel=CHANNEL))
    assert "Moving" in result.text
    await ana.click(result.message, "Next: Gems and captures")
    following = await becomes(ana, result.message, "4. Gems and captures")
    assert "Next: Handing on" in following.labels
    unknown = await ana.command("rules", {"game": "choccer", "topic": "offside"}, channel=CHANNEL)
    assert "no topic 'offside'" in unknown.text


async def test_a_board_with_many_choices_offers_their_pages(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben, "conquid")
    opened = await ana.settle(await ana.click(first, "Acquire"))
    assert opened.ephemeral
    suggested, pages = opened.message.selects
    assert (suggested.placeholder, len(suggested.options)) == ("Choose 3 cells · Suggested", 25)
    assert (suggested.least, suggested.most) == (3, 3)
    corner = next(option for option in pages.options if "a14–e10" in option.label)
    await ana.select(opened.message, [corner.value], custom_id=pages.custom_id)
    shown = await becomes(ana, opened.message, "Choose 3 cells")
    turned = await ana.wait_until(lambda: _with_option(ana, shown, "a14"), what="the page of the corner")
    two = [option.value for option in turned.selects[0].options[:2]]
    await ana.select(turned, two, custom_id=turned.selects[0].custom_id)
    await becomes(ana, turned, "Choose 1 cell")
    watched = await ben.click(first, "Acquire")
    assert "Ana" in watched.text


async def _with_option(member: Member, message: Message, text: str) -> Message | None:
    """The message, as soon as its first menu offers this."""
    fresh = await member.refresh(message)
    return fresh if any(text == option.label.split()[-1] for option in fresh.selects[0].options) else None
