"""Who has been shown the page for newcomers. Whoever has settings already has been here before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("user_settings", sa.Column("greeted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE user_settings SET greeted = true")


def downgrade() -> None:
    op.drop_column("user_settings", "greeted")
