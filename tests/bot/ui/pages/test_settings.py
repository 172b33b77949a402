"""/settings: what is set is told in whole sentences."""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.club.preferences import Preferences
from bot.match.model import UserId
from bot.ui.i18n.language import Language
from bot.ui.pages.settings import page, window
from tests.bot.ui.views import labels, text

UNTIL = 1_795_782_308_000
PREFERENCES = Preferences(UserId(1))


def test_an_absence_ends_at_a_moment() -> None:
    """Discord shows `R` as "in 3 days": "until in 3 days" is no English, and "bis in 3 Tagen" no German."""
    away = replace(PREFERENCES, days_off_until=UNTIL)
    assert f"until <t:{UNTIL // 1000}:f>." in text(page(away, UNTIL - 1000, Language("en")))


def test_a_switch_of_the_window_says_what_it_does_when_on() -> None:
    """A tick does not answer the question who may challenge."""
    groups = [
        item for item in window(PREFERENCES, Language("en")).walk_children() if isinstance(item, ui.CheckboxGroup)
    ]
    about = {option.value: option.description for group in groups for option in group.options}
    assert about["challenges"] == "Everybody may challenge you to a match; unticked, nobody may."
    assert not any(str(words).startswith("Who ") for words in about.values())


def test_days_off_can_be_ended_while_they_last() -> None:
    away = replace(PREFERENCES, days_off_until=UNTIL)
    assert "End days off" in labels(page(away, UNTIL - 1000, Language("en")))
    assert "Urlaub beenden" in labels(page(away, UNTIL - 1000, Language("de")))
    assert "End days off" not in labels(page(away, UNTIL, Language("en")))
