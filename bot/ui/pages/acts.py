"""How acts of moderators are described: in the match's thread, and on the pages of /audit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.club.ratings import EVERYWHERE
from bot.match.acts import Act, ActKind
from bot.match.model import Match, Stage, UserId
from bot.match.moderation import MOST_REASON
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.markdown import mention, plain, relative
from bot.ui.components.paging import Page
from bot.ui.i18n.language import Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.card import is_named_after
from bot.ui.pages.people import address, address_player
from games.core.i18n import Message, gettext

PAGE = 5
"""The number of acts on a page of /audit."""
LENGTHS = (MOST_REASON, 120, 40)
"""Possible lengths of each reason on a page of /audit, depending on the room."""
KINDS: dict[ActKind, Message] = {
    "void": gettext("Void"),
    "award": gettext("Award"),
    "takeback": gettext("Undo move"),
    "replace": gettext("Replace with AI"),
    "undo": gettext("Undo last action"),
}
ACTING: dict[ActKind, tuple[Message, Message]] = {
    "void": (
        gettext("{moderator} voided match #{code}."),
        gettext("{moderator} voided the match."),
    ),
    "award": (
        gettext("{moderator} awarded match #{code} to {name}."),
        gettext("{moderator} awarded the match to {name}."),
    ),
    "takeback": (
        gettext("{moderator} took back the last move of {name} in match #{code}."),
        gettext("{moderator} took back the last move of {name}."),
    ),
    "replace": (
        gettext("{moderator} replaced {name} with an AI in match #{code}."),
        gettext("{moderator} replaced {name} with an AI."),
    ),
}
"""For each kind of act, how it is told elsewhere and in the match's own thread."""
UNDOING: dict[ActKind, tuple[Message, Message]] = {
    "void": (
        gettext("{moderator} undid the voiding of match #{code}."),
        gettext("{moderator} undid the voiding of the match."),
    ),
    "award": (
        gettext("{moderator} undid the award of match #{code} to {name}."),
        gettext("{moderator} undid the award to {name}."),
    ),
    "takeback": (
        gettext("{moderator} restored the last move of {name} in match #{code}."),
        gettext("{moderator} restored the last move of {name}."),
    ),
    "replace": (
        gettext("{moderator} gave {name} the seat in match #{code} back."),
        gettext("{moderator} gave {name} the seat back."),
    ),
}
"""The same for the undoing of an act of this kind."""
AFTER_UNDOING: dict[Stage, Message] = {
    Stage.LIVE: gettext("It goes on."),
    Stage.PAUSED: gettext("It is paused."),
    Stage.OVER: gettext("The result from before counts."),
}
"""What the match is like after a result is undone."""
RESULTS: tuple[ActKind, ...] = ("void", "award")
"""The acts that end a match."""


@dataclass(frozen=True, slots=True)
class ToldAct:
    """An act with what is needed to describe it: its match, the act that it undoes, and the one that undid it.

    The match is as the server sees it that is told.
    """

    act: Act
    match: Match
    undoes: Act | None = None
    undone_by: Act | None = None

    @property
    def is_of_other_server(self) -> bool:
        """Whether the act was made by the other server's moderators, whose names and reasons are not shown here."""
        return self.match.other is not None and self.act.guild != self.match.place.guild


def describe_act(told: ToldAct, language: Language, *, in_own_thread: bool = False) -> str:
    """Return a sentence that says who did what to which match; in a thread named after the match, without its code."""
    act, undone = told.act, told.undoes.kind if told.undoes is not None else "void"
    elsewhere, here = UNDOING[undone] if act.kind == "undo" else ACTING[act.kind]
    values = {"moderator": _moderator(told, language), "code": told.match.code, "name": _person(told, language)}
    sentences = [language((here if in_own_thread else elsewhere).with_values(values))]
    if undone in RESULTS and act.kind == "undo" and act.became in AFTER_UNDOING:
        sentences.append(language(AFTER_UNDOING[act.became]))
    return " ".join(sentences)


def line(told: ToldAct, language: Language, place_name: str = "") -> ui.LayoutView:
    """Return the line for the thread and the moderation log: who did what and why, whom it concerns, rating changes.

    `place_name` is the name of the thread where it is told, which names the match already if it ends with the code.
    """
    in_own_thread = is_named_after(place_name, told.match)
    people = language.join_list(_address(told, user, language) for user in told.act.concerned)
    concerned = language.gettext("Affected: {people}", people=people) if people else ""
    return items.layout(
        items.text("\n".join(filter(None, [*details(told, language, in_own_thread=in_own_thread), concerned])))
    )


def details(told: ToldAct, language: Language, most: int = MOST_REASON, *, in_own_thread: bool = False) -> list[str]:
    """Return the act, its reason (at most `most` characters), and its rating changes over all servers."""
    reason = "" if told.is_of_other_server else plain(told.act.reason, most)
    shifts = [
        language.gettext(
            "{name} from {before} to {after}",
            name=_address(told, one.user, language),
            before=one.before,
            after=one.after,
        )
        for one in told.act.ratings
        if one.scope == EVERYWHERE and one.before != one.after
    ]
    return [
        f"**{describe_act(told, language, in_own_thread=in_own_thread)}**",
        *([language.gettext("Reason: {reason}", reason=reason)] if reason else []),
        *([language.gettext("Ratings: {changes}", changes=language.join_list(shifts))] if shifts else []),
    ]


def _address(told: ToldAct, user: UserId, language: Language) -> str:
    """Return how to address a person whom the act concerns, who may have had a seat only before it."""
    seats = told.act.before.seats_of(user) if told.act.before is not None else ()
    return address_player(told.match, seats[0], language) if seats else address(told.match, user, language)


def mention_moderator(moderator: UserId, language: Language) -> str:
    """Mention the moderator; no mention if their data was deleted."""
    return mention(moderator) if moderator else language.gettext("A former moderator")


def _moderator(told: ToldAct, language: Language) -> str:
    if told.is_of_other_server:
        return language.gettext("A moderator of the other server")
    return mention_moderator(told.act.moderator, language)


def _person(told: ToldAct, language: Language) -> str:
    """Return the person whose seat the act was about."""
    about = told.undoes or told.act
    if about.seat is None:
        return language.gettext("the player")
    if about.before is None or about.seat >= len(about.before.players):
        return language.gettext("player {number}", number=about.seat + 1)
    player = about.before.players[about.seat]
    return address_player(told.match, player, language)


# ---------------------------------------------------------------------- /audit


def audit_page(
    page: Page[ToldAct],
    undoable: Sequence[Act],
    match: Match | None,
    before: Callable[[int], Sequence[items.Item]],
    language: Language,
) -> ui.LayoutView:
    """A page of acts, the newest first, below what comes `before`, which is given the letters of each reason.

    `match` is the only one that is asked for; those in `undoable` may be undone here.
    """
    views = [_audit_page(page, undoable, match, before(most), language, most) for most in LENGTHS]
    return next((view for view in views if view.content_length() <= MESSAGE_TEXT), views[-1])


def _audit_page(
    page: Page[ToldAct],
    undoable: Sequence[Act],
    match: Match | None,
    before: Sequence[items.Item],
    language: Language,
    most: int,
) -> ui.LayoutView:
    heading = (
        language.gettext("Moderator actions on match #{code}", code=match.code)
        if match is not None
        else language.gettext("Moderator actions on this server")
    )
    entries = [_entry(told, language, most) for told in page.entries] or [
        language.gettext("Nothing has been done yet.")
    ]
    rows: list[items.Item] = [items.text("\n\n".join([f"### {heading}", *entries]))]
    options = [
        items.option(str(told.act.id), f"#{told.match.code} · {language(KINDS[told.act.kind])}", told.act.reason)
        for told in page.entries
        if told.act in undoable
    ]
    if options:
        rows.append(items.menu(Click("audit-undo"), language.gettext("Undo …"), options))
    number = match.id if match is not None else Click("audit").match
    newer, older = language.gettext("Newer"), language.gettext("Older")
    return items.layout(*before, *rows, *page.buttons(lambda turn: Click("audit", number, turn), newer, older))


def _entry(told: ToldAct, language: Language, most: int) -> str:
    lines = [relative(told.act.at), *details(told, language, most)]
    if told.undone_by is not None:
        moderator = _moderator(replace(told, act=told.undone_by), language)
        undone = language.gettext(
            "Undone by {moderator} {when}.", moderator=moderator, when=relative(told.undone_by.at)
        )
        lines.append(f"-# {undone}")
    return "\n".join(lines)
