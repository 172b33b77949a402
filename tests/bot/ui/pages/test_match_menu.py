"""The menu More: what stands there is possible, in matches at random of every game; one's own request is withdrawn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import discord
import pytest

import games
from bot.match import draws, ending
from bot.match.acts import Order
from bot.match.challenges import ChallengeRequest
from bot.match.changes import Decide
from bot.match.clock import Instant, read_time
from bot.match.errors import Refused
from bot.match.limits import Limit
from bot.match.model import By, Change, Match, MatchId, OfferKind, RequestAnswer, Stage, UserId
from bot.match.moderation import decide_act, find_orders
from bot.match.play import game_of, state_of
from bot.match.service import MatchService
from bot.match.showing import must_be_repostable
from bot.match.visibility import may_have_hint, replayable
from bot.ui.components.custom_id import Click, read_click
from bot.ui.components.items import Item
from bot.ui.i18n.language import ENGLISH
from bot.ui.pages.match_menu import looking_row, player_rows
from bot.ui.pages.requests import closed_request
from tests.bot.table import ANA, BEN, EVE, HERE, Club

KINDS: dict[str, OfferKind] = {"draw": "draw", "takeback": "takeback", "pause": "pause"}
MODERATOR = UserId(99)


class Rehearsal(MatchService):
    """Decides, and stores nothing."""

    async def change(
        self,
        match_id: MatchId,
        decide: Decide,
        known: Match | None = None,
        limit: Limit | None = None,
        arrived: Instant | None = None,
    ) -> Match:
        match = await self.store.get(match_id)
        assert match is not None
        decided = decide(match, self.clock())
        return (decided if isinstance(decided, Change) else await decided).match


def clicks(rows: list[Item]) -> list[Click]:
    """What the buttons of these rows ask for."""
    buttons = [one for row in rows if isinstance(row, discord.ui.ActionRow) for one in row.children]
    found = [read_click(str(one.custom_id)) for one in buttons if isinstance(one, discord.ui.Button)]
    return [click for click in found if click is not None]


def buttons(row: Item) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    return [one for one in getattr(row, "children", ()) if isinstance(one, discord.ui.Button)]


def words(rows: list[Item]) -> str:
    return "\n".join(row.content for row in rows if isinstance(row, discord.ui.TextDisplay))


async def menu(club: Club, match: Match, user: UserId) -> list[Item]:
    """What the menu has for a person."""
    plays = match.seats_of(user) and match.stage is Stage.LIVE
    refusals = await club.service.find_refusals(match, user) if plays else {}
    playing = player_rows(match, user, refusals, ENGLISH) if plays else []
    return [*playing, looking_row(match, user, ENGLISH)]


async def press(club: Club, match: Match, user: UserId, click: Click) -> None:
    """Do what a button of the menu asks for, without storing it."""
    service = Rehearsal(club.store, club.clock, Random(1), draws=club.service.draws)
    match click.action:
        case "resign":
            await service.resign(match.id, user)
        case "draw" | "takeback" | "pause" as kind:
            await service.offer(match.id, user, KINDS[kind], click.turn)
        case "accept-request":
            await service.agree(match.id, user, int(click.rest), click.turn)
        case "withdraw":
            await service.refuse(match.id, user, int(click.rest))
        case "give-time":
            await service.give_time(match.id, user)
        case "repost":
            must_be_repostable(match, user)
        case "replay":
            await replayable(match, club.store)
        case "hint":
            assert (await service.mover(match, user)).user == user
            assert may_have_hint(match)
        case other:
            assert other in {"flip", "rules"}


async def check_menus(club: Club, match: Match) -> set[str]:
    """Press everything that anybody is offered; returns what that was."""
    offered = set()
    for user in (*match.people, EVE.user, MODERATOR):
        for click in clicks(await menu(club, match, user)):
            await press(club, match, user, click)
            offered.add(click.action)
    log = await club.store.entries(match.id, max(0, match.ply - 20))
    for order in find_orders(match, (), log, Order("void", MODERATOR, "…", guild=HERE.guild), club.clock()):
        decide_act(match, order, (), log, club.clock())
        offered.add(order.kind)
    return offered


async def play_on(club: Club, match: Match, dice: Random) -> Match:
    """A move at random, or something that is asked for or answered."""
    user = dice.choice(match.people)
    asked = dice.choice(["", "", "", "", *KINDS, "refuse"])
    if match.stage is Stage.PAUSED:
        return await club.service.resume(match.id, user)
    try:
        if asked == "refuse" and match.offer is not None:
            return await club.service.refuse(match.id, user, match.offer.made)
        if asked in KINDS and (asked != "draw" or match.offer is None):
            return await club.service.offer(match.id, user, KINDS[asked])
    except Refused:
        pass
    seat, rules = dice.choice(match.to_act).seat, game_of(match).rules
    move = rules.text(rules.legal(state_of(match), seat).sample(dice))
    by: By = "ai" if match.players[seat].ai else "player"
    return await club.service.submit_for(match.id, seat, move, match.turn, by)


@pytest.mark.parametrize("key", games.keys())
async def test_what_the_menu_offers_is_not_refused(
    sqlite_club: Club, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An AI that is offered a draw may decline, but not before it has looked at the position."""
    monkeypatch.setattr(draws, "declines", lambda *_: False)
    dice, club, offered = Random(key), sqlite_club, set[str]()
    for number, time in enumerate(("3d", "5m+5s", "12s", "none", "3d")):
        asked = ChallengeRequest(key, ANA, HERE, time=read_time(time))
        asked = replace(asked, ai="easy") if number % 2 else replace(asked, opponents=(BEN,))
        match = await club.service.challenge(asked)
        match = match if match.stage is Stage.LIVE else await club.service.accept(match.id, BEN)
        for _ in range(18):
            offered |= await check_menus(club, match)
            if match.stage.ended:
                break
            match = await play_on(club, match, dice)
    assert offered >= {
        "resign",
        "draw",
        "takeback",
        "pause",
        "give-time",
        "withdraw",
        "accept-request",
        "repost",
        "replay",
        "flip",
    }
    assert offered >= {"void", "award", "replace"}


async def test_the_first_turn_offers_no_take_back_and_no_time_to_oneself(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    mine = await menu(sqlite_club, match, ANA.user)
    assert [click.action for click in clicks(mine)][:3] == ["resign", "draw", "pause"]
    assert words(mine) == "-# You have made no move that could be taken back."
    assert "give-time" in {click.action for click in clicks(await menu(sqlite_club, match, BEN.user))}


@pytest.mark.parametrize("time, pause", [("3d", ["Pause match"]), ("none", [])])
async def test_against_an_ai_nobody_is_asked_for_a_take_back_or_a_pause(
    sqlite_club: Club, time: str, pause: list[str]
) -> None:
    """Without a clock, there is nothing to pause."""
    asked = ChallengeRequest("choccer", ANA, HERE, ai="easy", first="me", time=read_time(time))
    match = await sqlite_club.service.challenge(asked)
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    labels = [one.label for row in await menu(sqlite_club, match, ANA.user) for one in buttons(row)]
    assert labels[:2] == ["Resign", "Take back"], "the AI, which is to move, cannot judge a draw"
    assert [label for label in labels if label and "ause" in label] == pause
    if pause:
        assert (await sqlite_club.service.offer(match.id, ANA.user, "pause")).stage is Stage.PAUSED


async def test_two_people_agree_on_a_pause_without_a_clock_too(sqlite_club: Club) -> None:
    match = await sqlite_club.begin("none")
    assert "pause" in [click.action for click in clicks(await menu(sqlite_club, match, ANA.user))]


async def test_ones_own_request_can_be_withdrawn_and_anothers_accepted(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    match = await sqlite_club.service.offer(match.id, ANA.user, "draw")
    mine, theirs = [clicks(await menu(sqlite_club, match, one.user)) for one in (ANA, BEN)]
    assert [click.action for click in mine] == ["resign", "withdraw", "flip", "repost", "replay", "rules"]
    assert [click.action for click in theirs][:2] == ["resign", "accept-request"]
    assert "Accept draw" in str([one.to_component_dict() for one in await menu(sqlite_club, match, BEN.user)])


async def test_the_message_of_a_withdrawn_request_says_so(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    match = await sqlite_club.service.offer(match.id, ANA.user, "draw")
    change = ending.refuse(match, match.players[0], match.revision)
    assert change.answer == RequestAnswer(match.revision, "draw", match.players[0].seat, accepted=False, withdrawn=True)
    told = closed_request(change.match, change.answer, ENGLISH)
    assert words(list(told.children)) == "Ana withdraws the draw offer."


async def test_who_has_not_moved_yet_is_told_so_where_tiles_were_dealt(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN,), first="me"))
    match = await sqlite_club.service.accept(match.id, BEN)
    assert (await sqlite_club.store.entries(match.id, 0))[0].by == "chance"
    assert "no move that could be taken back" in words(await menu(sqlite_club, match, ANA.user))
