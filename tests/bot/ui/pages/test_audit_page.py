"""/audit: as much of each reason as a message has room for."""

from __future__ import annotations

import pytest

from bot.club.exclusions import Exclusion
from bot.club.reports import MOST_WORDS, Report
from bot.match.acts import Act
from bot.match.challenges import Person
from bot.match.model import Match, MatchId, Place, Stage, UserId
from bot.match.moderation import MOST_REASON
from bot.ui.components.items import Item
from bot.ui.components.paging import Page
from bot.ui.i18n.language import SUPPORTED, Language
from bot.ui.limits import MESSAGE_TEXT
from bot.ui.pages.acts import PAGE, ToldAct, audit_page
from bot.ui.pages.exclusions import section as exclusion_section
from bot.ui.pages.reports import section as report_section
from tests.bot.ui.views import text

MIRA, BEN = UserId(10**18), Person(UserId(10**18 + 1), "Ben")
MATCH = Match(MatchId(1), "K7QFM", "choccer", 1, {}, (), BEN.user, Place(10, 20), Stage.OVER)


def audit(number: int, code: str) -> tuple[int, str]:
    """So many acts, exclusions and reports with the longest reasons: the length of the page, and what it says."""
    language = Language(code)
    acts = [ToldAct(Act(MATCH.id, 10, "void", MIRA, 0, "a" * MOST_REASON, Stage.ABORTED), MATCH)] * number
    server = Exclusion(10, 30, "n" * 100, "e" * MOST_REASON, MIRA, 0, 1, MIRA, MATCH.code)
    excluded = [Exclusion(10, BEN.user, BEN.name, "e" * MOST_REASON, MIRA, 0, 1, MIRA), server] * number
    reported = [Report(10, BEN, "stalling", "r" * MOST_WORDS, 0, BEN, MATCH.id, MATCH.code)] * number

    def before(most: int) -> list[Item]:
        return [*report_section(reported, language, most), *exclusion_section(excluded, language, most)]

    view = audit_page(Page(0, acts, goes_on=True), [], None, before, language)
    return view.content_length(), text(view)


@pytest.mark.parametrize("code", SUPPORTED)
def test_a_page_of_the_longest_reasons_fits_into_a_message(code: str) -> None:
    length, said = audit(PAGE, code)
    assert length <= MESSAGE_TEXT
    assert all(letter * 30 in said for letter in "aer")


def test_a_reason_is_whole_where_there_is_room() -> None:
    _, said = audit(1, "en")
    assert "a" * MOST_REASON in said
    assert "e" * MOST_REASON in said
