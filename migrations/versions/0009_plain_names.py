"""Tables and columns by the names that an admin who opens the file understands. No row is copied."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TABLES = {
    "house": "guild_settings",
    "person": "user_settings",
    "entry": "log_entry",
    "posting": "match_message",
    "undone_turn": "takeback_notice",
    "claim": "work_claim",
    "note": "bot_state",
    "audit_person": "audit_user",
}
"""Old names and new ones."""
COLUMNS: dict[str, dict[str, str]] = {
    "match": {
        "rules": "rules_version",
        "time": "time_control",
        "turn": "turn_revision",
        "posted": "posted_revision",
        "offer": "request",
        "created": "created_at",
        "started": "started_at",
        "ended": "ended_at",
        "turn_began": "turn_began_at",
        "wake": "next_check_at",
        "reminded": "reminder_sent",
        "delivered": "board_delivered",
        "credited": "downtime_credit",
        "given": "time_given",
        "aside": "damage",
    },
    "seat": {"clock": "time_left", "lapses": "missed_moves", "former": "former_user_id"},
    "log_entry": {"text": "move", "key": "position_hash"},
    "draft": {"turn": "turn_revision"},
    "match_message": {
        "card": "challenge_message",
        "board": "board_message",
        "board_at": "board_posted_at",
        "ply": "board_ply",
        "lost": "post_refused",
    },
    "takeback_notice": {"number": "turn", "words": "description"},
    "user_settings": {
        "text_first": "text_boards",
        "confirm": "confirm_moves",
        "challenges": "challenges_from",
        "away_until": "days_off_until",
        "away_used": "days_off_used",
        "away_year": "days_off_year",
    },
    "guild_settings": {
        "channels": "match_channels",
        "games_off": "disabled_games",
        "time": "default_time_control",
        "posting": "board_posting",
        "ranked": "rated_matches",
        "results": "results_channel",
        "moderation_log": "moderation_log_channel",
    },
    "rating": {"tied": "drawn"},
    "audit": {"told": "announced", "logged": "log_posted"},
    "block": {"subject": "blocked_id"},
    "shard_lease": {"count": "shard_count", "beat": "heartbeat", "awaited": "awaited_by"},
}
"""By the new name of the table: old names and new ones."""
CONSTRAINTS = {
    **{f"pk_{old}": (f"pk_{new}", new) for old, new in TABLES.items()},
    **{
        f"fk_{old}_match": (f"fk_{TABLES[old]}_match", TABLES[old])
        for old in ("entry", "posting", "undone_turn", "claim")
    },
    "fk_audit_person_audit": ("fk_audit_user_audit", "audit_user"),
}
"""Old names, new ones and their tables; SQLite does not show them to anybody, and keeps the old ones."""


class _Index(NamedTuple):
    name: str
    table: str
    columns: tuple[str, ...]
    where: str = ""


OLD_INDEXES = (
    _Index("ix_match_wake", "match", ("wake",), "wake IS NOT NULL"),
    _Index("ix_match_unposted", "match", ("id",), "posted < revision"),
    _Index("ix_entry_match_key", "entry", ("match", "key")),
    _Index("ix_posting_thread", "posting", ("thread",)),
    _Index("ix_posting_board", "posting", ("board",)),
    _Index("ix_undone_turn_match", "undone_turn", ("match",)),
    _Index("ix_audit_untold", "audit", ("id",), "NOT (told AND logged)"),
    _Index("ix_audit_person_user_id", "audit_person", ("user_id",)),
)
NEW_INDEXES = (
    _Index("ix_match_next_check_at", "match", ("next_check_at",), "next_check_at IS NOT NULL"),
    _Index("ix_match_unposted", "match", ("id",), "posted_revision < revision"),
    _Index("ix_log_entry_match_position_hash", "log_entry", ("match", "position_hash")),
    _Index("ix_match_message_thread", "match_message", ("thread",)),
    _Index("ix_match_message_board_message", "match_message", ("board_message",)),
    _Index("ix_takeback_notice_match", "takeback_notice", ("match",)),
    _Index("ix_audit_unannounced", "audit", ("id",), "NOT (announced AND log_posted)"),
    _Index("ix_audit_user_user_id", "audit_user", ("user_id",)),
)
SNAPSHOT_PARTS = {"match": "match", "seats": "seat", "entries": "log_entry"}
"""The parts of the copy of a match that `audit.before` holds, and the tables whose rows they are."""


def upgrade() -> None:
    _drop(OLD_INDEXES)
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{old}" TO "{new}"')
    _create(NEW_INDEXES)
    if op.get_bind().dialect.name == "postgresql":
        for old, (new, table) in CONSTRAINTS.items():
            op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
        op.execute("ALTER SEQUENCE undone_turn_id_seq RENAME TO takeback_notice_id_seq")
    _rename_in_snapshots(COLUMNS)


def downgrade() -> None:
    _rename_in_snapshots({table: {new: old for old, new in columns.items()} for table, columns in COLUMNS.items()})
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER SEQUENCE takeback_notice_id_seq RENAME TO undone_turn_id_seq")
        for old, (new, table) in CONSTRAINTS.items():
            op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {new} TO {old}")
    _drop(NEW_INDEXES)
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{new}" TO "{old}"')
    for old, new in TABLES.items():
        op.rename_table(new, old)
    _create(OLD_INDEXES)


def _drop(indexes: Iterable[_Index]) -> None:
    for index in indexes:
        op.drop_index(index.name, index.table)


def _create(indexes: Iterable[_Index]) -> None:
    for index in indexes:
        where = sa.text(index.where) if index.where else None
        op.create_index(index.name, index.table, list(index.columns), sqlite_where=where, postgresql_where=where)


def _rename_in_snapshots(columns: Mapping[str, Mapping[str, str]]) -> None:
    """Rename the keys of the copies of matches by which acts of moderators are undone: they are rows, too."""
    connection = op.get_bind()
    audit = sa.table("audit", sa.column("id"), sa.column("before", sa.JSON(none_as_null=True)))
    for number, stored in connection.execute(sa.select(audit.c.id, sa.cast(audit.c.before, sa.Text))).all():
        try:
            snapshot = json.loads(stored) if stored is not None else None
        except ValueError:  # a damaged copy can't be undone anyway
            continue
        if isinstance(snapshot, dict):
            renamed = {
                part: _rename_keys(value, columns.get(SNAPSHOT_PARTS.get(part, ""), {}))
                for part, value in snapshot.items()
            }
            connection.execute(audit.update().where(audit.c.id == number).values(before=renamed))


def _rename_keys(value: object, names: Mapping[str, str]) -> object:
    """A row, or a list of rows, with other keys."""
    if isinstance(value, list):
        return [_rename_keys(one, names) for one in value]
    return {names.get(key, key): item for key, item in value.items()} if isinstance(value, dict) else value
