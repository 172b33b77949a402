"""Persons: profile and leaderboard after rated matches, every switch of /settings, one's own data."""

from __future__ import annotations

import json
from functools import partial
from time import time

import pytest

from sandbox.client import Member, Message, Result, Sandbox
from tests.e2e.clicking import is_newer
from tests.e2e.playing import CHANNEL, accept, becomes, board, challenge, code_of, find_card, instant, vanishes

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


async def ask(member: Member, command: str, /, **options: object) -> Result:
    """The answer to a command, as soon as it is there."""
    return await member.settle(await member.command(command, options, channel=CHANNEL))


def read_answer(result: Result) -> str:
    """The words of an answer, and the descriptions of its pictures."""
    return "\n".join([result.text, *(str(image.description) for image in result.message.images)])


async def play_rated(ana: Member, ben: Member) -> Message:
    """A rated match in which both have made two moves; returns the board."""
    shown = await accept(ana, ben)
    for number, move in enumerate(MOVES, 1):
        mover = (ana, ben)[(number + 1) % 2]
        await mover.settle(await mover.command("move", {"move": move}, channel=shown.channel_id))
    return await ana.wait_for(lambda one: "Turn 4 " in one.text and one.buttons, shown.channel_id)


async def lose(ana: Member, ben: Member) -> Message:
    """Ben has lost a rated match against Ana; returns its last board."""
    shown = await play_rated(ana, ben)
    menu = await ben.settle(await ben.click(shown, "More"))
    await ben.click(menu.message, "Resign")
    await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
    return await ana.wait_for(lambda one: "wins" in one.text and "Rematch" in one.labels, shown.channel_id)


# ---------------------------------------------------------------------- ratings


async def test_a_newcomer_has_no_rating(ana: Member) -> None:
    assert "You have no rated match yet" in (await ask(ana, "profile")).text


async def test_a_profile_shows_rating_record_curve_and_matches(ana: Member, ben: Member, eve: Member) -> None:
    end = await lose(ana, ben)
    assert "Ratings: " in end.text
    mine = await ask(ana, "profile")
    assert mine.ephemeral
    assert "Choccer" in read_answer(mine)
    assert "1 won, 0 drawn, 0 lost" in read_answer(mine)
    assert "?" in read_answer(mine), "one match tells little: the rating is provisional"
    assert f"#{code_of(end)}" in mine.text
    assert (await ana.image_bytes(mine.message)).startswith(b"\x89PNG")
    assert ana.name in str(mine.message.images[0].description)
    theirs = await ask(eve, "profile", member=ben)
    assert "0 won, 0 drawn, 1 lost" in read_answer(theirs)
    by_menu = await eve.settle(await eve.menu("Game profile", ben, channel=CHANNEL))
    assert read_answer(by_menu) == read_answer(theirs)
    assert "You have no rated match of Onyx yet" in (await ask(ana, "profile", game="onyx")).text
    assert "don't know the game" in (await ask(ana, "profile", game="ludo")).text


async def test_the_leaderboard_lists_the_winner_before_the_loser(ana: Member, ben: Member) -> None:
    await lose(ana, ben)
    here = await ask(ana, "leaderboard", game="choccer")
    assert "this server" in here.text
    assert read_answer(here).index(ana.name) < read_answer(here).index(ben.name)
    assert (await ana.image_bytes(here.message)).startswith(b"\x89PNG")
    everywhere = await ask(ana, "leaderboard", game="choccer", scope="all")
    assert "everywhere" in everywhere.text
    assert ana.name in read_answer(everywhere)


async def test_whoever_wants_text_first_gets_ratings_in_words(ana: Member, ben: Member) -> None:
    await lose(ana, ben)
    await switch(ana, "Text boards", "on")
    mine, here = await ask(ana, "profile"), await ask(ana, "leaderboard", game="choccer")
    assert not mine.message.images
    assert "1 won, 0 drawn, 0 lost" in mine.text
    assert not here.message.images
    assert here.text.index(ana.name) < here.text.index(ben.name)


async def test_a_match_given_up_at_once_is_no_rated_match(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    menu = await ben.settle(await ben.click(first, "More"))
    await ben.click(menu.message, "Resign")
    await ben.click(await becomes(ben, menu.message, "Resign?"), "Resign")
    await ana.wait_for(lambda one: "wins" in one.text and one.labels, first.channel_id)
    assert "You have no rated match yet" in (await ask(ana, "profile")).text


# ---------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    "label, before, after",
    [
        ("Theme", "dark", "light"),
        ("Patterns", "small", "strong"),
        ("Text boards", "off", "on"),
        ("Confirm moves", "on", "off"),
        ("Pings", "on", "off"),
        ("Challenges from", "everybody", "nobody"),
    ],
)
async def test_a_switch_is_flipped_and_flipped_back(ana: Member, label: str, before: str, after: str) -> None:
    page = (await ask(ana, "settings")).message
    assert page.ephemeral
    assert f"**{label}**: {before}" in page.text
    await ana.click(page, label)
    page = await becomes(ana, page, f"**{label}**: {after}")
    again = (await ask(ana, "settings")).message
    assert f"**{label}**: {after}" in again.text
    await ana.click(again, label)
    await becomes(ana, again, f"**{label}**: {before}")


async def switch(member: Member, label: str, wanted: str) -> None:
    page = (await ask(member, "settings")).message
    await member.click(page, label)
    await becomes(member, page, f"**{label}**: {wanted}")


async def test_text_first_composes_and_looks_without_pictures(ana: Member, ben: Member) -> None:
    await switch(ana, "Text boards", "on")
    first = await accept(ana, ben)
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    menu = (await ana.settle(await ana.click(first, "More"))).message
    looks = [
        opened,
        await ana.settle(await ana.command("games", channel=first.channel_id)),
        await ana.settle(await ana.command("replay", channel=first.channel_id)),
        await ana.settle(await ana.click(menu, "Flip")),
    ]
    for look in looks:
        assert not look.message.images
        assert "```" in look.text


async def test_without_confirmation_the_last_choice_plays(ana: Member, ben: Member) -> None:
    await switch(ana, "Confirm moves", "off")
    first = await accept(ana, ben)
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    target = next(button for button in opened.message.buttons if "g4" in str(button.label))
    await ana.click(opened.message, custom_id=target.custom_id)
    await vanishes(ana, opened.message)
    await ben.wait_for(lambda one: "Turn 1 " in one.text, first.channel_id)


async def test_the_only_choice_is_made_and_said_and_asked_of_who_does_not_confirm(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    opened = await ana.settle(await ana.click(first, "Triangle h1"))
    assert "You move the triangle from h1 to g2" in opened.text
    assert "The only choice here: g2." in opened.text
    await ana.click(opened.message, "Back")
    again = await becomes(ana, opened.message, "Which piece?")
    await switch(ana, "Confirm moves", "off")
    asked = again.select() if again.selects else next(one for one in again.buttons if "Triangle h1" in str(one.label))
    await ana.click(again, custom_id=asked.custom_id)
    assert "g2" in " ".join((await becomes(ana, again, "Where does the triangle on h1 go?")).labels)


async def test_without_pings_the_board_is_posted_silently(ana: Member, ben: Member) -> None:
    await switch(ana, "Pings", "off")
    first = await accept(ana, ben)
    assert ana.mention in first.text
    assert first.pinged == frozenset()


async def test_who_wants_no_pings_is_promised_none(ana: Member, ben: Member) -> None:
    await switch(ben, "Pings", "off")
    first = await accept(ana, ben)
    refused = await ben.settle(await ben.command("move", {"move": "d4-e4"}, channel=first.channel_id))
    assert f"It's {ana.name}'s move, due in 3 days. The board tells you when it's yours." in refused.text


async def test_who_takes_no_challenges_is_not_asked(ana: Member, ben: Member) -> None:
    await switch(ben, "Challenges from", "nobody")
    result = await ana.command("choccer", {"opponent": ben}, channel=CHANNEL)
    assert result.ephemeral
    assert "doesn't take challenges" in result.text


# ---------------------------------------------------------------------- language


async def german(member: Member) -> Message:
    page = (await ask(member, "settings")).message
    await member.select(page, ["de"])
    return await becomes(member, page, "Einstellungen")


async def test_german_shows_german_and_back_again(ana: Member) -> None:
    page = await german(ana)
    assert "**Farbschema**: dunkel" in page.text
    assert "Meine Daten löschen" in page.labels
    assert page.selects[0].placeholder == "Sprache: Deutsch"
    await ana.select(page, ["-"])
    await becomes(ana, page, "Settings")


async def test_refusals_and_private_messages_speak_the_persons_language(ana: Member, ben: Member) -> None:
    """What everybody sees stays in the server's language."""
    await german(ana)
    nowhere = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=CHANNEL))
    assert "wird keine Partie gespielt" in nowhere.text
    first = await accept(ana, ben)
    assert "to move" in first.text
    assert "Type move" in first.labels
    opened = await ana.settle(await ana.click(first, "Circle h4"))
    assert "Wohin zieht der Kreis auf h4?" in opened.text
    assert "Zurück" in opened.message.labels
    assert "Am Zug" in str(opened.message.images[0].description)
    refused = await ana.settle(await ana.command("move", {"move": "h4-a4"}, channel=first.channel_id))
    assert "ist nicht erlaubt: Ein Kreis zieht ein Feld in seiner Reihe oder Spalte" in refused.text
    theirs = await ben.click(first, "Star i2")
    assert "It's" in theirs.text
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Gespielt. Am Zug" in played.text


async def test_who_has_chosen_nothing_is_spoken_to_as_their_discord_is(ana: Member, sandbox: Sandbox) -> None:
    emil = await sandbox.add_person(f"Emil of {ana.name}", locale="de")
    assert "Einstellungen" in (await ask(emil, "settings")).text


async def test_a_german_client_sees_the_commands_in_german(ana: Member) -> None:
    commands = {command["name"]: command for command in await ana.commands(CHANNEL)}
    assert commands["settings"]["description_localizations"]["de"].startswith("Deine eigenen Einstellungen")
    assert commands["Game profile"]["name_localizations"]["de"] == "Spielprofil"


# ---------------------------------------------------------------------- away


async def test_away_days_stop_the_clock_and_are_counted(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    page = (await ask(ana, "settings")).message
    assert "Days off left this year**: 14" in page.text
    window = await ana.click(page, "Take days off")
    said = await ana.settle(await ana.submit(window.modal, {"answer": "3"}))
    assert "Enjoy your time off" in said.text
    later = await ana.wait_until(lambda: _due_later(ana, first), what="a later deadline")
    assert later - instant(first) == 3 * 24 * 3600
    earlier, page = page, (await ask(ana, "settings")).message
    assert "Days off left this year**: 11" in page.text
    assert "You're away until" in page.text
    window = await ana.click(earlier, "Take days off")
    again = await ana.settle(await ana.submit(window.modal, {"answer": "2"}))
    assert "already have days off" in again.text
    await ana.click(page, "End days off")
    page = await becomes(ana, page, "Days off left this year**: 13")
    assert "Take days off" in page.labels
    await ana.wait_until(lambda: _due_about(ana, first), what="the deadline without days off")


@pytest.mark.parametrize("typed", ["0", "15", "some", "-1"])
async def test_a_wrong_number_of_days_is_explained(ana: Member, typed: str) -> None:
    page = (await ask(ana, "settings")).message
    window = await ana.click(page, "Take days off")
    result = await ana.settle(await ana.submit(window.modal, {"answer": typed}))
    assert "from 1 to 14" in result.text


async def _due_about(member: Member, message: Message) -> bool | None:
    """Whether the board is due within a minute of when this message said."""
    return instant(await member.refresh(message)) - instant(message) < 60 or None


async def _due_later(member: Member, message: Message) -> int | None:
    due = instant(await member.refresh(message))
    return due if due > instant(message) else None


async def test_of_three_the_turn_of_the_one_who_is_away_waits(ana: Member, ben: Member, eve: Member) -> None:
    page = (await ask(eve, "settings")).message
    window = await eve.click(page, "Take days off")
    assert "Enjoy your time off" in (await eve.settle(await eve.submit(window.modal, {"answer": "5"}))).text
    card = await find_card(
        ana, await ana.command("cyberzul", {"opponent": ben, "opponent2": eve, "first": "me"}, channel=CHANNEL)
    )
    await ben.click(card, "Accept")
    await eve.click(card, "Accept")
    shown = await board(ana, card)
    days: dict[str, int] = {}
    for _ in range(3):
        player = next(member for member in (ana, ben, eve) if member.mention in shown.text)
        days[player.name] = round((instant(shown) - time()) / 86_400)
        found = await player.autocomplete("move", "move", channel=shown.channel_id)
        move = {"move": found.choices[0][1]}
        await player.settle(await player.command("move", move, channel=shown.channel_id))
        shown = await ana.wait_for(partial(is_newer, shown), shown.channel_id)
    assert days == {ana.name: 3, ben.name: 3, eve.name: 8}


# ---------------------------------------------------------------------- one's own data


async def test_everything_stored_can_be_taken_along(ana: Member, ben: Member) -> None:
    end = await lose(ana, ben)
    page = (await ask(ana, "settings")).message
    handed = await ana.settle(await ana.click(page, "Export my data"))
    assert handed.ephemeral
    data = json.loads(await ana.download(handed.message.files[0]))
    assert [row["user_id"] for row in data["seat"]] == [ana.id]
    assert code_of(end) in [row["code"] for row in data["match"]]
    assert {row["won"] for row in data["rating"]} == {1}
    assert str(ben.id) not in json.dumps(data["seat"] + data["rating"])
    assert [row["move"] for row in data["log_entry"]] == ["h4-g4", "h3-g3"]


async def test_what_is_taken_along_tells_nothing_that_others_have_sealed(ana: Member, ben: Member) -> None:
    """A position line of a running match would."""
    shown = await accept(ana, ben, "onyx", board="king-3")
    for mover, move in ((ana, "2b@a1"), (ben, "2w@c3"), (ana, "pass"), (ben, "pass"), (ben, "remove c3")):
        await mover.settle(await mover.command("move", {"move": move}, channel=shown.channel_id))
    page = (await ask(ana, "settings")).message
    handed = await ana.settle(await ana.click(page, "Export my data"))
    data = await ana.download(handed.message.files[0])
    assert code_of(shown) in data.decode()
    assert "sealed" not in data.decode()


async def test_records_brought_along_go_with_the_data(ana: Member) -> None:
    record = b"[game choccer]\n[rules 1]\n[seats 2]\n[note seat-0 Ana Secret]\n0 h4-g4\n"
    shown = await ask(ana, "replay", record=("brought.txt", record))
    code = code_of(shown.message)
    page = (await ask(ana, "settings")).message
    question = await ana.click(page, "Delete my data")
    await ana.click(question.message, "Yes, delete my data")
    await becomes(ana, question.message, "nothing about you is stored")
    assert "There is no match" in (await ask(ana, "replay", code=code)).text


async def test_deleted_data_is_gone_and_opponents_keep_their_records(ana: Member, ben: Member, eve: Member) -> None:
    end = await lose(ana, ben)
    running = await accept(ana, eve)
    waiting = await challenge(ana, ben, "onyx")
    page = (await ask(ana, "settings")).message
    question = await ana.click(page, "Delete my data")
    assert "Delete everything" in question.text
    await ana.click(question.message, "Keep my data")
    await becomes(ana, question.message, "Nothing was deleted")
    question = await ana.click(page, "Delete my data")
    await ana.click(question.message, "Yes, delete my data")
    await becomes(ana, question.message, "nothing about you is stored")
    await eve.wait_for(lambda one: "wins" in one.text and one.labels, running.channel_id)
    await becomes(ben, waiting, "Challenge closed")
    assert "You have no rated match yet" in (await ask(ana, "profile")).text
    kept = await ask(ben, "profile")
    assert "0 won, 0 drawn, 1 lost" in read_answer(kept)
    assert f"#{code_of(end)}" in kept.text
    assert ana.name not in kept.text
    seen = await ask(ben, "replay", code=code_of(end))
    assert "Somebody" in seen.text
    assert ana.name not in seen.text + str(seen.message.images[0].description)
    ranks = await ask(eve, "leaderboard", game="choccer", scope="all")
    assert ana.name not in ranks.text


async def test_the_board_speaks_the_language_of_the_server_after_all(ana: Member, ben: Member) -> None:
    """A German challenger on an English server: the card and the board are for everybody."""
    await german(ana)
    card = await challenge(ana, ben)
    assert "challenges" in card.text
    await ben.click(card, "Accept")
    assert "The match begins" in (await board(ana, card)).text


async def test_all_switches_are_set_in_one_window(ana: Member) -> None:
    page = (await ana.settle(await ana.command("settings", channel=CHANNEL))).message
    window = (await ana.click(page, "Change all at once")).modal
    await ana.submit(window, {"theme": "light", "switches": ["patterns", "text", "challenges"], "language": "-"})
    shown = await becomes(ana, page, "**Theme**: light")
    for part in ("Patterns**: strong", "Text boards**: on", "Confirm moves**: off", "Pings**: off"):
        assert part in shown.text
    again = (await ana.click(shown, "Change all at once")).modal
    chosen = [one["value"] for field in again.fields for one in field["options"] if one.get("default")]
    assert chosen == ["light", "patterns", "text", "challenges", "-"]
