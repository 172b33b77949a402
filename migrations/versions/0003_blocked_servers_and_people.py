"""Servers and people whom the bot's owner has blocked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "block",
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("subject", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("blocked_by", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name=op.f("pk_block")),
    )


def downgrade() -> None:
    op.drop_table("block")
