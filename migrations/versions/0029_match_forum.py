"""The forum in which each match of a server has a post."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("match_forum", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("guild_settings", "match_forum")
