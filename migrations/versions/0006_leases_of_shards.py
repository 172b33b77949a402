"""Which process serves which shards, and whether it still does."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shard_lease",
        sa.Column("shards", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("spare", sa.Boolean(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("awaited", sa.String(length=12), nullable=False),
        sa.PrimaryKeyConstraint("shards", name=op.f("pk_shard_lease")),
    )


def downgrade() -> None:
    op.drop_table("shard_lease")
