"""Who sits at the table: open tables, three and four players, the ranking at the end, hot seat, rematch, limits."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from sqlalchemy import select, update

import games
from bot.match.play import AnyGame
from bot.store import schema
from games.core.budget import Budget
from games.core.status import CHANCE, Outcome, Seat, Turn
from sandbox.client import Member, Message
from tests.e2e.clicking import Clicker, is_over
from tests.e2e.playing import CHANNEL, accept, becomes, board, challenge, code_of, find_card
from tests.e2e.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_table(host: Member, game: str = "cyberzul", **options: object) -> Message:
    """The card of a table that is open to all."""
    return await find_card(host, await host.command(game, {"first": "me", **options}, channel=CHANNEL))


async def resign(member: Member, shown: Message) -> None:
    """The member gives up."""
    menu = await member.settle(await member.click(shown, "More"))
    await member.click(menu.message, "Resign")
    await member.click(await becomes(member, menu.message, "Resign?"), "Resign")


# ---------------------------------------------------------------------- open tables


async def test_an_open_table_pings_nobody_and_has_its_own_buttons(ana: Member) -> None:
    card = await open_table(ana)
    assert card.pinged == frozenset()
    assert card.labels == ["Join", "Leave", "Start", "Fill with AI", "Rules"]
    assert f"1 of 4 seats taken: {ana.name}" in card.text


async def test_people_come_and_go_at_an_open_table(ana: Member, ben: Member, eve: Member) -> None:
    card = await open_table(ana)
    assert "You have no seat at this table" in (await ben.click(card, "Leave")).text
    await ben.click(card, "Join")
    await becomes(ana, card, "2 of 4")
    assert "already have a seat" in (await ben.click(card, "Join")).text
    await eve.click(card, "Join")
    await becomes(ana, card, "3 of 4")
    await ben.click(card, "Leave")
    shown = await becomes(ana, card, "2 of 4")
    assert ben.name not in shown.text


async def test_an_open_table_is_found_and_joined_through_games(ana: Member, ben: Member) -> None:
    """Its card may be far up by now."""
    card = await open_table(ana)
    listed = await ben.settle(await ben.command("games", channel=CHANNEL))
    assert "### Open tables" in listed.text
    option = next(one.value for one in listed.message.selects[0].options if f"#{one.value}" in card.text)
    page = (await ben.settle(await ben.select(listed.message, [option]))).message
    await ben.click(page, "Join")
    await becomes(ana, card, "2 of 4")


async def test_only_the_host_starts_and_with_enough_players(ana: Member, ben: Member) -> None:
    card = await open_table(ana)
    assert "needs at least 2 players" in (await ana.click(card, "Start")).text
    await ben.click(card, "Join")
    for label in ("Start", "Fill with AI"):
        refused = await ben.click(card, label)
        assert refused.ephemeral
        assert "Only the player who opened the table" in refused.text
    await ana.click(card, "Start")
    first = await board(ana, card)
    assert first.pinged == {ana.id}
    assert f"{ana.name} vs {ben.name}" in first.text
    late = await ben.click(card, custom_id=card.button("Join").custom_id, remembered=True)
    assert "already begun" in late.text


async def test_the_last_seat_starts_the_match(ana: Member, ben: Member) -> None:
    card = await open_table(ana, "choccer")
    await ben.click(card, "Join")
    assert (await board(ana, card)).pinged == {ana.id}


async def test_fill_with_ai_starts_an_unrated_match(ana: Member, ben: Member) -> None:
    card = await open_table(ana)
    await ben.click(card, "Join")
    await ana.click(card, "Fill with AI")
    first = await board(ana, card)
    assert first.text.count("AI (medium)") == 2
    assert "unrated" in (await ana.refresh(card)).text


async def test_a_table_without_its_host_is_closed(ana: Member, ben: Member) -> None:
    card = await open_table(ana)
    join = card.button("Join")
    await ana.click(card, "Leave")
    closed = await becomes(ben, card, "Table closed")
    assert closed.labels == []
    assert "Table closed" in (await ben.click(closed, custom_id=join.custom_id, remembered=True)).text


async def test_of_two_who_take_the_last_seat_at_once_one_gets_it(ana: Member, ben: Member, eve: Member) -> None:
    card = await open_table(ana, "choccer")
    results = await asyncio.gather(ben.click(card, "Join"), eve.click(card, "Join"))
    told = [result for result in results if result.answer is not None and result.raw["message"] and result.ephemeral]
    assert len(told) == 1
    assert "already begun" in told[0].text
    first = await board(ana, card)
    assert (ben.name in first.text) != (eve.name in first.text)


# ---------------------------------------------------------------------- more than two


async def three(ana: Member, ben: Member, eve: Member) -> Message:
    """The first board of a match of three."""
    card = await find_card(
        ana, await ana.command("cyberzul", {"opponent": ben, "opponent2": eve, "first": "me"}, channel=CHANNEL)
    )
    assert card.pinged == {ben.id, eve.id}
    await ben.click(card, "Accept")
    assert "already accepted" in (await ben.click(card, "Accept")).text
    await eve.click(card, "Accept")
    return await board(ana, card)


def assert_ranked(end: Message, *players: Member) -> None:
    """The final board names everybody in the order of their places, a line each, with the points."""
    assert is_over(end)
    assert end.images
    ranking = [line for line in end.text.splitlines() if line[:4] in {"1\\. ", "2\\. ", "3\\. "}]
    assert len(ranking) == len(players)
    assert all(" point" in line for line in ranking)
    assert all(any(member.mention in line for line in ranking) for member in players)


@pytest.mark.slow
async def test_three_play_to_the_end_and_are_ranked(ana: Member, ben: Member, eve: Member) -> None:
    first = await three(ana, ben, eve)
    assert_ranked(await Clicker([ana, ben, eve], first.channel_id, 7).play(300), ana, ben, eve)


async def test_the_last_move_of_three_leads_to_the_ranking(ana: Member, ben: Member, eve: Member, bot: Bot) -> None:
    """The match is put before its last move, as it was found by playing without Discord."""
    first = await three(ana, ben, eve)
    position, seat, move = last_move_of_three()
    match, seats = schema.match, schema.seat
    number = await bot.database.value(select(match.c.id).where(match.c.code == code_of(first)))
    await bot.database.change(update(match).where(match.c.id == number).values(position=position))
    await bot.database.change(update(seats).where(seats.c.match == number).values(to_act=seats.c.seat == seat))
    mover = (ana, ben, eve)[seat]
    await mover.settle(await mover.command("games", channel=CHANNEL))  # reads the match as it now is
    played = await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
    assert "The match is over" in played.text
    assert_ranked(await ana.wait_for(is_over, first.channel_id), ana, ben, eve)


def last_move_of_three() -> tuple[str, Seat, str]:
    """The position before the last move of a match of three thinkers, who moves, and the move."""
    game: AnyGame = games.find("cyberzul")
    rng = Random(1)
    state = game.rules.start(3, game.info.check_options({}))
    while True:
        status = game.rules.status(state)
        assert isinstance(status, Turn)
        seat = min(status.seats)
        chance = seat == CHANCE
        move = (
            game.rules.deal(state, rng) if chance else game.player.think(state, seat, "easy", Budget(nodes=1), rng).move
        )
        before, state = state, game.rules.play(state, seat, move)
        if isinstance(game.rules.status(state), Outcome):
            return game.rules.dump(before), seat, game.rules.text(move)


async def test_with_three_players_an_ai_goes_on_for_who_gives_up(ana: Member, ben: Member, eve: Member) -> None:
    first = await three(ana, ben, eve)
    await resign(ben, first)
    shown = await ana.wait_for(lambda one: "AI (medium)" in one.text and one.buttons, first.channel_id)
    assert ana.mention in shown.text


# ---------------------------------------------------------------------- hot seat


async def test_a_hot_seat_match_is_always_ones_own_turn(ana: Member) -> None:
    card = await find_card(ana, await ana.command("choccer", {"opponent": ana}, channel=CHANNEL))
    assert card.pinged == frozenset()
    shown = await board(ana, card)
    for number, move in enumerate(("h4-g4", "d4-e4"), 1):
        listed = await ana.settle(await ana.command("games", channel=CHANNEL))
        assert "Your turn" in listed.text
        assert "Waiting for others" not in listed.text
        option = listed.message.selects[0].options[0]
        page = await ana.settle(await ana.select(listed.message, [option.value]))
        assert "To the board" in page.message.labels
        await ana.settle(await ana.command("move", {"move": move, "match": option.value}, channel=CHANNEL))
        shown = await board(ana, card, number)
    menu = (await ana.settle(await ana.click(shown, "More"))).message
    assert "Hint" in menu.labels
    await ana.click(menu, "Resign")
    await becomes(ana, menu, "Resign? White wins.")


# ---------------------------------------------------------------------- rematch


async def test_a_rematch_swaps_the_sides(ana: Member, ben: Member) -> None:
    first = await accept(ana, ben)
    await resign(ben, first)
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    assert end.labels == ["Rematch", "Replay", "Animation", "Record"]
    await ana.click(end, "Rematch")
    card = await ben.wait_for(
        lambda one: f"{ben.name} vs {ana.name}" in one.text and "Accept" in one.labels, first.channel_id
    )
    assert card.pinged == {ben.id}, "the card stands where both have played"
    await ben.click(end, "Rematch")
    begun = await ben.wait_for(
        lambda one: one.id > end.id and "The match begins." in one.text and "More" in one.labels, first.channel_id
    )
    assert f"{ben.name} vs {ana.name}" in begun.text
    assert begun.pinged == {ben.id}
    moved = await ben.settle(await ben.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert not moved.failed
    await ana.wait_for(lambda one: "Turn 1 " in one.text and ana.id in one.pinged, first.channel_id)


async def test_spectators_get_no_rematch_but_a_hint(ana: Member, ben: Member, eve: Member) -> None:
    first = await accept(ana, ben)
    await resign(ben, first)
    end = await ana.wait_for(lambda one: "Rematch" in one.labels, first.channel_id)
    refused = await eve.click(end, "Rematch")
    assert refused.ephemeral
    assert "Start your own match with /choccer." in refused.text


# ---------------------------------------------------------------------- limits


async def test_a_cancelled_challenge_can_never_start(ana: Member, ben: Member, eve: Member) -> None:
    card = await challenge(ana, ben)
    accept = card.button("Accept")
    assert "Only the challenger can cancel" in (await ben.click(card, "Cancel")).text
    assert "isn't for you" in (await eve.click(card, "Decline")).text
    await ana.click(card, "Cancel")
    off = await becomes(ben, card, "Challenge closed")
    assert off.labels == []
    late = await ben.click(off, custom_id=accept.custom_id, remembered=True)
    assert f"{ana.name} cancelled" in late.text
    assert (await ana.refresh(card)).thread_id is None


async def test_of_accept_and_cancel_at_once_exactly_one_counts(ana: Member, ben: Member) -> None:
    card = await challenge(ana, ben)
    cancelled, accepted = await asyncio.gather(ana.click(card, "Cancel"), ben.click(card, "Accept"))
    (refused,) = [result for result in (cancelled, accepted) if result.raw["message"] and result.ephemeral]
    assert ("already begun" if refused is cancelled else "Challenge closed") in refused.text


async def test_three_challenges_may_wait_at_most(ana: Member, ben: Member, eve: Member) -> None:
    await challenge(ana, ben)
    await challenge(ana, eve)
    await open_table(ana)
    refused = await ana.settle(await ana.command("onyx", channel=CHANNEL))
    assert refused.ephemeral
    assert "Cancel one first" in refused.text
