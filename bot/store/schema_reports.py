"""The table of reports to moderators."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, String, Table, Text

from bot.store.columns import SERIAL, metadata, partial_index

report = Table(
    "report",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("user_name", Text, nullable=False),
    Column("reported_id", BigInteger),
    Column("reported_name", Text, nullable=False),
    Column("match", SERIAL, ForeignKey("match.id", ondelete="SET NULL")),
    Column("reason", String(12), nullable=False),
    Column("words", Text, nullable=False),
    Column("stranger", String(12)),
    Column("at", BigInteger, nullable=False),
    Column("answer", String(12)),
    Column("answered_by", BigInteger),
    Column("answered_at", BigInteger),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("log_posted", Boolean, nullable=False),
    Column("reporter_told", Boolean, nullable=False),
    sqlite_autoincrement=True,  # numbers are never reused, because buttons in Discord refer to them
)
Index("ix_report_guild_answered_at", report.c.guild, report.c.answered_at)
Index("ix_report_user_id", report.c.user_id)
Index("ix_report_reported_id", report.c.reported_id)
Index("ix_report_match", report.c.match)
partial_index("ix_report_untold", report.c.id, where="NOT (log_posted AND reporter_told)")
