"""Tournaments and bad luck: people, channels, roles and games that go away in the middle."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.match.model import Stage
from bot.store.schema import match
from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import becomes
from tests.e2e.running import Bot
from tests.e2e.tournaments import Club

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def start(club: Club, count: int, kind: str = "mini_cup") -> Message:
    """A tournament that these people play."""
    card = await club.create(kind, 8)
    await club.join(card, *club.people[:count])
    assert "tournament begins" in await club.press(club.people[0], card, "Start")
    return await becomes(club.people[0], card, "being played")


async def test_only_who_may_call_off_finds_it_and_is_asked_whether_they_are_sure(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 2)
    card = await club.create("swiss5", 8)
    assert card.labels == ["Join", "Leave", "Start", "More"]
    assert (await club.own_page(club.people[1], card)).labels == ["Join"]
    for member in (club.people[0], club.server.owner):
        assert (await club.own_page(member, card)).labels == ["Join", "Start", "Call off"]
        assert "Matches that have begun go on" in (await club.ask_to_call_off(member, card)).text
    await club.close()


async def test_a_tournament_goes_on_when_its_organiser_leaves_the_server(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    host, *others = club.people
    card = await club.create("mini_cup", 8)
    await club.join(card, *others)
    await sandbox.control("DELETE", f"/guilds/{club.server.id}/members/{host.id}")
    assert "tournament begins" in await club.press(club.server.owner, card, "Start")
    await club.play()
    await becomes(others[0], card, "First place")
    await club.close()


async def test_a_tournament_whose_channel_is_deleted_is_shown_by_the_command(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 3)
    await start(club, 3)
    await sandbox.control("DELETE", f"/channels/{club.server.games}")
    ana = club.people[0]
    offered = await ana.autocomplete("tournament show", "tournament", "", channel=club.server.results)
    options = {"tournament": offered.choices[0].value}
    shown = await ana.settle(await ana.command("tournament show", options, channel=club.server.results))
    assert "Round 1 of 3" in shown.text
    # Until its place is known to be gone, whoever rests may watch the match.
    paused = select(match.c.id).where(match.c.guild == club.server.id, match.c.stage == Stage.PAUSED)
    await bot.database.until(paused)
    listed = [await one.settle(await one.command("games", channel=club.server.results)) for one in club.people]
    assert sum("Choccer" in result.text for result in listed) == 2, "one of three rests"
    await club.close()


async def test_a_role_that_is_deleted_keeps_people_out_and_says_who_can_help(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 2)
    role = await club.server.role("Players")
    await club.server.decide("play-role", [str(role)], f"<@&{role}>")
    card = await find_card_by(club.server.owner, club)
    await sandbox.control("DELETE", f"/guilds/{club.server.id}/roles/{role}")
    told = await club.press(club.people[1], card, "Join")
    assert "A server manager can change that in /setup" in told
    assert "You are taking part in" in await club.press(club.server.owner, card, "Join")
    await club.close()


async def test_a_tournament_whose_game_is_switched_off_is_played_to_its_end(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    card = await start(club, 3, "swiss5")
    await club.server.decide("games", ["choccer"], "**Games switched off**: Choccer")
    assert "switched off here" in await club.press(club.people[3], card, "Join")
    await club.play()
    await becomes(club.people[0], card, "First place")
    await club.close()


async def test_a_substitute_agrees_and_plays_on(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 5)
    host, leaver, _, substitute, other = club.people
    card = await start(club, 3)
    await club.press(leaver, card, "Leave")
    asked = await _replace(club, host, leaver, substitute)
    assert asked.pinged == {substitute.id}
    told = (await other.settle(await other.click(asked, "Take the place"))).text
    assert "Only the person who is asked" in told
    told = (await substitute.settle(await substitute.click(asked, "Take the place"))).text
    assert "You are taking part in" in told
    await host.wait_for_text("takes the place of", club.server.games)
    again = (await substitute.settle(await substitute.click(asked, "Take the place", remembered=True))).text
    assert "is taking part, or has done before" in again
    await club.play()
    await becomes(host, card, "First place")
    await club.close()


async def test_nobody_but_an_organiser_replaces_and_nobody_by_a_bot(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 4)
    await start(club, 3)
    host, guest, _, another = club.people
    number = (await host.autocomplete("tournament replace", "tournament", "", channel=club.server.games)).choices[0]
    options = {"tournament": number.value, "player": "2", "substitute": another}
    refused = await guest.settle(await guest.command("tournament replace", options, channel=club.server.games))
    assert "and the server's moderators can do that" in refused.text
    options["substitute"] = sandbox.bot
    refused = await host.settle(await host.command("tournament replace", options, channel=club.server.games))
    assert "AIs and bots don't take part" in refused.text
    await club.close()


async def test_the_winner_is_given_the_role_that_was_promised(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 3)
    role = await club.server.role_below_the_bot("Champion")
    window = await club.people[0].command("tournament create", {"role": role}, channel=club.server.games)
    assert "only promise a role that you may give yourself" in (await club.people[0].settle(window)).text
    await club.server.allow_the_bot("MANAGE_ROLES")
    card = await find_card_by(club.server.owner, club, role=role)
    assert f"the winner gets <@&{role}>" in card.text
    await club.join(card, *club.people)
    await club.press(club.server.owner, card, "Start")
    await club.play()
    await club.people[0].wait_for_text(f"<@&{role}>.", club.server.games)
    winners = await club.server.members_with(role)
    assert winners, "of three who may be level"
    assert winners <= {one.id for one in club.people}
    await club.close()


async def test_a_role_that_cannot_be_given_is_refused_at_once_or_told_at_the_end(bot: Bot, sandbox: Sandbox) -> None:
    club = await Club.found(bot, sandbox, 3)
    role = await club.server.role_below_the_bot("Champion")
    owner = club.server.owner
    refused = await owner.settle(await owner.command("tournament create", {"role": role}, channel=club.server.games))
    assert "I need **Manage Roles**" in refused.text
    await club.server.allow_the_bot("MANAGE_ROLES")
    card = await find_card_by(owner, club, role=role)
    await club.join(card, *club.people)
    await club.press(owner, card, "Start")
    await sandbox.control("DELETE", f"/guilds/{club.server.id}/roles/{role}")
    await club.play()
    await club.people[0].wait_for_text("but I can't give it", club.server.games)
    await club.close()


async def find_card_by(member: Member, club: Club, **options: object) -> Message:
    window = (await member.command("tournament create", options, channel=club.server.games)).modal
    answer = {"name": "The cup", "kind": ["mini_cup"], "game": ["choccer"], "time": ["1d"], "size": "8"}
    assert "Press **Join**" in (await member.settle(await member.submit(window, answer))).text
    return await member.wait_for(lambda one: "The cup" in one.text and one.buttons, club.server.games)


async def _replace(club: Club, host: Member, leaver: Member, substitute: Member) -> Message:
    channel = club.server.games
    offered = await host.autocomplete("tournament replace", "tournament", "", channel=channel)
    options: dict[str, object] = {"tournament": offered.choices[0].value}
    players = await host.autocomplete("tournament replace", "player", "", options, channel=channel)
    number = next(one.value for one in players.choices if one.name == leaver.name)
    options |= {"player": number, "substitute": substitute}
    return (await host.settle(await host.command("tournament replace", options, channel=channel))).message
