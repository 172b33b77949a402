"""Time that opponents gave, who has left the server, and who sat where an AI plays on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("given", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("left_at", sa.BigInteger(), nullable=True))
    op.add_column("seat", sa.Column("former", sa.BigInteger(), nullable=True))
    op.add_column("seat", sa.Column("forfeited_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("seat", "forfeited_at")
    op.drop_column("seat", "former")
    op.drop_column("seat", "left_at")
    op.drop_column("match", "given")
