"""What contradicts what: for every command, control and window that writes, acts that cannot all be done as asked.

A race is a situation and a few acts in it, by the same person or by both of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.club.events.model import Format, Terms, TournamentId
from bot.club.events.substitutes import mark_of
from bot.club.reports import Answer
from bot.match.challenges import Person
from bot.match.model import Match, UserId
from bot.store.audit import SqlAudit
from bot.ui.components.custom_id import Click
from tests.faults.scenarios import (
    COMMANDS,
    CONTROLS,
    Act,
    Given,
    Scenario,
    basics_form,
    choose,
    code,
    command,
    control,
    fixed,
    friend_form,
    notifications_form,
    press,
    report_form,
    role_form,
    seek_form,
    settings_form,
    submit,
    tournament_form,
)
from tests.faults.situations import (
    add_rule,
    be_challenged,
    be_offered_draw,
    be_reported_to,
    begin_match,
    begin_only_match,
    begin_their_match,
    begin_turn,
    block_other,
    block_personally,
    compose_move,
    end_match,
    end_searches,
    exclude_other,
    forget_reports,
    issue_challenge,
    join_table,
    meet_another_server,
    move_in_their_match,
    move_once,
    offer_draw,
    open_table,
    open_their_table,
    open_tournament,
    pause_match,
    readmit,
    reset,
    reset_posting,
    take_days_off,
    unblock_other,
    void_match,
)
from tests.faults.stage import Spot, Who, person

ALL = {**{f"/{name}": one for name, one in COMMANDS.items()}, **CONTROLS}


@dataclass(frozen=True)
class Rival:
    """One of the acts of a race: by whom the scenario is about, or by the other one. `name` tells what is used."""

    name: str
    scenario: Scenario
    by_guest: bool = False


@dataclass(frozen=True)
class Race:
    """Acts that contradict each other, in one situation. With `chance`, how a match goes on is not compared."""

    given: Given
    rivals: tuple[Rival, ...]
    by: Who = "player"
    chance: bool = False


def race(given: Given, *rivals: str | Rival, by: Who = "player", chance: bool = False) -> Race:
    """A race of acts as they stand in the scenarios, which are named, and of others."""
    return Race(given, tuple(Rival(one, ALL[one]) if isinstance(one, str) else one for one in rivals), by, chance)


def other(name: str, scenario: Scenario) -> Rival:
    """The same command, control or window with other input."""
    return Rival(name, scenario)


def guest(name: str, scenario: Scenario | None = None) -> Rival:
    """Used by the other one."""
    return Rival(name, scenario or ALL[name], by_guest=True)


def form(action: str, opened_by: str, base: Callable[[Spot], dict[str, object]], **changed: object) -> Rival:
    """A window filled in differently."""
    return other(action, submit(opened_by, lambda spot: {**base(spot), **changed}))


def moderate(opened_by: Scenario, reason: str) -> Rival:
    """The window of a moderator's act, which this control opens."""

    async def act(spot: Spot, match: Match | None) -> Act:
        opened = await (await opened_by.act(spot, match))()
        assert opened.answer == "modal", (opened.answer, opened.text)
        return partial(spot.ana.submit, opened.modal, {opened.modal.fields[-1]["custom_id"]: reason})

    return other("mod-do", Scenario(begin_their_match, act, stores=True, by="manager", window=True))


def challenge_by(name: str, **options: object) -> Scenario:
    """A command that challenges the other one."""
    return command(name, lambda spot, _match: {"opponent": spot.ben, **options})


def move(text: str) -> Scenario:
    """`/move`."""
    return command("move", lambda _spot, match: {"move": text, "match": code(match)})


def enter_tournament(people: int) -> Given:
    """A tournament of whoever acts, in which so many take part."""

    async def given(spot: Spot) -> None:
        await reset(spot)
        await open_tournament(spot, people)

    return given


async def pair_first_round(spot: Spot) -> None:
    """A tournament of whoever acts, between three others, that has begun."""
    await reset(spot)
    service = spot.stage.app.background.tournament_cards.service
    number = await open_tournament(spot, 0)
    for one in (spot.guest, person(spot.server.owner), Person(UserId(4_000_000_000), "Cem")):
        await service.join(number, one)
    await service.start(number, spot.host, moderates=False)


async def join_ladder(spot: Spot) -> None:
    """A ladder on which whoever acts stands below the other one."""
    await reset(spot)
    service = spot.stage.app.background.tournament_cards.service
    made = await service.create(Terms(Format.LADDER, "choccer", "3d", size=8), spot.place, spot.host)
    for one in (spot.guest, spot.host):
        await service.join(made.id, one)


def of_its_card(action: str, values: tuple[str, ...] = (), place: int | None = None) -> Rival:
    """A control of the card of that tournament; with `place` for whoever acts to take the place of that number."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        number = max((await spot.stage.read_stored()).of(spot).tournaments)
        made = await spot.stage.app.background.tournament_cards.service.get(TournamentId(number))
        more = "" if place is None else f".{place}.{spot.ana.id}.{mark_of(made.entrants[place - 1])}"
        custom_id = str(Click(action, rest=f"{number}{more}"))
        if values:
            return partial(spot.ana.select, spot.own, values, custom_id=custom_id, remembered=True)
        return partial(spot.ana.click, spot.own, custom_id=custom_id, remembered=True)

    return Rival(action, Scenario(reset, act, stores=True))


async def wait_for_answer(spot: Spot) -> None:
    """A report that whoever acts is to answer."""
    await be_reported_to(spot)


def answer_report(answer: Answer) -> Rival:
    """A button on that report."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        (report,) = await spot.stage.app.context.reports.on_server(spot.server.id, spot.host.user, 1)
        custom_id = str(Click("report-answer", rest=f"{answer}.{report.id}"))
        return partial(spot.ana.click, spot.own, custom_id=custom_id, remembered=True)

    return Rival("report-answer", Scenario(reset, act, stores=True))


def move_start(start: str) -> Rival:
    """`/tournament move` of that tournament."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        number = max((await spot.stage.read_stored()).of(spot).tournaments)
        options: dict[str, object] = {"tournament": str(number), "start": start}
        return partial(spot.ana.command, "tournament move", options, channel=spot.channel)

    return Rival("/tournament move", Scenario(reset, act, stores=True))


def revert() -> Scenario:
    """The control that opens the window of an undo of the only act on a match."""

    async def act(spot: Spot, match: Match | None) -> Act:
        assert match is not None
        number = (await SqlAudit(spot.stage.app.database).acts_of(match.id))[-1].id
        custom_id = control("mod-revert", match, str(number))
        return partial(spot.ana.click, await spot.mine(), custom_id=custom_id, remembered=True)

    return Scenario(void_match, act, by="manager")


REASON = "They both asked for it."
THEIR_MOVE = partial(guest, "/move", move("d4-e4"))
TYPED_H3 = other("typed", submit("type", "h3-g3"))

RACES: dict[str, Race] = {
    # moves
    "moves by menu and window": race(begin_match, "quick", "alone", "typed", TYPED_H3),
    "moves by command and button": race(
        begin_match, "/move", other("/move", move("h3-g3")), other("reading", press("reading", rest="h5-g5"))
    ),
    "a suggestion read two ways": race(begin_match, "reading", other("reading", press("reading", rest="h3-g3"))),
    "a menu used for two moves": race(
        begin_match, "quick", other("quick", choose("quick", fixed("h3-g3"), public=True))
    ),
    "a private menu used for two moves": race(begin_match, "alone", other("alone", choose("alone", fixed("h3-g3")))),
    "a window handed in with two moves": race(begin_match, "typed", TYPED_H3),
    "a composed move and another one": race(compose_move, "confirm", TYPED_H3, "resign-yes"),
    "a turn's step taken back and its end": race(begin_turn, "undo", "turn"),
    # the menu of a match
    "resigning and moving": race(begin_match, "resign-yes", "/move"),
    "resigning, both": race(begin_match, "resign-yes", guest("resign-yes")),
    "a draw and a move": race(begin_match, "draw", "/move", guest("draw")),
    "a draw that was asked about and a move": race(begin_match, "draw-yes", "/move"),
    "a take-back and the answering move": race(move_once, "takeback", THEIR_MOVE()),
    "a pause and a move": race(begin_match, "pause", "/move", guest("pause")),
    "more time and the answering move": race(move_once, "give-time", THEIR_MOVE()),
    "an offer agreed to and refused": race(be_offered_draw, "agree", "accept-request", "refuse"),
    "one's own offer withdrawn and agreed to": race(offer_draw, "withdraw", guest("agree"), guest("refuse")),
    "an offer agreed to, and resigning": race(be_offered_draw, "agree", "resign-yes"),
    "resuming, both, and resigning": race(pause_match, "resume", guest("resume"), "resign-yes"),
    "resuming on the board, both, and resigning": race(pause_match, "unpause", guest("unpause"), "resign-yes"),
    # challenges and tables
    "a challenge accepted, declined and taken back": race(be_challenged, "accept", "decline", guest("cancel")),
    "one's own challenge taken back and accepted": race(issue_challenge, "cancel", guest("accept"), guest("decline")),
    "a table joined and called off": race(open_their_table, "join", guest("cancel"), chance=True),
    "a table left and begun": race(join_table, "leave", guest("start"), chance=True),
    "a table begun and called off": race(open_table, "start", "cancel", guest("leave"), chance=True),
    "a table filled, begun and called off": race(open_table, "fill", "start", "cancel", chance=True),
    "a rematch, both": race(end_match, "rematch", guest("rematch")),
    "two games by one menu": race(
        reset, "challenge", other("challenge", choose("challenge", fixed("onyx"), reset, rest="{ben}"))
    ),
    **{
        f"/{name} twice": race(reset, f"/{name}", other(f"/{name}", challenge_by(name, time="1d")))
        for name in ("choccer", "conquid", "cyberzul", "onyx", "piously")
    },
    "/challenge to two games": race(
        reset, "/challenge", other("/challenge", challenge_by("challenge", game="choccer")), guest("/onyx")
    ),
    "a form for two games": race(reset, "friend-form", form("friend-form", "friend", friend_form, game=["choccer"])),
    "matches against an AI": race(
        reset,
        "play-ai",
        other("play-ai", press("play-ai", reset, rest="onyx", public=True, ai=True)),
        chance=True,
    ),
    # one's own matters
    "settings in a form": race(
        reset,
        "set-form",
        form("set-form", "set-open", settings_form, theme="dark", switches=["text", "pings"]),
        form("set-form", "set-open", settings_form, language="de"),
    ),
    "a switch and a form": race(reset, "set", "set-form"),
    "two languages": race(reset, "set-language", other("set-language", choose("set-language", fixed("de"), reset))),
    "days off": race(
        reset,
        "away-days",
        other("away-days", submit("away", "2", reset)),
        other("away-days", submit("away", "0", reset)),
    ),
    "days off that end, and a switch": race(take_days_off, "away-end", "set"),
    "notifications in a form": race(
        reset, "notify-form", form("notify-form", "notify", notifications_form, hours="1-5")
    ),
    "two searches for an opponent": race(end_searches, "seek-form", form("seek-form", "/play", seek_form, time=["1d"])),
    "a search answered and stopped": race(end_searches, guest("seek-stop"), "seek-answer", chance=True),
    "somebody blocked and unblocked": race(block_personally, "/block", "unblock"),
    "one's data deleted, and settings": race(begin_only_match, "forget-yes", "set-form"),
    "one's data deleted, and a move": race(begin_only_match, "forget-yes", "/move"),
    "a replay at two moves": race(
        move_once, "replay-jumped", other("replay-jumped", submit("replay-jump", "0", move_once))
    ),
    # tournaments
    "tournaments in a form": race(
        reset,
        "tournament-form",
        form("tournament-form", "/tournament create", tournament_form, name="Autumn", game=["choccer"]),
    ),
    "a tournament joined, left and called off": race(
        enter_tournament(0),
        of_its_card("tournament-join"),
        of_its_card("tournament-leave"),
        of_its_card("tournament-off"),
    ),
    "a tournament begun and called off": race(
        enter_tournament(3),
        of_its_card("tournament-start"),
        of_its_card("tournament-off"),
        of_its_card("tournament-leave"),
        chance=True,
    ),
    "a tournament begun and its start moved": race(
        enter_tournament(3), of_its_card("tournament-start"), move_start("2h"), move_start("3h"), chance=True
    ),
    "a place taken over twice, and the end": race(
        pair_first_round,
        of_its_card("tournament-place", place=2),
        of_its_card("tournament-place", place=1),
        of_its_card("tournament-off"),
        chance=True,
    ),
    "a rung challenged, and left": race(
        join_ladder, of_its_card("tournament-rung", values=("1",)), of_its_card("tournament-leave"), chance=True
    ),
    # the server's settings
    "the server's default time": race(
        reset,
        "setup-set",
        other("setup-set", choose("setup-set", fixed("7d"), reset, rest="time", by="manager")),
        "setup-topic",
        by="manager",
    ),
    "the server's form": race(
        reset_posting,
        "setup-form",
        form("setup-form", "setup-open:basics", basics_form, time=["3d"], language="de"),
        "setup-topic",
        by="manager",
    ),
    "the server's roles by rating": race(
        add_rule,
        "setup-role-form",
        form("setup-role-form", "setup-role-open", role_form, least="1600", below=""),
        "setup-role-remove",
        by="manager",
    ),
    # moderators
    "a match voided and awarded": race(
        move_in_their_match,
        "mod-do",
        moderate(ALL["mod-award"], REASON),
        moderate(press("mod-undo", by="manager"), REASON),
        by="manager",
    ),
    "an act undone for two reasons": race(
        void_match, moderate(revert(), REASON), moderate(revert(), "It was somebody else."), by="manager"
    ),
    "a match voided while it is played": race(begin_their_match, "mod-do", guest("/move"), by="manager"),
    "a seat taken by an AI, and the match voided": race(
        begin_their_match, moderate(ALL["mod-replace"], REASON), "mod-do", by="manager", chance=True
    ),
    "a member excluded and let in again": race(exclude_other, "readmit", "/exclude", by="manager"),
    "a member excluded twice": race(readmit, "/exclude", by="manager"),
    "a server excluded twice": race(meet_another_server, "/exclude-server", by="manager"),
    "two notes on a match": race(
        begin_match, "note-form", other("note-form", submit("note", "They never take the centre.", stores=True))
    ),
    "a person reported for two reasons": race(
        forget_reports,
        "report-form",
        form("report-form", "/report", report_form, reason="stalling", words="Never moves."),
    ),
    "a report answered in two ways": race(
        wait_for_answer, answer_report("done"), answer_report("nothing"), by="manager"
    ),
    # the host of the bot
    "a person blocked and unblocked": race(block_other, "owner-unblock", "/owner block", by="host"),
    "a person blocked twice": race(unblock_other, "/owner block", by="host"),
    "two announcements": race(
        reset,
        "owner-draft",
        other("owner-draft", submit("/owner announce", "Another one.", reset, by="host")),
        by="host",
    ),
}
"""By what they are about."""
