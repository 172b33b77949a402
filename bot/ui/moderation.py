"""What moderators see and what is told of their acts: controls, the window that asks for a reason, lines, /audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.match.acts import Act, ActKind
from bot.match.ending import STAND_IN
from bot.match.model import Match, Player, Stage
from bot.match.moderation import MOST_REASON, possible
from bot.match.ratings import EVERYWHERE
from bot.ui import items
from bot.ui.custom_id import Click
from bot.ui.items import Style
from bot.ui.language import Language
from bot.ui.limits import MODAL_LABEL, MODAL_TITLE, clip
from bot.ui.markdown import mention, plain, relative
from bot.ui.scene import LEVELS, who
from games.core.say import Say, say
from games.core.status import Seat

PAGE = 5
"""Acts on a page of /audit."""
_KINDS: dict[ActKind, Say] = {
    "void": say("Void"),
    "award": say("Award"),
    "takeback": say("Undo move"),
    "replace": say("Replace by AI"),
    "undo": say("Undo last act"),
}


@dataclass(frozen=True, slots=True)
class ToldAct:
    """An act with what it takes to tell of it: its match, the act that it undoes, and the one that undid it."""

    act: Act
    match: Match
    undoes: Act | None = None
    undone_by: Act | None = None


# ---------------------------------------------------------------------- controls


def moderation_rows(match: Match, last: Act | None, language: Language) -> list[items.Item]:
    """The controls of moderators; `last` is the act that may be undone. Nothing where nothing is possible."""
    kinds = possible(match)
    buttons = []
    if "void" in kinds:
        buttons.append(items.button(Click("mod-void", match.id), language.say("Void"), Style.danger))
    if "takeback" in kinds:
        buttons.append(items.button(Click("mod-undo", match.id, match.turn), language.say("Undo move")))
    if last is not None:
        buttons.append(items.button(Click("mod-revert", match.id, 0, str(last.id)), language.say("Undo last act")))
    rows: list[items.Item] = [items.text(f"-# {language.say('For moderators')}")]
    rows += [items.buttons(*buttons)] if buttons else []
    if "replace" in kinds:
        people = [player for player in match.players if player.user is not None]
        rows += _seats("mod-replace", match, people, language.say("Replace by AI …"), language)
    if "award" in kinds:
        rows += _seats("mod-award", match, match.players, language.say("Award to …"), language)
    return rows if len(rows) > 1 else []


def _seats(
    action: str, match: Match, players: Sequence[Player], placeholder: str, language: Language
) -> list[items.Item]:
    options = [
        items.option(str(player.seat), language(who(player)), language.say("Seat {number}", number=player.seat + 1))
        for player in players
    ]
    return [items.menu(Click(action, match.id), placeholder, options)] if options else []


def reason_window(click: Click, title: str, explanation: str, language: Language) -> ui.Modal:
    """The window that says what an act will do and asks for its reason, which comes back as what was typed."""
    window = ui.Modal(title=clip(title, MODAL_TITLE), custom_id=str(click), timeout=None)
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="reason", style=discord.TextStyle.paragraph, min_length=1, max_length=MOST_REASON
    )
    window.add_item(ui.TextDisplay(explanation))
    window.add_item(ui.Label(text=clip(language.say("Reason (the players read it)"), MODAL_LABEL), component=line))
    window.stop()
    return window


# ---------------------------------------------------------------------- what an act will do


def window_title(match: Match, kind: ActKind, language: Language) -> str:
    """The headline of the window."""
    words = {
        "void": language.say("Void match #{code}", code=match.code),
        "award": language.say("Award match #{code}", code=match.code),
        "takeback": language.say("Undo a move in match #{code}", code=match.code),
        "replace": language.say("Replace by AI in match #{code}", code=match.code),
        "undo": language.say("Undo an act in match #{code}", code=match.code),
    }
    return words[kind]


def will_do(match: Match, kind: ActKind, seat: Seat | None, language: Language) -> str:
    """What an act on the match as it is will do, whom it concerns included."""
    name = _name(match, seat, language)
    over, rated = match.stage is Stage.OVER, match.counts
    if kind == "void" and over:
        first = language.say("The result of match #{code} is struck out.", code=match.code)
    elif kind == "void":
        first = language.say("Match #{code} ends now, without a result.", code=match.code)
    elif kind == "award":
        first = language.say("{name} wins match #{code}.", name=name, code=match.code)
    elif kind == "takeback":
        first = language.say(
            "The last move is taken back, with what chance did after it: {name} moves again.", name=name
        )
    else:
        level = language(LEVELS[STAND_IN])
        first = language.say("An AI ({level}) takes the seat of {name}. The match is unrated.", level=level, name=name)
    counted = rated and ((kind == "void" and over) or kind == "award")
    second = language.say("Later matches of its players are rated anew.") if over and counted else ""
    return _joined(first, second, _concerned_names(match, language), language.say("It can be undone in /audit."))


def will_undo(told: ToldAct, language: Language) -> str:
    """What undoing an act will do."""
    act, match = told.act, told.match
    name = _name(act.before or match, act.seat, language)
    if act.kind == "takeback":
        first = language.say("The move of {name} that was taken back counts again.", name=name)
    elif act.kind == "replace":
        first = language.say("{name} gets the seat back.", name=name)
    elif act.before is not None and act.before.stage is Stage.OVER:
        first = language.say("The result from before counts again. Later matches of its players are rated anew.")
    elif act.before is not None and act.before.stage is Stage.PAUSED:
        first = language.say("The match is paused again, as it was.")
    else:
        first = language.say("The match goes on as it was. What it did to ratings is taken back.")
    return _joined(f"{deed(told, language)} {first}", _concerned_names(act.before or match, language))


def _concerned_names(match: Match, language: Language) -> str:
    names = ", ".join(plain(player.name) for player in match.players if player.user is not None)
    return language.say("Concerned: {people}", people=names) if names else ""


def _name(match: Match, seat: Seat | None, language: Language) -> str:
    return plain(language(who(match.players[seat]))) if seat is not None else language.say("the player")


# ---------------------------------------------------------------------- what an act has done


def deed(told: ToldAct, language: Language) -> str:
    """Who did what to which match, in one sentence."""
    act = told.act
    values = {"moderator": _moderator(act, language), "code": told.match.code, "name": _person(told, language)}
    if act.kind == "void":
        return language.say("{moderator} voided match #{code}.", **values)
    if act.kind == "award":
        return language.say("{moderator} awarded match #{code} to {name}.", **values)
    if act.kind == "takeback":
        return language.say("{moderator} took back the last move of {name} in match #{code}.", **values)
    if act.kind == "replace":
        return language.say("{moderator} replaced {name} by an AI in match #{code}.", **values)
    return _undoing(told, values, language)


def _undoing(told: ToldAct, values: dict[str, str], language: Language) -> str:
    kind = told.undoes.kind if told.undoes is not None else None
    if kind == "takeback":
        return language.say("{moderator} put the last move of {name} in match #{code} back.", **values)
    if kind == "replace":
        return language.say("{moderator} gave {name} the seat in match #{code} back.", **values)
    if kind == "award":
        first = language.say("{moderator} undid the award of match #{code} to {name}.", **values)
    else:
        first = language.say("{moderator} undid the voiding of match #{code}.", **values)
    stands = {
        Stage.LIVE: language.say("It goes on."),
        Stage.PAUSED: language.say("It is paused."),
        Stage.OVER: language.say("The result from before counts."),
    }
    became = told.act.became
    return f"{first} {stands[became]}" if became in stands else first


def line(told: ToldAct, language: Language) -> ui.LayoutView:
    """What the thread and the moderation log are told: who did what, why, whom it concerns, what it did to ratings."""
    people = ", ".join(mention(user) for user in told.act.concerned)
    concerned = language.say("Concerned: {people}", people=people) if people else ""
    return items.layout(items.text("\n".join(filter(None, [*details(told, language), concerned]))))


def details(told: ToldAct, language: Language) -> list[str]:
    """The deed, its reason, and what it did to ratings everywhere."""
    reason = plain(told.act.reason, MOST_REASON)
    shifts = [
        language.say("{name} from {before} to {after}", name=mention(one.user), before=one.before, after=one.after)
        for one in told.act.ratings
        if one.scope == EVERYWHERE and one.before != one.after
    ]
    return [
        f"**{deed(told, language)}**",
        *([language.say("Reason: {reason}", reason=reason)] if reason else []),
        *([language.say("Ratings: {changes}", changes=", ".join(shifts))] if shifts else []),
    ]


def _moderator(act: Act, language: Language) -> str:
    return mention(act.moderator) if act.moderator else language.say("A former moderator")


def _person(told: ToldAct, language: Language) -> str:
    """Whose seat the act was about."""
    about = told.undoes or told.act
    if about.seat is None:
        return language.say("the player")
    if about.before is None or about.seat >= len(about.before.players):
        return language.say("player {number}", number=about.seat + 1)
    player = about.before.players[about.seat]
    return mention(player.user) if player.user is not None else plain(language(who(player)))


# ---------------------------------------------------------------------- /audit


def audit_page(
    acts: Sequence[ToldAct],
    undoable: Sequence[Act],
    match: Match | None,
    pages: tuple[int | None, int | None],
    language: Language,
) -> ui.LayoutView:
    """A page of acts, the newest first.

    `match` is the only one that is asked for; those in `undoable` may be undone here; `pages` are the numbers of the
    page of newer acts and of that of older ones, where there are such.
    """
    heading = (
        language.say("Acts of moderators on match #{code}", code=match.code)
        if match is not None
        else language.say("Acts of moderators on this server")
    )
    entries = [_entry(told, language) for told in acts] or [language.say("There are none.")]
    rows: list[items.Item] = [items.text("\n\n".join([f"### {heading}", *entries]))]
    options = [
        items.option(str(told.act.id), f"#{told.match.code} · {language(_KINDS[told.act.kind])}", told.act.reason)
        for told in acts
        if told.act in undoable
    ]
    if options:
        rows.append(items.menu(Click("audit-undo"), language.say("Undo …"), options))
    number = match.id if match is not None else Click("audit").match
    turning = [
        items.button(Click("audit", number, page), words)
        for page, words in zip(pages, (language.say("Newer"), language.say("Older")), strict=True)
        if page is not None
    ]
    return items.layout(*rows, *([items.buttons(*turning)] if turning else []))


def _entry(told: ToldAct, language: Language) -> str:
    lines = [relative(told.act.at), *details(told, language)]
    if told.undone_by is not None:
        moderator = _moderator(told.undone_by, language)
        undone = language.say("Undone by {moderator} {when}.", moderator=moderator, when=relative(told.undone_by.at))
        lines.append(f"-# {undone}")
    return "\n".join(lines)


def _joined(*sentences: str) -> str:
    return "\n".join(filter(None, sentences))
