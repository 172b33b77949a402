"""The message in which a server lists whose turn it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "turn_list",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger, nullable=False),
    )
    op.add_column("guild_settings", sa.Column("turn_list_channel", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("guild_settings", "turn_list_channel")
    op.drop_table("turn_list")
