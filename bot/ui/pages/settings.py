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
from games.core.say import Say, say

_LANGUAGES = {"": say("as in Discord"), "en": "English", "de": "Deutsch"}
_VALUES = {
    "dark": say("dark"),
    "light": say("light"),
    "small": say("small"),
    "strong": say("strong"),
    "everybody": say("everybody"),
    "nobody": say("nobody"),
}


def switches(preferences: Preferences) -> dict[str, tuple[Say, Say]]:
    """The switches: key to what it is about and what is set now."""
    on, off = say("on"), say("off")
    return {
        "theme": (say("Theme"), _VALUES[preferences.theme]),
        "patterns": (say("Colour-blind patterns"), _VALUES[preferences.patterns]),
        "text": (say("Text first"), on if preferences.text_first else off),
        "confirm": (say("Confirm moves"), on if preferences.confirm else off),
        "pings": (say("Pings"), on if preferences.pings else off),
        "challenges": (say("Challenges from"), _VALUES[preferences.challenges]),
    }


def page(preferences: Preferences, now: int, language: Language) -> ui.LayoutView:
    """All settings with their switches."""
    found = switches(preferences)
    lines = [f"## {language.say('Settings')}"] + [
        f"**{language(name)}**: {language(value)}" for name, value in found.values()
    ]
    lines.append(language.say("Away days left this year: {left}", left=days_left(preferences, now)))
    if preferences.away_until is not None and preferences.away_until > now:
        lines.append(
            language.say(
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
            language.say("Language: {name}", name=language(_LANGUAGES[preferences.language])),
            languages,
        ),
        items.buttons(
            items.button(Click("away"), language.say("Go away for some days")),
            items.button(Click("my-data"), language.say("Export my data")),
            items.button(Click("forget"), language.say("Delete my data"), Style.danger),
        ),
    )
