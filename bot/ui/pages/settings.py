"""/settings: a person's own switches."""

from __future__ import annotations

from discord import ui

from bot.club.absence import days_left
from bot.club.preferences import Preferences
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import relative
from bot.ui.i18n.language import SUPPORTED, Language
from games.core.i18n import Message, gettext

_LANGUAGES = {"": gettext("as in Discord"), "en": "English", "de": "Deutsch"}
_VALUES = {
    "dark": gettext("dark"),
    "light": gettext("light"),
    "small": gettext("small"),
    "strong": gettext("strong"),
    "everybody": gettext("everybody"),
    "nobody": gettext("nobody"),
}


def switches(preferences: Preferences) -> dict[str, tuple[Message, Message]]:
    """The switches: key to what it is about and what is set now."""
    on, off = gettext("on"), gettext("off")
    return {
        "theme": (gettext("Theme"), _VALUES[preferences.theme]),
        "patterns": (gettext("Colour-blind patterns"), _VALUES[preferences.patterns]),
        "text": (gettext("Text first"), on if preferences.text_first else off),
        "confirm": (gettext("Confirm moves"), on if preferences.confirm else off),
        "pings": (gettext("Pings"), on if preferences.pings else off),
        "challenges": (gettext("Challenges from"), _VALUES[preferences.challenges]),
    }


def page(preferences: Preferences, now: int, language: Language) -> ui.LayoutView:
    """All settings with their switches."""
    found = switches(preferences)
    lines = [f"## {language.gettext('Settings')}"] + [
        f"**{language(name)}**: {language(value)}" for name, value in found.values()
    ]
    lines.append(language.gettext("Away days left this year: {left}", left=days_left(preferences, now)))
    if preferences.away_until is not None and preferences.away_until > now:
        lines.append(
            language.gettext(
                "You are away until {when}; your clocks of days stand still.", when=relative(preferences.away_until)
            )
        )
    buttons = [items.button(Click("set", rest=key), language(name)) for key, (name, _) in found.items()]
    languages = [items.option(code or "-", language(_LANGUAGES[code])) for code in ("", *SUPPORTED)]
    return items.layout(
        items.text("\n".join(lines)),
        *items.rows_of(buttons),
        items.menu(
            Click("set-language"),
            language.gettext("Language: {name}", name=language(_LANGUAGES[preferences.language])),
            languages,
        ),
        items.buttons(
            items.button(Click("away"), language.gettext("Go away for some days")),
            items.button(Click("my-data"), language.gettext("Export my data")),
            items.button(Click("forget"), language.gettext("Delete my data"), Style.danger),
        ),
    )
