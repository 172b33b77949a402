"""What an admin does with the data: backup, restore, export, copy-db, with right and with wrong input."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sandbox.client import Sandbox
from tests.bot.table import open_club
from tests.bot.terminal import ROOT, RUNNING, Admin
from tests.postgres import Server

Spoil = Callable[[Path], None]


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def make_outdated(admin: Admin) -> None:
    """The database is that of an older version, which had one table less."""
    change(admin.folder / "quintet.db", "DROP TABLE bot_state")
    change(admin.folder / "quintet.db", "UPDATE alembic_version SET version_num = '0000'")


def spoilt(file: Path) -> None:
    """Some pages hold nonsense."""
    content = bytearray(file.read_bytes())
    content[4096 * 3 : 4096 * 9] = os.urandom(4096 * 6)
    file.write_bytes(content)


def strange(file: Path) -> None:
    """A database of another program."""
    change(file, "CREATE TABLE bookmarks (url)")


def torn(file: Path) -> None:
    """No database at all."""
    file.write_bytes(b"no database" * 1000)


def three_empty_tables(file: Path) -> None:
    """What has the names that a hasty look asks for, and nothing in them."""
    file.unlink()
    for table in ("alembic_version (version_num)", "match (id)", "entry (id)"):
        change(file, f"CREATE TABLE {table}")


# ---------------------------------------------------------------- backup and restore


def test_backup_and_restore(admin: Admin, played: str) -> None:
    done = admin.types("backup")
    assert done.code == 0
    copy = done.err.removeprefix("The copy is ").strip()
    (admin.folder / "quintet.db").unlink()
    done = admin.types("restore", copy)
    assert (done.code, done.err) == (0, f"{copy} is now the database.\n")
    assert json.loads(admin.types("export").out)["code"] == played


def test_a_backup_goes_where_it_is_told(admin: Admin, played: str) -> None:
    assert played
    done = admin.types("backup", "--to", "elsewhere")
    assert done.code == 0
    assert re.fullmatch(r"The copy is elsewhere/quintet-\d{8}-\d{6}-by-hand\.db\n", done.err)


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (spoilt, r"is damaged: .+|cannot be read: .+|could not be copied: .+"),
        (torn, "could not be copied: file is not a database"),
        (strange, "is a database, but not one of Quintet's"),
    ],
)
def test_what_is_no_good_is_not_backed_up(admin: Admin, played: str, spoil: Spoil, reason: str) -> None:
    """The line names the file that the admin knows, and no unfinished copy is left."""
    assert played
    file = admin.folder / "quintet.db"
    if spoil is strange:
        file.unlink()
    spoil(file)
    done = admin.types("backup")
    assert done.code == 1
    assert re.fullmatch(rf"{file} ({reason})\.\n", done.err)
    assert list((admin.folder / "backups").iterdir()) == []


def test_there_is_nothing_to_back_up(admin: Admin) -> None:
    done = admin.types("backup")
    assert (done.code, done.err) == (1, f"There is no database at {admin.folder / 'quintet.db'}.\n")


def test_restore_without_a_name_lists_the_copies(admin: Admin, played: str) -> None:
    assert played
    admin.types("backup")
    done = admin.types("restore")
    assert done.code == 2
    assert re.fullmatch(r"\S+-by-hand\.db\n", done.out)
    assert done.err == "Name the copy to restore: python -m bot restore FILE\n"


def test_restore_where_there_are_no_copies(admin: Admin) -> None:
    done = admin.types("restore")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"There are no copies in {admin.folder / 'backups'}. Name ")


@pytest.mark.parametrize("well", [True, False], ids=["well", "not well"])
def test_restore_waits_for_the_bot_to_stop(admin: Admin, well: bool) -> None:  # noqa: FBT001
    with admin.has_a_bot(gateway=well, database=well):
        done = admin.types("restore", "copy.db")
    assert done.code == 1
    assert RUNNING.fullmatch(done.err)


@pytest.mark.parametrize("spoil", [spoilt, torn, strange, three_empty_tables])
def test_what_is_no_good_is_not_restored(admin: Admin, played: str, spoil: Spoil) -> None:
    copy = Path(admin.types("backup").err.removeprefix("The copy is ").strip())
    if spoil is strange:
        copy.unlink()
    spoil(copy)
    done = admin.types("restore", str(copy))
    assert done.code == 1
    assert re.fullmatch(rf"{copy} .+\.\n", done.err)
    assert json.loads(admin.types("export").out)["code"] == played


def test_a_copy_of_a_newer_version_replaces_nothing(admin: Admin, played: str) -> None:
    copy = Path(admin.types("backup").err.removeprefix("The copy is ").strip())
    change(copy, "UPDATE alembic_version SET version_num = '9999'")
    done = admin.types("restore", str(copy))
    assert (done.code, done.err) == (
        1, f"{copy} was made by a newer Quintet (its tables are at 9999). Update Quintet first.\n"
    )  # fmt: skip
    assert json.loads(admin.types("export").out)["code"] == played


@pytest.mark.parametrize(
    "statement, reason",
    [
        (
            "CREATE TRIGGER greedy AFTER INSERT ON log_entry BEGIN DELETE FROM match; END",
            "its trigger or view greedy does not belong there",
        ),
        ("CREATE VIEW people AS SELECT * FROM seat", "its trigger or view people does not belong there"),
        ("CREATE TABLE bookmarks (url)", "its table bookmarks does not belong there"),
        ("ALTER TABLE bot_state ADD COLUMN colour TEXT", "its table bot_state is made differently"),
        ("ALTER TABLE bot_state DROP COLUMN value", "its table bot_state is made differently"),
        ("DROP TABLE draft", "its table draft is missing"),
        ("DROP INDEX ix_match_live", "its index ix_match_live is missing"),
        ("CREATE UNIQUE INDEX tight ON bot_state (value)", "its index tight does not belong there"),
    ],
)
@pytest.mark.parametrize("command", ["restore", "copy-db"])
def test_a_schema_that_is_not_ours_is_refused(
    admin: Admin, played: str, command: str, statement: str, reason: str
) -> None:
    copy = Path(admin.types("backup").err.removeprefix("The copy is ").strip())
    change(copy, statement)
    if command == "copy-db":
        admin.settings["DATABASE_URL"] = f"sqlite:///{admin.folder / 'new.db'}"
    done = admin.types(command, str(copy))
    assert (done.code, done.err) == (1, f"{copy} is not a database that Quintet has made: {reason}.\n")
    admin.settings.clear()
    assert json.loads(admin.types("export").out)["code"] == played
    assert not (admin.folder / "new.db").exists()


def test_an_index_of_another_kind_is_refused(admin: Admin, played: str) -> None:
    """The same name, the same columns, of other rows."""
    assert played
    copy = Path(admin.types("backup").err.removeprefix("The copy is ").strip())
    change(copy, "DROP INDEX ix_match_live")
    change(copy, "CREATE INDEX ix_match_live ON match (id) WHERE stage = 'paused'")
    assert "its index ix_match_live is made differently" in admin.types("restore", str(copy)).err


@pytest.mark.parametrize(
    "versions, reason",
    [((), "it names no version of its tables"), (("0001", "0002"), "it names no version of its tables")],
)
def test_tables_of_no_version_are_refused(admin: Admin, played: str, versions: tuple[str, ...], reason: str) -> None:
    copy = Path(admin.types("backup").err.removeprefix("The copy is ").strip())
    change(copy, "DELETE FROM alembic_version")
    for version in versions:
        change(copy, f"INSERT INTO alembic_version VALUES ('{version}')")  # noqa: S608 - ours
    assert reason in admin.types("restore", str(copy)).err
    assert json.loads(admin.types("export").out)["code"] == played


def test_rows_that_belong_to_no_match_are_refused(admin: Admin, played: str) -> None:
    copy = Path(admin.types("backup").err.removeprefix("The copy is ").strip())
    change(copy, "DELETE FROM match")
    done = admin.types("restore", str(copy))
    assert re.fullmatch(rf"{copy} is damaged: a row of its table \w+ belongs to nothing in match\.\n", done.err)
    assert json.loads(admin.types("export").out)["code"] == played


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_copies_of_postgresql_are_made_by_its_own_tools(admin: Admin, command: str) -> None:
    admin.settings["DATABASE_URL"] = "postgresql://localhost/quintet"
    done = admin.types(command)
    assert done.code == 2
    assert "pg_" in done.err


# ---------------------------------------------------------------- files that are no database, at the start


def empty(file: Path) -> None:
    """What a full disk leaves."""
    file.write_bytes(b"")


def cut_short(file: Path) -> None:
    """The first half of a database."""
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (empty, r"is an empty file \(0 bytes\)"),
        (torn, "cannot be read: file is not a database"),
        (cut_short, "(is damaged|cannot be read): .+"),
        (spoilt, "(is damaged|cannot be read): .+"),
    ],
)
@pytest.mark.parametrize("command", ["run", "migrate", "export"])
async def test_a_file_that_is_no_database_is_named_in_one_line_and_left_alone(
    admin: Admin, played: str, command: str, spoil: Spoil, reason: str
) -> None:
    assert played
    file = admin.folder / "quintet.db"
    spoil(file)
    before = file.read_bytes()
    async with Sandbox.start() as sandbox:
        admin.settings |= {"DISCORD_API": sandbox.api, "DISCORD_CDN": sandbox.cdn, "DISCORD_TOKEN": sandbox.token}
        shell = await admin.starts(command)
        _, err = await shell.communicate()
    assert shell.returncode == (2 if command == "run" else 1)
    assert re.fullmatch(
        rf"The database {file} {reason}\. Put a copy in its place: python -m bot restore.*\n", err.decode()
    )
    assert file.read_bytes() == before


# ---------------------------------------------------------------- export


def test_export_to_a_file(admin: Admin, played: str) -> None:
    done = admin.types("export", "--to", str(admin.folder / "matches.jsonl"))
    assert (done.code, done.out, done.err) == (0, "", "1 matches written.\n")
    (line,) = (admin.folder / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["code"] == played


def test_export_to_where_nothing_can_be_written(admin: Admin, played: str) -> None:
    assert played
    done = admin.types("export", "--to", "nowhere/matches.jsonl")
    assert (done.code, done.err) == (1, "nowhere/matches.jsonl: No such file or directory\n")


def test_export_does_not_make_a_database(admin: Admin) -> None:
    done = admin.types("export")
    assert (done.code, done.err) == (1, f"There is no database at {admin.folder / 'quintet.db'}.\n")
    assert list(admin.folder.iterdir()) == []


@pytest.mark.parametrize("of", ["another program", "an older version"])
def test_export_changes_no_tables(admin: Admin, played: str, of: str) -> None:
    """A bot of the version before may be running on them."""
    assert played
    if of == "another program":
        (admin.folder / "quintet.db").unlink()
        strange(admin.folder / "quintet.db")
    else:
        make_outdated(admin)
    before = schema(admin)
    done = admin.types("export")
    assert done.code == 1
    assert done.err == "The tables belong to another version. First run: python -m bot migrate\n"
    assert schema(admin) == before


def schema(admin: Admin) -> list[tuple[str]]:
    with closing(sqlite3.connect(admin.folder / "quintet.db")) as database:
        return database.execute("SELECT sql FROM sqlite_master ORDER BY sql").fetchall()


async def test_export_of_a_damaged_match_goes_on_with_the_others(admin: Admin, played: str) -> None:
    club = await open_club(str(admin.folder / "quintet.db"))
    other = await club.begin()
    await club.database.close()
    change(admin.folder / "quintet.db", f"UPDATE match SET stage = 'dancing' WHERE code = '{played}'")  # noqa: S608 - ours
    shell = await admin.starts("export")
    out, err = await shell.communicate()
    assert shell.returncode == 0
    damaged, whole = map(json.loads, out.splitlines())
    assert (damaged["code"], whole["code"]) == (played, other.code)
    assert "dancing" in damaged["damaged"]
    assert err == b"2 matches written. 1 of them are damaged: their lines say so.\n"


def test_export_of_a_damaged_file_is_one_line(admin: Admin, played: str) -> None:
    assert played
    spoilt(admin.folder / "quintet.db")
    done = admin.types("export")
    assert done.code == 1
    assert re.fullmatch(r"The database \S+ (is damaged|cannot be read): .+\n", done.err)


# ---------------------------------------------------------------- copy-db


async def test_a_database_is_copied_into_an_empty_one(admin: Admin, played: str) -> None:
    before = (admin.folder / "quintet.db").read_bytes()
    admin.settings["DATABASE_URL"] = f"sqlite:///{admin.folder / 'new.db'}"
    done = await run_command(admin, "copy-db")
    assert done[0] == 0
    assert re.search(r"^\d+ rows copied\. \S+quintet\.db stays as it was; start the bot with the new", done[1])
    assert (admin.folder / "quintet.db").read_bytes() == before
    assert json.loads((await run_command(admin, "export"))[2])["code"] == played
    again = await run_command(admin, "copy-db")
    assert again[0] == 1
    assert "already holds matches. Copy into an empty database." in again[1]


@pytest.mark.postgres
async def test_a_database_is_copied_to_postgresql_by_the_command(admin: Admin, played: str, postgres: Server) -> None:
    admin.settings["DATABASE_URL"] = await postgres.empty()
    code, err, _ = await run_command(admin, "copy-db", str(admin.folder / "quintet.db"))
    assert code == 0, err
    assert json.loads((await run_command(admin, "export"))[2])["code"] == played


async def run_command(admin: Admin, *words: str) -> tuple[int | None, str, str]:
    """A command in a process of its own: its code, what it says, what it writes."""
    shell = await admin.starts(*words)
    out, err = await shell.communicate()
    return shell.returncode, err.decode(), out.decode()


def test_a_database_is_not_copied_into_itself(admin: Admin, played: str) -> None:
    assert played
    done = admin.types("copy-db")
    assert (done.code, done.err) == (2, "DATABASE_URL names this same database. Set it to the new one.\n")


def test_there_is_nothing_to_copy(admin: Admin) -> None:
    done = admin.types("copy-db", "nowhere.db")
    assert (done.code, done.err) == (2, "There is no database at nowhere.db.\n")


def test_copying_waits_for_the_bot_to_stop(admin: Admin, played: str) -> None:
    assert played
    admin.settings["DATABASE_URL"] = f"sqlite:///{admin.folder / 'new.db'}"
    with admin.has_a_bot(gateway=False):
        done = admin.types("copy-db")
    assert done.code == 1
    assert RUNNING.fullmatch(done.err)


@pytest.mark.parametrize("spoil", [spoilt, torn, strange])
def test_what_is_no_good_is_not_copied(admin: Admin, played: str, spoil: Spoil) -> None:
    assert played
    file = admin.folder / "old.db"
    if spoil is not strange:
        (admin.folder / "quintet.db").rename(file)
    spoil(file)
    before = file.read_bytes()
    done = admin.types("copy-db", str(file))
    assert done.code == 1
    assert re.fullmatch(rf"{file} .+\.\n", done.err)
    assert file.read_bytes() == before
    assert not (admin.folder / "quintet.db").exists() or spoil is strange


# ---------------------------------------------------------------- progress


@pytest.mark.skipif(os.name != "posix", reason="terminals are those of POSIX")
@pytest.mark.parametrize(
    "words, title",
    [(["backup"], "Copying"), (["export", "--to", "matches.jsonl"], "Exporting")],
    ids=["backup", "export"],
)
async def test_long_work_shows_a_bar_at_a_terminal(admin: Admin, played: str, words: list[str], title: str) -> None:
    assert played
    terminal, theirs = pty.openpty()
    given = {name: value for name, value in (os.environ | admin.environment).items() if value is not None}
    shell = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *words, cwd=admin.folder, stderr=theirs,
        env=given | {"PYTHONPATH": str(ROOT), "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    assert await shell.wait() == 0
    shown = b""
    with suppress(OSError):  # the other end is closed: a terminal hands over some thousand characters at a time
        while more := os.read(terminal, 100_000):
            shown += more
    os.close(terminal)
    assert re.search(rf"{title}.*━.*\d+/\d+", shown.decode())
