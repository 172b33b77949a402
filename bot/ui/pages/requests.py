"""Requests between players (a draw, a take-back, a pause): a separate message that later turns into the answer."""

from __future__ import annotations

from discord import ui

from bot.match.model import Match, OfferKind, RequestAnswer, UserId
from bot.match.names import names_of
from bot.ui.components import items
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.pages.people import address
from games.core.i18n import Message, gettext, ngettext

ACCEPT: dict[OfferKind, Message] = {
    "draw": gettext("Accept draw"),
    "takeback": gettext("Accept take-back"),
    "pause": gettext("Accept pause"),
}
_ASKED: dict[OfferKind, Message] = {
    "draw": ngettext("Draw offered. {names} can answer.", "Draw offered. {names} can answer.", 1, names=""),
    "takeback": ngettext(
        "Take-back requested. {names} can answer.", "Take-back requested. {names} can answer.", 1, names=""
    ),
    "pause": ngettext("Pause requested. {names} can answer.", "Pause requested. {names} can answer.", 1, names=""),
}
"""One form in English; other languages need a plural."""
_DECLINED: dict[OfferKind, Message] = {
    "draw": gettext("{name} declines the draw.", name=""),
    "takeback": gettext("{name} declines the take-back.", name=""),
    "pause": gettext("{name} declines the pause.", name=""),
}
_ACCEPTED: dict[OfferKind, Message] = {
    "draw": gettext("{name} accepts the draw.", name=""),
    "takeback": gettext("{name} accepts the take-back.", name=""),
    "pause": gettext("{name} accepts the pause.", name=""),
}
_WITHDRAWN: dict[OfferKind, Message] = {
    "draw": gettext("{name} withdraws the draw offer.", name=""),
    "takeback": gettext("{name} withdraws the request for a take-back.", name=""),
    "pause": gettext("{name} withdraws the request for a pause.", name=""),
}
_LAPSED: dict[OfferKind, Message] = {
    "draw": gettext("{name} offered a draw. Nobody answered.", name=""),
    "takeback": gettext("{name} asked for a take-back. Nobody answered.", name=""),
    "pause": gettext("{name} asked for a pause. Nobody answered.", name=""),
}
_DECLINED_OF: dict[OfferKind, Message] = {
    "draw": gettext("{asker} offered a draw. {name} declines.", asker="", name=""),
    "takeback": gettext("{asker} asked for a take-back. {name} declines.", asker="", name=""),
    "pause": gettext("{asker} asked for a pause. {name} declines.", asker="", name=""),
}
_ACCEPTED_OF: dict[OfferKind, Message] = {
    "draw": gettext("{asker} offered a draw. {name} accepts.", asker="", name=""),
    "takeback": gettext("{asker} asked for a take-back. {name} accepts.", asker="", name=""),
    "pause": gettext("{asker} asked for a pause. {name} accepts.", asker="", name=""),
}
_DONE: dict[OfferKind, Message] = {
    "draw": gettext("The match ends in a draw."),
    "takeback": gettext("Taken back."),
    "pause": gettext("The match is paused."),
}


def sentence(match: Match, back_to: int, language: Language) -> str:
    """Say who asks for what and what it would change; empty if nothing is asked. `back_to` as in `board`."""
    if match.offer is None:
        return ""
    asking = {p.user: plain(p.name) for p in match.players if p.seat in match.offer.agreed and p.user is not None}
    number, names = len(asking), language.join_list(dict.fromkeys(asking.values()))
    if match.offer.kind == "draw":
        return language.ngettext("{names} offers a draw.", "{names} offer a draw.", number, names=names)
    if match.offer.kind == "pause":
        return language.ngettext(
            "{names} asks to pause the match.", "{names} ask to pause the match.", number, names=names
        )
    if not back_to:
        return language.ngettext(
            "{names} asks to take back turn 1. The match would start over.",
            "{names} ask to take back turn 1. The match would start over.",
            number,
            names=names,
        )
    return language.ngettext(
        "{names} asks to take back turn {turn}. Play would go on after turn {before}.",
        "{names} ask to take back turn {turn}. Play would go on after turn {before}.",
        number,
        names=names,
        turn=back_to + 1,
        before=back_to,
    )


def answers(match: Match, language: Language) -> list[items.Row]:
    """Return the row with the two buttons; none if nothing is asked."""
    if match.offer is None:
        return []
    made = str(match.offer.made)
    accept = items.button(click_now("agree", match, made), language(ACCEPT[match.offer.kind]), Style.success)
    return [items.buttons(accept, items.button(click_now("refuse", match, made), language.gettext("Decline")))]


def withdraw_buttons(match: Match, user: UserId, language: Language) -> list[items.Button]:
    """Return the button that withdraws the person's own request, if there is one."""
    if match.offer is None or user not in asking(match):
        return []
    return [items.button(Click("withdraw", match.id, rest=str(match.offer.made)), language.gettext("Withdraw request"))]


def own_answers(match: Match, user: UserId, language: Language) -> list[items.Button]:
    """Return the request's buttons for a player's menu: withdraw the own one, or accept another's."""
    if match.offer is None or user in asking(match):
        return withdraw_buttons(match, user, language)
    accept = click_now("accept-request", match, str(match.offer.made))
    return [items.button(accept, language(ACCEPT[match.offer.kind]), Style.success)]


def withdrawal(match: Match, user: UserId, language: Language) -> list[items.Row]:
    """Return the row with that button."""
    buttons = withdraw_buttons(match, user, language)
    return [items.buttons(*buttons)] if buttons else []


def request(match: Match, back_to: int, language: Language) -> ui.LayoutView:
    """Return the request's message, which names those who are to answer."""
    people = language.join_list(address(match, user, language) for user in waiting_for(match))
    return items.layout(items.text(f"{people}: {sentence(match, back_to, language)}"), *answers(match, language))


def asking(match: Match) -> frozenset[UserId]:
    """Return the people who have made or accepted the request."""
    agreed = frozenset() if match.offer is None else match.offer.agreed
    return frozenset(player.user for player in match.players if player.seat in agreed and player.user is not None)


def waiting_for(match: Match) -> list[UserId]:
    """Return the people who have not answered yet."""
    if match.offer is None:
        return []
    agreed = {player.user for player in match.players if player.seat in match.offer.agreed}
    return [user for user in match.people if user not in agreed]


def request_sent(match: Match, kind: OfferKind, language: Language) -> str:
    """Return the confirmation for the person who asked: who can answer, or what was done if nobody has to."""
    if match.offer is None:
        return language(_DONE[kind])
    names = {player.user: plain(player.name) for player in match.players if player.user is not None}
    waiting = [names[user] for user in waiting_for(match)]
    told = _ASKED[match.offer.kind].with_number(len(waiting))
    return language(told.with_values({"names": language.join_list(waiting)}))


def closed_request(match: Match, answer: RequestAnswer | None, language: Language) -> ui.LayoutView:
    """Return what a request's message becomes: who answered and how, or that the match went on without an answer."""
    if answer is not None:
        names = [plain(language(name)) for name in names_of(match)]
        values = {"name": names[answer.seat]} | ({} if answer.asker is None else {"asker": names[answer.asker]})
        return items.layout(items.text(language(_answered(answer).with_values(values))))
    if match.stage.ended:
        return items.layout(items.text(language.gettext("The match is over: this request is closed.")))
    return items.layout(items.text(language.gettext("The match has gone on: this request is closed.")))


def _answered(answer: RequestAnswer) -> Message:
    """Return the sentence about an answer, without the names."""
    if answer.lapsed or answer.withdrawn:
        return (_LAPSED if answer.lapsed else _WITHDRAWN)[answer.kind]
    if answer.asker is None:
        return (_ACCEPTED if answer.accepted else _DECLINED)[answer.kind]
    return (_ACCEPTED_OF if answer.accepted else _DECLINED_OF)[answer.kind]
