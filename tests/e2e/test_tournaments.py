"""/tournament: mini cup, Swiss and knockout from the window to the last standings."""

from __future__ import annotations

import asyncio
from itertools import combinations

import pytest

from sandbox.client import Sandbox
from tests.e2e.playing import becomes
from tests.e2e.running import Bot
from tests.e2e.tournaments import Club

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_mini_cup_starts_when_it_is_full_and_everybody_meets_everybody(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    card = await club.create("mini_cup", 4)
    assert "Everybody plays everybody" in card.text
    told = await club.join(card, *club.people)
    assert all("You are taking part in" in text for text in told), told
    await club.people[0].wait_for_text("Round 1 begins", club.server.games)
    await club.play()
    over = await becomes(club.people[0], card, "First place")
    assert over.images, "the card shows the cross table"
    pairings = await club.pairings()
    assert sorted(tuple(sorted(entrants)) for _, entrants, _ in pairings) == list(combinations(range(1, 5), 2))
    assert len({match for _, _, match in pairings}) == await club.matches() == 6
    told_end = await club.people[0].wait_for_text("The tournament is over", club.server.games)
    assert "1\\. " in told_end.text
    await club.close()


async def test_a_planned_start_is_on_the_card_and_one_that_is_none_is_refused(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 1)
    card = await club.create("swiss5", 16, start="2h")
    assert "Starts <t:" in card.text
    refused = await club.people[0].command("tournament create", {"start": "soon"}, channel=club.server.games)
    assert "Write the start as 20:00" in refused.text
    offered = await club.people[0].autocomplete("tournament move", "tournament", "", channel=club.server.games)
    options = {"tournament": offered.choices[0].value, "start": "5h"}
    told = await club.people[0].command("tournament move", options, channel=club.server.games)
    moved = await club.people[0].settle(told)
    assert "Starts <t:" in moved.text
    await club.people[0].wait_for_text("has moved the start to <t:", club.server.games)
    await club.close()


async def test_a_swiss_tournament_with_late_entry_and_dropping_out(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 7)
    *first, late = club.people
    card = await club.create("swiss5", 16)
    await club.join(card, *first)
    assert "The tournament begins" in await club.press(first[0], card, "Start")
    await first[0].wait_for_text("Round 1 begins", club.server.games)
    assert "You are taking part in" in await club.press(late, card, "Join")
    await late.wait_for_text("joins from round 2 on", club.server.games)
    assert "no longer taking part" in await club.press(first[5], card, "Leave")
    await late.wait_for_text("drops out", club.server.games)
    await club.play()
    await becomes(late, card, "First place")
    pairings = await club.pairings()
    met = [frozenset(entrants) for round_, entrants, _ in pairings if len(entrants) == 2 and round_ < 4]
    assert len(met) == len(set(met))
    assert max(round_ for round_, _, _ in pairings) == 5
    standings = await late.settle(await late.click(await late.refresh(card), "Standings"))
    assert standings.message.images
    await club.close()


async def test_a_knockout_is_played_in_mini_matches_to_its_winner(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 3)
    card = await club.create("knockout", 8)
    await club.join(card, *club.people)
    await club.press(club.people[0], card, "Start")
    await club.play()  # whoever begins wins: every mini match is even, and the decider goes to the lower seed
    over = await becomes(club.people[0], card, "First place")
    assert "**Over.**" in over.text
    pairings = await club.pairings()
    assert [len(entrants) for round_, entrants, _ in pairings if round_ == 1].count(1) == 1, "one bye"
    assert len([1 for _, entrants, _ in pairings if len(entrants) == 2]) == await club.matches() == 6
    await club.close()


async def test_two_organisers_who_press_start_at_once_start_it_once(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    card = await club.create("swiss5", 16)
    await club.join(card, *club.people)
    host, moderator = club.people[0], club.server.owner
    answers = await asyncio.gather(club.press(host, card, "Start"), club.press(moderator, card, "Start"))
    assert sorted("tournament begins" in text for text in answers) == [False, True], answers
    assert any("has already begun" in text or "is from an older" in text for text in answers)
    await host.wait_for_text("Round 1 begins", club.server.games)
    await club.wait_for_boards(2)
    assert await club.matches() == 2
    await club.close()


async def test_bad_luck_has_a_sentence_each(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    ana, ben, cem, dan = club.people
    card = await club.create("mini_cup", 3)
    assert "You are taking part in" in await club.press(ana, card, "Join")
    assert "You are already taking part" in await club.press(ana, card, "Join")
    assert "You aren't taking part" in await club.press(ben, card, "Leave")
    assert "Only" in await club.press(ben, card, "Start")
    assert "3 are needed" in await club.press(ana, card, "Start")
    await club.join(card, ben)
    assert "You are taking part in" in await club.press(cem, card, "Join")
    late = (await dan.settle(await dan.click(card, "Join", remembered=True))).text
    assert "tournament is full" in late
    asked = await club.ask_to_call_off(ana, card)
    await ana.click(asked, "Call off")
    off = await becomes(dan, card, "Called off")
    assert "Join" not in off.labels
    late = (await dan.settle(await dan.click(card, "Join", remembered=True))).text
    assert "called off" in late
    await club.close()


async def test_who_has_not_the_role_cannot_join(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 2)
    card = await club.create("swiss5", 8)
    role = await club.server.role("Players")
    await club.server.decide("play-role", [str(role)], f"<@&{role}>")
    assert "you need the role" in await club.press(club.people[1], card, "Join")
    await club.close()


async def test_contradicting_settings_are_refused(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 1)
    (ana,) = club.people
    for size, kind, words in (("12", "mini_cup", "3 to 8"), ("ten", "swiss5", "Write a number of players")):
        window = (await ana.command("tournament create", channel=club.server.games)).modal
        answer = {"name": "", "kind": [kind], "game": ["onyx"], "time": ["1d"], "size": size}
        assert words in (await ana.settle(await ana.submit(window, answer))).text
    window = (await ana.command("tournament create", {"seats": 4}, channel=club.server.games)).modal
    answer = {"name": "", "kind": ["swiss5"], "game": ["onyx"], "time": ["1d"], "size": "8"}
    assert "Onyx is for 2" in (await ana.settle(await ana.submit(window, answer))).text
    listed = await ana.settle(await ana.command("tournament list", channel=club.server.games))
    assert "No tournaments yet" in listed.text
    await club.close()


async def test_a_kill_in_the_middle_of_a_round_changes_nothing(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 6)
    card = await club.create("swiss5", 16)
    await club.join(card, *club.people)
    await club.people[0].click(card, "Start")
    await club.people[0].wait_for_text("Round 1 begins", club.server.games)
    await bot.kill()
    await bot.start()
    await club.wait_for_boards(3)
    for running in await club.running():
        await club.resign(running, 1)
    await bot.kill()
    await bot.start()
    await club.people[0].wait_for_text("Round 2 begins", club.server.games, patience=30)
    await club.play()
    await becomes(club.people[0], card, "First place")
    pairings = await club.pairings()
    assert len({match for _, _, match in pairings}) == len(pairings) == await club.matches() == 15
    rounds = [one for one in await club.people[0].messages(club.server.games) if "Round 1 begins" in one.text]
    assert len(rounds) == 1
    await club.close()


@pytest.mark.slow
@pytest.mark.timeout(500)
async def test_sixty_four_people_play_a_swiss_tournament(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 64)
    card = await club.create("swiss6", 64)
    await club.join(card, *club.people)
    await club.press(club.people[0], card, "Start")
    await club.play(seconds=400)
    await becomes(club.people[0], card, "First place")
    pairings = await club.pairings()
    assert len({frozenset(entrants) for _, entrants, _ in pairings}) == len(pairings) == await club.matches() == 192
    await club.close()
