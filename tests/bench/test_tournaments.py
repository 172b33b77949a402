"""The tournaments of the organisers' page: one of each format, with a picture that says what they came to."""

from __future__ import annotations

from random import Random

import pytest

from bench.tournaments import SEED, TOURNAMENTS
from bot.club.events.model import Format, TournamentStage
from bot.club.events.progress import table_of
from bot.ui.i18n.language import ENGLISH
from bot.ui.pages.tournament_pictures import describe


def test_there_is_one_of_each_format() -> None:
    played = [play(Random(SEED)) for play in TOURNAMENTS.values()]
    assert {one.terms.format for one in played} == set(Format)
    assert all(one.stage is TournamentStage.RUNNING for one in played)


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_it_is_in_the_middle_and_somebody_leads(name: str) -> None:
    tournament = TOURNAMENTS[name](Random(SEED))
    lines = table_of(tournament)
    assert tournament.unfinished
    assert lines[0].place == 1 < lines[-1].place
    if tournament.terms.format is not Format.KNOCKOUT:  # which is told by its pairs
        assert describe(tournament, ENGLISH).splitlines()[1].startswith(f"1. {lines[0].entrant.name}")
