"""Tournaments remind of the end of a round, and give their winners a role."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("remind_at", sa.BigInteger))
    op.add_column("tournament", sa.Column("winner_role", sa.BigInteger))
    op.add_column("tournament_notice", sa.Column("kind", sa.String(12), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tournament_notice", "kind")
    op.drop_column("tournament", "winner_role")
    op.drop_column("tournament", "remind_at")
