"""/settings: a person's settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord import ui

from bot.club.absence import days_left
from bot.club.preferences import Preferences
from bot.ui.components import items
from bot.ui.components.custom_id import Click
from bot.ui.components.items import Style
from bot.ui.components.markdown import moment
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.pages.notifications import summary
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


MEANINGS: Mapping[str, Message] = {
    "theme": gettext("Colours of the pictures that only you see."),
    "patterns": gettext("Strong patterns tell pieces apart where colours don't."),
    "text": gettext("Boards that only you see are shown as text, without pictures."),
    "confirm": gettext("A move is played only after you confirm it."),
    "pings": gettext("I ping you when it's your turn and when you are challenged."),
    "challenges": gettext("Who may challenge you to a match."),
    "notifications": gettext("When and where I ping you, and when I keep quiet."),
    "absence": gettext("On days off your correspondence clocks are paused."),
    "language": gettext("For what only you see, and for matches whose players all share it."),
}
"""The explanation of each setting."""


def switches(preferences: Preferences) -> dict[str, tuple[Message, Message]]:
    """Return for each switch its name and current value."""
    on, off = gettext("on"), gettext("off")
    return {
        "theme": (gettext("Theme"), _VALUES[preferences.theme]),
        "patterns": (gettext("Patterns"), _VALUES[preferences.patterns]),
        "text": (gettext("Text boards"), on if preferences.text_first else off),
        "confirm": (gettext("Confirm moves"), on if preferences.confirm else off),
        "pings": (gettext("Pings"), on if preferences.pings else off),
        "challenges": (gettext("Challenges from"), _VALUES[preferences.challenges]),
    }


def page(preferences: Preferences, now: int, language: Language) -> ui.LayoutView:
    """Return the page with all settings and their switches."""
    found = switches(preferences)
    lines = [f"## {language.gettext('Settings')}"]
    for key, (name, value) in found.items():
        lines += _describe(key, language(name), language(value), language)
    lines += _describe("notifications", language.gettext("Notifications"), summary(preferences, language), language)
    lines += _describe("language", language.gettext("Language"), language(_LANGUAGES[preferences.language]), language)
    left = str(days_left(preferences, now))
    lines += _describe("absence", language.gettext("Days off left this year"), left, language)
    is_away = preferences.days_off_until is not None and preferences.days_off_until > now
    if preferences.days_off_until is not None and is_away:
        lines.append(
            language.gettext(
                "You're away until {when}. Your correspondence clocks are paused.",
                when=moment(preferences.days_off_until),
            )
        )
    buttons = [items.button(Click("set", rest=key), language(name)) for key, (name, _) in found.items()]
    languages = [items.option(code or "-", language.alone(_LANGUAGES[code])) for code in ("", *SUPPORTED)]
    return items.layout(
        items.text("\n".join(lines)),
        *items.rows_of(buttons),
        items.menu(
            Click("set-language"),
            language.gettext("Language: {name}", name=language(_LANGUAGES[preferences.language])),
            languages,
        ),
        items.buttons(
            items.button(Click("set-open"), language.gettext("Change all at once"), Style.primary),
            items.button(Click("notify"), language.gettext("Notifications")),
            items.button(Click("away-end"), language.gettext("End days off"))
            if is_away
            else items.button(Click("away"), language.gettext("Take days off")),
            items.button(Click("my-data"), language.gettext("Export my data")),
            items.button(Click("forget"), language.gettext("Delete my data"), Style.danger),
        ),
    )


def _describe(key: str, name: str, value: str, language: Language) -> list[str]:
    """Return a setting's current value, with its explanation below."""
    return [f"**{name}**: {value}", f"-# {language(MEANINGS[key])}"]


THEME, SWITCHES, LANGUAGE = "theme", "switches", "language"
"""The fields of the modal."""
AS_DISCORD = "-"
_ON: Mapping[str, Message] = {
    "patterns": gettext("Strong patterns"),
    "text": gettext("Text boards"),
    "confirm": gettext("Confirm moves"),
    "pings": gettext("Ping me"),
    "challenges": gettext("Challenges welcome"),
}
"""The labels of the modal's switches, for when they are on."""
_ON_MEANS: Mapping[str, Message] = {
    **MEANINGS,
    "challenges": gettext("Everybody may challenge you to a match; unticked, nobody may."),
}
"""The explanation of each switch of the modal."""


def window(preferences: Preferences, language: Language) -> ui.Modal:
    """Return the modal with all switches."""
    on = set_switches(preferences)
    themes = [
        items.option(key, language.alone(_VALUES[key]), chosen=preferences.theme == key) for key in ("dark", "light")
    ]
    options = [
        items.option(key, language.alone(title), language(_ON_MEANS[key]), chosen=key in on)
        for key, title in _ON.items()
    ]
    languages = [
        items.option(code or AS_DISCORD, language.alone(_LANGUAGES[code]), chosen=preferences.language == code)
        for code in ("", *SUPPORTED)
    ]
    return items.form(
        Click("set-form"),
        language.gettext("Settings"),
        (language.gettext("Theme"), language(MEANINGS["theme"]), items.radio(THEME, themes)),
        (language.gettext("Switches"), language.gettext("What is ticked is on."), items.checks(SWITCHES, options)),
        (language.gettext("Language"), language(MEANINGS["language"]), items.radio(LANGUAGE, languages)),
    )


def set_switches(preferences: Preferences) -> frozenset[str]:
    """Return the switches that are on."""
    found = {
        "patterns": preferences.patterns == "strong",
        "text": preferences.text_first,
        "confirm": preferences.confirm,
        "pings": preferences.pings,
        "challenges": preferences.challenges == "everybody",
    }
    return frozenset(key for key, is_on in found.items() if is_on)


def read_form(preferences: Preferences, form: Mapping[str, Sequence[str]]) -> Preferences:
    """Return the settings from a submitted modal; everything else stays as it is."""
    on = form.get(SWITCHES, ())
    theme = (form.get(THEME) or [preferences.theme])[0]
    code = (form.get(LANGUAGE) or [preferences.language or AS_DISCORD])[0]
    return replace(
        preferences,
        theme="light" if theme == "light" else "dark",
        patterns="strong" if "patterns" in on else "small",
        text_first="text" in on,
        confirm="confirm" in on,
        pings="pings" in on,
        challenges="everybody" if "challenges" in on else "nobody",
        language=code if code in SUPPORTED else "",
    )
