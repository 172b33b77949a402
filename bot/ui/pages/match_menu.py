"""The menu More of a match. It only offers what would not be refused at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.match.model import Match, OfferKind, PlayerAct, UserId
from bot.match.visibility import may_have_hint
from bot.ui.components import items
from bot.ui.components.custom_id import Click, click_now
from bot.ui.components.items import Style
from bot.ui.i18n.language import Language
from bot.ui.pages import requests
from games.core.i18n import Message, gettext

ASK: Final[Mapping[OfferKind, Message]] = {
    "draw": gettext("Offer draw"),
    "takeback": gettext("Ask for a take-back"),
    "pause": gettext("Ask to pause"),
}
_AT_ONCE: Final[Mapping[OfferKind, Message]] = {
    "draw": gettext("End in a draw"),
    "takeback": gettext("Take back"),
    "pause": gettext("Pause match"),
}
"""What the buttons say where nobody has to be asked."""
_EXPLAINED: Final = ("draw", "takeback")
"""Requests whose absence is explained."""


def request_words(match: Match) -> dict[OfferKind, Message]:
    """Return what the buttons of a match's requests say, without those that have no use in it.

    Against AIs only, take-backs and pauses are not requests: they happen at once. A draw is still decided by the AI.
    Without a clock, a pause is of use only to people who agree on it.
    """
    words = dict(_AT_ONCE if match.hot_seat else ASK)
    if len(match.people) == 1:
        words |= {"takeback": _AT_ONCE["takeback"], "pause": _AT_ONCE["pause"]}
        if match.time.kind == "none":
            del words["pause"]
    return words


def looking_row(match: Match, user: UserId, language: Language) -> items.Item:
    """Return the buttons that do not change the match; spectators see none that only players can use."""
    seats = match.seats_of(user)
    buttons = [items.button(Click("flip", match.id), language.gettext("Flip"))]
    if seats and not match.stage.ended:
        buttons.append(items.button(Click("repost", match.id), language.gettext("Repost board")))
    buttons.append(items.button(Click("replay", match.id), language.gettext("Replay")))
    buttons.append(items.button(Click("rules", match.id), language.gettext("Rules")))
    if any(player.to_act for player in seats) and may_have_hint(match):
        buttons.append(items.button(Click("hint", match.id), language.gettext("Hint")))
    return items.buttons(*buttons)


def player_rows(
    match: Match, user: UserId, refusals: Mapping[PlayerAct, str | None], language: Language
) -> list[items.Item]:
    """Return what a player of a running match can do besides moving; `refusals` say what is impossible now, and why."""
    buttons = [items.button(Click("resign", match.id), language.gettext("Resign"), Style.danger)]
    for kind, words in request_words(match).items():
        if refusals[kind] is None and match.offer is None:
            buttons.append(items.button(click_now(kind, match), language(words)))
    buttons += requests.own_answers(match, user, language)
    if refusals["give-time"] is None:
        buttons.append(items.button(Click("give-time", match.id), language.gettext("Give time")))
    why = [refusals[act] for act in _EXPLAINED] if match.offer is None else []
    told = [items.text("\n".join(f"-# {language(reason)}" for reason in why if reason))] if any(why) else []
    return [items.buttons(*buttons), *told]
