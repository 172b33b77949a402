"""Rating roles in /setup: which roles are given for a rating or title, and the modal that adds one."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

import games
from bot.club.rating_roles import MOST_RULES, RatingRole
from bot.club.ratings import TITLES
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.i18n.language import Language, with_capital
from games.core.i18n import gettext

ROLE, GAME, LEAST, BELOW, TITLE = "role", "game", "least", "below", "title"
"""The fields of the modal."""
_ANY = "any"


def page(rules: Sequence[RatingRole], language: Language) -> ui.LayoutView:
    """Return the rules, with controls to add and remove them; by their numbers, since menus don't show roles."""
    lines = [
        f"## {language.gettext('Rating roles')}",
        language.gettext(
            "I give these roles after rated matches on this server. Anybody who no longer earns one "
            "loses it. A provisional rating (with a ?) earns none. I need **Manage Roles**, and my own role above them."
        ),
        *(f"{number}. <@&{rule.role}>: {describe_rule(rule, language)}" for number, rule in enumerate(rules, 1)),
    ]
    rows: list[items.Item] = [items.text("\n".join(lines))]
    if rules:
        options = [
            items.option(rule.key, f"{number} · {with_capital(describe_rule(rule, language))}"[:100])
            for number, rule in enumerate(rules[:MOST_RULES], 1)
        ]
        rows.append(items.menu(Click("setup-role-remove"), language.gettext("Remove …"), options))
    add = items.button(Click("setup-role-open"), language.gettext("Add a role"), Style.primary)
    back = items.button(Click("setup-back"), language.gettext("Back"))
    return items.layout(*rows, items.buttons(add, back))


def describe_rule(rule: RatingRole, language: Language) -> str:
    """Return the condition of a role, as plain text."""
    game = games.find(rule.game).info.title if rule.game in games.keys() else language.gettext("any game")
    parts = [game]
    if rule.least is not None and rule.below is not None:
        parts.append(language.gettext("rating {least} to {most}", least=rule.least, most=rule.below - 1))
    elif rule.least is not None:
        parts.append(language.gettext("rating {least} and more", least=rule.least))
    elif rule.below is not None:
        parts.append(language.gettext("rating below {below}", below=rule.below))
    titles = [title for least, title in TITLES if least == rule.title]
    parts += [language.gettext("title {title} and above", title=title) for title in titles]
    return " · ".join(parts)


def window(language: Language) -> ui.Modal:
    """Return the modal that adds a rule."""
    role: ui.RoleSelect[ui.Modal] = ui.RoleSelect(custom_id=ROLE, min_values=1, max_values=1, required=True)
    offered: list[discord.SelectOption] = [items.option(_ANY, language.alone(gettext("any game")), chosen=True)]
    offered += [items.option(one.info.key, one.info.title) for one in games.every()[:24]]
    game: ui.Select[ui.Modal] = ui.Select(custom_id=GAME, options=offered, required=True)
    titles = [items.option(str(least), language.alone(title)) for least, title in reversed(TITLES)]
    title: ui.Select[ui.Modal] = ui.Select(custom_id=TITLE, options=titles, min_values=0, max_values=1, required=False)
    return items.form(
        Click("setup-role-form"),
        language.gettext("A role by rating"),
        (language.gettext("Role"), language.gettext("The role that is given. It must be below mine."), role),
        (language.gettext("Which game?"), language.gettext("The rating on this server counts."), game),
        (
            language.gettext("From rating"),
            language.gettext("The role is given from this rating on. Empty: no lower bound."),
            items.line(LEAST, "1600", "", 4),
        ),
        (
            language.gettext("Below rating"),
            language.gettext("It is given only below this rating. Empty: no upper bound."),
            items.line(BELOW, "1800", "", 4),
        ),
        (language.gettext("Title"), language.gettext("It is given from this title on. Empty: no title needed."), title),
    )


def game_of(chosen: str) -> str:
    """Return the game that was chosen in the modal; empty for any."""
    return "" if chosen == _ANY else chosen
