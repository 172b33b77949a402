"""Reports of members to the moderators of their servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "report",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("user_name", sa.Text, nullable=False),
        sa.Column("reported_id", sa.BigInteger),
        sa.Column("reported_name", sa.Text, nullable=False),
        sa.Column("match", SERIAL, sa.ForeignKey("match.id", ondelete="SET NULL")),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("stranger", sa.String(12)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.String(12)),
        sa.Column("answered_by", sa.BigInteger),
        sa.Column("answered_at", sa.BigInteger),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("log_posted", sa.Boolean, nullable=False),
        sa.Column("reporter_told", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_report_guild_answered_at", "report", ["guild", "answered_at"])
    for column in ("user_id", "reported_id", "match"):
        op.create_index(f"ix_report_{column}", "report", [column])
    where = sa.text("NOT (log_posted AND reporter_told)")
    op.create_index("ix_report_untold", "report", ["id"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_table("report")
