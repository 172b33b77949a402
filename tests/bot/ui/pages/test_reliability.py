"""How reliably somebody plays, as profiles and challenges tell it."""

from __future__ import annotations

import pytest

from bot.club.reliability import FEWEST_SHOWN, Reliability
from bot.ui.i18n.language import ENGLISH, Language
from bot.ui.pages.card import card
from bot.ui.pages.reliability import reliability_line
from tests.bot.table import ANA, BEN, Club
from tests.bot.ui.views import text


def test_a_newcomer_is_told_nothing_of() -> None:
    few = Reliability(FEWEST_SHOWN - 1, 0, 0)
    assert not few.is_telling
    assert reliability_line(few, ENGLISH) == ""


@pytest.mark.parametrize(
    "code, words",
    [
        (
            "en",
            ["Finished 20 of the last 24 matches with others", "3 lost on time or left", "1 abandoned at the start"],
        ),
        (
            "de",
            [
                "20 der letzten 24 Partien mit anderen beendet",
                "3 auf Zeit verloren oder verlassen",
                "1 gleich zu Beginn abgebrochen",
            ],
        ),
    ],
)
def test_a_profile_counts_how_matches_ended(code: str, words: list[str]) -> None:
    assert reliability_line(Reliability(20, 3, 1), Language(code)).split(" · ") == words


async def test_a_challenge_tells_how_reliably_its_people_play(sqlite_club: Club) -> None:
    match = await sqlite_club.invite()
    known = {ANA.user: Reliability(23, 1), BEN.user: Reliability(2)}
    shown = text(card(match, None, ENGLISH, reliability=known))
    assert "-# Ana finished 23 of 24 matches." in shown
    assert "Ben finished" not in shown, "two matches tell nothing"
    begun = await sqlite_club.service.accept(match.id, BEN)
    assert "finished" not in text(card(begun, None, ENGLISH, reliability=known))
