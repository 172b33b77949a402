"""The language of a person's Discord, for what is posted in direct messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("discord_language", sa.String(length=8), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("person", "discord_language")
