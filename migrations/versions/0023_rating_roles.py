"""Roles that servers give by rating or title."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("rating_roles", sa.JSON, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("guild_settings", "rating_roles")
