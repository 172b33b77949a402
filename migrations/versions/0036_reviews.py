"""Reviews of matches that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "review",
        sa.Column("match", SERIAL, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("made_of", sa.String(32), nullable=False),
        sa.Column("result", sa.JSON, nullable=False),
        sa.Column("turns", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("review")
