"""The tables of people who look for opponents."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, String, Table, Text, false

from bot.store.columns import SERIAL, Json, metadata

seek = Table(
    "seek",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("match_channel", BigInteger, nullable=False),
    Column("games", Json, nullable=False),
    Column("time_control", String(16), nullable=False),
    Column("rated", String(8), nullable=False),
    Column("reach", Integer),
    Column("standing", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("stage", String(12), nullable=False),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="SET NULL")),
    Column("across_servers", Boolean, nullable=False, server_default=false()),
    Column("server_name", Text, nullable=False, server_default=""),
    sqlite_autoincrement=True,  # numbers are never reused, because buttons in Discord refer to them
)
Index("ix_seek_guild_stage", seek.c.guild, seek.c.stage)
Index("ix_seek_user_id", seek.c.user_id)
Index("ix_seek_match", seek.c.match)

seek_ping = Table(
    "seek_ping",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("subject", String(24), nullable=False),
    Column("pinged_at", BigInteger, nullable=False),
)

table_call = Table(
    "table_call",
    metadata,
    Column("match", SERIAL, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("side", SmallInteger, primary_key=True),
)
