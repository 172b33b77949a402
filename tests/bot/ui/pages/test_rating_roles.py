"""Rules of rating roles as they are written."""

from __future__ import annotations

from discord import ui

from bot.club.rating_roles import RatingRole
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.rating_roles import describe_rule, page
from tests.bot.ui.views import text


def test_a_rule_reads_as_a_person_would_say_it() -> None:
    assert describe_rule(RatingRole(1, "onyx", 1600, 1800), ENGLISH) == "Onyx · rating 1600 to 1799"
    assert describe_rule(RatingRole(1, least=1600), Language("de")) == "jedes Spiel · Wertung ab 1600"
    assert describe_rule(RatingRole(1, title=1500), ENGLISH) == "any game · title Expert and above"


def test_rules_for_two_roles_are_told_apart_where_one_is_removed() -> None:
    shown = page([RatingRole(1, least=1600), RatingRole(2, least=1600)], ENGLISH)
    assert "\n1. <@&1>: any game · rating 1600 and more\n2. <@&2>: any game · rating 1600 and more" in text(shown)
    (menu,) = [item for item in shown.walk_children() if isinstance(item, ui.Select)]
    assert [option.label for option in menu.options] == [
        "1 · Any game · rating 1600 and more",
        "2 · Any game · rating 1600 and more",
    ]
