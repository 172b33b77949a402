"""The moderators' controls in the menu, and the modal that explains an act and asks for a reason."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.match.acts import Act, ActKind, Order
from bot.match.ending import STAND_IN
from bot.match.model import Match, Player, Stage
from bot.match.moderation import MOST_REASON
from bot.match.names import LEVELS, names_of, side_name, who
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import plain
from bot.ui.i18n.language import Language
from bot.ui.limits import MODAL_LABEL, MODAL_TITLE, clip
from bot.ui.pages.acts import ToldAct, describe_act
from games.core.i18n import gettext
from games.core.status import Seat

# ---------------------------------------------------------------------- controls


def moderation_rows(match: Match, orders: Sequence[Order], last: Act | None, language: Language) -> list[items.Item]:
    """Return the moderators' controls for these orders; `last` is the act that may be undone. Empty without orders."""
    kinds = {order.kind for order in orders}
    buttons = []
    if "void" in kinds:
        buttons.append(items.button(Click("mod-void", match.id), language.gettext("Void"), Style.danger))
    if "takeback" in kinds:
        buttons.append(items.button(Click("mod-undo", match.id, match.turn), language.gettext("Undo move")))
    if last is not None:
        buttons.append(
            items.button(Click("mod-revert", match.id, 0, str(last.id)), language.gettext("Undo last action"))
        )
    rows: list[items.Item] = [items.text(f"-# {language.gettext('For moderators')}")]
    rows += [items.buttons(*buttons)] if buttons else []
    people = [match.players[order.seat] for order in orders if order.kind == "replace" and order.seat is not None]
    rows += _seats("mod-replace", match, people, language.gettext("Replace with AI …"), language)
    winners = [match.players[order.seat] for order in orders if order.kind == "award" and order.seat is not None]
    rows += _seats("mod-award", match, winners, language.gettext("Declare the winner …"), language)
    return rows if len(rows) > 1 else []


def _seats(
    action: str, match: Match, players: Sequence[Player], placeholder: str, language: Language
) -> list[items.Item]:
    options = []
    for player in players:
        side = side_name(match, player.seat) or gettext("Seat {number}", number=player.seat + 1)
        options.append(items.option(str(player.seat), language(who(player)), language.alone(side)))
    return [items.menu(Click(action, match.id), placeholder, options)] if options else []


def reason_window(click: Click, title: str, explanation: str, language: Language) -> ui.Modal:
    """Return the modal that says what an act will do and asks for its reason."""
    window = ui.Modal(title=clip(title, MODAL_TITLE), custom_id=str(click), timeout=None)
    line = items.paragraph("reason", MOST_REASON, least=1)
    window.add_item(ui.TextDisplay(explanation))
    window.add_item(ui.Label(text=clip(language.gettext("Reason (the players read it)"), MODAL_LABEL), component=line))
    window.stop()
    return window


# ---------------------------------------------------------------------- what an act will do


def window_title(match: Match, kind: ActKind, language: Language) -> str:
    """Return the title of the modal."""
    words = {
        "void": language.gettext("Void match #{code}", code=match.code),
        "award": language.gettext("Award match #{code}", code=match.code),
        "takeback": language.gettext("Undo a move in match #{code}", code=match.code),
        "replace": language.gettext("Replace with AI in match #{code}", code=match.code),
        "undo": language.gettext("Undo an action in match #{code}", code=match.code),
    }
    return words[kind]


def will_do(match: Match, kind: ActKind, seat: Seat | None, language: Language) -> str:
    """Explain what an act on the current match will do, and whom it concerns."""
    name = _name(match, seat, language)
    over, rated = match.stage is Stage.OVER, match.counts
    if kind == "void" and over:
        first = language.gettext("The result of match #{code} is struck out.", code=match.code)
    elif kind == "void":
        first = language.gettext("Match #{code} ends now, without a result.", code=match.code)
    elif kind == "award":
        first = language.gettext("{name} wins match #{code}.", name=name, code=match.code)
    elif kind == "takeback":
        first = language.gettext(
            "The last move and everything random after it are taken back: {name} moves again.", name=name
        )
    else:
        values = {"level": language(LEVELS[STAND_IN]), "name": name}
        if match.other is not None:
            first = language.gettext("An AI ({level}) takes the seat of {name}, who loses the match.", **values)
        else:
            first = language.gettext("An AI ({level}) takes the seat of {name}. The match is unrated.", **values)
    counted = rated and ((kind == "void" and over) or kind == "award")
    second = language.gettext("Later matches of its players are rated again.") if over and counted else ""
    return _join_lines(
        first, second, _concerned_names(match, language), language.gettext("It can be undone in /audit.")
    )


def will_undo(told: ToldAct, language: Language) -> str:
    """Explain what undoing an act will do."""
    act, match = told.act, told.match
    name = _name(act.before or match, act.seat, language)
    if act.kind == "takeback":
        first = language.gettext("The move of {name} that was taken back counts again.", name=name)
    elif act.kind == "replace":
        first = language.gettext("{name} gets the seat back.", name=name)
    elif act.before is not None and act.before.stage is Stage.OVER:
        first = language.gettext("The result from before counts again. Later matches of its players are rated again.")
    elif act.before is not None and act.before.stage is Stage.PAUSED:
        first = language.gettext("The match is paused again, as it was.")
    else:
        first = language.gettext("The match goes on as it was. What it did to ratings is taken back.")
    return _join_lines(f"{describe_act(told, language)} {first}", _concerned_names(act.before or match, language))


def _concerned_names(match: Match, language: Language) -> str:
    names = language.join_list(plain(player.name) for player in match.players if player.user is not None)
    return language.gettext("Affected: {people}", people=names) if names else ""


def _name(match: Match, seat: Seat | None, language: Language) -> str:
    return plain(language(names_of(match)[seat])) if seat is not None else language.gettext("the player")


def _join_lines(*sentences: str) -> str:
    return "\n".join(filter(None, sentences))
