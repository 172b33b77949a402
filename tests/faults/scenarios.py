"""One way to use each command, control and window of the bot: what every kind of trouble is tried with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.club.events.model import Format, Terms
from bot.club.events.substitutes import mark_of
from bot.match.challenges import Person
from bot.match.model import Match, MatchId, UserId
from bot.ui.components.custom_id import Click
from bot.ui.pages.questions import stamp
from sandbox.client import Result
from tests.faults.situations import (
    STEPS,
    add_rule,
    be_challenged,
    be_offered_draw,
    be_reported_to,
    begin_match,
    begin_only_match,
    begin_search,
    begin_their_match,
    begin_turn,
    block_other,
    block_personally,
    compose_move,
    composition,
    draft_turn,
    end_match,
    end_moved_match,
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
    pause_match,
    readmit,
    remove_rules,
    reset,
    reset_posting,
    review_match,
    role_to_give,
    take_days_off,
    unblock_other,
)
from tests.faults.stage import Spot, Who, person

Act = Callable[[], Awaitable[Result]]
Given = Callable[[Spot], Awaitable[Match | None]]
Rest = Callable[[Match | None], str]
Values = Callable[[Spot, Match | None], Awaitable[Sequence[str]]]


@dataclass(frozen=True)
class Scenario:
    """What is there before, and what somebody does then. `stores`: whether something is changed by it.

    `by` tells who acts: a player, who owns a server, or who runs the bot. With `ai` an AI may move afterwards.
    `window` says that it hands a window in.
    """

    given: Given
    act: Callable[[Spot, Match | None], Awaitable[Act]]
    stores: bool = False
    by: Who = "player"
    ai: bool = False
    window: bool = False


def press(
    action: str,
    given: Given = begin_match,
    *,
    stores: bool = False,
    rest: Rest | str = "",
    public: bool = False,
    by: Who = "player",
    ai: bool = False,
    turn: Callable[[Match], int] = lambda match: match.turn,
) -> Scenario:
    """A button: on one's own message, or on the one that everybody sees."""

    async def act(spot: Spot, match: Match | None) -> Act:
        message = spot.public if public else await spot.mine()
        custom_id = control(action, match, rest, turn)
        return partial(spot.ana.click, message, custom_id=custom_id, remembered=True)

    return Scenario(given, act, stores, by, ai)


def choose(
    action: str,
    values: Values,
    given: Given = begin_match,
    *,
    stores: bool = False,
    rest: Rest | str = "",
    public: bool = False,
    by: Who = "player",
) -> Scenario:
    """A menu."""

    async def act(spot: Spot, match: Match | None) -> Act:
        message, custom_id = spot.public if public else await spot.mine(), control(action, match, rest)
        if rest == "{ben}":
            custom_id = str(Click(action, rest=str(spot.ben.id)))
        return partial(spot.ana.select, message, await values(spot, match), custom_id=custom_id, remembered=True)

    return Scenario(given, act, stores, by)


def submit(
    action: str,
    answer: str | Callable[[Spot], dict[str, object]],
    given: Given = begin_match,
    *,
    stores: bool = False,
    by: Who = "player",
) -> Scenario:
    """A window, opened by this control or command: what is typed into its last field, or what goes into each."""

    async def act(spot: Spot, match: Match | None) -> Act:
        if action.startswith("/"):
            opened = await spot.ana.command(action[1:], channel=spot.channel)
        else:
            name, _, rest = action.partition(":")
            opened = await spot.ana.click(await spot.mine(), custom_id=control(name, match, rest), remembered=True)
        assert opened.answer == "modal", (action, opened.answer, opened.text)
        fields = {opened.modal.fields[-1]["custom_id"]: answer} if isinstance(answer, str) else answer(spot)
        return partial(spot.ana.submit, opened.modal, fields)

    return Scenario(given, act, stores, by, window=True)


def command(
    name: str,
    options: Callable[[Spot, Match | None], dict[str, object]] = lambda _spot, _match: {},
    given: Given = reset,
    *,
    stores: bool = False,
    by: Who = "player",
) -> Scenario:
    """A slash command."""

    async def act(spot: Spot, match: Match | None) -> Act:
        return partial(spot.ana.command, name, options(spot, match), channel=spot.channel)

    return Scenario(given, act, stores, by)


def menu(name: str, *, on_board: bool = False) -> Scenario:
    """An entry of a context menu: on the other one, or on a board."""

    async def act(spot: Spot, match: Match | None) -> Act:
        if not on_board:
            return partial(spot.ana.menu, name, spot.ben, channel=spot.channel)
        assert match is not None
        await spot.stage.idle()
        posting = await spot.stage.app.context.postings.posting(match.id)
        shown = next(one for one in await spot.ana.messages(posting.thread or 0) if one.id == posting.board)
        return partial(spot.ana.menu, name, shown)

    return Scenario(begin_match if on_board else reset, act)


def control(
    action: str, match: Match | None, rest: Rest | str = "", turn: Callable[[Match], int] = lambda match: match.turn
) -> str:
    """The custom id of a control of the match as it is."""
    more = rest if isinstance(rest, str) else rest(match)
    return str(Click(action, match.id if match else MatchId(0), turn(match) if match else 0, more))


def fixed(*values: str) -> Values:
    """Always the same choice."""

    async def found(_spot: Spot, _match: Match | None) -> Sequence[str]:
        return values

    return found


def of_report(action: str, *, stores: bool) -> Scenario:
    """A button on a report, by a moderator."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        report = await be_reported_to(spot)
        custom_id = str(Click(action, rest=f"done.{report.id}"))
        return partial(spot.ana.click, await spot.mine(), custom_id=custom_id, remembered=True)

    return Scenario(forget_reports, act, stores, "manager")


async def its_code(_spot: Spot, match: Match | None) -> Sequence[str]:
    return [code(match)]


def code(match: Match | None) -> str:
    assert match is not None
    return match.code


async def its_block(spot: Spot, _match: Match | None) -> Sequence[str]:
    return [f"person-{spot.ben.id}"]


async def their_id(spot: Spot, _match: Match | None) -> Sequence[str]:
    return [str(spot.ben.id)]


async def another_time(spot: Spot, _match: Match | None) -> Sequence[str]:
    """A default time that the server has not got."""
    guild_settings = await spot.stage.app.context.people.guild_settings(spot.server.id)
    return ["1d" if guild_settings.time != "1d" else "3d"]


def draft(match: Match | None) -> str:
    return stamp(composition(match))


def next_of_draft(match: Match | None) -> str:
    """The first choice after the steps that are drafted."""
    return f"{stamp(STEPS)}.0"


def of_offer(match: Match | None) -> str:
    assert match is not None
    assert match.offer is not None
    return str(match.offer.made)


def report_form(spot: Spot) -> dict[str, object]:
    return {"whom": [str(spot.ben.id)], "reason": "insults", "words": "Rude words."}


def friend_form(spot: Spot) -> dict[str, object]:
    return {"friend": [str(spot.ben.id)], "game": ["onyx"], "time": ["3d"], "rated": True}


def basics_form(_spot: Spot) -> dict[str, object]:
    """What differs from the basics that `unset` leaves."""
    return {"channels": [], "play-role": [], "time": ["1d"], "posting": "edit", "language": "en"}


def role_form(spot: Spot) -> dict[str, object]:
    return {"role": [str(role_to_give(spot))], "game": ["any"], "least": "1500", "below": "1800", "title": []}


async def its_rule(spot: Spot, _match: Match | None) -> Sequence[str]:
    """The rule by which the server gives a role."""
    return [f"{role_to_give(spot)}..1600.."]


def settings_form(_spot: Spot) -> dict[str, object]:
    return {"theme": "light", "switches": ["confirm"], "language": "en"}


def notifications_form(_spot: Spot) -> dict[str, object]:
    return {"turns": "once", "place": "thread", "hours": "22-8", "zone": "Berlin"}


def seek_form(_spot: Spot) -> dict[str, object]:
    return {"games": ["onyx"], "time": ["3d"], "rated": "either", "reach": "0", "keep": "once"}


def tournament_form(_spot: Spot) -> dict[str, object]:
    return {"name": "Spring", "kind": ["swiss5"], "game": ["onyx"], "time": ["3d"], "size": "8"}


def of_tournament(action: str, *, people: int, stores: bool = True, running: bool = False) -> Scenario:
    """A button or command that is about a tournament of one's own, in which so many take part."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        service = spot.stage.app.background.tournament_cards.service
        terms = Terms(Format.SWISS, "choccer", "3d", size=8)
        made = await service.create(terms, spot.place, spot.host)
        owner, another = person(spot.server.owner), Person(UserId(4_000_000_000), "Cem")
        others = (spot.guest, owner, another) if running else (spot.host, spot.guest, owner)
        for one in others[:people]:
            await service.join(made.id, one)
        if running:
            made = await service.start(made.id, spot.host, moderates=False)
        if " " in action:
            options: dict[str, object] = {"tournament": str(made.id)}
            if running:
                options |= {"player": "2", "substitute": spot.ana}
            if action == "tournament move":
                options["start"] = "2h"
            return partial(spot.ana.command, action, options, channel=spot.channel)
        place = f".2.{spot.ana.id}.{mark_of(made.entrants[1])}" if running else ""
        custom_id = str(Click(action, rest=f"{made.id}{place}"))
        return partial(spot.ana.click, spot.own, custom_id=custom_id, remembered=True)

    return Scenario(reset, act, stores)


def of_ladder(action: str, *, stores: bool) -> Scenario:
    """A control of a ladder on which one stands below somebody else."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        service = spot.stage.app.background.tournament_cards.service
        made = await service.create(Terms(Format.LADDER, "choccer", "3d", size=8), spot.place, spot.host)
        for one in (spot.guest, spot.host):
            await service.join(made.id, one)
        custom_id = str(Click(action, rest=str(made.id)))
        if stores:
            return partial(spot.ana.select, spot.own, ["1"], custom_id=custom_id, remembered=True)
        return partial(spot.ana.click, spot.own, custom_id=custom_id, remembered=True)

    return Scenario(reset, act, stores)


def of_seek(action: str, *, mine: bool) -> Scenario:
    """A button about the search of whoever acts, or of the other one."""

    async def act(spot: Spot, _match: Match | None) -> Act:
        seek = await begin_search(spot, spot.host if mine else spot.guest)
        custom_id = str(Click(action, rest=str(seek.id)))
        return partial(spot.ana.click, spot.own, custom_id=custom_id, remembered=True)

    return Scenario(end_searches, act, stores=True)


MOVE = fixed("h4-g4")
FIRST_PICK = f"{stamp(())}.0"

CONTROLS: dict[str, Scenario] = {
    # the board and the composing message
    "move": press("move", public=True),
    "pick": press("pick", rest=FIRST_PICK, public=True),
    "step": press("step", draft_turn, rest=next_of_draft, public=True),
    "page": choose("page", fixed("0"), rest=stamp(())),
    "back": press("back", compose_move),
    "reset": press("reset", compose_move),
    "confirm": press("confirm", compose_move, rest=draft, stores=True),
    "quick": choose("quick", MOVE, stores=True, public=True),
    "alone": choose("alone", MOVE, stores=True),
    "reading": press("reading", rest="h4-g4", stores=True),
    "type": press("type", public=True),
    "typed": submit("type", "h4-g4", stores=True),
    "undo": press("undo", begin_turn, stores=True),
    "turn": press("turn", begin_turn, stores=True, public=True),
    # the menu of a match
    **{name: press(name) for name in ("resign", "flip", "text", "hint")},
    **{name: press(name, public=True) for name in ("menu", "never-mind", "repost")},
    "resign-yes": press("resign-yes", stores=True),
    "draw": press("draw", stores=True),
    "draw-yes": press("draw-yes", stores=True),
    "takeback": press("takeback", move_once, stores=True),
    "pause": press("pause", stores=True, public=True),
    "give-time": press("give-time", move_once, stores=True),
    "agree": press("agree", be_offered_draw, rest=of_offer, stores=True, public=True),
    "accept-request": press("accept-request", be_offered_draw, rest=of_offer, stores=True),
    "withdraw": press("withdraw", offer_draw, rest=of_offer, stores=True),
    "refuse": press("refuse", be_offered_draw, rest=of_offer, stores=True, public=True),
    "resume": press("resume", pause_match, stores=True),
    "unpause": press("unpause", pause_match, stores=True, public=True),
    # challenges and tables
    "accept": press("accept", be_challenged, stores=True, public=True),
    "decline": press("decline", be_challenged, stores=True, public=True),
    "cancel": press("cancel", issue_challenge, stores=True, public=True),
    "join": press("join", open_their_table, stores=True, public=True),
    "leave": press("leave", join_table, stores=True),
    "start": press("start", open_table, stores=True),
    "fill": press("fill", open_table, stores=True, public=True, ai=True),
    "rematch": press("rematch", end_match, stores=True, public=True),
    "challenge": choose("challenge", fixed("choccer"), reset, rest="{ben}", stores=True),
    # looking back
    "trainer": press("trainer", reset, rest="piously.0"),
    "train": press("train", reset, rest="piously.0.0"),
    "replay": press("replay"),
    "replay-open": press("replay-open", move_once, rest="0", public=True),
    "replay-to": press("replay-to", move_once, rest="0.0"),
    "replay-jump": press("replay-jump", move_once),
    "replay-jumped": submit("replay-jump", "1", move_once),
    "replay-share": press("replay-share", move_once, rest="1"),
    "review": press("review", end_moved_match, public=True),
    **{name: press(name, review_match) for name in ("review-whole", "review-share")},
    "review-moment": press("review-moment", review_match, rest="0"),
    "film": press("film", move_once, rest="gif"),
    "record": press("record", move_once),
    "record-json": press("record-json", move_once),
    # one's own matters, and the rules
    "open": choose("open", its_code),
    "set": press("set", reset, rest="theme", stores=True),
    "set-open": press("set-open", reset),
    "set-form": submit("set-open", settings_form, reset, stores=True),
    "set-language": choose("set-language", fixed("en"), reset, stores=True),
    "away": press("away", reset),
    "away-days": submit("away", "1", reset, stores=True),
    "away-end": press("away-end", take_days_off, stores=True),
    "notify": press("notify", reset),
    "notify-form": submit("notify", notifications_form, reset, stores=True),
    "my-data": press("my-data", reset),
    "forget": press("forget", reset),
    "forget-no": press("forget-no", reset),
    "forget-yes": press("forget-yes", begin_only_match, stores=True),
    "rules": press("rules", public=True),
    "leaderboard": press("leaderboard", reset, rest="choccer."),
    "rules-page": choose("rules-page", fixed("0"), reset, rest="choccer"),
    "tutorial": press("tutorial", reset, rest="choccer.0"),
    "tutorial-try": press("tutorial-try", reset, rest="choccer.0.0"),
    "tutorial-pick": press("tutorial-pick", reset, rest="choccer.0.0"),
    "tutorial-page": choose("tutorial-page", fixed("0"), reset, rest="choccer.0."),
    # the first page
    "help": press("help", reset, public=True),
    "learn": press("learn", reset, public=True),
    "play-ai": press("play-ai", reset, rest="choccer", stores=True, public=True, ai=True),
    "friend": press("friend", reset, public=True),
    "friend-form": submit("friend", friend_form, reset, stores=True),
    "ask": choose("ask", fixed("last"), begin_match, public=True),
    "tables": press("tables", reset, public=True),
    # searches
    "seek": press("seek", reset, public=True),
    "seek-form": submit("/play", seek_form, end_searches, stores=True),
    "seek-answer": of_seek("seek-answer", mine=False),
    "seek-stop": of_seek("seek-stop", mine=True),
    # blocks
    "unblock": choose("unblock", their_id, block_personally, stores=True),
    # tournaments
    "tournament-form": submit("/tournament create", tournament_form, reset, stores=True),
    "tournament-join": of_tournament("tournament-join", people=0),
    "tournament-leave": of_tournament("tournament-leave", people=1),
    "tournament-start": of_tournament("tournament-start", people=3),
    "tournament-cancel": of_tournament("tournament-cancel", people=1, stores=False),
    "tournament-off": of_tournament("tournament-off", people=1),
    "tournament-above": of_ladder("tournament-above", stores=False),
    "tournament-rung": of_ladder("tournament-rung", stores=True),
    "tournament-place": of_tournament("tournament-place", people=3, running=True),
    "tournament-table": of_tournament("tournament-table", people=1, stores=False),
    # the server's settings
    "setup-topic": choose("setup-topic", fixed("ranked"), reset, stores=True, by="manager"),
    "setup-set": choose("setup-set", another_time, reset, rest="time", stores=True, by="manager"),
    "setup-open": press("setup-open", reset, rest="basics", by="manager"),
    "setup-form": submit("setup-open:basics", basics_form, reset_posting, stores=True, by="manager"),
    "setup-back": press("setup-back", reset, by="manager"),
    "setup-check": press("setup-check", reset, by="manager"),
    "setup-test": press("setup-test", reset, by="manager"),
    "setup-roles": press("setup-roles", reset, by="manager"),
    "setup-role-open": press("setup-role-open", reset, by="manager"),
    "setup-role-form": submit("setup-role-open", role_form, remove_rules, stores=True, by="manager"),
    "setup-role-remove": choose("setup-role-remove", its_rule, add_rule, stores=True, by="manager"),
    # moderators
    "mod-void": press("mod-void", begin_their_match, by="manager"),
    "mod-undo": press("mod-undo", move_in_their_match, by="manager"),
    "mod-ai": press("mod-ai", begin_their_match, by="manager"),
    "mod-award": choose("mod-award", fixed("0"), begin_their_match, by="manager"),
    "mod-replace": choose("mod-replace", fixed("0"), begin_their_match, by="manager"),
    "mod-revert": press("mod-revert", begin_their_match, rest="0", by="manager"),
    "mod-do": submit("mod-void", "They both asked for it.", begin_their_match, stores=True, by="manager"),
    "audit": press("audit", reset, by="manager"),
    "audit-undo": choose("audit-undo", fixed("0"), reset, by="manager"),
    "note": press("note"),
    "note-form": submit("note", "They always begin in the corner.", stores=True),
    "report-form": submit("/report", report_form, forget_reports, stores=True),
    "report-show": of_report("report-show", stores=False),
    "report-answer": of_report("report-answer", stores=True),
    "readmit": choose("readmit", their_id, exclude_other, stores=True, by="manager"),
    # the host of the bot
    **{
        name: press(name, reset, rest="999", by="host")
        for name in ("owner-servers", "owner-leave", "owner-blocks", "owner-send", "owner-stop", "owner-progress")
    },
    "owner-never-mind": press("owner-never-mind", reset, by="host"),
    "owner-draft": submit("/owner announce", "Hello, everybody.", reset, by="host"),
    "owner-unblock": choose("owner-unblock", its_block, block_other, rest="7", stores=True, by="host"),
}
"""By action."""


def with_ben(spot: Spot, _match: Match | None) -> dict[str, object]:
    return {"opponent": spot.ben}


COMMANDS: dict[str, Scenario] = {
    **{name: command(name, with_ben, stores=True) for name in ("choccer", "conquid", "cyberzul", "onyx", "piously")},
    "challenge": command("challenge", lambda spot, _: {"opponent": spot.ben, "game": "onyx"}, stores=True),
    "move": command("move", lambda _, match: {"move": "h4-g4", "match": code(match)}, begin_match, stores=True),
    "games": command("games", given=begin_match),
    "replay": command("replay", lambda _, match: {"code": code(match)}, move_once),
    "review": command("review", lambda _, match: {"code": code(match)}, end_moved_match),
    "help": command("help"),
    "about": command("about"),
    "ask": command("ask", lambda _, match: {"question": "h4", "match": code(match)}, begin_match),
    "rules": command("rules", lambda _spot, _match: {"game": "onyx"}),
    "profile": command("profile"),
    "leaderboard": command("leaderboard", lambda _spot, _match: {"game": "onyx"}),
    "settings": command("settings"),
    "play": command("play"),
    "block": command("block", lambda spot, _: {"member": spot.ben}, stores=True),
    "tournament create": command("tournament create"),
    "tournament list": command("tournament list"),
    "tournament show": of_tournament("tournament show", people=1, stores=False),
    "tournament move": of_tournament("tournament move", people=1),
    "tournament replace": of_tournament("tournament replace", people=3, stores=False, running=True),
    "setup": command("setup", by="manager"),
    "report": command("report"),
    "audit": command("audit", by="manager"),
    "exclude": command(
        "exclude", lambda spot, _: {"member": spot.ben, "reason": "rude"}, readmit, stores=True, by="manager"
    ),
    "exclude-server": command(
        "exclude-server",
        lambda _, match: {"reason": "rude", "code": code(match)},
        meet_another_server,
        stores=True,
        by="manager",
    ),
    "Challenge to a game": menu("Challenge to a game"),
    "Game profile": menu("Game profile"),
    "Describe this board": menu("Describe this board", on_board=True),
    "Replay from here": menu("Replay from here", on_board=True),
    "owner servers": command("owner servers", by="host"),
    "owner leave": command("owner leave", lambda _spot, _match: {"server": "Elsewhere"}, by="host"),
    "owner block": command("owner block", lambda spot, _: {"person": spot.ben}, unblock_other, stores=True, by="host"),
    "owner blocks": command("owner blocks", by="host"),
    "owner announce": command("owner announce", by="host"),
    "owner log": command("owner log", lambda _spot, _match: {"level": "info"}, by="host"),
}
"""By name: slash commands and context menus."""
