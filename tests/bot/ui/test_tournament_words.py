"""Points and tie-breaks as they are written."""

from __future__ import annotations

import pytest

from bot.club.events.model import WIN
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.tournament_words import points_words, sonneborn_words


@pytest.mark.parametrize(
    "quarters, written", [(0, "0"), (1, "¼"), (2, "½"), (3, "¾"), (4, "1"), (29, "7¼"), (42, "10½")]
)
def test_of_two_at_a_table_sonneborn_comes_in_quarters(quarters: int, written: str) -> None:
    assert sonneborn_words(quarters * WIN**2 // 4, ENGLISH) == written


def test_of_more_at_a_table_it_has_the_decimals_of_the_language() -> None:
    points = WIN // 3 * WIN // 3  # a third of a win over somebody with a third of one
    assert [sonneborn_words(points, language) for language in (ENGLISH, Language("de"))] == ["0.11", "0,11"]


def test_points_are_halves_of_two_and_thirds_of_more() -> None:
    assert [points_words(points, 2) for points in (0, WIN // 2, WIN, 3 * WIN // 2)] == ["0", "½", "1", "1½"]
    assert [points_words(points, 4) for points in (0, WIN // 3, WIN)] == ["0", "1", "3"]
