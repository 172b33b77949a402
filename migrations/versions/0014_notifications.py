"""How each person hears of their matches, quiet hours, and when a digest is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TABLE, INDEX = "user_settings", "ix_user_settings_digest_at"


def columns() -> tuple[sa.Column[object], ...]:
    """The new columns; a column belongs to one table only, so that they are made again each time."""
    return (
        sa.Column("turn_pings", sa.String(8), nullable=False, server_default="each"),
        sa.Column("ping_by", sa.String(8), nullable=False, server_default="thread"),
        sa.Column("quiet_from", sa.SmallInteger()),
        sa.Column("quiet_to", sa.SmallInteger()),
        sa.Column("time_zone", sa.String(64), nullable=False, server_default="UTC"),
        sa.Column("digest_at", sa.BigInteger()),
        sa.Column("pinged_for", sa.String(32), nullable=False, server_default=""),
    )


def upgrade() -> None:
    for column in columns():
        op.add_column(TABLE, column)
    where = sa.text("digest_at IS NOT NULL")
    op.create_index(INDEX, TABLE, ["digest_at"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_index(INDEX, TABLE)
    for column in columns():
        op.drop_column(TABLE, column.name)
