"""Whether an SQLite file has exactly the tables of this bot; checked before it is used as the database.

The migrations create the tables to compare with, up to the revision that the file names. The meaning of the tables is
compared, not the text of their `CREATE` statements, which differs between versions of the libraries.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from sqlalchemy import create_engine

from bot.store.backups import BackupError
from bot.store.migrate import alembic_config, known_revisions

_OBJECTS = r"SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'"
"""Selects all objects except SQLite's own."""


class Layout(NamedTuple):
    """The objects of a database: for each kind, names with their definitions."""

    tables: dict[str, object]
    indexes: dict[str, object]
    others: dict[str, object]


def check_layout(file: Path) -> None:
    """Raise BackupError unless an undamaged database has the tables of the revision that it names.

    Tables, columns, keys, indexes, triggers and views are compared, indexes and foreign keys checked against the rows.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            revisions = [str(found) for (found,) in database.execute("SELECT version_num FROM alembic_version")]
            if len(revisions) != 1:
                raise BackupError(f"{file} is a database, but not one of Quintet's: it names no version of its tables.")
            if revisions[0] not in known_revisions():
                raise BackupError(
                    f"{file} was made by a newer Quintet (its tables are at {revisions[0]}). Update Quintet first."
                )
            _compare(file, _read(database), _expected_layout(revisions[0]))
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            broken = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{file} cannot be read: {error}.") from error
    if verdict != "ok":
        raise BackupError(f"{file} is damaged: {' '.join(verdict.split())}.")
    if broken is not None:
        raise BackupError(f"{file} is damaged: a row of its table {broken[0]} belongs to nothing in {broken[2]}.")


def _compare(file: Path, found: Layout, expected: Layout) -> None:
    for kind, there, wanted in zip(("table", "index", "trigger or view"), found, expected, strict=True):
        for name in sorted(wanted.keys() | there.keys()):
            if there.get(name) != wanted.get(name):
                difference = (
                    "does not belong there"
                    if name not in wanted
                    else "is missing"
                    if name not in there
                    else "is made differently"
                )
                raise BackupError(f"{file} is not a database that Quintet has made: its {kind} {name} {difference}.")


def _expected_layout(revision: str) -> Layout:
    """Return the layout that the migrations produce, up to this revision."""
    engine = create_engine("sqlite://")
    config = alembic_config()
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            driver: Any = connection.connection.driver_connection
            return _read(driver)
    finally:
        engine.dispose()


def _read(database: sqlite3.Connection) -> Layout:
    objects = database.execute(_OBJECTS).fetchall()
    layout = Layout({}, {}, {})
    for kind, name, table, sql in objects:
        if kind == "table" and not str(sql).upper().startswith("CREATE VIRTUAL"):
            layout.tables[name] = _table(database, name)
        elif kind == "index":
            unique = str(sql).upper().startswith("CREATE UNIQUE")
            layout.indexes[name] = (table, unique, _index(database, name), _condition(sql))
        else:
            layout.others[name] = (kind, table)
    return layout


def _table(database: sqlite3.Connection, name: str) -> object:
    """Return a table's columns, foreign keys and unique constraints, and whether its rows have a rowid."""
    columns = [tuple(row[1:]) for row in database.execute("SELECT * FROM pragma_table_xinfo(?)", (name,))]
    keys = sorted(tuple(row[1:]) for row in database.execute("SELECT * FROM pragma_foreign_key_list(?)", (name,)))
    unique = [
        (origin, _index(database, index))
        for index, origin in database.execute(
            "SELECT name, origin FROM pragma_index_list(?) WHERE origin <> 'c' ORDER BY origin, name", (name,)
        ).fetchall()
    ]
    rows = database.execute("SELECT wr, strict FROM pragma_table_list WHERE name = ?", (name,)).fetchone()
    return columns, keys, sorted(unique, key=repr), rows


def _index(database: sqlite3.Connection, name: str) -> object:
    query = 'SELECT cid, name, "desc", coll, key FROM pragma_index_xinfo(?)'
    return [tuple(row) for row in database.execute(query, (name,))]


def _condition(sql: str | None) -> str:
    """Return the condition of a partial index, normalised in spaces and case."""
    return " ".join((sql or "").upper().partition(" WHERE ")[2].split())
