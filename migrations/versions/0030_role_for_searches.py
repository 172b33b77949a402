"""The role that a server's searches ping, and which of them has pinged it last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("seek_role", sa.BigInteger))
    op.create_table(
        "seek_ping",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("subject", sa.String(24), nullable=False),
        sa.Column("pinged_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("seek_ping")
    op.drop_column("guild_settings", "seek_role")
