"""Fixtures of tournaments."""

from __future__ import annotations

import pytest

from bot.club.events.service import TournamentService
from tests.bot.club.events.organising import service_of
from tests.bot.table import Club


@pytest.fixture
def tournaments(club: Club) -> TournamentService:
    return service_of(club.database, club.service, club.store)
