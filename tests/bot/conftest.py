"""Fixtures of the bot's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.table import Club, open_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A service over an empty database."""
    opened = await open_club(str(tmp_path / "club.db"))
    yield opened
    await opened.database.close()
