"""Fixtures of the bot's tests: what a match does is tested over both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.admin import logs
from bot.store.engine import Database
from tests.bot.table import BEN, Club, open_club
from tests.bot.terminal import Admin
from tests.postgres import Server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'club.db'}"
    server: Server = request.getfixturevalue("postgres")
    return await server.empty()


@pytest.fixture
async def club(address: str) -> AsyncIterator[Club]:
    """A service over an empty database."""
    opened = await open_club(address)
    yield opened
    await opened.database.close()


@pytest.fixture
async def other_database(club: Club) -> AsyncIterator[Database]:
    """The club's database as another process has it; an SQLite file has one process, so there it is the same."""
    if club.database.is_sqlite:
        yield club.database
        return
    database = Database(club.database.url)
    yield database
    await database.close()


@pytest.fixture
def databases(club: Club, other_database: Database) -> list[Database]:
    """The club's database as each process has it: two on PostgreSQL, one on SQLite."""
    return [club.database] if other_database is club.database else [club.database, other_database]


@pytest.fixture
async def sqlite_club(tmp_path: Path) -> AsyncIterator[Club]:
    """A service over an empty SQLite file."""
    opened = await open_club(str(tmp_path / "club.db"))
    yield opened
    await opened.database.close()


@pytest.fixture
def admin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Admin:
    """Somebody at a terminal, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logs, "set_up", lambda *_: None)  # pytest keeps its own log
    return Admin(tmp_path)


@pytest.fixture
async def played(admin: Admin) -> str:
    """The code of a match that has been played in the admin's folder."""
    club = await open_club(str(admin.folder / "quintet.db"))
    match = await club.begin()
    await club.service.resign(match.id, BEN.user)
    await club.database.close()
    return match.code
