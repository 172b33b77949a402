"""Servers, too, can be excluded from a server's matches: an exclusion is of a member or of a server met in a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

NAMES = {"user_id": "excluded_id", "user_name": "excluded_name"}


def upgrade() -> None:
    op.drop_index("ix_exclusion_user_id_guild", "exclusion")
    for old, new in NAMES.items():
        op.execute(f"ALTER TABLE exclusion RENAME COLUMN {old} TO {new}")
    op.add_column("exclusion", sa.Column("match_code", sa.String(8)))
    op.create_index("ix_exclusion_excluded_id_guild", "exclusion", ["excluded_id", "guild"])


def downgrade() -> None:
    op.execute("DELETE FROM exclusion WHERE match_code IS NOT NULL")
    op.drop_index("ix_exclusion_excluded_id_guild", "exclusion")
    op.drop_column("exclusion", "match_code")
    for old, new in NAMES.items():
        op.execute(f"ALTER TABLE exclusion RENAME COLUMN {new} TO {old}")
    op.create_index("ix_exclusion_user_id_guild", "exclusion", ["user_id", "guild"])
