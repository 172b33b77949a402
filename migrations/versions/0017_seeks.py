"""Those who look for opponents, and the channel in which a server shows them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "seek",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("match_channel", sa.BigInteger, nullable=False),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("time_control", sa.String(16), nullable=False),
        sa.Column("rated", sa.String(8), nullable=False),
        sa.Column("reach", sa.Integer),
        sa.Column("standing", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("stage", sa.String(12), nullable=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("match", SERIAL, sa.ForeignKey("match.id", ondelete="SET NULL")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seek_guild_stage", "seek", ["guild", "stage"])
    op.create_index("ix_seek_user_id", "seek", ["user_id"])
    op.create_index("ix_seek_match", "seek", ["match"])
    op.add_column("guild_settings", sa.Column("seek_channel", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("guild_settings", "seek_channel")
    op.drop_table("seek")
