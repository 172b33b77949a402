"""The message that asks for a draw, a take-back or a pause, until it has become its answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match_message", sa.Column("request_message", sa.BigInteger))
    op.add_column("match_message", sa.Column("request_made", sa.Integer))


def downgrade() -> None:
    op.drop_column("match_message", "request_made")
    op.drop_column("match_message", "request_message")
