"""Rules of rating roles as they are written."""

from __future__ import annotations

from bot.club.rating_roles import RatingRole
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.rating_roles import describe_rule


def test_a_rule_reads_as_a_person_would_say_it() -> None:
    assert describe_rule(RatingRole(1, "onyx", 1600, 1800), ENGLISH) == "Onyx · rating 1600 to 1799"
    assert describe_rule(RatingRole(1, least=1600), Language("de")) == "jedes Spiel · Wertung ab 1600"
    assert describe_rule(RatingRole(1, title=1500), ENGLISH) == "any game · title Expert and above"
