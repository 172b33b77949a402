"""Members whom a server's moderators have excluded from its matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "exclusion",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("user_name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("excluded_by", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("ended_by", sa.BigInteger),
    )
    op.create_index("ix_exclusion_user_id_guild", "exclusion", ["user_id", "guild"])
    op.create_index("ix_exclusion_guild", "exclusion", ["guild"])


def downgrade() -> None:
    op.drop_table("exclusion")
