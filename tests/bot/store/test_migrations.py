"""`python -m bot migrate`: after a copy, never under a running bot, and as a whole or not at all."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import migrate
from tests.bot.terminal import RUNNING, Admin
from tests.postgres import Server


def test_migrate_says_what_it_has_done(admin: Admin) -> None:
    done = admin.types("migrate")
    assert (done.code, done.err) == (0, f"There was no database. Created {admin.folder / 'quintet.db'}.\n")
    done = admin.types("migrate")
    assert (done.code, done.err) == (0, "The database is already up to date.\n")


@pytest.mark.postgres
async def test_migrate_of_an_empty_postgresql_says_so(admin: Admin, postgres: Server) -> None:
    admin.settings["DATABASE_URL"] = await postgres.another()
    for line in ("The database was empty. Created its tables.", "The database is already up to date."):
        shell = await admin.starts("migrate")
        _, err = await shell.communicate()
        assert (shell.returncode, err.decode()) == (0, f"{line}\n")


def add_migration(migrations: Path, number: int) -> None:
    """One more step in the history of the tables."""
    text = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{number:04}", "{number - 1:04}", None, None


def upgrade() -> None:
    op.add_column("bot_state", sa.Column("column{number}", sa.Text()))
"""
    (migrations / "versions" / f"{number:04}_more.py").write_text(text, encoding="utf-8")


@pytest.fixture
def migrations(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations, in a folder where a test may add some."""
    folder = tmp_path_factory.mktemp("history") / "migrations"
    shutil.copytree(migrate.MIGRATIONS, folder)
    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    return folder


NEWEST = len(list((migrate.MIGRATIONS / "versions").glob("[0-9]*.py")))
"""The number of our own last migration; those of the tests come after it."""


def test_a_copy_is_made_before_a_migration_and_five_are_kept(admin: Admin, played: str, migrations: Path) -> None:
    for number in range(NEWEST + 1, NEWEST + 8):
        add_migration(migrations, number)
        done = admin.types("migrate")
        assert done.code == 0, done.err
        found = re.fullmatch(r"The database is up to date now\. Copy of the old one: (\S+)\n", done.err)
        assert found is not None, done.err
        assert found[1].endswith(f"-before-{number:04}.db")
        with closing(sqlite3.connect(found[1])) as copy:
            assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == (f"{number - 1:04}",)
            assert copy.execute("SELECT code FROM match").fetchall() == [(played,)]
    kept = sorted(file.name.rpartition("-")[2] for file in (admin.folder / "backups").iterdir())
    assert kept == [f"{number:04}.db" for number in range(NEWEST + 3, NEWEST + 8)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(admin: Admin, played: str, migrations: Path) -> None:
    add_migration(migrations, NEWEST + 1)
    with (migrations / "versions" / f"{NEWEST + 1:04}_more.py").open("a", encoding="utf-8") as file:
        file.write('    op.execute("UPDATE nowhere SET it = 1")\n')
    done = admin.types("migrate")
    assert done.code == 1
    assert re.fullmatch(r"The database \S+ cannot be used: no such table: nowhere\.\n", done.err)
    with closing(sqlite3.connect(admin.folder / "quintet.db")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (f"{NEWEST:04}",)
        assert f"column{NEWEST + 1}" not in str(database.execute("SELECT sql FROM sqlite_master").fetchall())
        assert database.execute("SELECT code FROM match").fetchall() == [(played,)]


def test_tables_are_not_changed_under_a_running_bot(admin: Admin, played: str, migrations: Path) -> None:
    assert played
    with admin.has_a_bot():
        assert admin.types("migrate").code == 0, "there is nothing to change"
        add_migration(migrations, NEWEST + 1)
        done = admin.types("migrate")
    assert done.code == 1
    assert RUNNING.fullmatch(done.err)
